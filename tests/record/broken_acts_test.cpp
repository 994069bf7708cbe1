// Records with one error in a roll, take, trade or leave.
#include <algorithm>

#include "broken_records.hpp"
#include "record/json.hpp"
#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {
namespace {

/// A valid record that contains the text, and the first turn that has the member.
struct Sample {
  Sample(std::string_view edition, const std::string& member, std::string_view bot = "random")
      : record(parse_json(to_text(bot_game_with("\"" + member + "\"", edition, 2, bot))).value()) {
    EXPECT_EQ(verdict(record), "sound");
    while (!record["turns"][turn].contains(member)) ++turn;
  }

  /// The verdict after `change(turn)` has broken that turn.
  template <class Change>
  [[nodiscard]] std::string broken_by(const Change& change) const {
    Json broken = record;
    change(broken["turns"][turn]);
    return verdict(broken);
  }
  [[nodiscard]] std::string expected(std::string_view code) const {
    return verdict_of(static_cast<int>(turn) + 1, code);
  }

  Json record;
  std::size_t turn = 0;
};

std::string other_colour(const Json& face) {
  const std::string text = face.get<std::string>();
  return (text[0] == 'R' ? "G" : "R") + text.substr(1);
}

TEST(BrokenRolls, AFaceOfAnotherColour) {
  const Sample sample("cubes", "roll");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    Json& faces = turn["roll"]["faces"];
    faces[0] = other_colour(faces[0]);
  }),
            sample.expected("wrong_colour"));
}

TEST(BrokenRolls, TooFewOrTooManyFaces) {
  const Sample sample("cubes", "roll");
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn["roll"]["faces"].erase(0); }),
            sample.expected("wrong_count"));
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn["roll"]["faces"].push_back("Rc"); }),
            sample.expected("wrong_count"));
}

TEST(BrokenRolls, CubesThatAreNotThere) {
  const Sample sample("cubes", "roll");
  const Hand hand = before_turn(sample.record, sample.turn).mover().hand;
  EXPECT_EQ(sample.broken_by([&](Json& turn) { turn["roll"]["cubes"][0] = tile_missing_in(hand); }),
            sample.expected("not_in_hand"));
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    turn["roll"] = {{"cubes", Json::array()}, {"faces", Json::array()}};
  }),
            sample.expected("no_tiles"));
}

TEST(BrokenRolls, CubesOrFacesThatAreMissing) {
  const Sample sample("cubes", "roll");
  for (const char* const member : {"cubes", "faces"})
    EXPECT_EQ(sample.broken_by([&](Json& turn) { turn["roll"].erase(member); }),
              sample.expected("missing"));
}

TEST(BrokenRolls, AFaceThatWasLaidButNeverCame) {
  // The first greedy roll after which a rolled face is placed.
  const Json record = parse_json(to_text(bot_game("cubes", 2, "greedy", 3))).value();
  int looked = 0;
  for (std::size_t i = 0; i < record["turns"].size(); ++i) {
    const Json& turn = record["turns"][i];
    if (!turn.contains("roll") || !turn.contains("place")) continue;
    for (std::size_t face = 0; face < turn["roll"]["faces"].size(); ++face) {
      const std::string came = turn["roll"]["faces"][face].get<std::string>();
      const Hand hand = before_act(record, i).mover().hand;
      const bool laid = dump(turn["place"]).find(came) != std::string::npos;
      if (!laid || hand.count(*parse_tile(came)) != 1) continue;
      Json broken = record;
      const std::string other = came.substr(0, 1) + (came[1] == 'c' ? "s" : "c");
      broken["turns"][i]["roll"]["faces"][face] = other;
      const std::string found = verdict(broken);
      // Nothing may fit then, in which case the missing compulsory roll is found first.
      EXPECT_TRUE(found == verdict_of(static_cast<int>(i) + 1, "not_in_hand") ||
                  found == verdict_of(static_cast<int>(i) + 1, "forced"))
          << found;
      ++looked;
    }
  }
  EXPECT_GT(looked, 0);
}

