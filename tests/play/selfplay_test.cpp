#include "play/selfplay.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/bot_games.hpp"
#include "support/properties.hpp"

namespace sixfold::tests {
namespace {

struct Table {
  std::string edition;
  int seats;
};

void PrintTo(const Table& table, std::ostream* out) {  // NOLINT: the name is Google Test's
  *out << table.edition << ", " << table.seats << " seats";
}

std::vector<Table> all_tables() {
  std::vector<Table> tables;
  for (const std::string& edition : edition_names())
    for (int seats = fewest_seats; seats <= most_seats; ++seats) tables.push_back({edition, seats});
  return tables;
}

class SelfPlayed : public testing::TestWithParam<Table> {};

TEST_P(SelfPlayed, EveryGameEndsAndVerifies) {
  const std::uint64_t games = long_tests() ? 1000 : 12;
  for (std::uint64_t number = 0; number < games; ++number) {
    // Mostly random bots, which do the oddest things; every third game is greedy.
    const std::string_view bot = number % 3 == 0 ? "greedy" : "random";
    const Record record =
        bot_game(GetParam().edition, GetParam().seats, bot, 1000 + number, number % 2 == 1);
    ASSERT_TRUE(record.outcome.end);
    const auto error = verify(to_text(record));
    ASSERT_EQ(error, std::nullopt) << "game " << number << ", turn " << error->turn << ": "
                                   << error->code << ": " << error->message;
    EXPECT_EQ(static_cast<int>(record.outcome.scores->size()), GetParam().seats);
    EXPECT_FALSE(record.outcome.winners->empty());
    for (const Turn& turn : record.turns) EXPECT_FALSE(std::holds_alternative<Left>(turn.act));
  }
}

TEST_P(SelfPlayed, TheSameNumberIsTheSameGameInWhateverOrder) {
  const auto text = [](std::uint64_t number) {
    return to_text(bot_game(GetParam().edition, GetParam().seats, "random", number));
  };
  const std::string third = text(3);
  std::set<std::string> different{text(1), text(2), text(4)};
  EXPECT_EQ(text(3), third);
  different.insert(third);
  EXPECT_EQ(different.size(), 4U);
}

INSTANTIATE_TEST_SUITE_P(Tables, SelfPlayed, testing::ValuesIn(all_tables()),
                         [](const auto& table) {
                           return test_name(table.param.edition) +
                                  std::to_string(table.param.seats);
                         });

TEST(SelfPlay, AnotherSeedIsAnotherGame) {
  const Edition edition = *edition_named("base");
  const std::vector<BotLevel> seats(2, *bot_named("random"));
  const Record one = play_game(edition, seats, 1, 0);
  EXPECT_EQ(play_game(edition, seats, 1, 0), one);
  EXPECT_NE(play_game(edition, seats, 2, 0), one);
}

TEST(SelfPlay, TheDealDoesNotDependOnTheBots) {
  const Edition edition = *edition_named("base");
  const Record random = play_game(edition, {2, *bot_named("random")}, 1, 0);
  const Record greedy = play_game(edition, {2, *bot_named("greedy")}, 1, 0);
  EXPECT_EQ(random.setup.hands, greedy.setup.hands);
  EXPECT_EQ(random.setup.opener, greedy.setup.opener);
}

TEST(SelfPlay, NamesThePlayersAndTellsWhoSatWhere) {
  const SelfPlay plan{*edition_named("star-wars"), {"first", "second", "third"}, 1, false};
  std::vector<int> told;
  int asked_for = 0;
  const Record record = play_game(
      plan, 0,
      [&](int bot, std::uint64_t stream) {
        EXPECT_EQ(bot, asked_for++);
        return player_of(*bot_named("random"), stream);
      },
      [&](const std::vector<int>& bots, const FinishedGame& game) {
        told = bots;
        EXPECT_TRUE(game.game().position().end);
      });
  EXPECT_EQ(told, (std::vector{0, 1, 2}));
  EXPECT_EQ(record.theme, "star-wars");
  ASSERT_EQ(record.setup.players.size(), 3U);
  EXPECT_EQ(record.setup.players[1].name, "second");
}

TEST(SelfPlay, RandomLayoutsAreDrawnForEachGame) {
  std::set<std::string> boards;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Record record = bot_game("connect", 2, "random", number, true);
    std::string drawing;
    for (const std::string& row : rows_of(*record.rules.layout)) drawing += row;
    boards.insert(drawing);
  }
  EXPECT_GT(boards.size(), 5U);
}

}  // namespace
}  // namespace sixfold::tests
