// Accounts, in the same database as the games: who has a name, a passphrase or a token, how their
// games ended, and how strong they are. All functions run inside a transaction of the store's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/rating.hpp"
#include "store/sql.hpp"

namespace sixfold {

/// A guest who has taken a name, or a bot that somebody runs. Secrets are kept as hashes.
struct Account {
  enum class Kind : std::uint8_t { person, bot };
  Id id;
  Kind kind = Kind::person;
  std::string name;
  std::string name_key;    ///< what the name is found by; nobody else has it
  std::string passphrase;  ///< empty for a bot
  std::string recovery;
  std::optional<Id> owner;  ///< of a bot
  std::string token;        ///< of a bot
  std::int64_t created_ms = 0;
  std::int64_t valid_from_ms = 0;  ///< signed cookies from before are not accepted any more
  bool banned = false;

  friend bool operator==(const Account&, const Account&) = default;
};

[[nodiscard]] std::optional<Account> find_account(Sql& sql, const Id& account);
[[nodiscard]] std::optional<Account> find_account_named(Sql& sql, const std::string& name_key);
/// The account whose name is written exactly so.
[[nodiscard]] std::optional<Account> find_account_called(Sql& sql, const std::string& name);
[[nodiscard]] std::optional<Account> find_account_with_token(Sql& sql, const std::string& token);
[[nodiscard]] std::vector<Account> bots_of(Sql& sql, const Id& owner);
/// The newest first.
[[nodiscard]] std::vector<Account> list_accounts(Sql& sql, int most);
/// `looks`: what the name can be mistaken for. False if the id, the name or one of those is taken.
[[nodiscard]] bool insert_account(Sql& sql, const Account& account,
                                  const std::vector<std::string>& looks = {});
/// Everything but the id and when it was made.
void update_account(Sql& sql, const Account& account);
/// With its bots, its ratings, its results of days and its name in the results of games.
void delete_account(Sql& sql, const Id& account);

/// What an account is found by, and what no other may look like.
struct AccountKeys {
  Id account;
  std::string name_key;
  std::vector<std::string> looks;
};
/// Gives accounts other keys, all at once: those of one may have been another's before. Where two
/// of them have a look in common, the one that comes first has it.
void put_account_keys(Sql& sql, const std::vector<AccountKeys>& accounts);

/// A code by which another device becomes the same player, once and not for long.
void put_transfer(Sql& sql, const std::string& code_hash, const Id& player, std::int64_t until_ms);
[[nodiscard]] std::optional<Id> take_transfer(Sql& sql, const std::string& code_hash,
                                              std::int64_t now_ms);

/// One seat of a game that is over.
struct KeptResult {
  Id game;
  int seat = 0;
  std::optional<Id> player;
  std::string name;
  std::string variant;
  int points = 0;
  int place = 0;
  int seats = 0;
  bool rated = false;
  std::int64_t ended_ms = 0;
  std::string unrated;  ///< of a rated table whose game does not count: the code of why

  friend bool operator==(const KeptResult&, const KeptResult&) = default;
};
/// All seats of the player's last games, the newest game first.
[[nodiscard]] std::vector<KeptResult> results_of(Sql& sql, const Id& player, int most_games);

struct VariantRating {
  std::string variant;
  bool many = false;  ///< for more than two players
  Rating rating;
  std::int64_t games = 0;
  std::int64_t changed_ms = 0;
};
[[nodiscard]] std::vector<VariantRating> ratings_of(Sql& sql, const Id& player);

struct RankedPlayer {
  std::string name;
  bool is_bot = false;
  Rating rating;
  std::int64_t games = 0;
};
/// The strongest with an account, the first the best.
[[nodiscard]] std::vector<RankedPlayer> ranking(Sql& sql, const std::string& variant, bool many,
                                                int most);

}  // namespace sixfold
