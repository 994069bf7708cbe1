// A question from a page, while it is being read.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "record/forms.hpp"
#include "record/record.hpp"
#include "rules/position.hpp"
#include "rules/view.hpp"

namespace sixfold::page {

/// `{"error":{"turn":…,"code":…,"message":…}}`.
[[nodiscard]] std::string error_text(const RecordError& error);
/// `{"error":{"code":"illegal","message":…,"reason":…,"cell":…}}`.
[[nodiscard]] std::string error_text(const IllegalMove& illegal);

/// A question while it is being read: its members by name, and the first error.
class PageRequest {
 public:
  explicit PageRequest(std::string_view text) {
    auto json = parse_json(text);
    if (!json) {
      reader_.fail(json.error().code, {}, json.error().message);
      return;
    }
    json_ = *std::move(json);
    static_cast<void>(reader_.expect_object(json_, {}));
  }

  [[nodiscard]] FormReader& reader() { return reader_; }
  [[nodiscard]] const Json& json() const { return json_; }
  [[nodiscard]] bool failed() const { return reader_.error() || record_error_; }
  [[nodiscard]] std::string error() const {
    return record_error_ ? error_text(*record_error_) : error_text(*reader_.error());
  }
  /// For a record that is not valid.
  void refuse(RecordError error) { record_error_ = std::move(error); }

  const Json* needed(std::string_view key) {
    return failed() ? nullptr : reader_.required(json_, key, {});
  }
  const Json* given(std::string_view key) const {
    if (failed()) return nullptr;
    const Json* const found = FormReader::optional(json_, key);
    return found != nullptr && !found->is_null() ? found : nullptr;
  }
  std::string text(std::string_view key, std::size_t longest) {
    const Json* const json = needed(key);
    return json == nullptr ? "" : reader_.string(*json, at(key), longest).value_or("");
  }
  int number(std::string_view key, int highest = std::numeric_limits<int>::max()) {
    const Json* const json = needed(key);
    return json == nullptr ? 0 : reader_.integer(*json, at(key), 0, highest).value_or(0);
  }
  std::optional<int> optional_number(std::string_view key, int highest) {
    const Json* const json = given(key);
    if (json == nullptr) return std::nullopt;
    return reader_.integer(*json, at(key), 0, highest);
  }
  std::optional<View> view() {
    const Json* const json = needed("view");
    if (json == nullptr) return std::nullopt;
    return read_view(reader_, *json, at("view"));
  }

  /// Rejects views of tables that cannot exist, as the bot protocol does.
  std::optional<View> sound_view();

  static Path at(std::string_view key) { return {nullptr, key, 0}; }

 private:
  FormReader reader_;
  std::optional<RecordError> record_error_;
  Json json_;
};

/// Adds `end` and `winners` once the game is over.
void add_outcome(Json& json, const Position& position);

/// The board of a request, with the cells that get a tile as `black`.
[[nodiscard]] std::optional<Layout> read_layout(FormReader& reader, const Json& json);
/// The same, written.
[[nodiscard]] Json layout_to_json(const Layout& layout);

}  // namespace sixfold::page
