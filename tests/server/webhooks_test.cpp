// Webhooks: what they are told, how it is signed, and what happens if nobody answers.
#include <algorithm>

#include "hub_fixture.hpp"
#include "record/durations.hpp"
#include "server/webhook_sender.hpp"
#include "store/accounts.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {
namespace {

class Webhooks : public HubTest {
 protected:
  Webhooks() : sender_(make_sender()) {}

  std::unique_ptr<WebhookSender> make_sender() {
    WebhookServices services;
    services.now_ms = [this] { return now_ms_; };
    services.steady_ms = services.now_ms;
    services.post = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    services.send = [this](PlainMessage message,
                           const std::function<void(const PushReply&)>& answer) {
      sent_.push_back(std::move(message));
      answer(reply_);
    };
    services.log = [](std::string_view /*event*/, const Json& /*with*/) {};
    return std::make_unique<WebhookSender>(*store_, *hub_, services);
  }

  store::Webhook add(const Client& client, unsigned kinds) {
    store::Webhook webhook;
    webhook.id = store::random_id();
    webhook.player = client.user;
    webhook.url = "https://hooks.example/a";
    webhook.secret = "secret";
    webhook.kinds = kinds;
    webhook.created_ms = now_ms_;
    store::write_now(*store_,
                     [&](store::Sql& sql) { EXPECT_TRUE(store::insert_webhook(sql, webhook)); });
    return webhook;
  }

  [[nodiscard]] store::Webhook webhook_of(const Client& client) {
    store::Webhook found;
    store::look_up_now(
        *store_, [&](store::Sql& sql) { found = store::webhooks_of(sql, client.user).at(0); });
    return found;
  }

  void after(std::int64_t ms) {
    now_ms_ += ms;
    sender_->tick();
    tasks_.run_until([&] { return sender_->is_at_rest(); });
  }

  Id both_sit_down() {
    for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
    const Id game =
        create(ann_, "base", 2, 0,
               {{"clock", {{"kind", "per-move"}, {"seconds", 14 * day_ms / second_ms}}}});
    join(ben_, game, "Ben");
    tasks_.run_until([&] { return ann_.at_turn() || ben_.at_turn(); });
    return game;
  }
  Client& mover() { return ann_.at_turn() ? ann_ : ben_; }
  Client& other() { return ann_.at_turn() ? ben_ : ann_; }

  Client ann_{1};
  Client ben_{2};
  std::vector<PlainMessage> sent_;
  PushReply reply_{200, 0, ""};
  std::unique_ptr<WebhookSender> sender_;
};

TEST_F(Webhooks, ManyThatAreDueTakeNoPause) {
  add(ann_, bit_of(store::NoticeKind::turn));
  constexpr int many = 80;
  store::write_now(*store_, [&](store::Sql& sql) {
    for (int i = 0; i < many; ++i)
      store::put_webhook_event(
          sql, {ann_.user, numbered_id(i), store::NoticeKind::turn, now_ms_, false}, now_ms_);
  });
  // As much at once as it may, three times, although no time passes.
  after(1'000);
  for (int i = 0; i < 2; ++i) after(0);
  store::look_up_now(*store_, [&](store::Sql& sql) {
    EXPECT_FALSE(store::has_webhook_events(sql, now_ms_ + day_ms));
  });
}

TEST_F(Webhooks, AreToldOnceEvenIfThePlayerIsThere) {
  const Id game = both_sit_down();
  Client& next = other();
  add(next, bit_of(store::NoticeKind::turn));
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(second_ms);
  ASSERT_EQ(sent_.size(), 1U);
  const PlainMessage& message = sent_.front();
  EXPECT_EQ(message.to.host, "hooks.example");
  const Json body = *parse_json(message.body);
  EXPECT_EQ(body["event"], "turn");
  EXPECT_EQ(body["game"], to_text(game));
  // Nothing else: no name, no tile, no points.
  for (const auto& [name, value] : body.items())
    EXPECT_TRUE(name == "event" || name == "game" || name == "table" || name == "time_ms" ||
                name == "deadline_ms")
        << name;
  for (const auto& [name, value] : message.headers)
    if (name == "Sixfold-Signature") {
      EXPECT_EQ(value, webhook_signature("secret", now_ms_ / second_ms, message.body));
    }
  for (int i = 0; i < 5; ++i) after(hour_ms);
  EXPECT_EQ(sent_.size(), 1U);
}

/// The Python tests check the signature itself.
TEST_F(Webhooks, AreSignedByHmac) {
  EXPECT_EQ(webhook_signature("key", 1, "body").size(), 64U);
  EXPECT_NE(webhook_signature("key", 1, "body"), webhook_signature("key", 2, "body"));
  EXPECT_NE(webhook_signature("key", 1, "body"), webhook_signature("yek", 1, "body"));
}

TEST_F(Webhooks, AreTriedAgainMoreAndMoreSeldom) {
  both_sit_down();
  Client& next = other();
  add(next, bit_of(store::NoticeKind::turn));
  reply_ = {500, 0, ""};
  ASSERT_TRUE(act(mover()).contains("seq"));
  after(second_ms);
  EXPECT_EQ(sent_.size(), 1U);
  after(29 * second_ms);
  EXPECT_EQ(sent_.size(), 1U);
  after(second_ms);
  EXPECT_EQ(sent_.size(), 2U);
  after(59 * second_ms);
  EXPECT_EQ(sent_.size(), 2U);
  reply_ = {204, 0, ""};
  after(second_ms);
  EXPECT_EQ(sent_.size(), 3U);
  EXPECT_EQ(webhook_of(next).failures, 0);
  EXPECT_EQ(webhook_of(next).status, 204);
}

TEST_F(Webhooks, ThatFailAgainAndAgainAreSwitchedOff) {
  both_sit_down();
  for (const Client* const client : {&ann_, &ben_}) add(*client, bit_of(store::NoticeKind::turn));
  reply_ = {0, 0, "no answer"};
  for (int i = 0; i < 60; ++i) {
    if (i % 8 == 0) static_cast<void>(act(mover()));
    after(6 * hour_ms);
  }
  EXPECT_TRUE(webhook_of(ann_).is_off || webhook_of(ben_).is_off);
  const Client& off = webhook_of(ann_).is_off ? ann_ : ben_;
  EXPECT_EQ(webhook_of(off).failures, 20);
}

}  // namespace
}  // namespace sixfold::server
