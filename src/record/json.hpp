// JSON from outside, parsed with limits and read with reasons. Nothing here throws; malformed input
// becomes a FormError that says what is wrong and where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "record/form_error.hpp"
#include "rules/cell.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"
#include "rules/tile.hpp"

namespace sixfold {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t longest_json = std::size_t{1} << 20;
inline constexpr int deepest_json = 32;
inline constexpr std::size_t longest_name = 1000;
/// The longest list of tiles: a full bag.
inline constexpr std::size_t most_tiles = most_pieces;
/// Longer than any game; a limit for readers, as is the next one.
inline constexpr std::size_t most_turns = 20'000;
inline constexpr int most_points = 1'000'000;

/// One JSON value. Refused: more than longest_json bytes, nesting deeper than deepest_json, a key
/// twice in an object, numbers out of range, text that is not UTF-8, anything after the value.
[[nodiscard]] Result<Json, FormError> parse_json(std::string_view text);

[[nodiscard]] std::string dump(const Json& json);

/// A value quoted for a message, shortened if it is long.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The path to a value inside a document, spelled out only for an error.
struct Path {
  const Path* parent = nullptr;
  std::string_view key;  ///< empty: an element of an array
  std::size_t index = 0;

  [[nodiscard]] std::string text() const;
};

/// Reads members of JSON values and keeps the first error. After an error every further read gives
/// nothing, so callers may read on and check once at the end.
class FormReader {
 public:
  [[nodiscard]] const std::optional<FormError>& error() const { return error_; }
  void fail(std::string code, const Path& path, std::string message);

  /// Null if the member is missing, and an error unless it is optional.
  const Json* required(const Json& object, std::string_view key, const Path& path);
  static const Json* optional(const Json& object, std::string_view key);

  bool expect_object(const Json& json, const Path& path);
  bool expect_array(const Json& json, const Path& path, std::size_t longest);

  std::optional<int> integer(const Json& json, const Path& path, int lowest, int highest);
  std::optional<bool> boolean(const Json& json, const Path& path);
  std::optional<std::string> string(const Json& json, const Path& path, std::size_t longest);
  std::optional<Tile> tile(const Json& json, const Path& path);
  std::optional<Cell> cell(const Json& json, const Path& path);
  std::optional<PlacedTile> placed_tile(const Json& json, const Path& path);

  std::vector<Tile> tiles(const Json& json, const Path& path, std::size_t most);
  std::vector<Cell> cells(const Json& json, const Path& path, std::size_t most);
  std::vector<PlacedTile> placed_tiles(const Json& json, const Path& path, std::size_t most);
  std::vector<int> integers(const Json& json, const Path& path, std::size_t most, int lowest,
                            int highest);

 private:
  template <class Read>
  auto list(const Json& json, const Path& path, std::size_t most, const Read& read);
  template <class T>
  std::optional<T> text_form(const Json& json, const Path& path, std::string_view code,
                             std::string_view what, std::optional<T> (*parse)(std::string_view));

  std::optional<FormError> error_;
};

[[nodiscard]] Json to_json(const std::vector<Tile>& tiles);
[[nodiscard]] Json to_json(const std::vector<Cell>& cells);
[[nodiscard]] Json to_json(const std::vector<PlacedTile>& tiles);

/// The members of an object that are not among the known ones.
[[nodiscard]] Json unknown_members(const Json& object, const std::vector<std::string_view>& known);
/// An object as text; empty if it has no members.
[[nodiscard]] std::string members_text(const Json& object);
/// The object that members_text() wrote; one without members if the text is not an object.
[[nodiscard]] Json parse_members(std::string_view text);
/// Adds the members of `extra` to `object`.
void add_members(Json& object, const Json& extra);

}  // namespace sixfold
