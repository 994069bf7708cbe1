// The worked examples of the rules, one per line in tests/examples: the tiles on the table,
// optionally a tile that is taken up for a disc, a placement, and either its points with the
// lengths of its lines and the discs it earns, or why it is illegal.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "record/forms.hpp"
#include "record/notation.hpp"
#include "rules/position.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/files.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

struct Example {
  std::string id;
  Ruleset rules;
  Position position;
  std::optional<Take> take;
  Place place;
  std::optional<std::string> illegal;
  int points = 0;
  std::vector<int> lines;
  int discs_gained = 0;
};

void PrintTo(const Example& example, std::ostream* out) {  // NOLINT: the name is Google Test's
  *out << example.id;
}

class ExampleReader {
 public:
  explicit ExampleReader(const std::string& line) : json_(parse_json(line).value()) {}

  Example read() {
    example_.id = json_["id"].get<std::string>();
    example_.rules = ruleset_named(json_["variant"].get<std::string>()).value();
    if (json_.contains("theme")) example_.rules = variants::star_wars();
    if (json_.contains("rows"))
      example_.rules.layout =
          layout_from_rows(json_["rows"].get<std::vector<std::string>>()).value();
    read_moves();
    read_table();
    read_verdict();
    if (reader_.error()) throw std::invalid_argument(reader_.error()->message);
    return example_;
  }

 private:
  void read_moves() {
    if (json_.contains("take")) example_.take = Take{*reader_.placed_tile(json_["take"], {})};
    example_.place = {reader_.placed_tiles(json_["place"], {}, 6)};
  }

  /// Seat 0 holds what it places. The bag is not empty, so that nobody goes out, and its tiles fit.
  void read_table() {
    Position& position = example_.position;
    for (const PlacedTile& placed : reader_.placed_tiles(json_["tiles"], {}, 108)) {
      position.board.put(placed);
      const bool preset = example_.rules.layout &&
                          std::ranges::binary_search(example_.rules.layout->presets, placed.cell);
      position.opened = position.opened || !preset;
    }
    position.seats.resize(2);
    for (const PlacedTile& placed : example_.place.tiles) position.seats[0].hand.add(placed.tile);
    if (example_.take) {
      position.seats[0].discs = 1;
      // A tile that is taken up comes into the hand by the act itself, unless the take is refused.
      static_cast<void>(position.seats[0].hand.remove(example_.take->tile.tile));
    }
    for (const Tile piece : full_bag(example_.rules).list()) position.bag.add(piece);
    if (!example_.rules.layout) return;
    for (const Cell cell : example_.rules.layout->stars)
      if (!position.board.at(cell)) position.stars.push_back(cell);
    if (json_.contains("spent"))
      for (const Cell cell : reader_.cells(json_["spent"], {}, 12))
        std::erase(position.stars, cell);
  }

  void read_verdict() {
    if (json_.contains("illegal")) {
      example_.illegal = json_["illegal"].get<std::string>();
      return;
    }
    example_.points = json_["points"].get<int>();
    example_.lines = json_["lines"].get<std::vector<int>>();
    if (json_.contains("discs_gained")) example_.discs_gained = json_["discs_gained"].get<int>();
  }

  Json json_;
  FormReader reader_;
  Example example_;
};

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  for (const std::string& line : lines_of_file("tests/examples/examples.jsonl"))
    examples.push_back(ExampleReader(line).read());
  return examples;
}

/// The codes of the moves, in order, up to the first illegal one.
std::optional<std::string> first_refusal(const Example& example) {
  Position position = example.position;
  std::vector<Move> moves;
  if (example.take) moves.emplace_back(*example.take);
  moves.emplace_back(example.place);
  for (const Move& move : moves) {
    if (const auto illegal = why_illegal(example.rules, position, move))
      return std::string(code_of(illegal->reason));
    position = play(example.rules, position, move).value();
  }
  return std::nullopt;
}

class EveryExample : public testing::TestWithParam<Example> {};

TEST_P(EveryExample, IsRefusedForTheReasonGivenOrIsLegal) {
  EXPECT_EQ(first_refusal(GetParam()), GetParam().illegal);
}

TEST_P(EveryExample, ScoresAndTakesDiscsAsWritten) {
  const Example& example = GetParam();
  if (example.illegal) return;
  Position before = example.position;
  if (example.take) before = play(example.rules, before, *example.take).value();
  const Position after = play(example.rules, before, example.place).value();

  EXPECT_EQ(after.seats[0].score, example.points);
  EXPECT_EQ(after.seats[0].discs - before.seats[0].discs, example.discs_gained);
  const Score parts = score(example.rules, before.board, example.place);
  EXPECT_EQ(parts.points(), example.points);
  std::vector<int> lengths;
  lengths.reserve(parts.lines.size());
  for (const ScoredLine& line : parts.lines) lengths.push_back(line.length());
  std::ranges::sort(lengths);
  EXPECT_EQ(lengths, example.lines);
}

TEST_P(EveryExample, IsAmongTheLegalPlacementsExactlyWhenItIsLegal) {
  const Example& example = GetParam();
  Position position = example.position;
  if (example.take) {
    auto taken = play(example.rules, position, *example.take);
    if (!taken) return;
    position = *std::move(taken);
  }
  // On an empty table without bounds, only openings from 0,0 are listed.
  if (position.board.empty() && !example.rules.layout) return;
  Place wanted = example.place;
  std::ranges::sort(wanted.tiles);
  const auto placements = legal_placements(example.rules, decision_of(position));
  EXPECT_EQ(std::ranges::find(placements, wanted) != placements.end(), !example.illegal);
}

INSTANTIATE_TEST_SUITE_P(Examples, EveryExample, testing::ValuesIn(all_examples()),
                         [](const auto& example) {
                           std::string name = example.param.id;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Examples, TwelveTurnsOfABaseGameFollowEachOther) {
  std::vector<Example> turns;
  for (const Example& example : all_examples())
    if (example.id.starts_with("base-turn-")) turns.push_back(example);
  ASSERT_EQ(turns.size(), 12U);
  Board board;
  std::vector<int> points;
  for (const Example& turn : turns) {
    EXPECT_EQ(turn.position.board, board) << turn.id;
    for (const PlacedTile& placed : turn.place.tiles) board.put(placed);
    points.push_back(turn.points);
  }
  EXPECT_EQ(points, (std::vector{3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9}));
}

TEST(Examples, CoverEveryVariantAndBothKindsOfRefusedTakes) {
  std::vector<std::string> seen;
  for (const Example& example : all_examples()) {
    seen.emplace_back(example.rules.variant);
    seen.push_back(example.illegal.value_or("legal"));
  }
  for (const std::string wanted :
       {"base", "cubes", "select", "connect", "select-connect", "legal", "pickup_in_qwirkle",
        "same_cell", "no_start_field", "no_contact", "too_long", "duplicate", "mixed"})
    EXPECT_NE(std::ranges::find(seen, wanted), seen.end()) << wanted;
}

}  // namespace
}  // namespace sixfold::tests
