// Friends, requests to become friends, and blocked accounts. All functions run inside a transaction
// of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// What one account is to another.
enum class Relation : std::uint8_t {
  asked,    ///< wants to be a friend
  friends,  ///< always in both directions
  blocked,
};

/// An account as another one knows it.
struct Acquaintance {
  Id account;
  std::string name;
  std::int64_t since_ms = 0;

  friend bool operator==(const Acquaintance&, const Acquaintance&) = default;
};

/// What `from` is to `to`, as `from` wants it.
[[nodiscard]] std::optional<Relation> relation(Sql& sql, const Id& from, const Id& to);
void put_relation(Sql& sql, const Id& from, const Id& to, Relation relation, std::int64_t now_ms);
void delete_relation(Sql& sql, const Id& from, const Id& to);

/// To whom the account has this relation, by name.
[[nodiscard]] std::vector<Acquaintance> related_to(Sql& sql, const Id& from, Relation relation,
                                                   int most);
/// Who has asked the account, without those it has blocked; by time.
[[nodiscard]] std::vector<Acquaintance> asking(Sql& sql, const Id& to, int most);
[[nodiscard]] std::int64_t count_related(Sql& sql, const Id& from, Relation relation);
/// How many ask the account, with those it has blocked.
[[nodiscard]] std::int64_t count_asking(Sql& sql, const Id& to);
/// Those of the account's friends who are connected to a node that is alive. Known only if several
/// share the store.
[[nodiscard]] std::vector<Id> friends_at_nodes(Sql& sql, const Id& account);
/// Whether one of the two has blocked the other.
[[nodiscard]] bool is_apart(Sql& sql, const Id& one, const Id& other);

// The code of an account's own link.

[[nodiscard]] std::optional<std::string> friend_code(Sql& sql, const Id& account);
/// Replaces the code, which must be new.
void put_friend_code(Sql& sql, const Id& account, const std::string& code);
[[nodiscard]] std::optional<Id> find_friend_code(Sql& sql, const std::string& code);

// Invitations.

inline constexpr int most_invitations = 30;     ///< that wait for an account
inline constexpr int most_from_strangers = 10;  ///< of these
inline constexpr int most_from_one = 5;         ///< of these

/// Whether the host may invite the account once more.
[[nodiscard]] bool may_invite(Sql& sql, const Id& host, const Id& player, std::int64_t now_ms);
/// False if the account does not see it: it has too many, or one of the two has blocked the other.
bool put_invitation(Sql& sql, const Id& game, const Invitation& invitation, std::int64_t now_ms);
/// False if there is none.
bool delete_invitation(Sql& sql, const Id& game, const Id& player);

/// An invitation to a table that still waits.
struct WaitingInvitation {
  Id game;
  std::string code;
  std::string host;  ///< the name
  std::string plan;
  int seats = 0;
  std::int64_t made_ms = 0;
  std::int64_t until_ms = 0;

  friend bool operator==(const WaitingInvitation&, const WaitingInvitation&) = default;
};
/// The newest first, without those from accounts that the player has blocked.
[[nodiscard]] std::vector<WaitingInvitation> invitations_to(Sql& sql, const Id& player,
                                                            std::int64_t now_ms);

/// Everything of and about the account.
void forget_people(Sql& sql, const Id& account);

}  // namespace sixfold::store
