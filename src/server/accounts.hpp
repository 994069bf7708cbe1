// Everything people do with their accounts: register a name, sign in with a passphrase, with a
// recovery code or from another device, run bots, see and export their data, and delete it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "record/json.hpp"
#include "rules/result.hpp"
#include "server/guess_limits.hpp"
#include "server/hash_queue.hpp"
#include "store/access_tokens.hpp"
#include "store/accounts.hpp"
#include "store/archive.hpp"
#include "store/daily_results.hpp"
#include "store/holidays.hpp"
#include "store/moderation.hpp"
#include "store/notes.hpp"
#include "store/notices.hpp"
#include "store/people.hpp"
#include "store/second_factor.hpp"
#include "store/sessions.hpp"
#include "store/sql_store.hpp"
#include "store/webhooks.hpp"

namespace sixfold::server {

/// The services that accounts need from the process.
struct AccountsServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the thread that receives all answers.
  std::function<void(std::function<void()>)> post;
  /// Runs a task on one of a few threads reserved for slow work.
  std::function<void(std::function<void()>)> hash;
  /// Closes all connections of these sessions, on this server and on all others.
  std::function<void(const std::vector<Id>& sessions)> sessions_ended;
  bool push_to_private = false;  ///< whether notices may go to private addresses
};

/// The user who makes a request, and where it comes from.
struct Asker {
  Id user;
  std::optional<Id> session;       ///< empty for a guest
  std::string device;              ///< the name of a session that starts here
  std::string address;             ///< for limits
  std::optional<unsigned> scopes;  ///< of a personal token; empty if there is none
  Id connection = {};  ///< the session, token, guest or bot; what belongs to it ends with it
};

inline constexpr std::string_view session_token_prefix = "session-";
inline constexpr std::string_view access_token_prefix = "sixfold-token-";

/// The identity and session with which a visitor continues.
struct SignedIn {
  Id user;
  std::string token;      ///< of the new session; empty for a guest
  std::vector<Id> ended;  ///< the sessions that ended
  Id session;
};

/// Whether a cookie holds a session token. Otherwise it may be a guest's.
[[nodiscard]] inline bool is_session_token(std::string_view cookie) {
  return cookie.starts_with(session_token_prefix);
}

/// The owner of a session.
struct FoundSession {
  store::StoredSession session;
  store::Account account;
};

/// The owner of a personal token.
struct FoundToken {
  store::AccessToken token;
  store::Account account;
};

class Accounts {
 public:
  /// A value, or an error code.
  template <class T>
  using Answer = std::function<void(Result<T, std::string>)>;

  Accounts(store::SqlStore& store, AccountsServices services)
      : store_(store), services_(std::move(services)) {}

  [[nodiscard]] std::int64_t now_ms() const { return services_.now_ms(); }
  [[nodiscard]] std::int64_t steady_ms() const { return services_.steady_ms(); }
  /// Empty for a guest.
  void find(const Id& user, Answer<std::optional<store::Account>> answer);
  /// Finds the owner of a token.
  void find_token(const std::string& token, Answer<std::optional<store::Account>> answer);

  /// Finds the owner of a session token; empty if the session has ended.
  void find_session(const std::string& token, Answer<std::optional<FoundSession>> answer);

  // Gaining or losing rights starts a new session.

  struct Recoverable {
    SignedIn signed_in;
    std::string recovery;  ///< a new code; the previous one is invalid
  };
  /// Turns the guest into an account and issues a recovery code. The guest's cookies become
  /// invalid.
  void create(const Asker& guest, const std::string& name, const std::string& passphrase,
              const Answer<Recoverable>& answer);
  /// `code`: from the authenticator app, if the account requires one (`code_needed`).
  void log_in(const Asker& asker, const std::string& name, const std::string& passphrase,
              const std::string& code, Answer<SignedIn> answer);
  /// Ends all sessions.
  void recover(const Asker& asker, const std::string& name, const std::string& recovery,
               const std::string& passphrase, const Answer<Recoverable>& answer);
  /// Ends all other sessions.
  void change_passphrase(const Asker& asker, const std::string& old_passphrase,
                         const std::string& passphrase, Answer<SignedIn> answer);
  void sign_out_everywhere(const Asker& asker, Answer<SignedIn> answer);
  /// For an account that presents a cookie issued before sessions existed.
  void begin_session(const Asker& asker, Answer<SignedIn> answer);
  void log_out(const Asker& asker, Answer<std::monostate> answer);

