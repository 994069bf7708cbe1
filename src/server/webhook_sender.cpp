#include "server/webhook_sender.hpp"

#include <algorithm>
#include <memory>

#include <sodium.h>

#include "record/durations.hpp"
#include "record/hex.hpp"
#include "server/event_streams.hpp"
#include "server/notifier.hpp"

namespace sixfold::server {

namespace {

using store::WebhookEvent;

constexpr std::int64_t look_for_webhooks_ms = second_ms;
// Slow receivers take their time, so that there is room for the others.
constexpr int most_webhooks_at_once = 32;
// Longer than looking up a name and an answer may take. After that, another node may try.
constexpr std::int64_t webhook_claim_ms = 90 * second_ms;
constexpr std::int64_t first_webhook_retry_ms = 30 * second_ms;
constexpr int most_webhook_tries = 12;

}  // namespace

std::string webhook_signature(std::string_view secret, std::int64_t time_s, std::string_view body) {
  const std::string time = std::to_string(time_s) + ".";
  crypto_auth_hmacsha256_state state;
  const auto bytes = [](std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
  };
  crypto_auth_hmacsha256_init(&state, bytes(secret), secret.size());
  crypto_auth_hmacsha256_update(&state, bytes(time), time.size());
  crypto_auth_hmacsha256_update(&state, bytes(body), body.size());
  std::array<unsigned char, crypto_auth_hmacsha256_BYTES> code{};
  crypto_auth_hmacsha256_final(&state, code.data());
  return to_hex(code);
}

void WebhookSender::tick() {
  const std::int64_t now = services_.steady_ms();
  if (is_looking_ || claimed_ >= most_webhooks_at_once) return;
  if (!has_more_ && now - looked_ms_ < look_for_webhooks_ms) return;
  looked_ms_ = now;
  is_looking_ = true;
  look();
}

void WebhookSender::look() {
  const auto found = std::make_shared<bool>(false);
  store_.look_up([found, now = services_.now_ms()](
                     store::Sql& sql) { *found = store::has_webhook_events(sql, now); },
                 [this, found](const auto& fault) {
                   services_.post([this, is_due = !fault && *found] {
                     if (is_due) return claim();
                     is_looking_ = false;
                     has_more_ = false;
                   });
                 });
}

void WebhookSender::claim() {
  const auto found = std::make_shared<std::vector<WebhookEvent>>();
  const int most = most_webhooks_at_once - claimed_;
  store_.write(
      [found, now = services_.now_ms(), most](store::Sql& sql) {
        *found = store::claim_webhook_events(sql, now, now + webhook_claim_ms, most);
      },
      [this, found, most](const auto& fault) {
        services_.post([this, found, most, failed = fault.has_value()] {
          is_looking_ = false;
          has_more_ = !failed && static_cast<int>(found->size()) == most;
          if (failed) return;
          claimed_ += static_cast<int>(found->size());
          for (const WebhookEvent& event : *found) consider(event);
        });
      },
      false);
}

void WebhookSender::consider(const WebhookEvent& event) {
  hub_.find_facts(
      event.game, event.to.player, [this, event](const Result<TableFacts, NoRoom>& facts) {
        if (!facts) {
          const bool is_lost =
              facts.error() == NoRoom::no_such_table || facts.error() == NoRoom::unreadable;
          return is_lost ? finish(event) : postpone(event, first_webhook_retry_ms, event.tries);
        }
        if (!is_needed(event.kind, event.made_ms, *facts, services_.now_ms())) return finish(event);
        send(event, *facts);
      });
}

void WebhookSender::send(const WebhookEvent& event, const TableFacts& facts) {
  const auto to = push::parse_endpoint(event.to.url);
  if (!to) return finish(event);
  PlainMessage message;
  message.to = *to;
  message.body = event_line(event.kind, event.game, facts, event.made_ms);
  const std::int64_t time_s = services_.now_ms() / second_ms;
  message.headers = {
      {"Content-Type", "application/json"},
      {"Sixfold-Timestamp", std::to_string(time_s)},
      {"Sixfold-Signature", webhook_signature(event.to.secret, time_s, message.body)}};
  services_.send(std::move(message), [this, event](const PushReply& reply) {
    services_.post([this, event, reply] { sent(event, reply); });
  });
}

void WebhookSender::sent(const WebhookEvent& event, const PushReply& reply) {
  constexpr int gone = 410;
  if (reply.status >= 200 && reply.status < 300)
    return settle([event, status = reply.status](store::Sql& sql) {
      store::webhook_reached(sql, event, status);
    });
  services_.log("webhook_failed", {{"status", reply.status}, {"why", reply.why}});
  const std::int64_t due_ms = services_.now_ms() + retry_ms(event.tries, reply.wait_s);
  settle([event, due_ms, status = reply.status](store::Sql& sql) {
    if (store::webhook_failed(sql, event, status, status == gone)) return;
    if (event.tries >= most_webhook_tries) return store::finish_webhook_event(sql, event);
    store::postpone_webhook_event(sql, event, due_ms, event.tries + 1);
  });
}

void WebhookSender::finish(const WebhookEvent& event) {
  settle([event](store::Sql& sql) { store::finish_webhook_event(sql, event); });
}

void WebhookSender::postpone(const WebhookEvent& event, std::int64_t wait_ms, int tries) {
  settle([event, due_ms = services_.now_ms() + wait_ms, tries](store::Sql& sql) {
    store::postpone_webhook_event(sql, event, due_ms, tries);
  });
}

/// If this fails, the claim runs out.
void WebhookSender::settle(std::function<void(store::Sql&)> work) {
  store_.write(
      std::move(work), [this](const auto& /*fault*/) { services_.post([this] { --claimed_; }); },
      false);
}

}  // namespace sixfold::server
