// What stores on SQL do beyond the contract of store_contract_test.cpp, on a real SQLite file and a
// real PostgreSQL.
#include <atomic>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "store/accounts.hpp"
#include "store/archive.hpp"
#include "store/copy_store.hpp"
#include "store/daily_results.hpp"
#include "store/node_reports.hpp"
#include "store/postgres_store.hpp"
#include "store/random_id.hpp"
#include "store/sql_store.hpp"
#include "store/sqlite_store.hpp"
#include "store/waiting.hpp"
#include "support/postgres.hpp"
#include "support/store_calls.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold::store {
namespace {

using Refused = AppendRefusal::Kind;

enum class Database : std::uint8_t { sqlite, postgresql };

class StoreTest : public testing::TestWithParam<Database> {
 protected:
  StoreTest() {
    if (GetParam() == Database::postgresql) PostgresServer::common().empty();
  }

  [[nodiscard]] SqliteOptions options() const {
    return {(folder_.path() / "games.db").string(), "", true};
  }

  /// The same games again each time.
  [[nodiscard]] std::unique_ptr<SqlStore> open() const {
    if (GetParam() == Database::sqlite) return std::make_unique<SqliteStore>(options());
    return std::make_unique<PostgresStore>(PostgresServer::common().url());
  }

  tests::TemporaryFolder folder_;
};

TEST_P(StoreTest, IsReadyAfterAStatementThatItRefused) {
  const auto store = open();
  const auto refuses = [&](const SqlWork& work) {
    std::promise<bool> refused;
    store->write(work, [&](const auto& fault) { refused.set_value(fault.has_value()); });
    return refused.get_future().get();
  };
  EXPECT_TRUE(refuses([](Sql& sql) {
    sql.run("INSERT INTO outages (began_ms, ended_ms) VALUES ($1, $2)",
            {std::int64_t{1}, std::monostate{}});
  }));
  EXPECT_TRUE(store->is_ready());
  EXPECT_TRUE(refuses([](Sql& sql) { static_cast<void>(sql.run("SELECT 1", {}).front().id(0)); }))
      << "a row that is not what it should be";
  EXPECT_TRUE(store->is_ready());
}

TEST_P(StoreTest, KnowsWhenAServerWasLastAlive) {
  const auto opened = open();
  Store& store = *opened;
  const auto when_alive = [&] {
    std::optional<std::int64_t> alive_ms;
    look_up_now(*opened, [&](Sql& sql) { alive_ms = last_alive(sql); });
    return alive_ms;
  };
  EXPECT_EQ(when_alive(), std::nullopt);
  report(store, {random_id(), 5, {}, {}, {}});
  const std::int64_t now_ms = report(store, {random_id(), 7, {}, {}, {}}).now_ms;
  EXPECT_EQ(when_alive(), now_ms);
  // Where several share a store, it is the store's clock that counts.
  if (GetParam() == Database::sqlite) {
    EXPECT_EQ(now_ms, 7);
  }
}

TEST_P(StoreTest, LetsOneOfManyWithTheSameSeqSucceed) {
  const auto opened = open();
  Store& store = *opened;
  const Id game = random_id();
  std::atomic<int> succeeded = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        if (append(store, request(game, 0, {{"a", 1, "{}"}}))) ++succeeded;
      });
  }
  EXPECT_EQ(succeeded, 1);
  EXPECT_EQ(read(store, game).size(), 1U);
}

