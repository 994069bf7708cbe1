#include <gtest/gtest.h>

#include "record/record.hpp"
#include "support/bot_games.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"
#include "wrong_values.hpp"

namespace sixfold::tests {
namespace {

class RecordText : public testing::TestWithParam<std::string> {};

TEST_P(RecordText, ReadsBackAsTheRecord) {
  for (int seats = fewest_seats; seats <= most_seats; ++seats)
    for (std::uint64_t number = 0; number < 6; ++number) {
      const std::string_view bot = number < 4 ? "random" : "greedy";
      const Record record = bot_game(GetParam(), seats, bot, number, number % 2 == 1);
      const std::string text = to_text(record);
      EXPECT_EQ(text.find('\n'), std::string::npos);
      const auto again = parse_record(text);
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(*again, record);
      EXPECT_EQ(to_text(*again), text);
      EXPECT_EQ(verify(text), std::nullopt);
    }
}

TEST_P(RecordText, KeepsUnknownFieldsAtEveryLevel) {
  for (const std::string_view bot : {"random", "greedy"}) {
    Json json = parse_json(to_text(bot_game(GetParam(), 3, bot, 0))).value();
    // Adds an unknown object to every object, and a reserved member next to it.
    std::vector<Pointer> objects{Pointer()};
    for (const Pointer& pointer : all_values(json))
      if (json[pointer].is_object()) objects.push_back(pointer);
    if (!json.contains("options")) json["options"] = Json::object({{"house", "rule"}});
    for (const Pointer& pointer : objects)
      json[pointer]["x-later"] = {{"list", {1, "two", nullptr}}, {"half", 0.5}};
    json["id"] = "g1";
    json["started"] = "2024-01-01T00:00:00Z";
    json["seat_by"] = {{"person", "bot"}};
    for (Json& turn : json["turns"]) turn["ms"] = 1234;

    const auto record = parse_record(dump(json));
    ASSERT_TRUE(record) << record.error().message;
    EXPECT_EQ(unordered(parse_json(to_text(*record)).value()), unordered(json));
    EXPECT_EQ(parse_record(to_text(*record)).value(), *record);
    EXPECT_EQ(verify(dump(json)), std::nullopt);
  }
}

INSTANTIATE_TEST_SUITE_P(Editions, RecordText, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST(RecordText, OfRandomGamesReplaysToTheSameGame) {
  check_games(80, 0, [](std::uint64_t seed, int) {
    RandomPlay play(seed);
    play.finish_game();
    const Record record = record_of(*FinishedGame::of(play.game()), "classic");
    const auto again = parse_record(to_text(record));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == record);
    const auto game = replay(*again);
    if (!game) RC_FAIL(game.error().code + ": " + game.error().message);
    RC_ASSERT(*game == play.game());
  });
}

TEST(RecordText, LeavesOutWhatIsTheVariantsDefault) {
  const std::string text = to_text(bot_game("base", 2, "random", 0));
  for (const char* const member : {"options", "theme", "board"})
    EXPECT_EQ(text.find("\"" + std::string(member) + "\""), std::string::npos) << member;
}

TEST(RecordText, NamesThemeAndTieOfTheStarWarsEdition) {
  const std::string text = to_text(bot_game("star-wars", 2, "random", 0));
  EXPECT_NE(text.find(R"("variant":"base","theme":"star-wars","options":{"tie":"youngest"})"),
            std::string::npos);
}

TEST(RecordText, AnyThemeIsKept) {
  Json json = parse_json(to_text(bot_game("cubes", 2, "random", 0))).value();
  json["theme"] = "my-own";
  EXPECT_EQ(verify(dump(json)), std::nullopt);
  EXPECT_EQ(parse_json(to_text(parse_record(dump(json)).value())).value()["theme"], "my-own");
}

TEST(RecordText, AMissingDrawIsAnEmptyOne) {
  Json json = parse_json(to_text(bot_game("base", 2, "random", 0))).value();
  Json& last = json["turns"].back();
  ASSERT_FALSE(last.contains("draw"));
  last["draw"] = Json::array();
  EXPECT_EQ(verify(dump(json)), std::nullopt);
}

TEST(RecordText, TheOrderOfWinnersDoesNotMatter) {
  for (std::uint64_t number = 0; number < 2000; ++number) {
    Json json = parse_json(to_text(bot_game("base", 2, "random", number))).value();
    if (json["winners"].size() != 2) continue;
    json["winners"] = {1, 0};
    EXPECT_EQ(verify(dump(json)), std::nullopt);
    return;
  }
  FAIL() << "no game with two winners";
}

}  // namespace
}  // namespace sixfold::tests
