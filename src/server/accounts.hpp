// What people do with their accounts: take a name, come back by passphrase, recovery code or from
// another device, run bots, see what they have played, take it with them, and go.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "record/json.hpp"
#include "rules/result.hpp"
#include "server/guess_limits.hpp"
#include "server/hash_queue.hpp"
#include "store/accounts.hpp"
#include "store/daily_results.hpp"
#include "store/moderation.hpp"
#include "store/second_factor.hpp"
#include "store/sessions.hpp"
#include "store/sql_store.hpp"

namespace sixfold {

/// What accounts need from the process they live in.
struct AccountsWorld {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the thread on which all answers come.
  std::function<void(std::function<void()>)> post;
  /// Runs a task on one of a few threads that may take their time.
  std::function<void(std::function<void()>)> hash;
  /// Connections of these sessions have to end, here and at all other servers.
  std::function<void(const std::vector<Id>& sessions)> sessions_ended;
};

/// Who asks for something, and from where.
struct Asker {
  Id user;
  std::optional<Id> session;  ///< none of a guest
  std::string device;         ///< what a session that begins here is called
  std::string address;        ///< for limits
};

inline constexpr std::string_view session_token_prefix = "session-";

/// As whom somebody goes on.
struct SignedIn {
  Id user;
  std::string token;      ///< of the new session; empty for a guest, who has none
  std::vector<Id> ended;  ///< what ended with it
  Id session;
};

/// Whether a cookie is that of a session; or else it may be that of a guest.
[[nodiscard]] inline bool is_session_token(std::string_view cookie) {
  return cookie.starts_with(session_token_prefix);
}

/// Whose session it is.
struct FoundSession {
  StoredSession session;
  Account account;
};

class Accounts {
 public:
  /// A value, or the code of what is in the way.
  template <class T>
  using Answer = std::function<void(Result<T, std::string>)>;

  Accounts(SqlStore& store, AccountsWorld world) : store_(store), world_(std::move(world)) {}

  [[nodiscard]] std::int64_t now_ms() const { return world_.now_ms(); }
  [[nodiscard]] std::int64_t steady_ms() const { return world_.steady_ms(); }
  /// None for a guest.
  void find(const Id& user, Answer<std::optional<Account>> answer);
  /// Whose token this is.
  void find_token(const std::string& token, Answer<std::optional<Account>> answer);

  /// Whose session the token is for; none if it has ended.
  void find_session(const std::string& token, Answer<std::optional<FoundSession>> answer);

  // Whoever gains or loses rights goes on with a new session.

  struct Recoverable {
    SignedIn signed_in;
    std::string recovery;  ///< a new code: one from before is used up
  };
  /// The guest becomes an account and gets a recovery code. Their cookies as a guest end.
  void create(const Asker& guest, const std::string& name, const std::string& passphrase,
              Answer<Recoverable> answer);
  /// `code`: of the app, where the account asks for one (`code_needed`).
  void log_in(const Asker& asker, const std::string& name, const std::string& passphrase,
              const std::string& code, Answer<SignedIn> answer);
  /// All devices have to log in again.
  void recover(const Asker& asker, const std::string& name, const std::string& recovery,
               const std::string& passphrase, Answer<Recoverable> answer);
  /// All other devices have to log in again.
  void change_passphrase(const Asker& asker, const std::string& old_passphrase,
                         const std::string& passphrase, Answer<SignedIn> answer);
  void sign_out_everywhere(const Asker& asker, Answer<SignedIn> answer);
  /// For an account that comes with a cookie from before there were sessions.
  void begin_session(const Asker& asker, Answer<SignedIn> answer);
  void log_out(const Asker& asker, Answer<std::monostate> answer);

  void sessions(const Id& user, Answer<std::vector<StoredSession>> answer);
  void rename_session(const Id& user, const Id& session, const std::string& device,
                      Answer<std::monostate> answer);
  void end_session(const Id& user, const Id& session, Answer<std::monostate> answer);

