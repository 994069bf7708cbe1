// The devices on which accounts are logged in. A session that is ended is deleted; for a while its
// id stays in a list that every server of the store reads, so that open connections end as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold {

struct StoredSession {
  Id id;
  Id player;
  std::string token;   ///< hashed
  std::string device;  ///< what its owner calls it
  std::int64_t created_ms = 0;
  std::int64_t used_ms = 0;  ///< to within an hour

  friend bool operator==(const StoredSession&, const StoredSession&) = default;
};

// What else may be ended: connections of guests, by the id of the guest, and those of bots, by the
// id of the bot.

/// The oldest of the player's sessions end where there would be too many; their ids are returned.
[[nodiscard]] std::vector<Id> insert_session(Sql& sql, const StoredSession& session);
/// None if it was not used for a year.
[[nodiscard]] std::optional<StoredSession> find_session(Sql& sql, const std::string& token,
                                                        std::int64_t now_ms);
/// The one that was used last first.
[[nodiscard]] std::vector<StoredSession> sessions_of(Sql& sql, const Id& player);
void touch_session(Sql& sql, const Id& session, std::int64_t now_ms);
/// False if it is not the player's.
[[nodiscard]] bool rename_session(Sql& sql, const Id& player, const Id& session,
                                  const std::string& device);
/// False if it is not the player's.
[[nodiscard]] bool end_session(Sql& sql, const Id& player, const Id& session, std::int64_t now_ms);
/// All sessions of the player, what they had as a guest, and codes for other devices. The ids of
/// what has ended.
std::vector<Id> end_sessions_of(Sql& sql, const Id& player, std::int64_t now_ms);
/// Those that ended lately.
[[nodiscard]] std::vector<Id> ended_sessions(Sql& sql, std::int64_t now_ms);

}  // namespace sixfold
