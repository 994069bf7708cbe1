#include "store/sessions.hpp"

#include <algorithm>

#include "store/random_id.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class SessionsTest : public EachDatabase {
 protected:
  static StoredSession session(const Id& player, const std::string& token, std::int64_t now_ms) {
    return {random_id(), player, token, "Firefox", now_ms, now_ms};
  }
};

TEST_P(SessionsTest, AreFoundByTheirTokensUntilTheyEnd) {
  const Id ann = random_id();
  const StoredSession first = session(ann, "first", 1'000);
  const StoredSession second = session(ann, "second", 2'000);
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_session(sql, first).empty());
    EXPECT_TRUE(insert_session(sql, second).empty());
    EXPECT_EQ(find_session(sql, "first", 3'000), first);
    EXPECT_FALSE(find_session(sql, "third", 3'000));
    EXPECT_EQ(sessions_of(sql, ann), (std::vector<StoredSession>{second, first}));
    touch_session(sql, first.id, 9'000);
    EXPECT_EQ(sessions_of(sql, ann).front().id, first.id);

    EXPECT_FALSE(rename_session(sql, random_id(), first.id, "Mine"));
    EXPECT_TRUE(rename_session(sql, ann, first.id, "At home"));
    EXPECT_EQ(find_session(sql, "first", 3'000)->device, "At home");

    EXPECT_FALSE(end_session(sql, random_id(), first.id, 3'000));
    EXPECT_TRUE(end_session(sql, ann, first.id, 3'000));
    EXPECT_FALSE(end_session(sql, ann, first.id, 3'000));
    EXPECT_FALSE(find_session(sql, "first", 3'000));
    EXPECT_TRUE(find_session(sql, "second", 3'000));
  });
}

TEST_P(SessionsTest, ThatNobodyUsesForAYearAreOver) {
  constexpr std::int64_t year_ms = std::int64_t{366} * 24 * 3'600'000;
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_session(sql, session(random_id(), "old", 1'000)).empty());
    EXPECT_TRUE(find_session(sql, "old", year_ms));
    EXPECT_FALSE(find_session(sql, "old", 1'001 + year_ms));
  });
}

TEST_P(SessionsTest, AreNotWithoutNumber) {
  const Id ann = random_id();
  std::vector<Id> ended;
  in_store([&](Sql& sql) {
    ended.clear();
    for (int i = 0; i < 60; ++i)
      for (const Id& one : insert_session(sql, session(ann, "t" + std::to_string(i), 1'000 + i)))
        ended.push_back(one);
    EXPECT_EQ(sessions_of(sql, ann).size(), 50U);
    EXPECT_TRUE(find_session(sql, "t59", 2'000));
    EXPECT_FALSE(find_session(sql, "t9", 2'000));
  });
  EXPECT_EQ(ended.size(), 10U);
}

TEST_P(SessionsTest, OfOnePlayerEndAtOnceWithTheirCodes) {
  const Id ann = random_id();
  const Id ben = random_id();
  const StoredSession here = session(ann, "here", 1'000);
  const StoredSession there = session(ann, "there", 1'000);
  std::vector<Id> ended;
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_session(sql, here).empty());
    EXPECT_TRUE(insert_session(sql, there).empty());
    EXPECT_TRUE(insert_session(sql, session(ben, "ben", 1'000)).empty());
    put_transfer(sql, "code", ann, 9'000);
    ended = end_sessions_of(sql, ann, 2'000);
    EXPECT_FALSE(find_session(sql, "here", 2'000));
    EXPECT_TRUE(find_session(sql, "ben", 2'000));
    EXPECT_FALSE(take_transfer(sql, "code", 2'000));
  });
  for (const Id& one : {ann, here.id, there.id}) EXPECT_EQ(std::ranges::count(ended, one), 1);
  // Every server learns of it, but not forever.
  const auto heard = report(*store_, {random_id(), 3'000, {}, {}, {}}).ended_sessions;
  EXPECT_EQ(heard.size(), 3U);
  EXPECT_TRUE(report(*store_, {random_id(), 3'600'000, {}, {}, {}}).ended_sessions.empty());
}

TEST_P(SessionsTest, GoWithTheirAccount) {
  const Account ann = account("ann");
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_session(sql, session(ann.id, "token", 1'000)).empty());
    delete_account(sql, ann.id);
    EXPECT_FALSE(find_session(sql, "token", 1'000));
  });
}

INSTANTIATE_TEST_SUITE_P(Databases, SessionsTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