/// Two servers: of two who knew the same event, one succeeds, and the other can read why not.
TEST_P(StoreTest, HoldsBackWhoeverIsLaterThoughOfAnotherServer) {
  const auto one = open();
  const auto other = open();
  const Id game = random_id();
  ASSERT_TRUE(append(*one, request(game, 0, {{"a", 1, "{}"}})));
  std::atomic<int> won = 0;
  const auto race = [&](Store& store) {
    for (std::uint64_t seq = 1; seq < 60; ++seq) {
      const Appended answer = append(store, request(game, seq, {{"b", 1, "{}"}}));
      if (answer) ++won;
      EXPECT_TRUE(answer || answer.error().kind == Refused::stale);
      EXPECT_GT(read(store, game).size(), seq);
    }
  };
  std::thread thread([&] { race(*other); });
  race(*one);
  thread.join();
  EXPECT_EQ(won, 59);
  EXPECT_EQ(read(*one, game).size(), 60U);
}

TEST_P(StoreTest, LetsNoWorkFailBecauseOfAnother) {
  const auto store = open();
  // What waits while the first work is under way shares a transaction.
  std::promise<void> is_busy;
  std::promise<void> all_given;
  store->write(
      [&, given = all_given.get_future().share()](Sql& /*sql*/) {
        is_busy.set_value();
        given.wait();
      },
      nullptr);
  is_busy.get_future().wait();
  std::promise<Appended> before, after;
  std::promise<bool> failed;
  store->append(request(random_id(), 0, {{"a", 1, "{}"}}),
                [&](const Appended& result) { before.set_value(result); });
  store->write([](Sql& sql) { sql.run("SELECT nothing FROM nowhere", {}); },
               [&](const auto& fault) { failed.set_value(fault.has_value()); });
  store->append(request(random_id(), 0, {{"a", 1, "{}"}}),
                [&](const Appended& result) { after.set_value(result); });
  all_given.set_value();
  EXPECT_TRUE(before.get_future().get());
  EXPECT_TRUE(failed.get_future().get());
  EXPECT_TRUE(after.get_future().get());
}

class AccountStoreTest : public StoreTest {
 protected:
  /// Runs in a transaction of the store's and waits for it.
  template <class Work>
  static auto in_transaction(SqlStore& store, const Work& work) {
    std::promise<decltype(work(std::declval<Sql&>()))> answer;
    decltype(work(std::declval<Sql&>())) found;
    store.write([&](Sql& sql) { found = work(sql); },
                [&](const auto& fault) {
                  EXPECT_FALSE(fault) << *fault;
                  answer.set_value(found);
                });
    return answer.get_future().get();
  }

  static Account account(const std::string& name) {
    Account made;
    made.id = random_id();
    made.name = name;
    made.name_key = name;
    made.passphrase = "hash";
    made.created_ms = 5;
    return made;
  }
};

TEST_P(AccountStoreTest, FindsAccountsByIdNameAndToken) {
  const auto store = open();
  const Account ann = account("ann");
  Account bot = account("bot");
  bot.kind = Account::Kind::bot;
  bot.owner = ann.id;
  bot.token = "token";
  in_transaction(*store, [&](Sql& sql) {
    EXPECT_TRUE(insert_account(sql, ann));
    EXPECT_TRUE(insert_account(sql, bot));
    EXPECT_FALSE(insert_account(sql, account("ann")));
    EXPECT_EQ(find_account(sql, ann.id), ann);
    EXPECT_EQ(find_account_named(sql, "ann"), ann);
    EXPECT_EQ(find_account_with_token(sql, "token"), bot);
    EXPECT_EQ(bots_of(sql, ann.id), std::vector<Account>{bot});
    Account banned = ann;
    banned.banned = true;
    banned.valid_from_ms = 9;
    update_account(sql, banned);
    EXPECT_EQ(find_account(sql, ann.id), banned);
    delete_account(sql, ann.id);
    EXPECT_FALSE(find_account(sql, bot.id));
    return true;
  });
}

TEST_P(AccountStoreTest, TakesATransferOnceAndInTime) {
  const auto store = open();
  const Id ann = random_id();
  in_transaction(*store, [&](Sql& sql) {
    put_transfer(sql, "early", ann, 100);
    EXPECT_EQ(take_transfer(sql, "early", 100), ann);
    EXPECT_FALSE(take_transfer(sql, "early", 100));
    put_transfer(sql, "late", ann, 100);
    EXPECT_FALSE(take_transfer(sql, "late", 101));
    return true;
  });
}

