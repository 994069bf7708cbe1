// Records with one error in the set-up or the outcome.
#include <algorithm>

#include "broken_records.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {
namespace {

class BrokenSetup : public BrokenRecord {};
class BrokenOutcome : public BrokenRecord {};

TEST_P(BrokenSetup, AnotherFormat) {
  expect_refused(0, "unknown_format", [](Json& record) { record["format"] = "sixfold-record/2"; });
  expect_refused(0, "unknown_format", [](Json& record) { record["format"] = 1; });
  expect_refused(0, "missing", [](Json& record) { record.erase("format"); });
}

TEST_P(BrokenSetup, AnotherVariant) {
  expect_refused(0, "unknown_variant", [](Json& record) { record["variant"] = "star-wars"; });
  expect_refused(0, "unknown_variant", [](Json& record) { record["variant"] = ""; });
  expect_refused(0, "missing", [](Json& record) { record.erase("variant"); });
  for (const Json& record : records()) {
    Json broken = record;
    broken["variant"] = record["variant"] == "cubes" ? "base" : "cubes";
    EXPECT_NE(verdict(broken), "sound");
  }
}

TEST_P(BrokenSetup, OptionsThatAreNotThere) {
  expect_refused(0, "unknown_option", [](Json& record) { record["options"]["tie"] = "tallest"; });
  expect_refused(0, "unknown_option",
                 [](Json& record) { record["options"]["opening"] = "oldest"; });
  for (const Json& record : records()) {
    if (record["variant"] != "connect" && record["variant"] != "select-connect") continue;
    Json broken = record;
    broken["options"]["opening"] = "largest-set";
    EXPECT_EQ(verdict(broken), verdict_of(0, "unknown_option"));
  }
}

TEST_P(BrokenSetup, TheNumberOfPlayers) {
  expect_refused(0, "seats", [](Json& record) { record["players"].erase(0); });
  expect_refused(0, "seats", [](Json& record) { record["hands"].erase(0); });
  expect_refused(0, "seats", [](Json& record) { record["players"].push_back(Json::object()); });
  expect_refused(0, "too_many", [](Json& record) {
    while (record["players"].size() < 5) record["players"].push_back(Json::object());
  });
  expect_refused(0, "seats", [](Json& record) {
    record["players"] = Json::array();
    record["hands"] = Json::array();
  });
}

TEST_P(BrokenSetup, HandsThatAreTooSmallOrTooLarge) {
  expect_refused(0, "hand_size", [](Json& record) { record["hands"][0].erase(0); });
  expect_refused(0, "hand_size", [](Json& record) { record["hands"][1].push_back("Rc"); });
}

TEST_P(BrokenSetup, HandsThatTheBagDoesNotHold) {
  for (const Json& record : records()) {
    if (record["variant"] == "cubes")
      continue;  // fifteen of a colour, of which two hands can hold twelve
    Json broken = record;
    broken["hands"][0] = Json::array({"Rc", "Rc", "Rc", "Rc", "Gs", "Gd"});
    EXPECT_EQ(verdict(broken), verdict_of(0, "not_in_bag"));
  }
}

TEST_P(BrokenSetup, ATileOfAHandThatWasNeverHeld) {
  for (const Json& record : records()) {
    // The opener places some of the first hand: without one of these tiles the opening is refused.
    Json broken = record;
    const std::size_t seat = record["opener"].get<std::size_t>();
    const std::string laid = record["turns"][0]["place"][0].get<std::string>().substr(0, 2);
    for (Json& tile : broken["hands"][seat])
      if (tile == laid) tile = laid == "Rc" ? "Gs" : "Rc";
    EXPECT_NE(verdict(broken), "sound");
  }
}

TEST_P(BrokenSetup, AnotherOpener) {
  for (const Json& record : records()) {
    const Record whole = parse_record(dump(record)).value();
    const std::vector<int> openers =
        possible_openers(whole.rules, whole.setup.players, whole.setup.hands);
    for (int seat = 0; seat < 4; ++seat) {
      if (seat == whole.setup.opener) continue;
      Json broken = record;
      broken["opener"] = seat;
      const bool possible = std::ranges::find(openers, seat) != openers.end();
      EXPECT_EQ(verdict(broken),
                possible ? verdict_of(1, "not_your_turn") : verdict_of(0, "opener"));
    }
  }
  expect_refused(0, "range", [](Json& record) { record["opener"] = 4; });
  expect_refused(0, "missing", [](Json& record) { record.erase("opener"); });
}

TEST_P(BrokenSetup, AgesThatSayWhoOpens) {
  for (const Json& record : records()) {
    const Record whole = parse_record(dump(record)).value();
    Json broken = record;
    // The opener is the oldest or the youngest of those who may open: one of the two is wrong.
    int refused = 0;
    for (const bool opener_oldest : {true, false}) {
      for (std::size_t seat = 0; seat < broken["players"].size(); ++seat)
        broken["players"][seat]["age"] =
            static_cast<int>(seat) == whole.setup.opener ? (opener_oldest ? 90 : 5) : 40;
      if (verdict(broken) == verdict_of(0, "opener")) ++refused;
    }
    const bool tied =
        possible_openers(whole.rules, whole.setup.players, whole.setup.hands).size() > 1;
    EXPECT_EQ(refused, tied ? 1 : 0);
  }
}

TEST_P(BrokenSetup, ABoardWhereThereIsNoneOrNoneWhereThereIsOne) {
  if (on_a_board())
    expect_refused(0, "missing", [](Json& record) { record.erase("board"); });
  else
    expect_refused(0, "board",
                   [](Json& record) { record["board"] = *parse_json(R"({"size":[16,16]})"); });
}

TEST_P(BrokenSetup, ABoardThatCannotBe) {
  if (!on_a_board()) return;
  expect_refused(0, "range", [](Json& record) { record["board"]["size"] = {5, 16}; });
  expect_refused(0, "range", [](Json& record) { record["board"]["size"] = {16, 65}; });
  expect_refused(0, "type", [](Json& record) { record["board"]["size"] = {16}; });
  expect_refused(0, "missing", [](Json& record) { record["board"].erase("size"); });
  expect_refused(0, "board", [](Json& record) { record["board"]["stars"].push_back("16,3"); });
  expect_refused(0, "board", [](Json& record) { record["board"]["starts"].push_back("-1,3"); });
  expect_refused(0, "board", [](Json& record) {
    record["board"]["stars"].push_back("0,0");
    record["board"]["bonus"].push_back(Json::array({"0,0", 1}));
  });
  expect_refused(0, "range",
                 [](Json& record) { record["board"]["bonus"].push_back(Json::array({"0,0", 0})); });
  expect_refused(0, "range", [](Json& record) {
    record["board"]["bonus"].push_back(Json::array({"0,0", 10}));
  });
  expect_refused(0, "bad_cell", [](Json& record) { record["board"]["stars"].push_back("0;0"); });
  expect_refused(0, "bad_placed_tile",
                 [](Json& record) { record["board"]["preset"].push_back("0,0"); });
  expect_refused(0, "preset", [](Json& record) {
    for (const char* const tile : {"Rc@0,0", "Rc@15,0", "Rc@0,15", "Rc@15,15"})
      record["board"]["preset"].push_back(tile);
  });
}

TEST_P(BrokenSetup, APresetTileThatLiesElsewhereOrIsAnother) {
  for (const Json& record : records()) {
    if (!on_a_board() || record["board"]["preset"].empty()) continue;
    Json twice = record;
    twice["board"]["preset"].push_back(record["board"]["preset"][0]);
    EXPECT_EQ(verdict(twice), verdict_of(0, "board"));

    // Some turn needs each of them: without any, the first placement touches nothing.
    Json none = record;
    none["board"]["preset"] = Json::array();
    EXPECT_NE(verdict(none), "sound");
  }
}

TEST_P(BrokenOutcome, ScoresThatAreNotThoseOfTheTurns) {
  expect_refused(outcome, "scores",
                 [](Json& record) { record["scores"][0] = record["scores"][0].get<int>() + 1; });
  expect_refused(outcome, "scores", [](Json& record) { record["scores"].erase(0); });
  expect_refused(outcome, "scores", [](Json& record) { record["scores"].push_back(0); });
  expect_refused(outcome, "missing", [](Json& record) { record.erase("scores"); });
}

TEST_P(BrokenOutcome, WinnersThatDidNotWin) {
  expect_refused(outcome, "winners", [](Json& record) { record["winners"] = Json::array(); });
  expect_refused(outcome, "winners", [](Json& record) { record["winners"] = {0, 1}; });
  expect_refused(outcome, "winners", [](Json& record) { record["winners"] = {3}; });
  expect_refused(outcome, "winners",
                 [](Json& record) { record["winners"].push_back(record["winners"][0]); });
  expect_refused(outcome, "range", [](Json& record) { record["winners"] = {4}; });
  expect_refused(outcome, "missing", [](Json& record) { record.erase("winners"); });
}

TEST_P(BrokenOutcome, AnotherEnd) {
  for (const char* const reason : {"out", "dead", "stalled", "resigned", "timeout", "aborted"})
    expect_refused(outcome, "end", [&](Json& record) {
      const bool same = record["end"]["reason"] == reason;
      record["end"]["reason"] = same ? "dead" : reason;
      if (same && std::string_view(reason) == "dead") record["end"]["reason"] = "out";
    });
  expect_refused(outcome, "end", [](Json& record) { record["end"]["reason"] = "bored"; });
  expect_refused(outcome, "end", [](Json& record) {
    record["end"]["seat"] = record["end"].contains("seat") && record["end"]["seat"] == 0 ? 1 : 0;
  });
  expect_refused(outcome, "end", [](Json& record) { record["end"]["bonus"] = 5; });
  expect_refused(outcome, "missing", [](Json& record) { record["end"].erase("reason"); });
  expect_refused(outcome, "end", [](Json& record) { record.erase("end"); });
  expect_refused(outcome, "end", [](Json& record) {
    for (const char* const member : {"end", "scores", "winners"}) record.erase(member);
  });
}

TEST_P(BrokenOutcome, AnEndThatDoesNotSayWhoWentOut) {
  for (const Json& record : records()) {
    if (record["end"]["reason"] != "out") continue;
    for (const char* const member : {"seat", "bonus"}) {
      Json broken = record;
      broken["end"].erase(member);
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(record["turns"].size()) + 1, "end"));
    }
  }
}

TEST_P(BrokenOutcome, AnEndBeforeTheEnd) {
  expect_refused(outcome, "end",
                 [](Json& record) { record["turns"].erase(record["turns"].size() - 1); });
  expect_refused(outcome, "winners", [](Json& record) {
    record["turns"] = Json::array();
    record["scores"] = Json::array();
    for (std::size_t seat = 0; seat < record["players"].size(); ++seat)
      record["scores"].push_back(0);
    record["end"] = {{"reason", "aborted"}};
  });
}

const auto name_of = [](const auto& edition) { return test_name(edition.param); };
INSTANTIATE_TEST_SUITE_P(Editions, BrokenSetup, testing::ValuesIn(edition_names()), name_of);
INSTANTIATE_TEST_SUITE_P(Editions, BrokenOutcome, testing::ValuesIn(edition_names()), name_of);

}  // namespace
}  // namespace sixfold::tests
