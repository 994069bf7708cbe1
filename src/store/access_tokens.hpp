// Personal tokens, with which programs act for an account within limits. The ids of tokens share
// the list of ended sessions, so that every server closes their connections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

/// What a token may be used for.
enum class Scope : std::uint8_t {
  read,  ///< the account's games and profile
  play,  ///< everything at tables
};
inline constexpr int scope_count = 2;

[[nodiscard]] constexpr unsigned bit_of(Scope scope) { return 1U << static_cast<unsigned>(scope); }

struct AccessToken {
  Id id;
  Id player;
  std::string token;    ///< hashed
  std::string name;     ///< given by its owner
  unsigned scopes = 0;  ///< a bit for each Scope
  std::int64_t created_ms = 0;
  std::int64_t used_ms = 0;  ///< accurate to an hour; 0: never used

  friend bool operator==(const AccessToken&, const AccessToken&) = default;
};

/// False if the player has as many as allowed.
[[nodiscard]] bool insert_access_token(Sql& sql, const AccessToken& token);
[[nodiscard]] std::optional<AccessToken> find_access_token(Sql& sql, const std::string& token);
/// The newest first.
[[nodiscard]] std::vector<AccessToken> access_tokens_of(Sql& sql, const Id& player);
void touch_access_token(Sql& sql, const Id& token, std::int64_t now_ms);
/// False if the token is not the player's.
[[nodiscard]] bool end_access_token(Sql& sql, const Id& player, const Id& token,
                                    std::int64_t now_ms);

}  // namespace sixfold::store