TEST_P(AccountStoreTest, RatesGamesThatCountWhenTheyEnd) {
  const auto store = open();
  const Account ann = account("ann");
  const Account ben = account("ben");
  const Account cas = account("cas");
  in_transaction(*store, [&](Sql& sql) {
    return insert_account(sql, ann) && insert_account(sql, ben) && insert_account(sql, cas);
  });
  const auto end_game = [&](bool rated, std::vector<SeatResult> seats) {
    AppendRequest last = request(random_id(), 0, {{"a", 1, "{}"}});
    last.status = GameStatus::ended;
    last.result = GameResult{"base", rated, std::move(seats)};
    EXPECT_TRUE(append(*store, last));
  };
  end_game(false, {{ann.id, "Ann", 100, 1, 9}, {ben.id, "Ben", 90, 2, 9}});
  end_game(true, {{ann.id, "Ann", 100, 1, 9}, {ben.id, "Ben", 90, 2, 9}});
  end_game(true, {{ann.id, "Ann", 80, 2, 9}, {ben.id, "Ben", 90, 1, 9}, {cas.id, "Cas", 70, 3, 9}});
  in_transaction(*store, [&](Sql& sql) {
    const auto ratings = ratings_of(sql, ann.id);
    EXPECT_EQ(ratings.size(), 2U);
    EXPECT_GT(ratings[0].rating.rating, 1500);
    EXPECT_EQ(ratings[0].games, 1);
    EXPECT_TRUE(ratings[1].many);
    const auto best = ranking(sql, "base", false, 10);
    EXPECT_EQ(best.size(), 2U);
    EXPECT_EQ(best.front().name, "ann");
    EXPECT_EQ(ranking(sql, "base", true, 10).front().name, "ben");
    EXPECT_EQ(results_of(sql, cas.id, 10).size(), 3U);
    EXPECT_EQ(results_of(sql, ann.id, 10).size(), 7U);
    return true;
  });
}

DailyResult day_of(const Account& player, int points, int bot_points) {
  DailyResult result;
  result.day = "2026-11-15";
  result.player = player.id;
  result.name = "as said";
  result.points = points;
  result.bot_points = bot_points;
  result.turns = 20;
  result.ended_ms = 7;
  return result;
}

