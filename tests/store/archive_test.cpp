// The archive of finished games: its pages, the plans of its queries, and games from before it
// existed.
#include "store/archive.hpp"

#include <algorithm>
#include <map>

#include "support/each_database.hpp"
#include "support/old_schema.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class ArchiveTest : public EachDatabase {
 protected:
  /// Ends a game of the player and another through the store.
  Id end_game(const Id& player, std::int64_t time_ms) const {
    const Id game = random_id();
    AppendRequest last = request(game, 0, {{"a", 1, "{}"}});
    last.status = GameStatus::ended;
    last.time_ms = time_ms;
    last.code = to_text(game).substr(0, 6);
    last.result = GameResult{
        "base", false, {{player, "Ann", 90, 1, 9, 18}, {random_id(), "Ben", 50, 2, 9, 12}}};
    last.result->theme = "classic";
    last.result->length = 31;
    EXPECT_TRUE(append(*store_, last));
    return game;
  }

  /// Inserts the rows of many finished games; several end at the same time.
  [[nodiscard]] std::vector<ArchivePlace> insert_games(const Id& player, int count) const {
    std::vector<ArchivePlace> places;
    std::vector<SqlValues> games;
    std::vector<SqlValues> results;
    for (int i = 0; i < count; ++i) {
      const ArchivePlace place{1'000 + i / 3, random_id()};
      places.push_back(place);
      games.push_back({place.game});
      for (const std::int64_t seat : {0, 1})
        results.push_back({place.game, seat, seat == 0 ? player : random_id(), place.ended_ms});
    }
    in_store([&](Sql& sql) {
      sql.run_each("INSERT INTO games (game, seq, status) VALUES ($1, 1, 2)", games);
      sql.run_each(
          "INSERT INTO results (game, seat, player, name, variant, points, place, seats, rated, "
          "ended_ms) VALUES ($1, $2, $3, '', 'base', 9, 1, 2, 0, $4)",
          results);
    });
    std::ranges::sort(places, std::greater());
    return places;
  }

  /// PostgreSQL plans by what its tables hold.
  void insert_games_of_others() const {
    constexpr std::int64_t at_a_time = 4'000;
    for (std::int64_t from = 1; from < 10 * at_a_time; from += at_a_time)
      in_store([&](Sql& sql) {
        const SqlValues some{from, from + at_a_time - 1};
        sql.run(
            "INSERT INTO games (game, seq, status) SELECT decode(md5(i::text), 'hex'), 1, 2 "
            "FROM generate_series($1::bigint, $2::bigint) AS i",
            some);
        sql.run(
            "INSERT INTO results (game, seat, player, name, variant, points, place, seats, rated, "
            "ended_ms) SELECT decode(md5(i::text), 'hex'), 0, "
            "decode(md5((i % 99)::text), 'hex'), '', 'base', 9, 1, 2, 0, i "
            "FROM generate_series($1::bigint, $2::bigint) AS i",
            some);
      });
    in_store([](Sql& sql) {
      sql.run("ANALYZE games", {});
      sql.run("ANALYZE results", {});
    });
  }

  [[nodiscard]] std::vector<ArchivedGame> page(const Id& player, const ArchiveRange& range,
                                               int most) const {
    std::vector<ArchivedGame> found;
    in_store([&](Sql& sql) { found = archived_games(sql, player, range, most); });
    return found;
  }

  /// All pages from the newest game on; `between` is called after each.
  [[nodiscard]] std::vector<ArchivePlace> all_pages(
      const Id& player, int most, const std::function<void()>& between = [] {}) const {
    std::vector<ArchivePlace> places;
    ArchiveRange range;
    while (true) {
      const std::vector<ArchivedGame> games = page(player, range, most);
      if (games.empty()) return places;
      for (const ArchivedGame& game : games) places.push_back(place_of(game));
      range.before = places.back();
      between();
    }
  }
};

