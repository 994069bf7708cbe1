// Notices to devices: for whom, when, how often, and what they say.
#include "hub_fixture.hpp"
#include "push/base64url.hpp"
#include "record/durations.hpp"
#include "server/notifier.hpp"
#include "server/quiet_hours.hpp"
#include "server/table_notices.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {
namespace {

using store::NoticeKind;

constexpr unsigned every_kind = (1U << static_cast<unsigned>(store::notice_kinds)) - 1;

class Notices : public HubTest {
 protected:
  Notices() : notifier_(make_notifier()) {}

  std::unique_ptr<Notifier> make_notifier() {
    NotifierServices services;
    services.now_ms = [this] { return now_ms_; };
    services.steady_ms = services.now_ms;
    services.post = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    services.send = [this](PushMessage message,
                           const std::function<void(const PushReply&)>& answer) {
      sent_.push_back(std::move(message));
      if (reply_.status >= 0) answer(reply_);
    };
    services.log = [](std::string_view /*event*/, const Json& /*with*/) {};
    return std::make_unique<Notifier>(*store_, *hub_, services);
  }

  void subscribe(const Client& client, unsigned kinds = every_kind, int quiet_from = 0,
                 int quiet_until = 0) {
    const push::KeyPair keys = push::KeyPair::random().value();
    store::Subscription wanted{store::random_id(),
                               client.user,
                               client.user,
                               "https://push.example/" + std::to_string(client.user.bytes[15]),
                               push::to_base64url(keys.public_bytes()),
                               push::to_base64url(std::string(push::auth_bytes, 'a')),
                               kinds,
                               quiet_from,
                               quiet_until,
                               "Etc/UTC",
                               "it",
                               now_ms_};
    store::write_now(*store_, [&](store::Sql& sql) { store::put_subscription(sql, wanted); });
  }

  [[nodiscard]] std::size_t devices_of(const Client& client) {
    std::size_t count = 0;
    store::look_up_now(*store_, [&](store::Sql& sql) {
      count = store::subscriptions_of(sql, client.user).size();
    });
    return count;
  }

  /// Lets this much time pass, then lets the notifier do all that is due.
  void after(std::int64_t ms) {
    now_ms_ += ms;
    notifier_->tick();
    tasks_.run_until([&] { return notifier_->is_at_rest(); });
  }

  [[nodiscard]] std::vector<std::string> kinds() const {
    std::vector<std::string> all;
    for (const PushMessage& one : sent_)
      all.push_back((*parse_json(one.text))["kind"].get<std::string>());
    return all;
  }

  Id both_sit_down(std::int64_t seconds = 2 * day_ms / second_ms) {
    for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
    const Id game =
        create(ann_, "base", 2, 0, {{"clock", {{"kind", "per-move"}, {"seconds", seconds}}}});
    join(ben_, game, "Ben");
    tasks_.run_until([&] { return ann_.at_turn() || ben_.at_turn(); });
    return game;
  }
  Client& mover() { return ann_.at_turn() ? ann_ : ben_; }
  Client& other() { return ann_.at_turn() ? ben_ : ann_; }
  void leave(Client& client) { hub_->disconnect(client.viewer); }

