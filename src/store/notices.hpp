// Notices to players who are not there: the devices that want them, and those still to be sent. A
// node claims a notice for a while before it sends it. If it fails, the notice becomes due again,
// for whichever node is there then. All functions run inside a transaction of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// A device on which a player wants notices.
struct Subscription {
  Id id;
  Id player;
  Id session;            ///< it ends with this session; a guest's own id
  std::string endpoint;  ///< unique
  std::string key;       ///< base64url, like the next
  std::string auth;
  unsigned kinds = 0;   ///< a bit for each NoticeKind
  int quiet_from = 0;   ///< in minutes after midnight in `zone`
  int quiet_until = 0;  ///< the same as `quiet_from`: always awake
  std::string zone;
  std::string language;
  std::int64_t changed_ms = 0;

  friend bool operator==(const Subscription&, const Subscription&) = default;
};

/// Adds a device, or changes the one with this endpoint, which keeps its id. Returns the id. A
/// player's oldest devices are forgotten if there would be too many.
Id put_subscription(Sql& sql, const Subscription& subscription);
/// The one changed last first.
[[nodiscard]] std::vector<Subscription> subscriptions_of(Sql& sql, const Id& player);
/// False if the device is not the player's.
[[nodiscard]] bool unsubscribe(Sql& sql, const Id& player, const Id& subscription);
/// These also forget the notices for the devices.
void unsubscribe_device(Sql& sql, const Id& subscription);
void unsubscribe_session(Sql& sql, const Id& session);
void unsubscribe_player(Sql& sql, const Id& player);

/// For every device of the player that wants it, replacing an earlier one of this kind.
void put_notice(Sql& sql, const Notice& notice, std::int64_t made_ms);

/// A notice to one device.
struct DueNotice {
  Subscription to;
  Id game;
  NoticeKind kind{};
  std::int64_t made_ms = 0;
  int tries = 0;
  std::int64_t claimed_until_ms = 0;

  friend bool operator==(const DueNotice&, const DueNotice&) = default;
};

/// Whether any notice is due.
[[nodiscard]] bool has_due_notices(Sql& sql, std::int64_t now_ms);
/// Claims the notices that have been due for longest. Until then nobody else gets them.
[[nodiscard]] std::vector<DueNotice> claim_notices(Sql& sql, std::int64_t now_ms,
                                                   std::int64_t until_ms, int most);

// What became of a claimed notice; without effect if it was replaced or claimed again meanwhile.

/// It was sent, or nobody needs it any more.
void finish_notice(Sql& sql, const DueNotice& notice);
void postpone_notice(Sql& sql, const DueNotice& notice, std::int64_t due_ms, int tries);

/// Whether the player is connected to a node that is alive. Known only if several share the store.
[[nodiscard]] bool is_at_a_node(Sql& sql, const Id& player);

}  // namespace sixfold::store
