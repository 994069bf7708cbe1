#include <algorithm>

#include <gtest/gtest.h>

#include "record/forms.hpp"
#include "rules/variants/catalogue.hpp"
#include "short_games.hpp"
#include "support/positions.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"
#include "wrong_values.hpp"

namespace sixfold::tests {
namespace {

Result<View, FormError> read(const Json& json) {
  FormReader reader;
  auto read_back = read_view(reader, json, {});
  if (reader.error()) return Unexpected{*reader.error()};
  return *std::move(read_back);
}

std::vector<View> all_views(const Game& game) {
  std::vector<View> views{view(game, std::nullopt)};
  for (int seat = 0; seat < static_cast<int>(game.position().seats.size()); ++seat)
    views.push_back(view(game, seat));
  return views;
}

/// What the text form contains: not which cells of a board were preset or had stars at the start,
/// and nothing about the end, for which the protocol has a separate message.
View written_part(View view) {
  if (view.rules.layout) {
    view.rules.layout->presets.clear();
    view.rules.layout->stars = view.stars;
  } else {
    view.stars.clear();
  }
  view.end.reset();
  return view;
}

TEST(ViewForm, EveryViewOfRandomGamesReadsBackFromItsText) {
  check_games(150, 60, [](std::uint64_t seed, int steps) {
    for (const View& seen : all_views(random_game(seed, steps))) {
      const auto text = parse_json(dump(to_json(seen)));
      RC_ASSERT(text.has_value());
      const auto again = read(*text);
      RC_ASSERT(again.has_value());
      RC_ASSERT(*again == written_part(seen));
      RC_ASSERT(dump(to_json(*again)) == dump(to_json(seen)));
    }
  });
}

TEST(ViewForm, ReadsBackALeaveWhereDrawsLieOpen) {
  int leaves = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Game game = random_game(seed, 60);
    if (game.rules().variant != "cubes") continue;
    leaves += static_cast<int>(std::ranges::count_if(
        game.turns(), [](const Turn& turn) { return std::holds_alternative<Left>(turn.act); }));
    for (const View& seen : all_views(game)) EXPECT_EQ(*read(to_json(seen)), written_part(seen));
  }
  EXPECT_GT(leaves, 0);
}

TEST(ViewForm, HasTheFieldsOfTheContract) {
  Game game = begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  const Json json = to_json(view(game, 1));
  EXPECT_EQ(json["variant"], "base");
  EXPECT_EQ(dump(json["tiles"]), R"(["Rc@0,0","Rs@1,0","Rd@2,0"])");
  EXPECT_EQ(json["seat"], 1);
  EXPECT_EQ(json["turn"], 1);
  EXPECT_EQ(dump(json["hand"]), R"(["Oc","Os","Bd","Bl","Px","Pt"])");
  EXPECT_EQ(json["bag"], 93);
  EXPECT_EQ(json["unseen"]["Rc"], 2);
  EXPECT_EQ(json["unseen"]["Gl"], 3);
  EXPECT_EQ(json["unseen"]["Oc"], 2);
  EXPECT_EQ(dump(json["seats"]), R"([{"name":"a","score":3,"held":6,"discs":0,"in":true},)"
                                 R"({"name":"b","score":0,"held":6,"discs":0,"in":true}])");
  EXPECT_EQ(dump(json["acts"]), R"(["place","trade"])");
  EXPECT_TRUE(json["barred"].is_null());
  EXPECT_EQ(dump(json["history"]),
            R"([{"seat":0,"place":["Rc@0,0","Rs@1,0","Rd@2,0"],"points":3,"drew":3}])");
}

TEST(ViewForm, CubesAreUnseenByColourAndHandsLieOpen) {
  const Game game = begun(variants::cubes(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  const Json json = to_json(view(game, std::nullopt));
  EXPECT_EQ(dump(json["unseen"]), R"({"R":12,"O":13,"Y":14,"G":14,"B":12,"P":13})");
  EXPECT_EQ(dump(json["seats"][1]["hand"]), R"(["Oc","Os","Bd","Bl","Px","Pt"])");
  EXPECT_TRUE(json["seat"].is_null());
  EXPECT_EQ(dump(json["hand"]), "[]");
}

void expect_wrong_values_refused(const Json& sound) {
  ASSERT_TRUE(read(sound));
  for_each_wrong_value(sound, [&](const Pointer& pointer, const Json& wrong, const Json& broken) {
    const auto seen = read(broken);
    if (!seen) {
      EXPECT_FALSE(seen.error().code.empty());
      return;
    }
    // What was accepted must be what was written; nothing may be read as something else. Only
    // unknown fields are ignored, and optional lists that are empty.
    const std::string where = pointer.to_string();
    if (where == "/options" || (where.ends_with("/forced") && wrong.empty())) return;
    EXPECT_EQ(unordered(to_json(*seen)), unordered(broken))
        << where << " = " << dump(wrong).substr(0, 80);
  });
}

TEST(ViewForm, WrongValuesAreRefusedOrKept) {
  for (const Game& game :
       {short_base_game(), short_cubes_game(), short_select_game(), short_select_connect_game()}) {
    expect_wrong_values_refused(to_json(view(game, 0)));
    expect_wrong_values_refused(to_json(view(game, std::nullopt)));
  }
}

TEST(ViewForm, AMissingMemberIsNamed) {
  const Json sound = to_json(view(random_game(5, 20), 0));
  for (const std::string key :
       {"variant", "tiles", "seat", "turn", "hand", "bag", "unseen", "seats", "acts", "history"}) {
    Json broken = sound;
    broken.erase(key);
    const auto seen = read(broken);
    ASSERT_FALSE(seen) << key;
    EXPECT_EQ(seen.error().code, "missing");
    EXPECT_NE(seen.error().message.find(key), std::string::npos);
  }
}

TEST(ViewForm, UnknownFieldsAreIgnored) {
  Json json = to_json(view(random_game(5, 20), 0));
  const auto plain = read(json);
  json["later"] = {1, 2, 3};
  json["seats"][0]["rating"] = 1500;
  EXPECT_EQ(*read(json), *plain);
}

}  // namespace
}  // namespace sixfold::tests