TEST_P(ArchiveTest, HasNoGapAndNoRepeatWhileGamesEnd) {
  constexpr int count = 5'000;
  constexpr int per_page = 97;
  const Id ann = random_id();
  std::vector<ArchivePlace> expected = insert_games(ann, count);
  const std::int64_t last_ms = expected.front().ended_ms;
  std::vector<ArchivePlace> ended;
  const std::vector<ArchivePlace> found = all_pages(ann, per_page, [&] {
    // Some end at the very time of the newest that was shown.
    const std::int64_t time_ms = last_ms + static_cast<std::int64_t>(ended.size()) / 4;
    ended.push_back({time_ms, end_game(ann, time_ms)});
  });
  EXPECT_TRUE(found == expected);
  ASSERT_EQ(ended.size(), (count + per_page - 1) / per_page);
  // Whoever begins again sees them, too.
  const std::vector<ArchivePlace> again = all_pages(ann, per_page);
  for (const ArchivePlace& place : ended)
    EXPECT_EQ(std::ranges::count(again, place), 1) << place.ended_ms;
  EXPECT_TRUE(std::ranges::is_sorted(again, std::greater()));
}

TEST_P(ArchiveTest, ShowsAGameAsItEndedInTheRangeOfItsTime) {
  const Id ann = random_id();
  const Id other = end_game(random_id(), 5'000);
  const Id early = end_game(ann, 1'000);
  const Id late = end_game(ann, 3'000);
  const std::vector<ArchivedGame> all = page(ann, {}, 9);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].code, to_text(late).substr(0, 6));
  EXPECT_EQ(all[0].seq, 1U);
  ASSERT_EQ(all[0].seats.size(), 2U);
  const KeptResult& seat = all[0].seats.front();
  EXPECT_EQ(seat.game, late);
  EXPECT_EQ(seat.player, ann);
  EXPECT_EQ(seat.theme, "classic");
  EXPECT_EQ(seat.length, 31);
  EXPECT_EQ(seat.biggest_move, 18);
  EXPECT_EQ(all[0].seats.back().biggest_move, 12);
  const auto games_in = [&](std::int64_t since_ms, std::int64_t until_ms) {
    std::vector<Id> games;
    for (const ArchivedGame& game : page(ann, {{}, since_ms, until_ms}, 9))
      games.push_back(place_of(game).game);
    return games;
  };
  EXPECT_EQ(games_in(1'000, 3'000), std::vector<Id>{early});
  EXPECT_EQ(games_in(1'001, 3'001), std::vector<Id>{late});
  EXPECT_EQ(games_in(3'001, 9'000), std::vector<Id>{});
  EXPECT_EQ(page(ann, {ArchivePlace{9'000, other}}, 1).size(), 1U);
}

/// Asks for the plan of every query before it is run.
class Explaining final : public Sql {
 public:
  explicit Explaining(Sql& sql) : sql_(sql) {}

  SqlRows run(const char* statement, const SqlValues& values) override {
    // The connection knows statements by their addresses.
    static std::map<const char*, std::string> texts;
    std::string& text = texts[statement];
    text = (sql_.is_shared() ? "EXPLAIN " : "EXPLAIN QUERY PLAN ") + std::string(statement);
    for (const SqlRow& row : sql_.run(text.c_str(), values))
      plan += row.text(row.values().size() - 1) + "\n";
    return sql_.run(statement, values);
  }
  std::vector<SqlRows> run_each(const char* statement,
                                const std::vector<SqlValues>& values) override {
    return sql_.run_each(statement, values);
  }
  void begin() override { sql_.begin(); }
  void commit() override { sql_.commit(); }
  void roll_back() noexcept override { sql_.roll_back(); }
  [[nodiscard]] bool is_shared() const override { return sql_.is_shared(); }

  std::string plan;

 private:
  Sql& sql_;
};

TEST_P(ArchiveTest, FindsEveryPageByAnIndex) {
  const Id ann = random_id();
  const std::vector<ArchivePlace> places = insert_games(ann, 5'000);
  if (GetParam() == DatabaseKind::postgresql) insert_games_of_others();
  const auto plan_of = [&](const ArchiveRange& range, int most) {
    std::string plan;
    in_store([&](Sql& sql) {
      Explaining explaining(sql);
      EXPECT_EQ(archived_games(explaining, ann, range, most).empty(), false);
      plan = explaining.plan;
    });
    return plan;
  };
  for (const ArchiveRange& range :
       {ArchiveRange{}, ArchiveRange{places[2'500]}, ArchiveRange{{}, 1'100, 2'000}})
    for (const int most : {31, 200}) {
      const std::string plan = plan_of(range, most);
      EXPECT_NE(plan.find("results_archive"), std::string::npos) << plan;
      for (const char* const slow : {"Seq Scan", "SCAN results", "SCAN games"})
        EXPECT_EQ(plan.find(slow), std::string::npos) << plan;
    }
}

TEST_P(ArchiveTest, TakesOverGamesOfEarlierSchemas) {
  const Id ann = random_id();
  const Id known = end_game(ann, 1'000);
  const Id aborted = random_id();
  AppendRequest without = request(aborted, 0, {{"a", 1, "{}"}});
  without.status = GameStatus::ended;
  ASSERT_TRUE(append(*store_, without));
  AppendRequest running = request(random_id(), 0, {{"a", 1, "{}"}});
  running.status = GameStatus::running;
  ASSERT_TRUE(append(*store_, running));
  const std::vector<ArchivedGame> before = page(ann, {}, 9);
  in_store(take_archive_away);
  store_.reset();
  store_ = open();

  std::vector<Id> expected{known, aborted};
  std::ranges::sort(expected);
  in_store([&](Sql& sql) { EXPECT_EQ(unarchived_games(sql, 9), expected); });
  std::vector<ArchivedGame> unknown = page(ann, {}, 9);
  ASSERT_EQ(unknown.size(), 1U);
  EXPECT_EQ(unknown[0].seats.front().length, std::nullopt);
  EXPECT_EQ(unknown[0].seats.front().theme, "");

  EndOfGame end{{"base", false, {{ann, "Ann", 90, 1, 9, 18}, {{}, "greedy", 50, 2, 9, 12}}}, 7};
  end.result.theme = "classic";
  end.result.length = 31;
  in_store([&](Sql& sql) { archive_game(sql, known, end); });
  EXPECT_EQ(page(ann, {}, 9), before);
  in_store([&](Sql& sql) { EXPECT_EQ(unarchived_games(sql, 9), std::vector<Id>{aborted}); });
  // Doing it again changes nothing.
  in_store([&](Sql& sql) { archive_game(sql, known, end); });
  EXPECT_EQ(page(ann, {}, 9), before);

  // A server that has not been upgraded yet stores one more.
  in_store([&](Sql& sql) {
    sql.run("UPDATE results SET theme = '', length = NULL, biggest_move = NULL", {});
    archive_game(sql, aborted, std::nullopt);
    EXPECT_EQ(unarchived_games(sql, 9), std::vector<Id>{known});
    archive_game(sql, known, end);
    EXPECT_TRUE(unarchived_games(sql, 9).empty());
  });
  EXPECT_EQ(page(ann, {}, 9), before);

  for (SeatResult& seat : end.result.seats) seat.place = 0;
  in_store([&](Sql& sql) {
    archive_game(sql, aborted, end);
    EXPECT_TRUE(unarchived_games(sql, 9).empty());
  });
  const std::vector<ArchivedGame> both = page(ann, {}, 9);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(place_of(both[1]), (ArchivePlace{7, aborted}));
  EXPECT_EQ(both[1].seats.front().place, 0);
}

INSTANTIATE_TEST_SUITE_P(Databases, ArchiveTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