TEST(BrokenRolls, ACompulsoryRollThatIsMissing) {
  const Sample sample("cubes", "forced", "greedy");
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn.erase("forced"); }), sample.expected("forced"));
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn["forced"].erase(turn["forced"].size() - 1); }),
            sample.expected("forced"));
}

TEST(BrokenRolls, ACompulsoryRollThatWasNotDue) {
  const Sample forced("cubes", "forced", "greedy");
  EXPECT_EQ(forced.broken_by([](Json& turn) {
    turn["forced"].push_back(turn["forced"][turn["forced"].size() - 1]);
  }),
            forced.expected("forced"));
  const Sample sample("cubes", "roll");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    turn["forced"] = Json::array({Json::array({"Rc", "Rs", "Rd", "Rl", "Rx", "Rt"})});
  }),
            sample.expected("forced"));
}

TEST(BrokenRolls, ACompulsoryRollOfOtherCubes) {
  const Sample sample("cubes", "forced", "greedy");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    Json& faces = turn["forced"][0];
    faces[0] = other_colour(faces[0]);
  }),
            sample.expected("wrong_colour"));
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn["forced"][0].erase(0); }),
            sample.expected("wrong_count"));
}

TEST(BrokenRolls, TheOrderOfACompulsoryRollDoesNotMatter) {
  const Sample sample("cubes", "forced", "greedy");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    for (Json& faces : turn["forced"]) std::ranges::reverse(faces);
  }),
            "sound");
}

TEST(BrokenRolls, ARollInTheOpening) {
  const Sample sample("cubes", "roll");
  Json broken = sample.record;
  const Json& face = broken["turns"][0]["place"][0];
  const std::string cube = face.get<std::string>().substr(0, 2);
  broken["turns"][0]["roll"] = {{"cubes", Json::array({cube})}, {"faces", Json::array({cube})}};
  EXPECT_EQ(verdict(broken), verdict_of(1, "act_not_open"));
}

TEST(BrokenRolls, ARollWhereNothingIsRolled) {
  for (const std::string edition : {"base", "select", "connect"}) {
    const Sample sample(edition, "trade");
    const std::string held =
        to_text(before_turn(sample.record, sample.turn).mover().hand.list().front());
    EXPECT_EQ(sample.broken_by([&](Json& turn) {
      turn["roll"] = {{"cubes", Json::array({held})}, {"faces", Json::array({held})}};
    }),
              sample.expected("act_not_open"));
  }
}

class BrokenTakes : public testing::TestWithParam<std::string> {};

TEST_P(BrokenTakes, ATileThatDoesNotLieThere) {
  const Sample sample(GetParam(), "take");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    const std::string take = turn["take"].get<std::string>();
    turn["take"] = (take.starts_with("Rc") ? "Gs" : "Rc") + take.substr(2);
  }),
            sample.expected("no_tile"));
  EXPECT_EQ(sample.broken_by([](Json& turn) { turn["take"] = "Rc@70,70"; }),
            sample.expected("no_tile"));
}

TEST_P(BrokenTakes, WithoutADisc) {
  const Sample sample(GetParam(), "take");
  Json broken = sample.record;
  const Position position = before_turn(sample.record, 1);
  broken["turns"][1]["take"] = to_text(position.board.tiles().front());
  EXPECT_EQ(verdict(broken), verdict_of(2, "no_disc"));
}

TEST_P(BrokenTakes, ThatNeverHappened) {
  // A tile that was taken up and placed in the same turn was not in the hand before.
  const Json record =
      parse_json(to_text(bot_game_with("\"take\"", GetParam(), 2, "greedy"))).value();
  int looked = 0;
  for (std::size_t i = 0; i < record["turns"].size(); ++i) {
    if (!record["turns"][i].contains("take")) continue;
    Json broken = record;
    const std::string taken = broken["turns"][i]["take"].get<std::string>().substr(0, 2);
    if (before_turn(record, i).mover().hand.contains(*parse_tile(taken)) ||
        dump(broken["turns"][i]["place"]).find(taken) == std::string::npos)
      continue;
    broken["turns"][i].erase("take");
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "not_in_hand"));
    ++looked;
  }
  EXPECT_GT(looked, 0);
}

