// The devices on which accounts are logged in. A session that ends is deleted. For a while its id
// stays in a list that every server polls, so that open connections are closed too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

struct StoredSession {
  Id id;
  Id player;
  std::string token;   ///< hashed
  std::string device;  ///< the name given by its owner
  std::int64_t created_ms = 0;
  std::int64_t used_ms = 0;  ///< accurate to an hour

  friend bool operator==(const StoredSession&, const StoredSession&) = default;
};

// The list may also contain the ids of tokens, guests and bots whose connections must be closed.

/// If there would be too many, ends the player's oldest sessions and returns their ids.
[[nodiscard]] std::vector<Id> insert_session(Sql& sql, const StoredSession& session);
/// Empty if it has not been used for a year.
[[nodiscard]] std::optional<StoredSession> find_session(Sql& sql, const std::string& token,
                                                        std::int64_t now_ms);
/// The most recently used first.
[[nodiscard]] std::vector<StoredSession> sessions_of(Sql& sql, const Id& player);
void touch_session(Sql& sql, const Id& session, std::int64_t now_ms);
/// False if the session is not the player's.
[[nodiscard]] bool rename_session(Sql& sql, const Id& player, const Id& session,
                                  const std::string& device);
/// False if the session is not the player's.
[[nodiscard]] bool end_session(Sql& sql, const Id& player, const Id& session, std::int64_t now_ms);
/// Ends all sessions and tokens of the player, sessions from before the account, and pending
/// transfer codes.
/// Returns the ids of what has ended.
std::vector<Id> end_sessions_of(Sql& sql, const Id& player, std::int64_t now_ms);
/// Puts something else on the list.
void tell_ended(Sql& sql, const Id& ended, std::int64_t now_ms);
/// The sessions that ended recently.
[[nodiscard]] std::vector<Id> ended_sessions(Sql& sql, std::int64_t now_ms);

}  // namespace sixfold::store
