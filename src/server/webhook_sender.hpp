// Sends the events that the store holds for webhooks. A single node claims each event, checks that
// it is still true, and sends it, signed. One that did not arrive is tried again later; a webhook
// that fails again and again is switched off.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "record/json.hpp"
#include "server/hub.hpp"
#include "server/push_client.hpp"
#include "store/sql_store.hpp"
#include "store/webhooks.hpp"

namespace sixfold::server {

struct WebhookServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the hub's thread.
  std::function<void(std::function<void()>)> post;
  /// Sends a message; may answer on another thread.
  std::function<void(PlainMessage, std::function<void(const PushReply&)>)> send;
  std::function<void(std::string_view event, const Json& with)> log;
};

/// HMAC-SHA256 over the time, a full stop and the body, in hexadecimal.
[[nodiscard]] std::string webhook_signature(std::string_view secret, std::int64_t time_s,
                                            std::string_view body);

class WebhookSender {
 public:
  WebhookSender(store::SqlStore& store, Hub& hub, WebhookServices services)
      : store_(store), hub_(hub), services_(std::move(services)) {}

  /// To be called several times a second, on the hub's thread.
  void tick();
  /// Whether it has nothing to do until the next look at the store.
  [[nodiscard]] bool is_at_rest() const { return !is_looking_ && claimed_ == 0; }

 private:
  void look();
  void claim();
  void consider(const store::WebhookEvent& event);
  void send(const store::WebhookEvent& event, const TableFacts& facts);
  void sent(const store::WebhookEvent& event, const PushReply& reply);
  void finish(const store::WebhookEvent& event);
  void postpone(const store::WebhookEvent& event, std::int64_t wait_ms, int tries);
  void settle(std::function<void(store::Sql&)> work);

  store::SqlStore& store_;
  Hub& hub_;
  WebhookServices services_;
  std::int64_t looked_ms_ = 0;
  bool is_looking_ = false;
  bool has_more_ = false;  // the last claim got as many as it could take
  int claimed_ = 0;        // and not settled yet
};

}  // namespace sixfold::server
