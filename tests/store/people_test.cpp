// What accounts are to each other, and who may sit down beside whom.
#include "store/people.hpp"

#include "store/copy_store.hpp"
#include "store/notices.hpp"
#include "store/waiting.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class PeopleTest : public EachDatabase {
 protected:
  static std::vector<std::string> names(const std::vector<Acquaintance>& people) {
    std::vector<std::string> names;
    for (const Acquaintance& one : people) names.push_back(one.name);
    return names;
  }
  /// For a second; returns the table.
  Id invite(const Id& host, const Id& player, std::int64_t time_ms) const {
    AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
    request.time_ms = time_ms;
    request.invitations = {{player, host, "{}", 2, time_ms + 1'000}};
    EXPECT_TRUE(append(*store_, request));
    return request.game;
  }
  [[nodiscard]] AppendRequest sitting_down(std::vector<Id> together) const {
    AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
    request.together = std::move(together);
    return request;
  }
};

TEST_P(PeopleTest, HaveOneRelationInEachDirection) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  in_store([&](Sql& sql) {
    EXPECT_EQ(relation(sql, ann, ben), std::nullopt);
    put_relation(sql, ann, ben, Relation::asked, 1'000);
    EXPECT_EQ(relation(sql, ann, ben), Relation::asked);
    EXPECT_EQ(relation(sql, ben, ann), std::nullopt);
    EXPECT_EQ(asking(sql, ben, 10), (std::vector<Acquaintance>{{ann, "ann", 1'000}}));
    EXPECT_EQ(count_asking(sql, ben), 1);
    put_relation(sql, ann, ben, Relation::friends, 2'000);
    EXPECT_EQ(related_to(sql, ann, Relation::friends, 10),
              (std::vector<Acquaintance>{{ben, "ben", 2'000}}));
    EXPECT_TRUE(asking(sql, ben, 10).empty());
    delete_relation(sql, ann, ben);
    EXPECT_EQ(relation(sql, ann, ben), std::nullopt);
  });
}

TEST_P(PeopleTest, AreListedByNameAndNoMoreThanAskedFor) {
  const Id ann = account("ann").id;
  const std::vector<std::string> others{"dora", "ben", "cid"};
  std::vector<Id> ids;
  for (const std::string& name : others) ids.push_back(account(name).id);
  in_store([&](Sql& sql) {
    for (const Id& one : ids) put_relation(sql, ann, one, Relation::friends, 1'000);
    EXPECT_EQ(count_related(sql, ann, Relation::friends), 3);
    EXPECT_EQ(names(related_to(sql, ann, Relation::friends, 2)),
              (std::vector<std::string>{"ben", "cid"}));
  });
}

TEST_P(PeopleTest, DoNotSeeTheRequestsOfThoseTheyHaveBlocked) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  in_store([&](Sql& sql) {
    put_relation(sql, ann, ben, Relation::blocked, 1'000);
    put_relation(sql, ben, ann, Relation::asked, 1'000);
    EXPECT_TRUE(asking(sql, ann, 10).empty());
    EXPECT_TRUE(is_apart(sql, ann, ben));
    EXPECT_TRUE(is_apart(sql, ben, ann));
    delete_relation(sql, ann, ben);
    EXPECT_EQ(names(asking(sql, ann, 10)), std::vector<std::string>{"ben"});
    EXPECT_FALSE(is_apart(sql, ann, ben));
  });
}

TEST_P(PeopleTest, DoNotSitDownBesideThoseWhoBlockedThem) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  const Id cid = account("cid").id;
  in_store([&](Sql& sql) { put_relation(sql, ann, ben, Relation::blocked, 1'000); });
  for (const std::vector<Id>& together : {std::vector{ben, cid, ann}, std::vector{ann, cid, ben}}) {
    const auto refused = append(*store_, sitting_down(together));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, AppendRefusal::Kind::kept_apart);
  }
  // Two others may sit with somebody who wants nothing to do with one of them.
  EXPECT_TRUE(append(*store_, sitting_down({cid, ann, ben})));
  EXPECT_TRUE(append(*store_, sitting_down({ben})));
}

TEST_P(PeopleTest, AreFoundByTheCodeOfTheirLink) {
  const Id ann = account("ann").id;
  in_store([&](Sql& sql) {
    EXPECT_EQ(friend_code(sql, ann), std::nullopt);
    put_friend_code(sql, ann, "bcdf");
    put_friend_code(sql, ann, "ghjk");
    EXPECT_EQ(friend_code(sql, ann), "ghjk");
    EXPECT_EQ(find_friend_code(sql, "ghjk"), ann);
    EXPECT_EQ(find_friend_code(sql, "bcdf"), std::nullopt);
  });
}

TEST_P(PeopleTest, AreInvitedToTablesThatWait) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  const Id game = invite(ann, ben, 1'000);
  in_store([&](Sql& sql) {
    EXPECT_EQ(invitations_to(sql, ben, 1'999),
              (std::vector<WaitingInvitation>{{game, "", "ann", "{}", 2, 1'000, 2'000}}));
    EXPECT_TRUE(invitations_to(sql, ben, 2'000).empty());
    EXPECT_TRUE(invitations_to(sql, ann, 1'000).empty());
    put_relation(sql, ben, ann, Relation::blocked, 1'000);
    EXPECT_TRUE(invitations_to(sql, ben, 1'500).empty());
    delete_relation(sql, ben, ann);
    EXPECT_FALSE(delete_invitation(sql, game, ann));
    sql.run("UPDATE games SET status = 1 WHERE game = $1", {game});
    EXPECT_TRUE(invitations_to(sql, ben, 1'500).empty());
    EXPECT_TRUE(delete_invitation(sql, game, ben));
  });
}

TEST_P(PeopleTest, AreNotInvitedTooOften) {
  const Id ben = account("ben").id;
  const auto count = [&] {
    std::size_t found = 0;
    in_store([&](Sql& sql) { found = invitations_to(sql, ben, 1'500).size(); });
    return found;
  };
  for (int host = 0; host < 4; ++host) {
    const Id stranger = account("stranger" + std::to_string(host)).id;
    for (int i = 0; i <= most_from_one; ++i) invite(stranger, ben, 1'000);
  }
  EXPECT_EQ(count(), static_cast<std::size_t>(most_from_strangers));
  for (int host = 0; host < 5; ++host) {
    const Id pal = account("friend" + std::to_string(host)).id;
    in_store([&](Sql& sql) {
      put_relation(sql, pal, ben, Relation::friends, 0);
      put_relation(sql, ben, pal, Relation::friends, 0);
    });
    for (int i = 0; i <= most_from_one; ++i) invite(pal, ben, 1'000);
  }
  EXPECT_EQ(count(), static_cast<std::size_t>(most_invitations));
}

/// Neither does a blocked account learn anything from its limit, nor does it use up others'.
TEST_P(PeopleTest, AreNotKeptFromOthersByThoseTheyHaveBlocked) {
  const Id ben = account("ben").id;
  for (int host = 0; host < 3; ++host) {
    const Id stranger = account("stranger" + std::to_string(host)).id;
    in_store([&](Sql& sql) { put_relation(sql, ben, stranger, Relation::blocked, 0); });
    for (int i = 0; i <= most_from_one; ++i) invite(stranger, ben, 1'000);
    in_store([&](Sql& sql) {
      EXPECT_FALSE(may_invite(sql, stranger, ben, 1'500));
      EXPECT_TRUE(invitations_to(sql, ben, 1'500).empty());
    });
  }
  const Id ann = account("ann").id;
  invite(ann, ben, 1'000);
  in_store([&](Sql& sql) { EXPECT_EQ(invitations_to(sql, ben, 1'500).size(), 1U); });
}

TEST_P(PeopleTest, AreNotToldOfARematchWithThoseTheyHaveBlocked) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  const Id cid = account("cid").id;
  AppendRequest game = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
  game.players = {ann, ben, cid};
  EXPECT_TRUE(append(*store_, game));
  in_store([&](Sql& sql) {
    put_relation(sql, ben, ann, Relation::blocked, 0);
    for (const Id& one : {ben, cid})
      put_subscription(sql, {random_id(), one, one, to_text(one), "key", "auth",
                             bit_of(NoticeKind::rematch), 0, 0, "Etc/UTC", "en", 0});
  });
  AppendRequest asks = sixfold::request(game.game, 1, {{"a", 1, "{}"}});
  for (const Id& one : {ben, cid})
    asks.notices.push_back({one, random_id(), NoticeKind::rematch, 1'000});
  EXPECT_TRUE(append(*store_, asks));
  in_store([&](Sql& sql) {
    const auto told = claim_notices(sql, 1'000, 2'000, 10);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told.front().to.player, cid);
  });
}

TEST_P(PeopleTest, KeepTheirInvitationUntilTheySitDown) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  const Id game = invite(ann, ben, 1'000);
  AppendRequest joins = sixfold::request(game, 1, {{"a", 1, "{}"}});
  joins.players = {ben};
  EXPECT_TRUE(append(*store_, joins));
  in_store([&](Sql& sql) { EXPECT_FALSE(delete_invitation(sql, game, ben)); });
}

TEST_P(PeopleTest, AreForgottenInBothDirections) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  in_store([&](Sql& sql) {
    put_relation(sql, ann, ben, Relation::friends, 1'000);
    put_relation(sql, ben, ann, Relation::friends, 1'000);
    put_friend_code(sql, ann, "bcdf");
    close_profile(sql, ann, true);
  });
  invite(ann, ben, 1'000);
  invite(ben, ann, 1'000);
  in_store([&](Sql& sql) {
    delete_account(sql, ann);
    EXPECT_TRUE(sql.run("SELECT game FROM invitations", {}).empty());
    EXPECT_FALSE(is_profile_closed(sql, ann));
    EXPECT_TRUE(sql.run("SELECT player FROM relations", {}).empty());
    EXPECT_TRUE(sql.run("SELECT account FROM friend_codes", {}).empty());
  });
}

TEST_P(PeopleTest, MoveToAnotherStore) {
  const Id ann = account("ann").id;
  const Id ben = account("ben").id;
  in_store([&](Sql& sql) {
    put_relation(sql, ann, ben, Relation::blocked, 1'000);
    put_friend_code(sql, ann, "bcdf");
  });
  SqliteStore copy({(folder_.path() / "copy.db").string(), "", true});
  copy_store(*store_, copy, [](Sql& /*sql*/) {});
  look_up_now(copy, [&](Sql& sql) {
    EXPECT_EQ(relation(sql, ann, ben), Relation::blocked);
    EXPECT_EQ(friend_code(sql, ann), "bcdf");
  });
}

INSTANTIATE_TEST_SUITE_P(Stores, PeopleTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
