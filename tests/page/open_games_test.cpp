#include "page/open_games.hpp"

#include <gtest/gtest.h>

#include "record/json.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::page {
namespace {

Json answered(const std::string& text) { return *parse_json(text); }

Json asked(OpenGames& games, std::string (OpenGames::*question)(std::string_view),
           const Json& about) {
  return answered((games.*question)(dump(about)));
}

Json plan(std::string_view variant, bool two_people = false) {
  Json json{{"variant", variant}, {"seed", 5}};
  json["seats"] = {{{"name", "Ann"}}, {{"name", "Bob"}}};
  if (!two_people) json["seats"][1]["bot"] = "greedy";
  return json;
}

std::string reason(const Json& refused) {
  return refused.contains("error") ? refused["error"].value("reason", "") : "";
}

/// Plays on with the hints of a level until it is the person's turn or the game is over.
Json let_bots_play(OpenGames& games, Json shown) {
  while (!shown["bot"].get<std::string>().empty())
    shown = asked(games, &OpenGames::bot, {{"game", shown["game"]}, {"turns", shown["turns"]}});
  return shown;
}

/// What the page stores, of a game that was asked about without any known turns.
std::string saved_text(const Json& shown) {
  std::string text;
  for (const Json& turn : shown["saved"]["turns"])
    text += (text.empty() ? "" : ",") + turn.get<std::string>();
  return shown["saved"]["head"].get<std::string>() + text +
         shown["saved"]["tail"].get<std::string>();
}

TEST(OpenGames, AnswersWithWhatIsNewSinceTheTurnsThatThePageKnows) {
  OpenGames games;
  Json shown = let_bots_play(games, asked(games, &OpenGames::begin, plan("base")));
  const auto turns = shown["turns"].get<std::size_t>() + shown["view"]["history"].size();
  ASSERT_EQ(turns, 1U) << "with this seed the bot opens";
  // The first tile and cell that fit.
  std::string place;
  for (const auto& [tile, cells] : shown["preview"]["fits"].items())
    if (place.empty() && !cells.empty()) place = tile + "@" + cells[0].get<std::string>();
  const Json next = asked(
      games, &OpenGames::act,
      {{"game", shown["game"]}, {"turns", turns}, {"seat", 0}, {"act", {{"place", {place}}}}});
  EXPECT_EQ(next["turns"], turns);
  EXPECT_EQ(next["view"]["history"].size(), 1U);
  EXPECT_EQ(next["scores"].size(), 1U);
  EXPECT_EQ(next["scores"][0]["points"], next["view"]["history"][0]["points"]);
  EXPECT_EQ(next["bot"], "greedy");
}

TEST(OpenGames, ARefusalChangesNothing) {
  OpenGames games;
  const Json shown = asked(games, &OpenGames::begin, plan("base", true));
  const Json pass{{"game", shown["game"]}, {"seat", shown["covered"]}, {"act", {{"pass", true}}}};
  EXPECT_EQ(reason(asked(games, &OpenGames::act, pass)), "not_your_turn") << "covered";
  EXPECT_EQ(asked(games, &OpenGames::bot, {{"game", shown["game"]}})["error"]["code"], "seat");
  EXPECT_EQ(
      asked(games, &OpenGames::reveal, {{"game", shown["game"]}, {"turns", "x"}})["error"]["code"],
      "type");
  EXPECT_EQ(reason(asked(games, &OpenGames::act, pass)), "not_your_turn") << "still covered";
  const Json again = asked(games, &OpenGames::reveal, {{"game", shown["game"]}});
  EXPECT_EQ(again["you"], shown["covered"]);
  EXPECT_EQ(again["view"]["turn"], shown["view"]["turn"]);
  EXPECT_EQ(reason(asked(games, &OpenGames::act, pass)), "act_not_open");
}

TEST(OpenGames, AGameOpenedFromWhatWasSavedIsTheSame) {
  for (const Edition& edition : all_editions()) {
    OpenGames games;
    Json begun = plan(edition.ruleset().variant);
    for (Json& seat : begun["seats"]) seat["bot"] = "greedy";
    Json shown = asked(games, &OpenGames::begin, begun);
    for (int step = 0; !shown.contains("end"); ++step) {
      if (step % 10 != 0) {
        shown = asked(games, &OpenGames::bot, {{"game", shown["game"]}});
        continue;
      }
      Json opened = asked(games, &OpenGames::open, {{"saved", saved_text(shown)}});
      Json next = asked(games, &OpenGames::bot, {{"game", shown["game"]}});
      Json other = asked(games, &OpenGames::bot, {{"game", opened["game"]}});
      static_cast<void>(asked(games, &OpenGames::close, {{"game", opened["game"]}}));
      other["game"] = next["game"];
      ASSERT_EQ(other, next);
      shown = std::move(next);
    }
    EXPECT_EQ(verify(shown["record"].get<std::string>()), std::nullopt);
    if (shown["end"]["reason"] == "out") {
      const Json items = shown["scores"].back()["items"];
      EXPECT_EQ(items.back()["for"], "out");
      EXPECT_EQ(items.back()["points"], shown["end"]["bonus"]);
    }
  }
}

TEST(OpenGames, AClosedGameIsGone) {
  OpenGames games;
  const Json shown = asked(games, &OpenGames::begin, plan("base"));
  EXPECT_EQ(games.close(dump({{"game", shown["game"]}})), "{}");
  EXPECT_EQ(asked(games, &OpenGames::bot, {{"game", shown["game"]}})["error"]["code"], "game");
}

TEST(OpenGames, ThePageMayCoverAllHands) {
  OpenGames games;
  const Json begun = asked(games, &OpenGames::begin, plan("base", true));
  const Json shown = asked(games, &OpenGames::reveal, {{"game", begun["game"]}, {"turns", 0}});
  ASSERT_EQ(shown["you"], begun["covered"]);
  const std::string saved = saved_text(shown);
  EXPECT_EQ(asked(games, &OpenGames::open, {{"saved", saved}})["you"], begun["covered"]);
  const Json covered = asked(games, &OpenGames::open, {{"saved", saved}, {"covered", true}});
  EXPECT_TRUE(covered["you"].is_null());
  EXPECT_EQ(covered["covered"], begun["covered"]);
  // A person among bots is asked nothing.
  const Json alone = asked(games, &OpenGames::begin, plan("base"));
  EXPECT_EQ(
      asked(games, &OpenGames::open, {{"saved", saved_text(alone)}, {"covered", true}})["you"], 0);
}

TEST(OpenGames, ThePageMaySayWhoseHandWasShown) {
  OpenGames games;
  const Json shown = asked(games, &OpenGames::begin, plan("base", true));
  const Json opened = asked(games, &OpenGames::open,
                            {{"saved", saved_text(shown)}, {"revealed", shown["covered"]}});
  EXPECT_EQ(opened["you"], shown["covered"]);
  EXPECT_TRUE(opened["covered"].is_null());
}

}  // namespace
}  // namespace sixfold::page
