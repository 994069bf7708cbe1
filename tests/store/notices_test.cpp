// Notices to devices: who gets which, once, whatever happens to the nodes that send them.
#include "store/notices.hpp"

#include "store/copy_store.hpp"
#include "store/sessions.hpp"
#include "store/waiting.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

constexpr unsigned every_kind = (1U << static_cast<unsigned>(notice_kinds)) - 1;
constexpr std::int64_t lease_ms = 60'000;

class NoticesTest : public EachDatabase {
 protected:
  static Subscription device(const Id& player, const std::string& endpoint,
                             std::int64_t changed_ms = 1'000) {
    return {random_id(), player,        player,     "https://push.example/" + endpoint,
            "key",       "auth",        every_kind, 22 * 60,
            7 * 60,      "Europe/Rome", "it",       changed_ms};
  }

  /// Stores an event with notices.
  void append_with(std::vector<Notice> notices, std::int64_t time_ms = 1'000) const {
    AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
    request.time_ms = time_ms;
    request.notices = std::move(notices);
    EXPECT_TRUE(append(*store_, request));
  }

  [[nodiscard]] std::vector<DueNotice> claim(std::int64_t now_ms, int most = 100) const {
    std::vector<DueNotice> claimed;
    in_store([&](Sql& sql) { claimed = claim_notices(sql, now_ms, now_ms + lease_ms, most); });
    return claimed;
  }
};

