// Positions that somebody composed, and boards that somebody drew.
#include <gtest/gtest.h>

#include "page/open_games.hpp"
#include "page/questions.hpp"
#include "play/fair_check.hpp"
#include "record/json.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::page {
namespace {

Json position(const Json& about) { return *parse_json(answer_position(dump(about))); }

Json seat(int held) { return {{"name", "x"}, {"score", 0}, {"discs", 0}, {"held", held}}; }

/// Seat 0 is to move in the base game, with three red tiles on the table.
Json composed() {
  Json json{{"variant", "base"}, {"theme", "classic"}, {"turn", 0}, {"seed", 3}};
  json["tiles"] = {"Rc@0,0", "Rs@1,0", "Rd@2,0"};
  json["seats"] = {seat(6), seat(6)};
  json["seats"][0]["hand"] = {"Rl", "Gd", "Bx", "Yt", "Oc", "Os"};
  return json;
}

std::string fault(const Json& about) {
  const Json answer = position(about);
  EXPECT_FALSE(answer.contains("view")) << dump(answer);
  return answer["fault"]["code"].get<std::string>();
}

TEST(Positions, AnswersWithTheViewAndAGameThatBeginsThere) {
  const Json answer = position(composed());
  ASSERT_FALSE(answer.contains("fault")) << dump(answer);
  EXPECT_EQ(answer["bag"], 108 - 3 - 12);
  EXPECT_EQ(answer["left"]["Rc"], 2);
  EXPECT_EQ(answer["view"]["seat"], 0);
  EXPECT_EQ(answer["view"]["acts"], (Json{"place", "trade"}));
  EXPECT_EQ(answer["view"]["hand"].size(), 6U);
  EXPECT_EQ(answer["view"]["seats"][1]["held"], 6);
  const auto record = answer["record"].get<std::string>();
  EXPECT_EQ(verify(record), std::nullopt);
  EXPECT_EQ(to_text(*parse_record(record)), record);
  EXPECT_EQ(position(composed()), answer) << "the same seed deals the same hands";
}

TEST(Positions, ARecordWithAnImpossiblePositionIsRefused) {
  Json record = *parse_json(position(composed())["record"].get<std::string>());
  record["position"]["tiles"] = {"Rc@0,0", "Gs@1,0"};
  const auto error = verify(dump(record));
  ASSERT_TRUE(error);
  EXPECT_EQ(error->turn, 0);
  EXPECT_EQ(error->code, "start");
  record["position"]["tiles"] = 5;
  EXPECT_EQ(verify(dump(record))->code, "type");
  record["position"] = {{"tiles", {"Rc@0,0"}}, {"gone", {"Oc"}}, {"rolled", false}};
  EXPECT_EQ(verify(dump(record)), std::nullopt) << "points and discs may be missing";
}

TEST(Positions, NoBagProvesAPosition) {
  auto record = *parse_record(position(composed())["record"].get<std::string>());
  record.fair.emplace();
  const auto fault = check_fair(record);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason, FairReason::no_proof);
}

TEST(Positions, TheGameCanBePlayed) {
  Json saved = *parse_json(position(composed())["record"].get<std::string>());
  saved["local"] = {
      {"bots", {"", "greedy"}}, {"seed", 5}, {"answers", 0}, {"steps", Json::array()}};
  OpenGames games;
  Json shown = *parse_json(games.open(dump(Json{{"saved", dump(saved)}})));
  EXPECT_EQ(shown["you"], 0);
  const Json act{
      {"game", shown["game"]}, {"turns", 0}, {"seat", 0}, {"act", {{"place", {"Rl@3,0"}}}}};
  shown = *parse_json(games.act(dump(act)));
  EXPECT_EQ(shown["view"]["seats"][0]["score"], 4);
  EXPECT_EQ(shown["bot"], "greedy");
  // What is saved opens again.
  const std::string text = shown["saved"]["head"].get<std::string>() +
                           shown["saved"]["turns"][0].get<std::string>() +
                           shown["saved"]["tail"].get<std::string>();
  const Json again = *parse_json(games.open(dump(Json{{"saved", text}})));
  EXPECT_EQ(again["view"], shown["view"]);
}

