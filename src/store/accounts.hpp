// Accounts, stored in the same database as the games: names, passphrases and tokens, ratings. All
// functions run inside a transaction of the store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/rating.hpp"
#include "store/sql.hpp"

namespace sixfold::store {

/// A guest who has registered a name, or a bot that somebody runs. Secrets are stored as hashes.
struct Account {
  enum class Kind : std::uint8_t { person, bot };
  Id id;
  Kind kind = Kind::person;
  std::string name;
  std::string name_key;    ///< unique; the name is found by it
  std::string passphrase;  ///< empty for a bot
  std::string recovery;
  std::optional<Id> owner;  ///< of a bot
  std::string token;        ///< of a bot
  std::int64_t created_ms = 0;
  std::int64_t valid_from_ms = 0;  ///< signed cookies issued earlier are no longer accepted
  bool banned = false;

  friend bool operator==(const Account&, const Account&) = default;
};

[[nodiscard]] std::optional<Account> find_account(Sql& sql, const Id& account);
[[nodiscard]] std::optional<Account> find_account_named(Sql& sql, const std::string& name_key);
/// The account with exactly this spelling.
[[nodiscard]] std::optional<Account> find_account_called(Sql& sql, const std::string& name);
[[nodiscard]] std::optional<Account> find_account_with_token(Sql& sql, const std::string& token);
[[nodiscard]] std::vector<Account> bots_of(Sql& sql, const Id& owner);
/// The newest first.
[[nodiscard]] std::vector<Account> list_accounts(Sql& sql, int most);
/// `looks`: keys of names that could be mistaken for this one. False if the id, the name or one of
/// these is taken.
[[nodiscard]] bool insert_account(Sql& sql, const Account& account,
                                  const std::vector<std::string>& looks = {});
/// Updates everything except the id and the time of creation.
void update_account(Sql& sql, const Account& account);
/// Also deletes its bots, ratings and daily results, and its name in the results of games.
void delete_account(Sql& sql, const Id& account);

/// The key by which an account is found, and the looks that no other account may have.
struct AccountKeys {
  Id account;
  std::string name_key;
  std::vector<std::string> looks;
};
/// Replaces the keys of accounts all at once, because one account's new key may have been
/// another's. If two accounts share a look, the first one gets it.
void put_account_keys(Sql& sql, const std::vector<AccountKeys>& accounts);

/// A code with which another device becomes the same player; valid once and for a short time.
void put_transfer(Sql& sql, const std::string& code_hash, const Id& player, std::int64_t until_ms);
[[nodiscard]] std::optional<Id> take_transfer(Sql& sql, const std::string& code_hash,
                                              std::int64_t now_ms);

struct VariantRating {
  std::string variant;
  bool many = false;  ///< for more than two players
  Rating rating;
  std::int64_t games = 0;
  std::int64_t changed_ms = 0;
};
[[nodiscard]] std::vector<VariantRating> ratings_of(Sql& sql, const Id& player);

/// A rating after a rated game.
struct RatingStep {
  std::string variant;
  bool many = false;
  std::int64_t ended_ms = 0;
  double rating = 0;

  friend bool operator==(const RatingStep&, const RatingStep&) = default;
};
/// The latest, from the earliest of these on. Games that ended before they were kept have none.
[[nodiscard]] std::vector<RatingStep> rating_steps_of(Sql& sql, const Id& player, int most);

/// Whether others see no more of the account's profile than its name.
[[nodiscard]] bool is_profile_closed(Sql& sql, const Id& account);
void close_profile(Sql& sql, const Id& account, bool is_closed);

struct RankedPlayer {
  std::string name;
  bool is_bot = false;
  Rating rating;
  std::int64_t games = 0;
};
/// The highest-rated players with an account whose profile is open, best first.
[[nodiscard]] std::vector<RankedPlayer> ranking(Sql& sql, const std::string& variant, bool many,
                                                int most);

}  // namespace sixfold::store