TEST_P(NoticesTest, GoToEveryDeviceThatWantsThem) {
  const Id ann = random_id();
  const Id game = random_id();
  const Subscription phone = device(ann, "phone");
  Subscription tablet = device(ann, "tablet");
  tablet.kinds = bit_of(NoticeKind::over);
  const Subscription bens = device(random_id(), "ben");
  in_store([&](Sql& sql) {
    for (const Subscription& one : {phone, tablet, bens})
      EXPECT_EQ(put_subscription(sql, one), one.id);
    EXPECT_EQ(subscriptions_of(sql, bens.player), std::vector<Subscription>{bens});
  });
  append_with({{ann, game, NoticeKind::turn, 5'000}}, 2'000);
  in_store([](Sql& sql) {
    EXPECT_FALSE(has_due_notices(sql, 4'999));
    EXPECT_TRUE(has_due_notices(sql, 5'000));
  });
  EXPECT_TRUE(claim(4'999).empty());
  EXPECT_EQ(claim(5'000),
            (std::vector<DueNotice>{{phone, game, NoticeKind::turn, 2'000, 0, 5'000 + lease_ms}}));
}

TEST_P(NoticesTest, AreClaimedByOneNodeUntilTheClaimRunsOut) {
  const Id ann = random_id();
  const auto other_node = open();
  in_store([&](Sql& sql) { put_subscription(sql, device(ann, "phone")); });
  append_with({{ann, random_id(), NoticeKind::turn, 2'000}});
  EXPECT_EQ(claim(3'000).size(), 1U);
  const auto claim_there = [&](std::int64_t now_ms) {
    std::vector<DueNotice> claimed;
    write_now(*other_node,
              [&](Sql& sql) { claimed = claim_notices(sql, now_ms, now_ms + lease_ms, 100); });
    return claimed;
  };
  EXPECT_TRUE(claim_there(3'000).empty());
  EXPECT_TRUE(claim_there(2'999 + lease_ms).empty());
  // The first node has died.
  const std::vector<DueNotice> claimed = claim_there(3'000 + lease_ms);
  ASSERT_EQ(claimed.size(), 1U);
  write_now(*other_node, [&](Sql& sql) { finish_notice(sql, claimed.front()); });
  EXPECT_TRUE(claim(1'000'000).empty());
}

TEST_P(NoticesTest, OfOneKindAndTableReplaceEachOther) {
  const Id ann = random_id();
  const Id game = random_id();
  in_store([&](Sql& sql) { put_subscription(sql, device(ann, "phone")); });
  append_with({{ann, game, NoticeKind::turn, 2'000}, {ann, game, NoticeKind::reminder, 9'000}});
  const std::vector<DueNotice> first = claim(2'000);
  ASSERT_EQ(first.size(), 1U);
  append_with({{ann, game, NoticeKind::turn, 3'000}}, 3'000);
  // What became of the earlier one no longer matters.
  in_store([&](Sql& sql) {
    finish_notice(sql, first.front());
    postpone_notice(sql, first.front(), 100'000, 7);
  });
  const std::vector<DueNotice> second = claim(9'000);
  ASSERT_EQ(second.size(), 2U);
  for (const DueNotice& one : second) EXPECT_EQ(one.tries, 0);
}

TEST_P(NoticesTest, ArePostponed) {
  const Id ann = random_id();
  in_store([&](Sql& sql) { put_subscription(sql, device(ann, "phone")); });
  append_with({{ann, random_id(), NoticeKind::over, 2'000}});
  const std::vector<DueNotice> first = claim(2'000);
  ASSERT_EQ(first.size(), 1U);
  in_store([&](Sql& sql) { postpone_notice(sql, first.front(), 500'000, 3); });
  EXPECT_TRUE(claim(499'999).empty());
  const std::vector<DueNotice> again = claim(500'000);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again.front().tries, 3);
  EXPECT_EQ(again.front().made_ms, 1'000);
}

TEST_P(NoticesTest, ComeInTheOrderInWhichTheyAreDue) {
  const Id ann = random_id();
  in_store([&](Sql& sql) { put_subscription(sql, device(ann, "phone")); });
  const Id late = random_id();
  const Id early = random_id();
  append_with({{ann, late, NoticeKind::over, 3'000}, {ann, early, NoticeKind::over, 2'000}});
  ASSERT_EQ(claim(9'000, 1).front().game, early);
  ASSERT_EQ(claim(9'000, 1).front().game, late);
}

TEST_P(NoticesTest, CostNothingIfNobodyWantsThem) {
  append_with({{random_id(), random_id(), NoticeKind::turn, 2'000}});
  in_store([](Sql& sql) { EXPECT_FALSE(has_due_notices(sql, 1'000'000)); });
}

TEST_P(NoticesTest, OfARefusedAppendDoNotExist) {
  const Id ann = random_id();
  in_store([&](Sql& sql) { put_subscription(sql, device(ann, "phone")); });
  AppendRequest stale = sixfold::request(random_id(), 4, {{"a", 1, "{}"}});
  stale.notices = {{ann, stale.game, NoticeKind::turn, 2'000}};
  EXPECT_FALSE(append(*store_, stale));
  EXPECT_TRUE(claim(1'000'000).empty());
}

TEST_P(NoticesTest, StopWithTheDevice) {
  const Id ann = random_id();
  const Subscription phone = device(ann, "phone");
  in_store([&](Sql& sql) {
    put_subscription(sql, phone);
    put_notice(sql, {ann, random_id(), NoticeKind::turn, 2'000}, 1'000);
    EXPECT_FALSE(unsubscribe(sql, random_id(), phone.id));
    EXPECT_FALSE(unsubscribe(sql, ann, random_id()));
    EXPECT_TRUE(unsubscribe(sql, ann, phone.id));
    EXPECT_TRUE(subscriptions_of(sql, ann).empty());
    EXPECT_FALSE(has_due_notices(sql, 1'000'000));
  });
}

TEST_P(NoticesTest, StopWithTheSessionAndTheAccount) {
  const Id ann = account("ann").id;
  const StoredSession session{random_id(), ann, "token", "Firefox", 1'000, 1'000};
  Subscription here = device(ann, "here");
  here.session = session.id;
  const auto count = [&](Sql& sql) { return subscriptions_of(sql, ann).size(); };
  in_store([&](Sql& sql) {
    EXPECT_TRUE(insert_session(sql, session).empty());
    put_subscription(sql, here);
    put_subscription(sql, device(ann, "there"));
    EXPECT_TRUE(end_session(sql, ann, session.id, 2'000));
    EXPECT_EQ(count(sql), 1U);
    end_sessions_of(sql, ann, 2'000);
    EXPECT_EQ(count(sql), 0U);
    put_subscription(sql, here);
    delete_account(sql, ann);
    EXPECT_EQ(count(sql), 0U);
  });
}

TEST_P(NoticesTest, GoToWhoeverUsesTheBrowserNow) {
  const Subscription anns = device(random_id(), "browser");
  Subscription bens = device(random_id(), "browser");
  in_store([&](Sql& sql) {
    put_subscription(sql, anns);
    EXPECT_EQ(put_subscription(sql, bens), anns.id);
    EXPECT_TRUE(subscriptions_of(sql, anns.player).empty());
    bens.id = anns.id;
    EXPECT_EQ(subscriptions_of(sql, bens.player), std::vector<Subscription>{bens});
  });
}

TEST_P(NoticesTest, GoToTenDevicesAtMost) {
  const Id ann = random_id();
  in_store([&](Sql& sql) {
    for (int i = 0; i < 12; ++i) put_subscription(sql, device(ann, std::to_string(i), 1'000 + i));
    const std::vector<Subscription> all = subscriptions_of(sql, ann);
    ASSERT_EQ(all.size(), 10U);
    EXPECT_EQ(all.back().endpoint, "https://push.example/2");
    put_subscription(sql, device(ann, "2", 2'000));
    EXPECT_EQ(subscriptions_of(sql, ann).size(), 10U);
  });
}

TEST_P(NoticesTest, KnowWhoIsAtANode) {
  const bool is_shared = GetParam() == DatabaseKind::postgresql;
  const Id ann = random_id();
  NodeReport here;
  here.node = random_id();
  here.is_whole = true;
  here.arrived = {ann};
  report(*store_, here);
  in_store([&](Sql& sql) {
    EXPECT_EQ(is_at_a_node(sql, ann), is_shared);
    EXPECT_FALSE(is_at_a_node(sql, random_id()));
    if (!is_shared) return;
    // A node that has died.
    sql.run("UPDATE nodes SET alive_ms = alive_ms - 6000", {});
    EXPECT_FALSE(is_at_a_node(sql, ann));
  });
}

INSTANTIATE_TEST_SUITE_P(Notices, NoticesTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