TEST(Positions, RefusesTheImpossibleWithAReason) {
  Json json = composed();
  json["tiles"] = {"Rc@0,0", "Gs@1,0"};
  EXPECT_EQ(fault(json), "mixed");
  EXPECT_EQ(position(json)["fault"]["cell"], "0,0");
  json = composed();
  json["seats"][0]["hand"] = {"Rl", "Gd"};
  EXPECT_EQ(fault(json), "hand_small");
  EXPECT_EQ(position(json)["fault"]["seat"], 0);
  json["bag"] = 0;
  EXPECT_FALSE(position(json).contains("fault")) << "the others are out of the game";
  json = composed();
  json["bag"] = 94;
  EXPECT_EQ(fault(json), "bag");
  EXPECT_EQ(position(json)["fault"]["count"], 93);
  json["bag"] = 0;
  json["seats"][1]["held"] = 100;
  EXPECT_EQ(fault(json), "hands");
  json = composed();
  json["seats"][0]["hand"] = {"Rl", "Rl", "Rl", "Rl", "Oc", "Os"};
  EXPECT_EQ(fault(json), "too_many");
  EXPECT_EQ(position(json)["fault"]["tile"], "Rl");
  EXPECT_EQ(position(json)["fault"]["count"], 3);
}

TEST(Positions, OnAnEmptyTableTheHandsAgreeWithWhoOpens) {
  Json json = composed();
  json["tiles"] = Json::array();
  json["seats"][0]["hand"] = {"Rl", "Gd", "Bx", "Yt", "Oc", "Os"};
  const Json answer = position(json);
  ASSERT_TRUE(answer.contains("record")) << dump(answer);
  EXPECT_EQ(verify(answer["record"].get<std::string>()), std::nullopt);
}

TEST(Positions, EveryGameHasThem) {
  for (const Edition& edition : all_editions()) {
    const Ruleset rules = edition.ruleset();
    Json json = composed();
    json["variant"] = rules.variant;
    json["theme"] = edition.theme;
    if (rules.layout) json["board"] = {{"size", {16, 16}}, {"stars", {"5,5"}}};
    if (rules.take_for_disc) json["seats"][0]["discs"] = 1;
    if (rules.open_hands) json["seats"][1]["hand"] = {"Rl", "Gd", "Bx", "Yt", "Oc", "Os"};
    const Json answer = position(json);
    ASSERT_TRUE(answer.contains("record")) << edition.name << dump(answer);
    EXPECT_EQ(verify(answer["record"].get<std::string>()), std::nullopt) << edition.name;
  }
}

TEST(Positions, FillsAHand) {
  Json json = composed();
  json["seats"][0]["hand"] = {"Rl"};
  json["fill"] = 0;
  const Json hand = position(json)["hand"];
  EXPECT_EQ(hand.size(), 6U);
  EXPECT_EQ(hand[0], "Rl");
  json["variant"] = "cubes";
  json["seats"][1]["hand"] = Json::array();
  json["fill"] = 1;
  EXPECT_EQ(position(json)["hand"].size(), 6U);
}

TEST(Positions, NonsenseIsAnError) {
  for (const auto& [key, value] : std::vector<std::pair<std::string, Json>>{
           {"turn", 2}, {"theme", "none"}, {"seats", Json::array()}, {"tiles", 5}, {"fill", 3}}) {
    Json json = composed();
    json[key] = value;
    EXPECT_TRUE(position(json).contains("error")) << key;
  }
  EXPECT_TRUE(parse_json(answer_position("{"))->contains("error"));
}

Json layout(const Json& about) { return *parse_json(answer_layout(dump(about))); }

TEST(Layouts, RowsThatAreNoBoardAreRefusedWithAReason) {
  const std::vector<std::string> plain(6, "......");
  auto rows = plain;
  EXPECT_EQ(layout({{"rows", rows}})["board"]["size"], (Json{6, 6}));
  rows[3] = "...?..";
  Json error = layout({{"rows", rows}})["error"];
  EXPECT_EQ(error["reason"], "mark");
  EXPECT_EQ(error["cell"], "3,3");
  rows[3] = ".....";
  error = layout({{"rows", rows}})["error"];
  EXPECT_EQ(error["reason"], "uneven");
  EXPECT_EQ(error["cell"], "0,3");
  EXPECT_EQ(layout({{"rows", {"......"}}})["error"]["reason"], "size");
  EXPECT_EQ(layout({{"rows", std::vector<std::string>(65, "......")}})["error"]["reason"], "size");
}

TEST(Layouts, BlackCellsNeedTiles) {
  const std::vector<std::string> rows(10, "BBBBBBBBBB");
  Json about{{"rows", rows}, {"variant", "connect"}, {"seats", 2}};
  const Json error = layout(about)["error"];
  EXPECT_EQ(error["reason"], "black");
  EXPECT_EQ(error["count"], 96);
  EXPECT_EQ(error["cell"], "9,6");
  EXPECT_TRUE(layout({{"rows", rows}}).contains("board")) << "without a game, any number";
}

}  // namespace
}  // namespace sixfold::page
