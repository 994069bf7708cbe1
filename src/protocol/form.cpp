#include "protocol/form.hpp"

#include <algorithm>

#include "record/hex.hpp"
#include "record/notation.hpp"

namespace sixfold::protocol {

namespace {

/// The enumerator with this code, if there is one up to `last`.
template <class Enum>
void read_code(FormReader& reader, const Json& json, const Path& path, Enum& value, Enum last) {
  const std::string name = reader.string(json, path, longest_name).value_or("");
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (code_of(static_cast<Enum>(i)) == name) {
      value = static_cast<Enum>(i);
      return;
    }
  reader.fail("reason", path, "unknown reason");
}

std::optional<std::vector<std::uint8_t>> read_hex(FormReader& reader, const Json& json,
                                                  const Path& path) {
  return parse_hex(reader.string(json, path, longest_name).value_or(""));
}

}  // namespace

Json write(const std::array<std::uint8_t, 32>& value) { return to_hex(value); }
Json write(const FairSeed& value) { return to_hex(value); }
Json write(Tile value) { return sixfold::to_text(value); }
Json write(Reason value) { return code_of(value); }
Json write(EndReason value) { return code_of(value); }
Json write(LeaveReason value) { return code_of(value); }

void read(FormReader& reader, const Json& json, const Path& path, bool& value,
          Unlimited /*limit*/) {
  value = reader.boolean(json, path).value_or(false);
}

void read(FormReader& reader, const Json& json, const Path& path, int& value, const Range& limit) {
  value = reader.integer(json, path, limit.lowest, limit.highest).value_or(0);
}

void read(FormReader& reader, const Json& json, const Path& path, std::int64_t& value,
          Unlimited /*limit*/) {
  if (json.is_number_integer())
    value = json.get<std::int64_t>();
  else
    reader.fail("type", path, "expected a whole number");
}

void read(FormReader& reader, const Json& json, const Path& path, std::int64_t& value,
          const Range& limit) {
  value = reader.integer(json, path, limit.lowest, limit.highest).value_or(0);
}

void read(FormReader& reader, const Json& json, const Path& path, std::uint64_t& value,
          Unlimited /*limit*/) {
  if (json.is_number_unsigned())
    value = json.get<std::uint64_t>();
  else
    reader.fail("type", path, "expected a whole number from 0 up");
}

void read(FormReader& reader, const Json& json, const Path& path, std::string& value,
          const Longest& limit) {
  value = reader.string(json, path, limit.bytes).value_or("");
}

std::size_t read_word(FormReader& reader, const Json& json, const Path& path, const OneOf& limit) {
  const auto text = reader.string(json, path, longest_name);
  const auto found = std::ranges::find(limit.words, text.value_or(""));
  if (text && found != limit.words.end())
    return static_cast<std::size_t>(found - limit.words.begin());
  if (text) reader.fail(std::string(limit.code), path, in_quotes(*text) + " is not known");
  return 0;
}

void read(FormReader& reader, const Json& json, const Path& path, std::string_view& value,
          const OneOf& limit) {
  value = limit.words[read_word(reader, json, path, limit)];
}

void read(FormReader& reader, const Json& json, const Path& path, std::string& value,
          const OneOf& limit) {
  value = limit.words[read_word(reader, json, path, limit)];
}

void read(FormReader& /*reader*/, const Json& json, const Path& /*path*/, Json& value,
          Unlimited /*limit*/) {
  value = json;
}

void read(FormReader& reader, const Json& json, const Path& path, Id& value, Unlimited /*limit*/) {
  const auto id = parse_id(reader.string(json, path, longest_name).value_or(""));
  if (!id) reader.fail("id", path, "expected an id of 32 hexadecimal digits");
  value = id.value_or(Id{});
}

void read(FormReader& reader, const Json& json, const Path& path,
          std::array<std::uint8_t, 32>& value, Unlimited /*limit*/) {
  const auto bytes = read_hex(reader, json, path);
  if (bytes && bytes->size() == value.size())
    std::ranges::copy(*bytes, value.begin());
  else
    reader.fail("seal", path, "expected 64 hexadecimal digits");
}

void read(FormReader& reader, const Json& json, const Path& path, FairSeed& value,
          Unlimited /*limit*/) {
  const auto bytes = read_hex(reader, json, path);
  if (!bytes || bytes->size() > longest_fair_seed)
    reader.fail("seed", path, "expected up to 64 hexadecimal digits");
  value = bytes.value_or(FairSeed{});
}

void read(FormReader& reader, const Json& json, const Path& path, Move& value,
          Unlimited /*limit*/) {
  if (auto move = read_move(reader, json, path)) value = *std::move(move);
}

void read(FormReader& reader, const Json& json, const Path& path, View& value,
          Unlimited /*limit*/) {
  if (auto view = read_view(reader, json, path)) value = *std::move(view);
}

void read(FormReader& reader, const Json& json, const Path& path, Cell& value,
          Unlimited /*limit*/) {
  const auto both = reader.integers(json, path, 2, -coordinate_limit, coordinate_limit);
  if (both.size() == 2)
    value = {both[0], both[1]};
  else
    reader.fail("type", path, "expected two numbers");
}

void read(FormReader& reader, const Json& json, const Path& path, BoardSize& value,
          Unlimited /*limit*/) {
  const auto both = reader.integers(json, path, 2, 0, largest_side);
  if (both.size() == 2)
    value = {both[0], both[1]};
  else
    reader.fail("type", path, "expected two numbers");
}

void read(FormReader& reader, const Json& json, const Path& path, Reason& value,
          Unlimited /*limit*/) {
  read_code(reader, json, path, value, Reason::bag_too_small);
}

void read(FormReader& reader, const Json& json, const Path& path, EndReason& value,
          Unlimited /*limit*/) {
  read_code(reader, json, path, value, EndReason::aborted);
}

void read(FormReader& reader, const Json& json, const Path& path, LeaveReason& value,
          Unlimited /*limit*/) {
  read_code(reader, json, path, value, LeaveReason::timeout);
}

void read(FormReader& reader, const Json& json, const Path& path, Tile& value,
          Unlimited /*limit*/) {
  value = reader.tile(json, path).value_or(Tile{});
}

void Writer::rules(const Ruleset& rules) {
  json_["variant"] = rules.variant;
  json_["options"] = options_to_json(rules);
  if (!rules.layout) return;
  json_["board"] = board_to_json(*rules.layout, rules.layout->stars);
  json_["board"]["black"] = sixfold::to_json(rules.layout->presets);
}

void Reader::rules(Ruleset& rules) {
  auto named = read_rules(reader_, json_);
  if (!named) return;
  rules = *std::move(named);
  const Json* const board = given("board");
  if (board == nullptr) return;
  const Path path{&path_, "board", 0};
  if (!rules.layout) return reader_.fail("board", path, "this variant has no board");
  auto layout = read_board(reader_, *board, path, nullptr);
  if (!layout) return;
  const Path black_path{&path, "black", 0};
  if (const Json* const black = FormReader::optional(*board, "black"))
    layout->presets = reader_.cells(*black, black_path, most_tiles);
  sort_cells(*layout);
  if (layout_fault(*layout)) reader_.fail("board", black_path, "a cell is invalid or listed twice");
  rules.layout = *std::move(layout);
}

}  // namespace sixfold::protocol
