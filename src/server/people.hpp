// Accounts that know each other: friends, requests to become friends, and blocked accounts. A
// blocked account gets the same answers as before, so that it learns nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/accounts.hpp"
#include "server/limits.hpp"
#include "store/people.hpp"

namespace sixfold::server {

struct PeopleServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the thread that receives all answers.
  std::function<void(std::function<void()>)> post;
  /// Whether a user has a connection to this node. Called on that thread.
  std::function<bool(const Id& user)> is_here;
  /// Gives up the seat that is kept for the user.
  std::function<void(const Id& game, const Id& user)> decline;
};

class People {
 public:
  template <class T>
  using Answer = Accounts::Answer<T>;

  static constexpr int most_friends = 200;
  static constexpr int most_requests = 50;  ///< of one's own that wait
  static constexpr int most_asking = 100;   ///< that wait for one's answer
  static constexpr int most_blocked = 500;

  /// `guesses`: limits the search for codes.
  People(store::SqlStore& store, GuessLimits& guesses, PeopleServices services)
      : store_(store), guesses_(guesses), services_(std::move(services)) {}

  // All of these answer `account_needed` to a guest, and `too_fast`.

  struct Friend {
    store::Acquaintance who;
    bool is_here = false;  ///< connected, to any node
  };
  struct List {
    std::optional<std::string> code;  ///< of the account's own link
    std::vector<Friend> friends;
    std::vector<store::Acquaintance> asking;     ///< who want to be friends
    std::vector<store::Acquaintance> requested;  ///< who have not answered yet
    std::vector<store::Acquaintance> blocked;
  };
  void list(const Id& user, Answer<List> answer);
  /// Asks an account to be a friend, or accepts if it has asked. Answers what it is to the user
  /// now. Errors: no_account, you_blocked, too_many_people.
  void ask(const Id& user, const std::string& name, Answer<store::Relation> answer);
  /// The same for the owner of a link.
  void ask_code(const Id& user, const std::string& address, const std::string& code,
                Answer<store::Relation> answer);
  /// Ends a friendship, declines a request or takes one back. Errors: no_account, no_friend.
  void remove(const Id& user, const std::string& name, Answer<std::monostate> answer);
  /// Also ends a friendship. Errors: no_account, too_many_people.
  void block(const Id& user, const std::string& name, Answer<std::monostate> answer);
  void unblock(const Id& user, const std::string& name, Answer<std::monostate> answer);
  /// Makes a new link; the one before leads nowhere any more.
  void make_code(const Id& user, Answer<std::string> answer);

  /// Finds those whom a host wants to invite. Errors: no_account, you_blocked, too_many_people.
  void find_invited(const Id& host, const std::vector<std::string>& names,
                    Answer<std::vector<Id>> answer);
  /// What waits for the user's answer; nothing for a guest.
  struct Waiting {
    std::vector<store::WaitingInvitation> invitations;
    std::size_t asking = 0;  ///< how many want to be friends
  };
  void waiting(const Id& user, Answer<Waiting> answer);
  /// Errors: no_such_table.
  void decline(const Id& user, const Id& game, Answer<std::monostate> answer);

  /// The name of the owner of a link, for anyone who has it. Errors: wrong_code, too_fast.
  void find_code(const std::string& address, const std::string& code, Answer<std::string> answer);

  void forget_idle(std::int64_t steady_ms);

 private:
  template <class T>
  using Work = std::function<Result<T, std::string>(store::Sql&)>;

  /// Runs `work` in the store and passes its result on.
  template <class T>
  void run(bool writes, Work<T> work, Answer<T> answer);
  /// The same for a change that an account makes to what it is to another one, which `find` finds.
  template <class T>
  void change(const Id& user, std::function<std::optional<Id>(store::Sql&)> find,
              std::function<Result<T, std::string>(store::Sql&, const Id& other)> work,
              Answer<T> answer);
  void ask(const Id& user, std::function<std::optional<Id>(store::Sql&)> find,
           Answer<store::Relation> answer);

  static constexpr Rate lists_of_user{500, 60};
  static constexpr Rate changes_of_user{10'000, 40};

  store::SqlStore& store_;
  GuessLimits& guesses_;
  PeopleServices services_;
  TokenBuckets<Id> lists_{lists_of_user};
  TokenBuckets<Id> changes_{changes_of_user};
};

}  // namespace sixfold::server
