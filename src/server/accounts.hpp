// What people do with their accounts: take a name, come back by passphrase, recovery code or from
// another device, run bots, see what they have played, take it with them, and go.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "record/json.hpp"
#include "rules/result.hpp"
#include "store/accounts.hpp"
#include "store/daily_results.hpp"
#include "store/sql_store.hpp"

namespace sixfold {

/// What accounts need from the process they live in.
struct AccountsWorld {
  std::function<std::int64_t()> now_ms;
  /// Runs a task on the thread on which all answers come.
  std::function<void(std::function<void()>)> post;
  /// Runs a task on one of a few threads that may take their time.
  std::function<void(std::function<void()>)> hash;
};

class Accounts {
 public:
  /// A value, or the code of what is in the way.
  template <class T>
  using Answer = std::function<void(Result<T, std::string>)>;

  Accounts(SqlStore& store, AccountsWorld world) : store_(store), world_(std::move(world)) {}

  [[nodiscard]] std::int64_t now_ms() const { return world_.now_ms(); }
  /// None for a guest.
  void find(const Id& user, Answer<std::optional<Account>> answer);
  /// Whose token this is.
  void find_token(const std::string& token, Answer<std::optional<Account>> answer);

  /// The guest becomes an account and gets a recovery code.
  void create(const Id& guest, const std::string& name, const std::string& passphrase,
              Answer<std::string> answer);
  void log_in(const std::string& name, const std::string& passphrase, Answer<Id> answer);

  struct Recovered {
    Id account;
    std::string recovery;  ///< a new one: the old one is used up
  };
  void recover(const std::string& name, const std::string& recovery, const std::string& passphrase,
               Answer<Recovered> answer);
  /// All other devices have to log in again.
  void change_passphrase(const Id& account, const std::string& old_passphrase,
                         const std::string& passphrase, Answer<std::monostate> answer);
  void sign_out_everywhere(const Id& account, Answer<std::monostate> answer);

  /// A code by which another device becomes the same guest or account, within ten minutes.
  void start_transfer(const Id& user, Answer<std::string> answer);
  void claim_transfer(const std::string& code, Answer<Id> answer);

  /// The bot's token, which is shown only now.
  void create_bot(const Id& owner, const std::string& name, Answer<std::string> answer);
  void bots(const Id& owner, Answer<std::vector<Account>> answer);
  void delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer);

  struct Profile {
    std::optional<Account> account;
    std::vector<VariantRating> ratings;
    std::vector<KeptResult> results;
    std::vector<DailyResult> days;
  };
  void profile(const Id& user, Answer<Profile> answer);
  void profile_named(const std::string& name, Answer<Profile> answer);
  void rank(const std::string& variant, bool many, Answer<std::vector<RankedPlayer>> answer);

  /// How the game of a day went for everyone, as one player sees it.
  void show_daily(const std::string& day, const Id& asking, Answer<DailyTable> answer);
  /// The player's first result of a day stays.
  void add_daily(const DailyResult& result, Answer<DailyTable> answer);

  /// For good: refused while a game goes on in which the account has a seat.
  void remove(const Id& account, const std::string& passphrase, Answer<std::monostate> answer);

 private:
  /// Looks something up, or writes it, and answers with what `work` returns.
  template <class T>
  void look_up(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer);
  template <class T>
  void write(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer);
  /// Hashes elsewhere, then goes on here; answers `busy` if too many wait.
  template <class T, class Work, class Then>
  void hash(Work work, Answer<T> answer, Then then);
  /// Goes on if the passphrase is the account's.
  template <class T>
  void with_passphrase(const std::optional<Account>& account, const std::string& passphrase,
                       Answer<T> answer, std::function<void(const Account&)> then);

  SqlStore& store_;
  AccountsWorld world_;
  int hashing_ = 0;
};

}  // namespace sixfold
