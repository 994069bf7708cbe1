// The bot protocol: every message in both directions, and whole games in which players communicate
// only through lines of text.
#include "play/bot_protocol.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "play/dealer.hpp"
#include "play/match.hpp"
#include "play/selfplay.hpp"
#include "record/forms.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/notation.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

std::string code_of_error(const Result<std::string, FormError>& answer) {
  return answer ? "" : answer.error().code;
}
std::string code_of_error(const Result<Move, FormError>& answer) {
  return answer ? "" : answer.error().code;
}

View first_view() {
  const Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  return view(game, 0);
}

// The side that runs the game

TEST(BotProtocol, GreetsWithItsVersion) {
  EXPECT_EQ(hello_question(), R"({"hello":{"protocol":1,"program":"sixfold"}})");
}

TEST(BotProtocol, ReadsTheBotsNameFromItsGreeting) {
  EXPECT_EQ(*read_hello_answer(R"({"hello":{"protocol":1,"name":"my bot"}})"), "my bot");
  EXPECT_EQ(*read_hello_answer(R"({"hello":{"protocol":1}})"), "");
  EXPECT_EQ(*read_hello_answer(R"({"more":[1],"hello":{"name":"é","protocol":1,"x":2}})"), "é");
}

TEST(BotProtocol, RefusesBadGreetings) {
  EXPECT_EQ(code_of_error(read_hello_answer("")), "json");
  EXPECT_EQ(code_of_error(read_hello_answer("hello")), "json");
  EXPECT_EQ(code_of_error(read_hello_answer("[]")), "type");
  EXPECT_EQ(code_of_error(read_hello_answer("{}")), "missing");
  EXPECT_EQ(code_of_error(read_hello_answer(R"({"hello":1})")), "type");
  EXPECT_EQ(code_of_error(read_hello_answer(R"({"hello":{}})")), "missing");
  EXPECT_EQ(code_of_error(read_hello_answer(R"({"hello":{"protocol":2}})")), "range");
  EXPECT_EQ(code_of_error(read_hello_answer(R"({"hello":{"protocol":"1"}})")), "type");
  EXPECT_EQ(code_of_error(read_hello_answer(R"({"hello":{"protocol":1,"name":7}})")), "type");
  const std::string long_name(longest_name + 1, 'x');
  EXPECT_EQ(
      code_of_error(read_hello_answer(R"({"hello":{"protocol":1,"name":")" + long_name + "\"}}")),
      "too_long");
}

TEST(BotProtocol, AsksWithTheViewAndTheBudget) {
  const View view = first_view();
  const auto question = parse_json(move_question(7, view, 250));
  ASSERT_TRUE(question.has_value());
  EXPECT_EQ(question->size(), 3U);
  EXPECT_EQ((*question)["id"], 7);
  EXPECT_EQ((*question)["budget_ms"], 250);
  EXPECT_EQ((*question)["view"], to_json(view));
}

TEST(BotProtocol, ReadsEveryKindOfAct) {
  const auto read = [](const std::string& act) {
    return *read_move_answer(R"({"id":7,"act":)" + act + "}", 7);
  };
  EXPECT_EQ(read(R"({"place":["Rd@8,7","Rl@9,7"]})"), Move(place("Rd@8,7 Rl@9,7")));
  EXPECT_EQ(read(R"({"trade":["Gl"]})"), Move(trade("Gl")));
  EXPECT_EQ(read(R"({"roll":["Rc","Gd"]})"), Move(roll("Rc Gd")));
  EXPECT_EQ(read(R"({"roll":[]})"), Move(Roll{}));
  EXPECT_EQ(read(R"({"take":"Yd@3,4"})"), Move(take("Yd@3,4")));
  EXPECT_EQ(read(R"({"pass":true})"), Move(Pass{}));
}

TEST(BotProtocol, RefusesBadAnswers) {
  const auto error = [](const std::string& line) {
    return code_of_error(read_move_answer(line, 7));
  };
  EXPECT_EQ(error(R"({"id":7,"act":{"pass":true},"thought_ms":3})"), "");
  EXPECT_EQ(error(""), "json");
  EXPECT_EQ(error("pass"), "json");
  EXPECT_EQ(error(R"({"id":7,"act":{"pass":true}} {})"), "json");
  EXPECT_EQ(error("7"), "type");
  EXPECT_EQ(error(R"({"act":{"pass":true}})"), "missing");
  EXPECT_EQ(error(R"({"id":6,"act":{"pass":true}})"), "id");
  EXPECT_EQ(error(R"({"id":"7","act":{"pass":true}})"), "id");
  EXPECT_EQ(error(R"({"id":-7,"act":{"pass":true}})"), "id");
  EXPECT_EQ(error(R"({"id":7})"), "missing");
  EXPECT_EQ(error(R"({"id":7,"act":"pass"})"), "type");
  EXPECT_EQ(error(R"({"id":7,"act":{}})"), "act");
  EXPECT_EQ(error(R"({"id":7,"act":{"resign":true}})"), "act");
  EXPECT_EQ(error(R"({"id":7,"act":{"pass":true,"trade":["Gl"]}})"), "act");
  EXPECT_EQ(error(R"({"id":7,"act":{"pass":false}})"), "type");
  EXPECT_EQ(error(R"({"id":7,"act":{"place":"Rc@0,0"}})"), "type");
  EXPECT_EQ(error(R"({"id":7,"act":{"place":["Rc"]}})"), "bad_placed_tile");
  EXPECT_EQ(error(R"({"id":7,"act":{"trade":["Zz"]}})"), "unknown_tile");
  EXPECT_EQ(error(R"({"id":7,"act":{"take":["Rc@0,0"]}})"), "type");
  EXPECT_EQ(error(R"({"error":{"code":"json"}})"), "missing");
}

