// Records that are valid but unusual: unfinished, aborted, with seats that left, opened anywhere,
// with ages.
#include <gtest/gtest.h>

#include "broken_records.hpp"
#include "record/json.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/positions.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

std::string finished_verdict(const Game& game) {
  const auto finished = FinishedGame::of(game);
  if (!finished) return "not over";
  return verdict(parse_json(to_text(record_of(*finished, "classic"))).value());
}

class UnfinishedRecord : public testing::TestWithParam<std::string> {};

TEST_P(UnfinishedRecord, IsSoundAfterEveryTurnButTheLast) {
  Json record = parse_json(to_text(bot_game(GetParam(), 2, "random", 2))).value();
  for (const char* const member : {"end", "scores", "winners"}) record.erase(member);
  const int turns = static_cast<int>(record["turns"].size());
  EXPECT_EQ(verdict(record), verdict_of(turns + 1, "end"));
  while (!record["turns"].empty()) {
    record["turns"].erase(record["turns"].size() - 1);
    EXPECT_EQ(verdict(record), "sound");
  }
}

TEST_P(UnfinishedRecord, MayTellTheScoresSoFarButNoWinners) {
  Json record = parse_json(to_text(bot_game(GetParam(), 2, "random", 2))).value();
  for (const char* const member : {"end", "scores", "winners"}) record.erase(member);
  record["turns"].erase(record["turns"].begin() + 2, record["turns"].end());
  const Position position = before_turn(record, 2);
  record["scores"] = {position.seats[0].score, position.seats[1].score};
  EXPECT_EQ(verdict(record), "sound");
  record["winners"] = Json::array({0});
  EXPECT_EQ(verdict(record), verdict_of(3, "winners"));
  record.erase("winners");
  record["scores"][1] = position.seats[1].score + 1;
  EXPECT_EQ(verdict(record), verdict_of(3, "scores"));
}

TEST_P(UnfinishedRecord, AbortedHasScoresAndNoWinners) {
  Json record = parse_json(to_text(bot_game(GetParam(), 3, "random", 2))).value();
  record["turns"].erase(record["turns"].begin() + 3, record["turns"].end());
  const Position position = before_turn(record, 3);
  record["end"] = {{"reason", "aborted"}};
  record["scores"] = Json::array();
  for (const Seat& seat : position.seats) record["scores"].push_back(seat.score);
  record["winners"] = Json::array();
  EXPECT_EQ(verdict(record), "sound");
  record["winners"] = Json::array({0});
  EXPECT_EQ(verdict(record), verdict_of(4, "winners"));
}

INSTANTIATE_TEST_SUITE_P(Editions, UnfinishedRecord, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST(UnfinishedRecord, ReplayGivesTheGameAsItStands) {
  Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  Record record;
  record.setup = game.setup();
  record.turns = game.turns();
  const auto again = replay(record);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, game);
}

TEST(LeavingRecord, ByResignationOrTimeoutEndsAGameOfTwo) {
  for (const LeaveReason reason : {LeaveReason::resigned, LeaveReason::timeout})
    for (const int seat : {0, 1}) {
      Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
      play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
      leave(game, seat, reason);
      EXPECT_EQ(finished_verdict(game), "sound");
      EXPECT_EQ(winners(game.position()), std::vector{1 - seat});
    }
}

TEST(LeavingRecord, BeforeTheOpening) {
  Game game =
      begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt", "Gc Gs Bd Bl Px Rt"});
  leave(game, 0, LeaveReason::timeout);
  EXPECT_EQ(game.position().turn, 1);
  play(game, place("Oc@0,0 Os@1,0"), "Gd Gc");
  leave(game, 1);
  EXPECT_EQ(finished_verdict(game), "sound");
}