TEST_P(BrokenTakes, OutOfALineOfSix) {
  int looked = 0;
  for (std::uint64_t number = 0; number < 40 && looked == 0; ++number) {
    const Json record = parse_json(to_text(bot_game(GetParam(), 2, "greedy", number))).value();
    for (std::size_t i = 0; i < record["turns"].size(); ++i) {
      const Position position = before_turn(record, i);
      if (position.mover().discs == 0) continue;
      for (const PlacedTile& placed : position.board.tiles()) {
        if (may_take(position.board, placed.cell)) continue;
        Json broken = record;
        broken["turns"][i]["take"] = to_text(placed);
        EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "pickup_in_qwirkle"));
        ++looked;
        break;
      }
    }
  }
  EXPECT_GT(looked, 0);
}

TEST_P(BrokenTakes, BackToTheSameCell) {
  const Sample sample(GetParam(), "take");
  EXPECT_EQ(sample.broken_by([](Json& turn) {
    const Json take = turn["take"];
    for (const char* const member : {"place", "points", "trade", "draw"}) turn.erase(member);
    turn["place"] = Json::array({take});
    turn["points"] = 2;
  }),
            sample.expected("same_cell"));
}

INSTANTIATE_TEST_SUITE_P(Editions, BrokenTakes, testing::Values("select", "select-connect"),
                         [](const auto& edition) { return test_name(edition.param); });

TEST(BrokenTakesElsewhere, ATakeWhereThereAreNoDiscs) {
  for (const std::string edition : {"base", "star-wars", "cubes", "connect"}) {
    Json record = parse_json(to_text(bot_game(edition, 2, "random", 0))).value();
    const Position position = before_turn(record, 1);
    record["turns"][1].erase("roll");
    record["turns"][1].erase("forced");
    record["turns"][1]["take"] = to_text(position.board.tiles().front());
    EXPECT_EQ(verdict(record), verdict_of(2, "act_not_open")) << edition;
  }
}

TEST(BrokenTrades, TilesThatAreNotInTheHandOrNoneAtAll) {
  for (const std::string edition : {"base", "star-wars", "select", "connect", "select-connect"}) {
    const Sample sample(edition, "trade");
    const Hand hand = before_act(sample.record, sample.turn).mover().hand;
    EXPECT_EQ(sample.broken_by([&](Json& turn) { turn["trade"][0] = tile_missing_in(hand); }),
              sample.expected("not_in_hand"));
    EXPECT_EQ(sample.broken_by([](Json& turn) { turn["trade"] = Json::array(); }),
              sample.expected("no_tiles"));
  }
}

TEST(BrokenTrades, OfCubesWhileSomethingCouldBePlaced) {
  const Sample sample("cubes", "roll");
  const Hand hand = before_act(sample.record, sample.turn).mover().hand;
  EXPECT_EQ(sample.broken_by([&](Json& turn) {
    for (const char* const member : {"place", "points"}) turn.erase(member);
    turn["trade"] = Json::array({to_text(hand.list().front())});
  }),
            sample.expected("act_not_open"));
}

TEST(BrokenTrades, FromABagThatIsTooSmall) {
  int looked = 0;
  for (std::uint64_t number = 0; number < 3; ++number) {
    const Json record = parse_json(to_text(bot_game("base", 2, "random", number))).value();
    for (std::size_t i = 1; i < record["turns"].size(); ++i) {
      const Position position = before_turn(record, i);
      const int bag = position.bag.size();
      if (bag >= position.mover().hand.size()) continue;
      Json broken = record;
      broken["turns"][i] = {{"seat", position.turn},
                            {"trade", to_json(position.mover().hand.list())}};
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "bag_too_small"));
      ++looked;
    }
  }
  EXPECT_GT(looked, 0);
}

}  // namespace
}  // namespace sixfold::tests
