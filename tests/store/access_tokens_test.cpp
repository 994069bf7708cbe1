// Personal tokens in the store.
#include "store/access_tokens.hpp"

#include <algorithm>

#include "store/random_id.hpp"
#include "store/sessions.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class AccessTokensTest : public EachDatabase {
 protected:
  static AccessToken token(const Id& player, const std::string& text, std::int64_t now_ms) {
    return {random_id(), player, text, "My script", bit_of(Scope::read), now_ms, 0};
  }
};

TEST_P(AccessTokensTest, AreFoundUntilTheyEnd) {
  const Id ann = random_id();
  const AccessToken first = token(ann, "first", 1'000);
  const AccessToken second = token(ann, "second", 2'000);
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_access_token(sql, first));
    EXPECT_TRUE(insert_access_token(sql, second));
    EXPECT_EQ(find_access_token(sql, "first"), first);
    EXPECT_FALSE(find_access_token(sql, "third"));
    EXPECT_EQ(access_tokens_of(sql, ann), (std::vector<AccessToken>{second, first}));
    EXPECT_TRUE(access_tokens_of(sql, random_id()).empty());
    touch_access_token(sql, first.id, 9'000);
    EXPECT_EQ(find_access_token(sql, "first")->used_ms, 9'000);
    EXPECT_FALSE(end_access_token(sql, random_id(), first.id, 3'000));
    EXPECT_TRUE(end_access_token(sql, ann, first.id, 3'000));
    EXPECT_FALSE(end_access_token(sql, ann, first.id, 3'000));
    EXPECT_FALSE(find_access_token(sql, "first"));
    EXPECT_EQ(ended_sessions(sql, 3'000), std::vector<Id>{first.id});
  });
}

TEST_P(AccessTokensTest, EndWithAllSessions) {
  const Id ann = random_id();
  const AccessToken anns = token(ann, "ann", 1'000);
  const AccessToken bens = token(random_id(), "ben", 1'000);
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_access_token(sql, anns));
    EXPECT_TRUE(insert_access_token(sql, bens));
    const std::vector<Id> ended = end_sessions_of(sql, ann, 3'000);
    EXPECT_NE(std::ranges::find(ended, anns.id), ended.end());
    EXPECT_FALSE(find_access_token(sql, "ann"));
    EXPECT_TRUE(find_access_token(sql, "ben"));
  });
}

TEST_P(AccessTokensTest, AreNotWithoutNumber) {
  const Id ann = random_id();
  in_store([&](Sql& sql) {
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(insert_access_token(sql, token(ann, std::to_string(i), 1'000)));
    EXPECT_FALSE(insert_access_token(sql, token(ann, "one more", 1'000)));
    EXPECT_TRUE(insert_access_token(sql, token(random_id(), "another's", 1'000)));
  });
}

INSTANTIATE_TEST_SUITE_P(Databases, AccessTokensTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