TEST(LeavingRecord, InTheMiddleOfATurnUndoesIt) {
  // Seat 0 takes a tile up and then leaves, or is left alone, with the tile in hand.
  for (const int leaver : {0, 1}) {
    Ruleset rules = variants::select();
    rules.layout->stars = {{7, 7}};
    rules.layout->starts = {{8, 7}};
    Game game = begun(rules, {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
    play(game, place("Rs@7,7 Rc@8,7 Rd@9,7"), "Gd Gc Pl");
    play(game, trade("Oc"), "Yc");
    const Position before = game.position();
    play(game, take("Rd@9,7"));
    EXPECT_NE(game.position().board, before.board);
    leave(game, leaver, LeaveReason::timeout);
    EXPECT_EQ(game.position().board, before.board);
    EXPECT_EQ(finished_verdict(game), "sound");
    EXPECT_EQ(game.turns().size(), 3U);
  }
}

TEST(LeavingRecord, OfAnotherSeatInTheMiddleOfATurnLetsItGoOn) {
  Game game =
      begun(variants::cubes(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt", "Gc Gs Bd Bl Px Rt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  play(game, roll("Oc"), "Ox");
  leave(game, 2);
  play(game, place("Bd@2,1"), "Yx");
  leave(game, 0, LeaveReason::timeout);
  EXPECT_EQ(finished_verdict(game), "sound");
  ASSERT_EQ(game.turns().size(), 4U);
  EXPECT_TRUE(game.turns()[2].roll.has_value());
}

TEST(LeavingRecord, OfASeatThatHasLeftIsRefused) {
  Json record = *parse_json(
      R"({"format":"sixfold-record/1","variant":"base","players":[{},{},{}],"opener":0,)"
      R"("hands":[["Rc","Rs","Rd","Gl","Bx","Yt"],["Oc","Os","Bd","Bl","Px","Pt"],)"
      R"(["Oc","Os","Bd","Bl","Px","Pt"]],"turns":[{"seat":1,"leave":"resigned"}]})");
  EXPECT_EQ(verdict(record), "sound");
  record["turns"].push_back(record["turns"][0]);
  EXPECT_EQ(verdict(record), verdict_of(2, "act_not_open"));
  record["turns"][1]["seat"] = 3;
  EXPECT_EQ(verdict(record), verdict_of(2, "act_not_open"));
}

TEST(LeavingRecord, OfRandomGamesIsSoundWheneverSeatsLeave) {
  check_games(60, 120, [](std::uint64_t seed, int steps) {
    RandomPlay play(seed);
    play.steps(steps);
    Game game = play.game();
    while (!std::holds_alternative<std::monostate>(game.position().question)) {
      play.step();
      game = play.game();
    }
    const auto reason = seed % 2 == 0 ? LeaveReason::resigned : LeaveReason::timeout;
    for (int seat = 0; !game.position().end; ++seat)
      static_cast<void>(game.leave(seat, reason));  // refused if it has already left
    const Record record = record_of(*FinishedGame::of(game), "classic");
    const auto error = verify(to_text(record));
    if (error) RC_FAIL(error->code + ": " + error->message);
    RC_ASSERT(replay(record).value() == game);
  });
}

Json base_opening(const Json& place, const Json& draw) {
  Json record =
      *parse_json(R"({"format":"sixfold-record/1","variant":"base","players":[{},{}],"opener":0,)"
                  R"("hands":[["Rc","Rs","Rd","Gl","Bx","Yt"],["Oc","Os","Bd","Bl","Px","Pt"]],)"
                  R"("turns":[{"seat":0,"points":3}]})");
  record["turns"][0]["place"] = place;
  record["turns"][0]["draw"] = draw;
  return record;
}

TEST(OpeningRecord, MayStandAnywhereAcrossOrDown) {
  const Json draw = {"Gd", "Gc", "Pl"};
  for (const Json& place :
       {Json{"Rc@0,0", "Rs@1,0", "Rd@2,0"}, Json{"Rd@-7,3", "Rc@-6,3", "Rs@-5,3"},
        Json{"Rc@4,9", "Rs@4,10", "Rd@4,11"}, Json{"Rc@0,0", "Rs@0,-1", "Rd@0,-2"},
        Json{"Rc@1000000000,0", "Rs@999999999,0", "Rd@999999998,0"},
        Json{"Rc@0,-1000000000", "Rs@0,-999999999", "Rd@0,-999999998"}})
    EXPECT_EQ(verdict(base_opening(place, draw)), "sound") << dump(place);
  EXPECT_EQ(verdict(base_opening({"Rc@0,0", "Rs@1,0", "Rd@3,0"}, draw)),
            verdict_of(1, "not_one_line"));
  EXPECT_EQ(verdict(base_opening({"Rc@0,0", "Rs@1,0", "Rd@1,1"}, draw)),
            verdict_of(1, "not_one_line"));
  EXPECT_EQ(verdict(base_opening({"Rc@0,0", "Rs@1,0", "Gl@2,0"}, draw)), verdict_of(1, "mixed"));
  EXPECT_EQ(verdict(base_opening({"Rc@0,0", "Rs@1,0"}, {"Gd", "Gc"})),
            verdict_of(1, "not_largest_set"));
  EXPECT_EQ(verdict(base_opening({"Rc@0,0", "Rs@1,0", "Rd@1000000001,0"}, draw)),
            verdict_of(1, "bad_placed_tile"));
}

/// The seats that verify accepts as openers, for two equal hands.
std::vector<int> openers(std::string_view variant, const Json& options, const Json& ages) {
  Json record =
      *parse_json(R"({"format":"sixfold-record/1","variant":"","players":[],"opener":0,)"
                  R"("hands":[["Rc","Rs","Rd","Gl","Bx","Yt"],["Oc","Os","Od","Bl","Px","Pt"],)"
                  R"(["Gc","Gs","Bd","Bl","Px","Rt"]],"turns":[]})");
  record["variant"] = variant;
  record["options"] = options;
  for (const Json& age : ages) {
    Json player = Json::object();
    if (!age.is_null()) player["age"] = age;
    record["players"].push_back(player);
  }
  if (variant != "base" && variant != "cubes") record["board"] = {{"size", {16, 16}}};
  std::vector<int> seats;
  for (int seat = 0; seat < 3; ++seat) {
    record["opener"] = seat;
    const std::string found = verdict(record);
    if (found == "sound")
      seats.push_back(seat);
    else
      EXPECT_EQ(found, verdict_of(0, "opener"));
  }
  return seats;
}

TEST(OpeningRecord, AgesDecideBetweenEqualSets) {
  const Json none = Json::object();
  const Json youngest = {{"tie", "youngest"}};
  const Json oldest = {{"tie", "oldest"}};
  using Seats = std::vector<int>;
  EXPECT_EQ(openers("base", none, {30, 40, 50}), Seats{1});
  EXPECT_EQ(openers("base", youngest, {30, 40, 20}), Seats{0});
  EXPECT_EQ(openers("cubes", none, {30, 40, 20}), Seats{0});
  EXPECT_EQ(openers("cubes", oldest, {30, 40, 20}), Seats{1});
  EXPECT_EQ(openers("select", none, {40, 30, 20}), Seats{1});
}

TEST(OpeningRecord, WithoutEveryAgeOrWithEqualOnesTheLotDecides) {
  const Json none = Json::object();
  using Seats = std::vector<int>;
  EXPECT_EQ(openers("base", none, {nullptr, nullptr, nullptr}), (Seats{0, 1}));
  EXPECT_EQ(openers("base", none, {30, nullptr, 50}), (Seats{0, 1}));
  EXPECT_EQ(openers("base", none, {30, 40, nullptr}), (Seats{0, 1}));
  EXPECT_EQ(openers("base", none, {30, 30, 50}), (Seats{0, 1}));
  EXPECT_EQ(openers("connect", none, {nullptr, nullptr, nullptr}), (Seats{0, 1, 2}));
}

TEST(OpeningRecord, TheYoungestOpensWhateverTheHandsWhereTheOptionSaysSo) {
  const Json none = Json::object();
  const Json youngest = {{"opening", "youngest"}};
  using Seats = std::vector<int>;
  EXPECT_EQ(openers("connect", none, {30, 40, 20}), Seats{2});
  EXPECT_EQ(openers("select-connect", none, {30, 20, 20}), (Seats{1, 2}));
  EXPECT_EQ(openers("select", youngest, {30, 40, 20}), Seats{2});
  EXPECT_EQ(openers("base", youngest, {30, 40, 20}), Seats{2});
}

}  // namespace
}  // namespace sixfold::tests
