// Webhooks: addresses at which programs of an account are told what notices tell, and what is still
// to be sent there. A node claims an event for a while before it sends it, as it does with notices.
// All functions run inside a transaction of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

struct Webhook {
  Id id;
  Id player;
  std::string url;
  std::string secret;  ///< with which messages are signed
  unsigned kinds = 0;  ///< a bit for each NoticeKind
  int failures = 0;    ///< since the last message that arrived
  int status = 0;      ///< of the last answer; 0: there was none
  bool is_off = false;
  std::int64_t created_ms = 0;

  friend bool operator==(const Webhook&, const Webhook&) = default;
};

/// False if the player has as many as allowed.
[[nodiscard]] bool insert_webhook(Sql& sql, const Webhook& webhook);
/// The oldest first.
[[nodiscard]] std::vector<Webhook> webhooks_of(Sql& sql, const Id& player);
/// False if it is not the player's.
[[nodiscard]] bool delete_webhook(Sql& sql, const Id& player, const Id& webhook);
void delete_webhooks_of(Sql& sql, const Id& player);

/// For every webhook of the player that wants it, in place of an earlier one of this kind.
void put_webhook_event(Sql& sql, const Notice& notice, std::int64_t made_ms);

struct WebhookEvent {
  Webhook to;
  Id game;
  NoticeKind kind{};
  std::int64_t made_ms = 0;
  int tries = 0;
  std::int64_t claimed_until_ms = 0;

  friend bool operator==(const WebhookEvent&, const WebhookEvent&) = default;
};
[[nodiscard]] bool has_webhook_events(Sql& sql, std::int64_t now_ms);
/// Claims the events that have been due for longest. Until then nobody else gets them.
[[nodiscard]] std::vector<WebhookEvent> claim_webhook_events(Sql& sql, std::int64_t now_ms,
                                                             std::int64_t until_ms, int most);

// What became of a claimed event; without effect on it if it was replaced or claimed again
// meanwhile.

/// Nobody needs it any more.
void finish_webhook_event(Sql& sql, const WebhookEvent& event);
void postpone_webhook_event(Sql& sql, const WebhookEvent& event, std::int64_t due_ms, int tries);
/// The message arrived.
void webhook_reached(Sql& sql, const WebhookEvent& event, int status);
/// It did not. Returns whether the webhook is now off: after many failures, or because it is gone.
bool webhook_failed(Sql& sql, const WebhookEvent& event, int status, bool is_gone);

}  // namespace sixfold::store