  void sessions(const Id& user, Answer<std::vector<store::StoredSession>> answer);
  void rename_session(const Id& user, const Id& session, const std::string& device,
                      Answer<std::monostate> answer);
  void end_session(const Id& user, const Id& session, Answer<std::monostate> answer);

  // Personal tokens. They end like sessions, and with all of them.

  /// The token, which is never shown again. Takes what a login takes.
  void create_token(const Asker& asker, const std::string& name, unsigned scopes,
                    const std::string& passphrase, const std::string& code,
                    const Answer<std::string>& answer);
  void tokens(const Id& user, Answer<std::vector<store::AccessToken>> answer);
  void end_token(const Id& user, const Id& token, Answer<std::monostate> answer);
  void find_access_token(const std::string& token, Answer<std::optional<FoundToken>> answer);

  /// Sends notices to a device from now on, or changes which. Returns its id.
  void subscribe(const Asker& asker, store::Subscription wanted, Answer<Id> answer);
  void subscriptions(const Id& user, Answer<std::vector<store::Subscription>> answer);
  void unsubscribe(const Id& user, const Id& subscription, Answer<std::monostate> answer);

  // Webhooks.

  /// Answers with the webhook, whose secret is never shown again.
  void create_webhook(const Asker& asker, const std::string& url, unsigned kinds,
                      Answer<store::Webhook> answer);
  void webhooks(const Id& user, Answer<std::vector<store::Webhook>> answer);
  void delete_webhook(const Id& user, const Id& webhook, Answer<std::monostate> answer);

  // Holidays, during which the account's clocks of days stand still.

  struct Holidays {
    std::int64_t days_left = 0;          ///< for one that begins now
    std::optional<store::Holiday> next;  ///< the one that is on, or else the next one
  };
  void holidays(const Id& user, Answer<Holidays> answer);
  /// From now on, unless a later time is given. One at a time can be taken.
  void take_holiday(const Id& user, std::optional<std::int64_t> from_ms, int days,
                    Answer<Holidays> answer);
  /// Ends the one that is on now, or cancels the next one.
  void end_holiday(const Id& user, Answer<Holidays> answer);

  // Notes of a player about a table, for nobody else.

  void note(const Id& user, const Id& game, Answer<std::string> answer);
  void put_note(const Id& user, const Id& game, const std::string& text,
                Answer<std::string> answer);

  // The feed, whose address only its owner knows.

  /// Answers with the secret of the new address, in place of an earlier one.
  void make_feed(const Id& user, Answer<std::string> answer);
  void has_feed(const Id& user, Answer<bool> answer);
  void end_feed(const Id& user, Answer<std::monostate> answer);
  /// The owner.
  void find_feed(const std::string& secret, Answer<Id> answer);

  // A second factor is required at log-in once its first code has been confirmed. Recovery removes
  // it.

  struct NewSecondFactor {
    std::string secret;
    std::string address;  ///< a URI with the secret, for a QR code
  };
  void start_second_factor(const Asker& asker, Answer<NewSecondFactor> answer);
  void confirm_second_factor(const Asker& asker, const std::string& code, Answer<SignedIn> answer);
  void end_second_factor(const Asker& asker, const std::string& passphrase,
                         Answer<std::monostate> answer);

  /// Returns a code with which another device becomes the same guest or account, valid for ten
  /// minutes.
  void start_transfer(const Id& user, Answer<std::string> answer);
  void claim_transfer(const Asker& asker, const std::string& code, Answer<SignedIn> answer);