  Client ann_{1};
  Client ben_{2};
  std::vector<PushMessage> sent_;
  PushReply reply_{201, 0, ""};
  std::unique_ptr<Notifier> notifier_;
};

TEST_F(Notices, ReachWhoeverIsAwayOnce) {
  const Id game = both_sit_down();
  Client& away = other();
  Client& here = mover();
  for (const Client* const client : {&away, &here}) subscribe(*client);
  leave(away);
  ASSERT_TRUE(act(here).contains("seq"));
  after(2'000);
  EXPECT_TRUE(sent_.empty());
  after(1'000);
  ASSERT_EQ(sent_.size(), 1U);
  const PushMessage& message = sent_.front();
  EXPECT_EQ(message.to.host, "push.example");
  EXPECT_EQ(message.to.target, "/" + std::to_string(away.user.bytes[15]));
  EXPECT_EQ(*parse_json(message.text),
            (Json{{"kind", "turn"}, {"table", here.table["code"]}, {"language", "it"}}));
  EXPECT_LE(message.topic.size(), 32U);
  EXPECT_EQ(push::parse_base64url(message.topic)->size(), game.bytes.size());
  for (int i = 0; i < 5; ++i) after(hour_ms);
  EXPECT_EQ(sent_.size(), 1U);
}

TEST_F(Notices, ManyThatAreDueTakeNoPause) {
  subscribe(ann_);
  constexpr int many = 40;
  store::write_now(*store_, [&](store::Sql& sql) {
    for (int i = 0; i < many; ++i)
      store::put_notice(sql, {ann_.user, numbered_id(i), NoticeKind::turn, now_ms_}, now_ms_);
  });
  // As much at once as it may, three times, although no time passes.
  after(1'000);
  for (int i = 0; i < 2; ++i) after(0);
  store::look_up_now(*store_, [&](store::Sql& sql) {
    EXPECT_FALSE(store::has_due_notices(sql, now_ms_ + day_ms));
  });
}

TEST_F(Notices, AreNotForWhoeverIsThere) {
  both_sit_down();
  for (const Client* const client : {&ann_, &ben_})
    subscribe(*client, every_kind & ~bit_of(NoticeKind::reminder));
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(hour_ms);
  EXPECT_TRUE(sent_.empty());
}

TEST_F(Notices, AreNotForWhoeverComesBackAtOnce) {
  both_sit_down();
  Client& away = other();
  subscribe(away);
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  away.connect(*hub_);
  after(3'000);
  after(8'000);
  EXPECT_TRUE(sent_.empty());
}

/// Nodes and players learn only after a while that a connection is lost.
TEST_F(Notices, ReachWhoeverGoesAgainAtOnce) {
  both_sit_down();
  Client& away = other();
  subscribe(away);
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  away.connect(*hub_);
  after(3'000);
  leave(away);
  after(8'000);
  EXPECT_EQ(kinds(), std::vector<std::string>{"turn"});
}

TEST_F(Notices, SayNothingOutdated) {
  const Id game = both_sit_down();
  Client& away = other();
  subscribe(away);
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  away.connect(*hub_);
  watch(away, game);
  ASSERT_TRUE(act(away).contains("seq"));
  leave(away);
  after(20'000);
  after(3 * day_ms);
  EXPECT_TRUE(sent_.empty());
}

TEST_F(Notices, RemindBeforeTimeRunsOut) {
  both_sit_down();
  Client& slow = other();
  subscribe(slow, bit_of(NoticeKind::reminder));
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(36 * hour_ms - 1);
  EXPECT_TRUE(sent_.empty());
  after(1'000);
  EXPECT_EQ(kinds(), std::vector<std::string>{"reminder"});
  EXPECT_TRUE(sent_.front().is_urgent);
}

TEST_F(Notices, OfFastTablesAreAskedForSeparately) {
  both_sit_down(60);
  Client& away = other();
  subscribe(away, every_kind & ~bit_of(NoticeKind::fast_turn));
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(5'000);
  EXPECT_TRUE(sent_.empty());
}

TEST_F(Notices, TellOfTheEndAndOfARematch) {
  const Id game = both_sit_down();
  subscribe(ben_, every_kind & ~bit_of(NoticeKind::reminder));
  leave(ben_);
  watch(ann_, game);
  command(ann_, {{"leave", Json::object()}});
  after(5'000);
  command(ann_, {{"rematch", Json::object()}});
  after(5'000);
  EXPECT_EQ(kinds(), (std::vector<std::string>{"over", "rematch"}));
  const Id again = *parse_id(ann_.table["rematch"].get<std::string>());
  watch(ann_, again);
  EXPECT_EQ((*parse_json(sent_.back().text))["table"], ann_.table["code"]);
  EXPECT_NE(sent_.front().topic, sent_.back().topic);
}

TEST_F(Notices, KeepQuietHours) {
  now_ms_ = 100 * day_ms + 23 * hour_ms;
  both_sit_down();
  Client& away = other();
  subscribe(away, bit_of(NoticeKind::turn), 22 * 60, 7 * 60);
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(5'000);
  after(7 * hour_ms);
  EXPECT_TRUE(sent_.empty());
  after(hour_ms);
  EXPECT_EQ(kinds(), std::vector<std::string>{"turn"});
}

TEST_F(Notices, AreTriedAgainLaterAndLater) {
  both_sit_down();
  Client& away = other();
  subscribe(away, bit_of(NoticeKind::turn));
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  reply_ = {503, 0, ""};
  after(5'000);
  EXPECT_EQ(sent_.size(), 1U);
  after(29'000);
  EXPECT_EQ(sent_.size(), 1U);
  reply_ = {0, 0, "refused"};
  after(1'000);
  EXPECT_EQ(sent_.size(), 2U);
  after(59'000);
  EXPECT_EQ(sent_.size(), 2U);
  reply_ = {429, 600, ""};
  after(1'000);
  EXPECT_EQ(sent_.size(), 3U);
  after(599'000);
  EXPECT_EQ(sent_.size(), 3U);
  reply_ = {201, 0, ""};
  after(1'000);
  EXPECT_EQ(sent_.size(), 4U);
  after(day_ms);
  EXPECT_EQ(sent_.size(), 4U);
  EXPECT_EQ(devices_of(away), 1U);
}

TEST_F(Notices, ForgetDevicesThatAreGone) {
  for (const int status : {404, 410}) {
    Client& away = ann_;
    subscribe(away);
    both_sit_down();
    leave(ann_);
    command(ben_, {{"leave", Json::object()}});
    leave(ben_);
    sent_.clear();
    reply_ = {status, 0, ""};
    after(5'000);
    EXPECT_EQ(sent_.size(), 1U);
    EXPECT_EQ(devices_of(away), 0U);
    after(day_ms);
    EXPECT_EQ(sent_.size(), 1U);
  }
}

TEST_F(Notices, ComeFromAnotherNodeIfOneDies) {
  both_sit_down();
  Client& away = other();
  subscribe(away, bit_of(NoticeKind::turn));
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  // The node has claimed the notice, but the service never gets it.
  reply_.status = -1;
  now_ms_ += 5'000;
  notifier_->tick();
  tasks_.run_until([&] { return sent_.size() == 1; });
  sent_.clear();
  reply_.status = 201;
  const auto dead = std::exchange(notifier_, make_notifier());
  after(60'000);
  EXPECT_TRUE(sent_.empty());
  after(31'000);
  EXPECT_EQ(kinds(), std::vector<std::string>{"turn"});
  after(day_ms);
  EXPECT_EQ(sent_.size(), 1U);
}

TEST(QuietHours, AreInTheDevicesOwnTime) {
  constexpr std::int64_t midnight = 20'000 * day_ms;  // in October 2024, in summer time
  const auto awake = [](int from, int until, std::int64_t now_ms) {
    return awake_ms(from * 60, until * 60, "Europe/Rome", now_ms);
  };
  EXPECT_EQ(awake(22, 7, midnight), midnight + 5 * hour_ms);
  EXPECT_EQ(awake(22, 7, midnight + 5 * hour_ms), midnight + 5 * hour_ms);
  EXPECT_EQ(awake(22, 7, midnight + 20 * hour_ms + 61'500), midnight + 29 * hour_ms);
  EXPECT_EQ(awake(9, 17, midnight + 6 * hour_ms), midnight + 6 * hour_ms);
  EXPECT_EQ(awake(9, 17, midnight + 8 * hour_ms), midnight + 15 * hour_ms);
  EXPECT_EQ(awake(9, 9, midnight + 8 * hour_ms), midnight + 8 * hour_ms);
  EXPECT_TRUE(is_time_zone("Europe/Rome"));
  EXPECT_TRUE(is_time_zone("UTC"));
  for (const char* const name : {"", "Europe/Atlantis", "\xff", "Europe/Rome\n"})
    EXPECT_FALSE(is_time_zone(name)) << name;
}

TEST(Reminders, LeaveTimeToMove) {
  EXPECT_EQ(reminder_lead_ms(14 * day_ms), 12 * hour_ms);
  EXPECT_EQ(reminder_lead_ms(day_ms), 6 * hour_ms);
  EXPECT_EQ(reminder_lead_ms(hour_ms), 15 * minute_ms);
  EXPECT_FALSE(reminder_lead_ms(minute_ms));
  EXPECT_FALSE(reminder_lead_ms(-1));
}

TEST(PublicAddresses, AreThoseOfOtherMachinesOnTheInternet) {
  const auto is = [](const char* text) { return is_public(boost::asio::ip::make_address(text)); };
  for (const char* const text : {"8.8.8.8", "142.250.1.1", "172.32.0.1", "2a00:1450::1",
                                 "2607:f8b0::1", "::ffff:8.8.8.8", "100.128.0.1"})
    EXPECT_TRUE(is(text)) << text;
  for (const char* const text : {"0.0.0.0",
                                 "10.1.2.3",
                                 "100.64.0.1",
                                 "127.0.0.1",
                                 "127.255.255.255",
                                 "169.254.169.254",
                                 "172.16.0.1",
                                 "172.31.255.255",
                                 "192.0.0.8",
                                 "192.168.1.1",
                                 "198.18.0.1",
                                 "224.0.0.1",
                                 "255.255.255.255",
                                 "::",
                                 "::1",
                                 "::ffff:127.0.0.1",
                                 "::127.0.0.1",
                                 "fe80::1",
                                 "fc00::1",
                                 "fd12::1",
                                 "ff02::1",
                                 "64:ff9b::7f00:1",
                                 "2002:7f00:1::",
                                 "2001::1",
                                 "2001:db8::1",
                                 "100::1"})
    EXPECT_FALSE(is(text)) << text;
}

}  // namespace
}  // namespace sixfold::server