TEST_P(AccountStoreTest, KeepsTheFirstResultOfADay) {
  const auto store = open();
  const Account ann = account("ann");
  const Account ben = account("ben");
  const Account guest = account("guest");
  Account bot = account("bot");
  bot.kind = Account::Kind::bot;
  bot.owner = ben.id;
  in_transaction(*store, [&](Sql& sql) {
    EXPECT_TRUE(insert_account(sql, ann) && insert_account(sql, ben) && insert_account(sql, bot));
    insert_daily_result(sql, day_of(guest, 150, 150));
    insert_daily_result(sql, day_of(account("other"), 150, 150));
    insert_daily_result(sql, day_of(ann, 120, 130));
    insert_daily_result(sql, day_of(ann, 300, 10));
    insert_daily_result(sql, day_of(ben, 140, 140));
    insert_daily_result(sql, day_of(bot, 90, 80));
    DailyResult other_day = day_of(ann, 500, 0);
    other_day.day = "2026-11-14";
    insert_daily_result(sql, other_day);

    const auto shown = [&](const Id& asking, int most) {
      std::vector<std::string> lines;
      for (const auto& [place, one] : daily_table(sql, "2026-11-15", asking, most).results)
        lines.push_back(std::to_string(place) + " " + one.name + (one.has_account ? "+" : "") +
                        (one.is_bot ? " bot" : ""));
      return lines;
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(daily_table(sql, "2026-11-15", ann.id, 1).played, 5);
    EXPECT_EQ(shown(ann.id, 100),
              (Lines{"1 bot+ bot", "2 as said", "2 as said", "4 ben+", "5 ann+"}));
    EXPECT_EQ(shown(ann.id, 1), (Lines{"1 bot+ bot", "5 ann+"}));
    EXPECT_EQ(shown(random_id(), 1), Lines{"1 bot+ bot"});
    EXPECT_TRUE(daily_table(sql, "2026-11-16", ann.id, 3).results.empty());
    EXPECT_EQ(daily_results_of(sql, ann.id).size(), 2U);
    EXPECT_EQ(daily_results_of(sql, ann.id).front().points, 120);

    Account banned = ben;
    banned.banned = true;
    update_account(sql, banned);
    EXPECT_EQ(shown(ann.id, 1), (Lines{"1 bot+ bot", "4 ann+"}));
    delete_account(sql, ben.id);
    EXPECT_EQ(shown(ann.id, 3), (Lines{"1 as said", "1 as said", "3 ann+"}));
    return true;
  });
}

/// One game can be sent by as many guests as somebody likes to invent.
TEST_P(AccountStoreTest, ShowsOnlySoManyResultsOfADayHoweverManyAreEqual) {
  const auto store = open();
  const Account last = account("last");
  const Account behind = account("behind");
  in_transaction(*store, [&](Sql& sql) {
    for (int i = 0; i < 300; ++i) insert_daily_result(sql, day_of(account("same"), 150, 100));
    DailyResult late = day_of(last, 150, 100);
    late.ended_ms = 8;
    insert_daily_result(sql, late);
    insert_daily_result(sql, day_of(behind, 140, 100));
    const DailyTable strangers = daily_table(sql, "2026-11-15", random_id(), 100);
    EXPECT_EQ(strangers.played, 302);
    EXPECT_EQ(strangers.results.size(), 100U);
    EXPECT_EQ(strangers.results.back().place, 1);
    const DailyTable own = daily_table(sql, "2026-11-15", last.id, 100);
    EXPECT_EQ(own.results.size(), 101U);
    EXPECT_EQ(own.results.back().place, 1);
    EXPECT_EQ(own.results.back().result.player, last.id);
    EXPECT_EQ(daily_table(sql, "2026-11-15", behind.id, 100).results.back().place, 302);
    return true;
  });
}

TEST_P(AccountStoreTest, TellsNodesWhoIsBanned) {
  const auto store = open();
  Account ann = account("ann");
  in_transaction(*store, [&](Sql& sql) { return insert_account(sql, ann); });
  const Id node = random_id();
  EXPECT_TRUE(report(*store, {node, 500, {}, {}, {}}).banned.empty());
  ann.banned = true;
  in_transaction(*store, [&](Sql& sql) {
    update_account(sql, ann);
    return true;
  });
  EXPECT_EQ(report(*store, {node, 600, {}, {}, {}}).banned, std::vector<Id>{ann.id});
}

/// From the store under test into the other kind.
class CopyStoreTest : public AccountStoreTest {
 protected:
  CopyStoreTest() { PostgresServer::common().empty(); }

  [[nodiscard]] std::unique_ptr<SqlStore> open_other() const {
    if (GetParam() == Database::sqlite)
      return std::make_unique<PostgresStore>(PostgresServer::common().url());
    return std::make_unique<SqliteStore>(
        SqliteOptions{(folder_.path() / "other.db").string(), "", true});
  }

  /// More events than go at once.
  static constexpr int event_count = 2'500;
  static Id fill(SqlStore& store) {
    const Id game = random_id();
    std::vector<NewEvent> events;
    for (int i = 0; i < event_count; ++i) events.push_back({"a", 1, std::to_string(i)});
    AppendRequest all = request(game, 0, std::move(events));
    all.code = "ABCDEF";
    all.command = random_id();
    all.players = {random_id()};
    EXPECT_TRUE(append(store, all));
    const Account ann = account("ann");
    in_transaction(store, [&](Sql& sql) {
      EXPECT_TRUE(insert_account(sql, ann));
      put_transfer(sql, "code", ann.id, 100);
      insert_daily_result(sql, day_of(ann, 120, 130));
      return true;
    });
    return game;
  }
};

TEST_P(CopyStoreTest, CopiesEverythingOrNothing) {
  const auto from = open();
  const auto to = open_other();
  const Id game = fill(*from);
  EXPECT_THROW(
      copy_store(*from, *to, [](Sql&) { throw SqlError(SqlError::Kind::failed, "in the middle"); }),
      std::runtime_error);
  EXPECT_TRUE(read(*to, game).empty());
  const std::vector<CopiedTable> copied = copy_store(*from, *to, [](Sql&) {});
  const std::vector<CopiedTable> expected{{"games", 1},
                                          {"events", event_count},
                                          {"commands", 1},
                                          {"players", 1},
                                          {"accounts", 1},
                                          {"name_looks", 0},
                                          {"sessions", 0},
                                          {"flags", 0},
                                          {"audit", 0},
                                          {"address_bans", 0},
                                          {"reports", 0},
                                          {"mutes", 0},
                                          {"second_factors", 0},
                                          {"transfers", 1},
                                          {"results", 0},
                                          {"unarchived", 0},
                                          {"ratings", 0},
                                          {"daily_results", 1},
                                          {"push_subscriptions", 0},
                                          {"notices", 0},
                                          {"access_tokens", 0},
                                          {"relations", 0},
                                          {"friend_codes", 0},
                                          {"invitations", 0},
                                          {"rating_steps", 0},
                                          {"closed_profiles", 0},
                                          {"webhooks", 0},
                                          {"webhook_events", 0},
                                          {"holidays", 0},
                                          {"chores", 0},
                                          {"notes", 0},
                                          {"feeds", 0}};
  EXPECT_EQ(copied, expected);
  EXPECT_EQ(read(*to, game), read(*from, game));
  EXPECT_EQ(open_games(*to), open_games(*from));
  in_transaction(*to, [](Sql& sql) {
    EXPECT_EQ(daily_table(sql, "2026-11-15", random_id(), 3).results.front().result.name, "ann");
    return true;
  });
}

TEST_P(CopyStoreTest, RefusesATargetInUseAndALogThatIsCutShort) {
  const auto from = open();
  const auto to = open_other();
  fill(*from);
  ASSERT_TRUE(append(*to, request(random_id(), 0, {{"a", 1, "{}"}})));
  EXPECT_THROW(copy_store(*from, *to, [](Sql&) {}), std::runtime_error);
  EXPECT_EQ(open_games(*to).size(), 1U);
  in_transaction(*to, [](Sql& sql) {
    sql.run("DELETE FROM games", {});
    sql.run("DELETE FROM events", {});
    return true;
  });
  in_transaction(*from, [](Sql& sql) {
    sql.run("DELETE FROM events WHERE seq = $1", {std::int64_t{event_count}});
    return true;
  });
  EXPECT_THROW(copy_store(*from, *to, [](Sql&) {}), std::runtime_error);
  EXPECT_TRUE(open_games(*to).empty());
}

constexpr auto both_databases = [] {
  return testing::Values(Database::sqlite, Database::postgresql);
};
std::string database_name(const testing::TestParamInfo<Database>& test) {
  return test.param == Database::sqlite ? "Sqlite" : "Postgresql";
}

INSTANTIATE_TEST_SUITE_P(Databases, AccountStoreTest, both_databases(), database_name);
INSTANTIATE_TEST_SUITE_P(Databases, CopyStoreTest, both_databases(), database_name);
INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, both_databases(), database_name);

}  // namespace
}  // namespace sixfold::store
