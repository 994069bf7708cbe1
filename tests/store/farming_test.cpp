// Games that say nothing about the strength of their players do not change ratings.
#include "store/archive.hpp"
#include "store/random_id.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

constexpr std::int64_t hour_ms = 3'600'000;

class FarmingTest : public EachDatabase {
 protected:
  /// Ends a two-player game won by the first; returns why the game does not count.
  std::string end_game(const Id& winner, const Id& loser, std::int64_t time_ms,
                       int turns_of_loser = 10) const {
    AppendRequest last = request(random_id(), 0, {{"a", 1, "{}"}});
    last.status = GameStatus::ended;
    last.time_ms = time_ms;
    last.result =
        GameResult{"base", true, {{winner, "W", 100, 1, 10}, {loser, "L", 50, 2, turns_of_loser}}};
    EXPECT_TRUE(append(*store_, last));
    std::string why;
    in_store([&](Sql& sql) {
      const KeptResult result = results_of(sql, winner, 1).front();
      EXPECT_EQ(result.rated, result.unrated.empty());
      why = result.unrated;
    });
    return why;
  }

  [[nodiscard]] double rating(const Id& player) const {
    double found = 0;
    in_store([&](Sql& sql) {
      const auto ratings = ratings_of(sql, player);
      found = ratings.empty() ? 0 : ratings.front().rating.rating;
    });
    return found;
  }

  [[nodiscard]] std::int64_t flags_of(const Id& player) const {
    std::int64_t count = 0;
    in_store([&](Sql& sql) {
      count = sql.run("SELECT count(*) FROM flags WHERE player = $1", {player}).front().integer(0);
    });
    return count;
  }
};

TEST_P(FarmingTest, OwnBotsAreNeverRated) {
  const Account ann = account("ann");
  const Account first = account("first", ann.id);
  const Account second = account("second", ann.id);
  const Account other = account("other", account("ben").id);
  EXPECT_EQ(end_game(ann.id, first.id, 1'000), "own_bots");
  EXPECT_EQ(end_game(second.id, first.id, 2'000), "own_bots");
  EXPECT_EQ(rating(ann.id), 0);
  EXPECT_EQ(flags_of(ann.id), 2);
  EXPECT_EQ(end_game(ann.id, other.id, 3'000), "");
  EXPECT_GT(rating(ann.id), 1'500);
}

TEST_P(FarmingTest, GamesWithoutAFewTurnsOfEachAreNotRated) {
  const Account ann = account("ann");
  const Account ben = account("ben");
  for (const int turns : {0, 1, 2})
    EXPECT_EQ(end_game(ann.id, ben.id, 1'000 + turns, turns), "too_short");
  EXPECT_EQ(rating(ann.id), 0);
  EXPECT_EQ(flags_of(ann.id), 0);
  EXPECT_EQ(end_game(ann.id, ben.id, 2'000, 3), "");
}

TEST_P(FarmingTest, TheSameTwoCountLessAndLess) {
  const Account ann = account("ann");
  const Account ben = account("ben");
  const Account bot = account("bot", ben.id);
  std::vector<double> gains;
  double before = 1'500;
  for (int i = 0; i < 10; ++i) {
    // Games of their bots count as theirs.
    EXPECT_EQ(end_game(ann.id, i % 2 == 0 ? ben.id : bot.id, 1'000 + i * 1'000), "");
    gains.push_back(rating(ann.id) - before);
    before = rating(ann.id);
  }
  EXPECT_GT(gains.back(), 0);
  EXPECT_LT(gains.back(), gains[2] / 4);
  EXPECT_EQ(end_game(ann.id, ben.id, 20'000), "played_too_often");
  EXPECT_EQ(end_game(ben.id, ann.id, 21'000), "played_too_often");
  EXPECT_EQ(rating(ann.id), before);
  EXPECT_EQ(flags_of(ann.id), 2);
  EXPECT_EQ(flags_of(ben.id), 2);
  // This affects neither other players nor the next day.
  EXPECT_EQ(end_game(ann.id, account("cas").id, 22'000), "");
  EXPECT_EQ(end_game(ann.id, ben.id, 20'000 + 25 * hour_ms), "");
}

INSTANTIATE_TEST_SUITE_P(Databases, FarmingTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