  /// Returns the bot's token, which is never shown again.
  void create_bot(const Id& owner, const std::string& name, Answer<std::string> answer);
  void bots(const Id& owner, Answer<std::vector<store::Account>> answer);
  void delete_bot(const Id& owner, const std::string& name, Answer<std::monostate> answer);

  struct Profile {
    std::optional<store::Account> account;
    std::vector<store::VariantRating> ratings;
    std::vector<store::KeptResult> results;
    std::vector<store::DailyResult> days;
    bool has_second_factor = false;
    bool is_closed = false;  ///< others see only the name
    std::vector<store::RatingStep> steps;
  };
  void profile(const Id& user, Answer<Profile> answer);
  /// Closes the profile to others, or opens it again. Errors: account_needed.
  void close_profile(const Id& user, bool is_closed, Answer<std::monostate> answer);
  void profile_named(const std::string& name, Answer<Profile> answer);
  /// What is stored about a user besides games, without secrets.
  struct Export {
    Profile profile;  ///< without results
    std::vector<store::Account> bots;
    std::vector<store::StoredSession> sessions;
    std::vector<store::Report> reports;  ///< made by the user
    std::vector<store::Subscription> subscriptions;
    std::vector<store::AccessToken> tokens;
    std::vector<store::Acquaintance> friends;
    std::vector<store::Acquaintance> requested;  ///< to become one
    std::vector<store::Acquaintance> blocked;
    std::vector<store::Webhook> webhooks;
    std::vector<store::Holiday> holidays;
    std::vector<store::Note> notes;
  };
  void export_of(const Id& user, Answer<Export> answer);
  void rank(const std::string& variant, bool many, Answer<std::vector<store::RankedPlayer>> answer);

  /// The results of a day, as seen by one player.
  void show_daily(const std::string& day, const Id& asking, Answer<store::DailyTable> answer);
  /// Only the player's first result of a day counts.
  void add_daily(const store::DailyResult& result, Answer<store::DailyTable> answer);

  /// Deletes the account for good; refused while it has a seat in a running game.
  void remove(const Asker& asker, const std::string& passphrase, Answer<std::monostate> answer);

  /// The same for a guest, who has no passphrase.
  void forget_guest(const Id& guest, Answer<std::monostate> answer);

  /// Reports a player at a table where the asker has or had a seat to the operators, for one of a
  /// few reasons.
  void report(const Asker& asker, const Id& game, int seat, const std::string& reason,
              Answer<std::monostate> answer);

  [[nodiscard]] GuessLimits& guesses() { return guesses_; }

 private:
  /// Runs a query or an update and answers with the result of `work`.
  template <class T>
  void look_up(std::function<Result<T, std::string>(store::Sql&)> work, Answer<T> answer);
  template <class T>
  void write(std::function<Result<T, std::string>(store::Sql&)> work, Answer<T> answer);
  /// Hashes on another thread, then continues here; answers `busy` if the queue is full.
  template <class T, class Work, class Then>
  void hash(const std::string& address, Work work, const Answer<T>& answer, Then then);
  /// Calls `then` if the passphrase is correct. `name` is used when there is no account.
  template <class T>
  void with_passphrase(const std::optional<store::Account>& account, const std::string& name,
                       const std::string& address, const std::string& passphrase,
                       const Answer<T>& answer, std::function<void(const store::Account&)> then);
  /// Closes the connections of ended sessions, then answers.
  [[nodiscard]] Answer<SignedIn> after_cutting(Answer<SignedIn> answer);
  [[nodiscard]] Answer<Recoverable> after_cutting(Answer<Recoverable> answer);
  using Ended = std::vector<Id>;
  [[nodiscard]] Answer<Ended> then_cut(Answer<std::monostate> answer);

  store::SqlStore& store_;
  AccountsServices services_;
  HashQueue hashing_{services_.hash, services_.post};
  GuessLimits guesses_;
};

}  // namespace sixfold::server
