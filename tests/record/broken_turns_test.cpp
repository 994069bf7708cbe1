// Records with one error in a turn: verify names the turn and a fitting code.
#include <algorithm>

#include "broken_records.hpp"
#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {
namespace {

class BrokenTurns : public BrokenRecord {};

TEST_P(BrokenTurns, PointsThatWereNotMade) {
  expect_refused_turns("place", "points",
                       [](Json& turn) { turn["points"] = turn["points"].get<int>() + 1; });
  expect_refused_turns("place", "points", [](Json& turn) { turn["points"] = 0; });
}

TEST_P(BrokenTurns, PointsThatAreMissing) {
  expect_refused_turns("place", "missing", [](Json& turn) { turn.erase("points"); });
}

TEST_P(BrokenTurns, ADrawOfTooFew) {
  expect_refused_turns("draw", "wrong_count", [](Json& turn) { turn["draw"].erase(0); });
  expect_refused_turns("draw", "wrong_count", [](Json& turn) { turn.erase("draw"); });
}

TEST_P(BrokenTurns, ADrawOfTooMany) {
  expect_refused_turns("draw", "wrong_count", [](Json& turn) { turn["draw"].push_back("Rc"); });
}

TEST_P(BrokenTurns, ADrawFromAnEmptyBag) {
  int looked = 0;
  for (const Json& record : records())
    for (std::size_t i = 0; i < record["turns"].size(); ++i) {
      if (record["turns"][i].contains("draw")) continue;
      Json broken = record;
      broken["turns"][i]["draw"] = Json::array({"Rc"});
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "wrong_count"));
      ++looked;
    }
  EXPECT_GT(looked, 0);
}

TEST_P(BrokenTurns, ADrawOfAPieceThatTheBagDoesNotHold) {
  int looked = 0;
  for (const Json& record : records())
    for (std::size_t i = 0; i < record["turns"].size(); ++i) {
      if (!record["turns"][i].contains("draw")) continue;
      const Position position = before_act(record, i);
      const Ruleset rules = ruleset_named(record["variant"].get<std::string>()).value();
      std::vector<Tile> gone;
      for (const Tile tile : all_tiles())
        if (!position.bag.contains(piece_of(rules, tile))) gone.push_back(tile);
      if (gone.empty()) continue;
      Json broken = record;
      broken["turns"][i]["draw"][0] = to_text(gone.front());
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "not_in_bag"));
      ++looked;
    }
  EXPECT_GT(looked, 0);
}

TEST_P(BrokenTurns, ADrawOfOtherTilesThanWereLaidLater) {
  int looked = 0;
  for (const Json& record : records()) {
    // The first tiles that a seat draws are placed later, or still in hand at the end.
    Json broken = record;
    Json& draw = broken["turns"][0]["draw"];
    const std::string other = draw[0] == "Rc" ? "Gs" : "Rc";
    draw[0] = other;
    const std::string found = verdict(broken);
    if (found == "sound") continue;
    EXPECT_NE(found, verdict_of(0, "json"));
    ++looked;
  }
  EXPECT_GT(looked, 0);
}

TEST_P(BrokenTurns, ATileOnACellFarAway) {
  for_turns_with("place", [&](const Json& record, std::size_t turn) {
    if (turn == 0) return;
    Json broken = record;
    Json& place = broken["turns"][turn]["place"];
    place[0] = place[0].get<std::string>().substr(0, 3) + "500,500";
    const bool alone = place.size() == 1;
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, on_a_board() ? "off_board"
                                                                      : alone      ? "no_contact"
                                                                              : "not_one_line"));
  });
}

TEST_P(BrokenTurns, ATileOnAnotherTile) {
  for_turns_with("place", [](const Json& record, std::size_t turn) {
    const Position position = before_act(record, turn);
    Json broken = record;
    Json& place = broken["turns"][turn]["place"];
    const std::string tile = place[0].get<std::string>().substr(0, 3);
    if (!position.board.empty())
      place[0] = tile + to_text(position.board.tiles().front().cell);
    else
      place.push_back(tile + place[0].get<std::string>().substr(3));
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, "occupied"));
  });
}

TEST_P(BrokenTurns, ATileThatIsNotInTheHand) {
  for_turns_with("place", [](const Json& record, std::size_t turn) {
    Json broken = record;
    Json& placed = broken["turns"][turn]["place"][0];
    placed = tile_missing_in(before_act(record, turn).mover().hand) +
             placed.get<std::string>().substr(2);
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, "not_in_hand"));
  });
}

TEST_P(BrokenTurns, NoTileAtAll) {
  expect_refused_turns("place", "no_tiles", [](Json& turn) { turn["place"] = Json::array(); });
}