  // A second factor is asked for when somebody logs in, once its first code was confirmed. A
  // recovery code takes it away.

  struct NewSecondFactor {
    std::string secret;
    std::string address;  ///< with the secret in it, for a QR code
  };
  void start_second_factor(const Asker& asker, Answer<NewSecondFactor> answer);
  void confirm_second_factor(const Asker& asker, const std::string& code, Answer<SignedIn> answer);
  void end_second_factor(const Asker& asker, const std::string& passphrase,
                         Answer<std::monostate> answer);

  /// A code by which another device becomes the same guest or account, within ten minutes.
  void start_transfer(const Id& user, Answer<std::string> answer);
  void claim_transfer(const Asker& asker, const std::string& code, Answer<SignedIn> answer);

  /// The bot's token, which is shown only now.
  void create_bot(const Id& owner, const std::string& name, Answer<std::string> answer);
  void bots(const Id& owner, Answer<std::vector<Account>> answer);
  void delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer);

  struct Profile {
    std::optional<Account> account;
    std::vector<VariantRating> ratings;
    std::vector<KeptResult> results;
    std::vector<DailyResult> days;
    bool has_second_factor = false;
  };
  void profile(const Id& user, Answer<Profile> answer);
  void profile_named(const std::string& name, Answer<Profile> answer);
  /// Everything that is stored about somebody, secrets aside.
  struct Export {
    Profile profile;
    std::vector<Account> bots;
    std::vector<StoredSession> sessions;
    std::vector<Report> reports;  ///< by them
  };
  void export_of(const Id& user, Answer<Export> answer);
  void rank(const std::string& variant, bool many, Answer<std::vector<RankedPlayer>> answer);

  /// How the game of a day went for everyone, as one player sees it.
  void show_daily(const std::string& day, const Id& asking, Answer<DailyTable> answer);
  /// The player's first result of a day stays.
  void add_daily(const DailyResult& result, Answer<DailyTable> answer);

  /// For good: refused while a game goes on in which the account has a seat.
  void remove(const Asker& asker, const std::string& passphrase, Answer<std::monostate> answer);

  /// The same for a guest, who has no passphrase.
  void forget_guest(const Id& guest, Answer<std::monostate> answer);

  /// Tells whoever runs the server of somebody at a table at which the asker sits or sat, for one
  /// of a few reasons.
  void report(const Asker& asker, const Id& game, int seat, const std::string& reason,
              Answer<std::monostate> answer);

  [[nodiscard]] GuessLimits& guesses() { return guesses_; }

 private:
  /// Looks something up, or writes it, and answers with what `work` returns.
  template <class T>
  void look_up(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer);
  template <class T>
  void write(std::function<Result<T, std::string>(Sql&)> work, Answer<T> answer);
  /// Hashes elsewhere, then goes on here; answers `busy` if too many wait.
  template <class T, class Work, class Then>
  void hash(const std::string& address, Work work, Answer<T> answer, Then then);
  /// Goes on if the passphrase is the account's. `name` stands for an account that there is not.
  template <class T>
  void with_passphrase(const std::optional<Account>& account, const std::string& name,
                       const std::string& address, const std::string& passphrase, Answer<T> answer,
                       std::function<void(const Account&)> then);
  /// Cuts off what has ended, then answers.
  [[nodiscard]] Answer<SignedIn> after_cutting(Answer<SignedIn> answer);
  [[nodiscard]] Answer<Recoverable> after_cutting(Answer<Recoverable> answer);
  using Ended = std::vector<Id>;
  [[nodiscard]] Answer<Ended> then_cut(Answer<std::monostate> answer);

  SqlStore& store_;
  AccountsWorld world_;
  HashQueue hashing_{world_.hash, world_.post};
  GuessLimits guesses_;
};

}  // namespace sixfold
