// Streams of events and webhooks in the store: who is told, once.
#include "store/event_streams.hpp"

#include "store/random_id.hpp"
#include "store/webhooks.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class EventsTest : public EachDatabase {
 protected:
  void append_with(std::vector<Notice> notices, std::int64_t time_ms) const {
    AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
    request.time_ms = time_ms;
    request.notices = std::move(notices);
    EXPECT_TRUE(append(*store_, request));
  }
  const Id ann_ = random_id();
  const Id ben_ = random_id();
  const Id game_ = random_id();
  const Id node_ = random_id();
};

TEST_P(EventsTest, ReachTheStreamsOfTheirPlayerOnce) {
  const EventStream first{random_id(), ann_, node_};
  const EventStream second{random_id(), ann_, random_id()};
  const EventStream bens{random_id(), ben_, node_};
  in_store([&](Sql& sql) {
    for (const EventStream& one : {first, second, bens})
      EXPECT_TRUE(open_event_stream(sql, one, 1'000));
  });
  append_with({{ann_, game_, NoticeKind::turn, 5'000, true},
               {ann_, game_, NoticeKind::reminder, 9'000, false},
               {ann_, game_, NoticeKind::started, 5'000, true}},
              2'000);
  in_store([&](Sql& sql) {
    EXPECT_FALSE(has_stream_events(sql, node_, 1'999));
    EXPECT_TRUE(has_stream_events(sql, node_, 2'000));
    EXPECT_EQ(take_stream_events(sql, node_, 2'000, 10),
              (std::vector<StreamEvent>{{first.id, game_, NoticeKind::started, 2'000},
                                        {first.id, game_, NoticeKind::turn, 2'000}}));
    EXPECT_FALSE(has_stream_events(sql, node_, 8'999));
    EXPECT_EQ(take_stream_events(sql, node_, 9'000, 10).size(), 1U);
    EXPECT_EQ(take_stream_events(sql, second.node, 9'000, 10).size(), 3U);
    EXPECT_TRUE(take_stream_events(sql, node_, 99'000, 10).empty());
  });
}

TEST_P(EventsTest, EndWithTheStreamAndWithItsNode) {
  const EventStream closed{random_id(), ann_, node_};
  const EventStream lost{random_id(), ann_, random_id()};
  in_store([&](Sql& sql) {
    for (const EventStream& one : {closed, lost}) EXPECT_TRUE(open_event_stream(sql, one, 1'000));
  });
  append_with({{ann_, game_, NoticeKind::over, 5'000}}, 2'000);
  in_store([&](Sql& sql) {
    close_event_stream(sql, closed.id);
    EXPECT_FALSE(has_stream_events(sql, node_, 99'000));
    EXPECT_TRUE(renew_event_streams(sql, node_, 1'001 + stream_lost_ms).empty());
    EXPECT_FALSE(has_stream_events(sql, lost.node, 99'000));
    for (int i = 0; i < 5; ++i)
      EXPECT_TRUE(open_event_stream(sql, {random_id(), ann_, node_}, 100'000));
    EXPECT_FALSE(open_event_stream(sql, {random_id(), ann_, node_}, 100'000));
    EXPECT_TRUE(open_event_stream(sql, {random_id(), ben_, node_}, 100'000));
    EXPECT_EQ(renew_event_streams(sql, node_, 101'000).size(), 6U);
  });
}

TEST_P(EventsTest, ReachWebhooksThatWantThemAndAreOn) {
  Webhook anns;
  anns.id = random_id();
  anns.player = ann_;
  anns.url = "https://hooks.example/";
  anns.kinds = bit_of(NoticeKind::turn);
  in_store([&](Sql& sql) { EXPECT_TRUE(insert_webhook(sql, anns)); });
  append_with({{ann_, game_, NoticeKind::turn, 5'000, true},
               {ann_, game_, NoticeKind::over, 5'000},
               {ben_, game_, NoticeKind::turn, 5'000}},
              2'000);
  in_store([&](Sql& sql) {
    EXPECT_TRUE(has_webhook_events(sql, 2'000));
    const auto claimed = claim_webhook_events(sql, 2'000, 9'000, 10);
    ASSERT_EQ(claimed.size(), 1U);
    EXPECT_EQ(claimed.front(), (WebhookEvent{anns, game_, NoticeKind::turn, 2'000, 0, 9'000}));
    EXPECT_TRUE(claim_webhook_events(sql, 8'999, 9'999, 10).empty());
    for (int i = 0; i < 19; ++i) EXPECT_FALSE(webhook_failed(sql, claimed.front(), 500, false));
    EXPECT_TRUE(webhook_failed(sql, claimed.front(), 500, false));
    EXPECT_FALSE(has_webhook_events(sql, 99'000));
    EXPECT_TRUE(webhooks_of(sql, ann_).front().is_off);
  });
  append_with({{ann_, game_, NoticeKind::turn, 5'000}}, 3'000);
  in_store([&](Sql& sql) {
    EXPECT_FALSE(has_webhook_events(sql, 99'000));
    delete_webhooks_of(sql, ann_);
    EXPECT_TRUE(webhooks_of(sql, ann_).empty());
  });
}

INSTANTIATE_TEST_SUITE_P(Databases, EventsTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql),
                         name_of_kind);

}  // namespace
}  // namespace sixfold::store