TEST(BotProtocol, TellsTheEndOfAGame) {
  EXPECT_EQ(end_message({EndReason::out, 1, 6}, {80, 97}),
            R"({"end":{"reason":"out","seat":1,"bonus":6},"scores":[80,97]})");
  EXPECT_EQ(end_message({EndReason::dead, std::nullopt, 0}, {1, 2, 3}),
            R"({"end":{"reason":"dead"},"scores":[1,2,3]})");
  EXPECT_EQ(end_message({EndReason::timeout, 0, 0}, {4, 0}),
            R"({"end":{"reason":"timeout","seat":0},"scores":[4,0]})");
}

// The bot's side

TEST(BotSession, GreetsWithItsName) {
  BotSession session(*bot_named("greedy"), 1);
  const auto answer = session.answer(hello_question());
  ASSERT_TRUE(answer);
  EXPECT_EQ(*read_hello_answer(*answer), "greedy");
}

TEST(BotSession, AnswersAQuestionUnderItsId) {
  BotSession session(*bot_named("greedy"), 1);
  const auto answer = session.answer(move_question(123, first_view(), 1));
  ASSERT_TRUE(answer);
  const auto move = read_move_answer(*answer, 123);
  ASSERT_TRUE(move.has_value()) << *answer;
  EXPECT_EQ(std::get<Place>(*move).tiles.size(), 3U);  // the three red tiles
  EXPECT_FALSE(session.had_error());
}

TEST(BotSession, SaysNothingToTheEndOfAGame) {
  BotSession session(*bot_named("random"), 1);
  EXPECT_FALSE(session.answer(end_message({EndReason::dead, std::nullopt, 0}, {1, 2})));
  EXPECT_FALSE(session.had_error());
}

TEST(BotSession, AnswersBadLinesWithAnErrorAndGoesOn) {
  const std::string asked = move_question(5, first_view(), 100);
  const auto without = [&](const char* member) {
    Json json = *parse_json(asked);
    json["view"].erase(member);
    return dump(json);
  };
  const auto with = [&](const char* member, const Json& value) {
    Json json = *parse_json(asked);
    json["view"][member] = value;
    return dump(json);
  };
  const std::vector<std::pair<std::string, std::string>> bad{
      {"", "json"},
      {"hello", "json"},
      {"[1]", "type"},
      {R"({"moves":1})", "message"},
      {R"({"view":1})", "missing"},
      {R"({"id":5,"view":1})", "type"},
      {R"({"id":-1,"view":{}})", "range"},
      {R"({"id":5,"view":{"variant":"chess"}})", "unknown_variant"},
      {without("hand"), "missing"},
      {without("seats"), "missing"},
      {without("acts"), "missing"},
      {with("tiles", {"Rc@0,0", "Rs@0,0"}), "occupied"},
      {with("hand", {"Zz"}), "unknown_tile"},
      {with("seat", 3), "range"},
      {with("acts", {"jump"}), "act"},
      // No decision to make: another seat's turn, or a spectator's view.
      {with("acts", Json::array()), "view"},
      {with("seat", nullptr), "view"},
  };
  BotSession session(*bot_named("greedy"), 1);
  for (const auto& [line, code] : bad) {
    const auto answer = session.answer(line);
    ASSERT_TRUE(answer) << line;
    const auto json = parse_json(*answer);
    ASSERT_TRUE(json.has_value() && json->contains("error")) << *answer;
    EXPECT_EQ((*json)["error"]["code"], code) << line << "\n" << *answer;
  }
  EXPECT_TRUE(session.had_error());
  EXPECT_TRUE(read_move_answer(*session.answer(asked), 5).has_value());
}

// Whole games through text alone

/// A player that exchanges two lines of text per move; `asked` counts them.
Chooser text_player(BotSession& session, std::uint64_t& asked) {
  return [&](const View& view) -> Result<Move, Forfeit> {
    const std::uint64_t id = ++asked;
    const auto answer = session.answer(move_question(id, view, 1000));
    if (!answer) return Unexpected{Forfeit{0, LeaveReason::resigned, "silence"}};
    const auto move = read_move_answer(*answer, id);
    if (!move) return Unexpected{Forfeit{0, LeaveReason::resigned, *answer}};
    return *move;
  };
}

class BotSessions : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Editions, BotSessions, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST_P(BotSessions, PlayWholeGamesAsTheBotsDoThatSeeTheViewsThemselves) {
  const Edition edition = *edition_named(GetParam());
  for (const char* const bot : {"random", "greedy"})
    for (const int seats : {2, 3, 4}) {
      const BotLevel level = *bot_named(bot);
      SelfPlay plan{edition, std::vector<std::string>(static_cast<std::size_t>(seats), bot), 11,
                    true};
      std::vector<std::unique_ptr<BotSession>> sessions;
      std::uint64_t asked = 0;
      const Record by_text = play_game(plan, 1, [&](int, std::uint64_t stream) {
        sessions.push_back(std::make_unique<BotSession>(level, stream));
        return text_player(*sessions.back(), asked);
      });
      const Record directly =
          play_game(plan, 1, [&](int, std::uint64_t stream) { return player_of(level, stream); });
      EXPECT_EQ(to_text(by_text), to_text(directly));
      EXPECT_FALSE(verify(to_text(by_text)));
      EXPECT_NE(by_text.outcome.end->reason, EndReason::resigned);
      EXPECT_GT(asked, 10U);
      for (const auto& session : sessions) EXPECT_FALSE(session->had_error());
    }
}

}  // namespace
}  // namespace sixfold::tests