TEST_P(BrokenTurns, ASeatThatIsNotAtTurn) {
  expect_refused_turns("place", "not_your_turn", [](Json& turn) {
    turn["seat"] = turn["seat"] == 0 ? 1 : 0;
    turn.erase("forced");  // which would be found first
  });
}

TEST_P(BrokenTurns, ASeatThatIsNotThere) {
  expect_refused_turns("place", "range", [](Json& turn) { turn["seat"] = 4; });
  expect_refused_turns("place", "range", [](Json& turn) { turn["seat"] = -1; });
  expect_refused_turns("place", "missing", [](Json& turn) { turn.erase("seat"); });
}

TEST_P(BrokenTurns, ATurnThatIsMissing) {
  for_turns_with("place", [](const Json& record, std::size_t turn) {
    Json broken = record;
    broken["turns"].erase(turn);
    if (turn == broken["turns"].size()) {
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, "end"));
      return;
    }
    broken["turns"][turn].erase("forced");
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, "not_your_turn"));
  });
}

TEST_P(BrokenTurns, ATurnThatStandsTwice) {
  for_turns_with("place", [](const Json& record, std::size_t turn) {
    Json broken = record;
    Json again = broken["turns"][turn];
    again.erase("forced");
    const bool last = turn + 1 == broken["turns"].size();
    broken["turns"].insert(broken["turns"].begin() + static_cast<std::ptrdiff_t>(turn) + 1, again);
    EXPECT_EQ(verdict(broken),
              verdict_of(static_cast<int>(turn) + 2, last ? "game_over" : "not_your_turn"));
  });
}

TEST_P(BrokenTurns, ATurnAfterTheEnd) {
  for (const Json& record : records()) {
    const int number = static_cast<int>(record["turns"].size()) + 1;
    for (const std::string_view turn : {R"({"seat":0,"pass":true})", R"({"seat":0,"trade":["Rc"]})",
                                        R"({"seat":1,"leave":"resigned"})"}) {
      Json broken = record;
      broken["turns"].push_back(*parse_json(turn));
      EXPECT_EQ(verdict(broken), verdict_of(number, "game_over"));
    }
  }
}

TEST_P(BrokenTurns, NoActOrMoreThanOne) {
  expect_refused_turns("place", "act", [](Json& turn) {
    turn.erase("place");
    turn.erase("points");
  });
  expect_refused_turns("place", "act", [](Json& turn) { turn["pass"] = true; });
  expect_refused_turns("place", "act", [](Json& turn) { turn["trade"] = Json::array({"Rc"}); });
  expect_refused_turns("place", "act", [](Json& turn) { turn["leave"] = "timeout"; });
}

TEST_P(BrokenTurns, APassWhereSomethingElseIsOpen) {
  for_turns_with("place", [](const Json& record, std::size_t turn) {
    Json broken = record;
    broken["turns"][turn] = {{"seat", record["turns"][turn]["seat"]}, {"pass", true}};
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, "act_not_open"));
  });
}

TEST_P(BrokenTurns, ATradeInTheOpening) {
  for (const Json& record : records()) {
    Json broken = record;
    const std::size_t seat = record["turns"][0]["seat"].get<std::size_t>();
    broken["turns"][0] = {{"seat", seat},
                          {"trade", Json::array({record["hands"][seat][0]})},
                          {"draw", Json::array({"Rc"})}};
    EXPECT_EQ(verdict(broken), verdict_of(1, "act_not_open"));
  }
}

TEST_P(BrokenTurns, AnOpeningThatIsTooShort) {
  for (const Json& record : records()) {
    Json broken = record;
    Json& place = broken["turns"][0]["place"];
    if (place.size() < 2 || record["variant"] == "connect" || record["variant"] == "select-connect")
      continue;
    place.erase(place.size() - 1);
    const std::string found = verdict(broken);
    EXPECT_TRUE(found == verdict_of(1, "not_largest_set") ||
                found == verdict_of(1, "no_start_field"))
        << found;
  }
}

TEST_P(BrokenTurns, SomethingElseInTheTurnOfASeatThatLeaves) {
  expect_refused_turns("draw", "act", [](Json& turn) {
    for (const char* const act : {"place", "points", "trade"}) turn.erase(act);
    turn["leave"] = "resigned";
  });
}

TEST_P(BrokenTurns, AnUnknownReasonToLeave) {
  expect_refused_turns("draw", "act",
                       [](Json& turn) { turn = {{"seat", turn["seat"]}, {"leave", "bored"}}; });
}

INSTANTIATE_TEST_SUITE_P(Editions, BrokenTurns, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

}  // namespace
}  // namespace sixfold::tests
