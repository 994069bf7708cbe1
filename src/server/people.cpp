#include "server/people.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "server/account_names.hpp"
#include "server/secrets.hpp"

namespace sixfold::server {

namespace {

using store::Relation;
using FindAccount = std::function<std::optional<Id>(store::Sql&)>;

constexpr int code_letters = 12;

Unexpected<std::string> people_refusal(const char* code) { return Unexpected{std::string(code)}; }

bool is_person(store::Sql& sql, const Id& user) {
  const auto account = store::find_account(sql, user);
  return account && account->kind == store::Account::Kind::person;
}

FindAccount person_named(const std::string& name) {
  return [name](store::Sql& sql) -> std::optional<Id> {
    const auto account = account_named(sql, name);
    if (!account || account->kind != store::Account::Kind::person) return std::nullopt;
    return account->id;
  };
}

Result<Relation, std::string> become_friends(store::Sql& sql, const Id& user, const Id& other,
                                             std::int64_t now_ms) {
  for (const Id& one : {user, other})
    if (store::count_related(sql, one, Relation::friends) >= People::most_friends)
      return people_refusal("too_many_people");
  store::put_relation(sql, user, other, Relation::friends, now_ms);
  store::put_relation(sql, other, user, Relation::friends, now_ms);
  return Relation::friends;
}

/// A request to somebody who has blocked the user waits like any other.
Result<Relation, std::string> request_friend(store::Sql& sql, const Id& user, const Id& other,
                                             std::int64_t now_ms) {
  const auto own = store::relation(sql, user, other);
  if (own == Relation::blocked) return people_refusal("you_blocked");
  if (own) return *own;
  if (store::relation(sql, other, user) == Relation::asked)
    return become_friends(sql, user, other, now_ms);
  if (store::count_related(sql, user, Relation::asked) >= People::most_requests ||
      store::count_asking(sql, other) >= People::most_asking)
    return people_refusal("too_many_people");
  store::put_relation(sql, user, other, Relation::asked, now_ms);
  return Relation::asked;
}

}  // namespace

template <class T>
void People::run(bool writes, Work<T> work, Answer<T> answer) {
  const auto found = std::make_shared<Result<T, std::string>>(people_refusal("unavailable"));
  const auto in_store = [found, work = std::move(work)](store::Sql& sql) { *found = work(sql); };
  const auto done = [this, found, answer = std::move(answer)](const auto& fault) {
    services_.post([found, answer, failed = fault.has_value()] {
      answer(failed ? people_refusal("unavailable") : *found);
    });
  };
  if (writes)
    store_.write(in_store, done, false);
  else
    store_.look_up(in_store, done);
}

template <class T>
void People::change(const Id& user, FindAccount find,
                    std::function<Result<T, std::string>(store::Sql&, const Id& other)> work,
                    Answer<T> answer) {
  if (!changes_.take(user, services_.steady_ms())) return answer(people_refusal("too_fast"));
  run<T>(
      true,
      [user, find = std::move(find),
       work = std::move(work)](store::Sql& sql) -> Result<T, std::string> {
        if (!is_person(sql, user)) return people_refusal("account_needed");
        const auto other = find(sql);
        if (!other || *other == user) return people_refusal("no_account");
        return work(sql, *other);
      },
      std::move(answer));
}

void People::list(const Id& user, Answer<List> answer) {
  if (!lists_.take(user, services_.steady_ms())) return answer(people_refusal("too_fast"));
  const auto elsewhere = std::make_shared<std::vector<Id>>();
  run<List>(
      false,
      [user, elsewhere](store::Sql& sql) -> Result<List, std::string> {
        if (!is_person(sql, user)) return people_refusal("account_needed");
        List list;
        list.code = store::friend_code(sql, user);
        for (auto& who : store::related_to(sql, user, Relation::friends, most_friends))
          list.friends.push_back({std::move(who), false});
        list.asking = store::asking(sql, user, most_asking);
        list.requested = store::related_to(sql, user, Relation::asked, most_requests);
        list.blocked = store::related_to(sql, user, Relation::blocked, most_blocked);
        *elsewhere = store::friends_at_nodes(sql, user);
        return list;
      },
      [this, elsewhere, answer = std::move(answer)](const Result<List, std::string>& found) {
        if (!found) return answer(found);
        List list = *found;
        for (Friend& one : list.friends)
          one.is_here = services_.is_here(one.who.account) ||
                        std::ranges::find(*elsewhere, one.who.account) != elsewhere->end();
        answer(std::move(list));
      });
}

void People::ask(const Id& user, FindAccount find, Answer<Relation> answer) {
  change<Relation>(
      user, std::move(find),
      [user, now = services_.now_ms()](store::Sql& sql, const Id& other) {
        return request_friend(sql, user, other, now);
      },
      std::move(answer));
}

void People::ask(const Id& user, const std::string& name, Answer<Relation> answer) {
  ask(user, person_named(name), std::move(answer));
}

void People::ask_code(const Id& user, const std::string& address, const std::string& code,
                      Answer<Relation> answer) {
  find_code(address, code, [this, user, code, answer = std::move(answer)](const auto& name) {
    if (!name) return answer(people_refusal(name.error().c_str()));
    ask(
        user,
        [plain = plain_code(code)](store::Sql& sql) { return store::find_friend_code(sql, plain); },
        answer);
  });
}

void People::remove(const Id& user, const std::string& name, Answer<std::monostate> answer) {
  change<std::monostate>(
      user, person_named(name),
      [user](store::Sql& sql, const Id& other) -> Result<std::monostate, std::string> {
        const auto own = store::relation(sql, user, other);
        const auto theirs = store::relation(sql, other, user);
        const bool is_asked = theirs == Relation::asked && own != Relation::blocked;
        if (own != Relation::friends && own != Relation::asked && !is_asked)
          return people_refusal("no_friend");
        if (own != Relation::blocked) store::delete_relation(sql, user, other);
        if (theirs != Relation::blocked) store::delete_relation(sql, other, user);
        return std::monostate{};
      },
      std::move(answer));
}

void People::block(const Id& user, const std::string& name, Answer<std::monostate> answer) {
  change<std::monostate>(
      user, person_named(name),
      [user, now = services_.now_ms()](store::Sql& sql,
                                       const Id& other) -> Result<std::monostate, std::string> {
        if (store::count_related(sql, user, Relation::blocked) >= most_blocked)
          return people_refusal("too_many_people");
        if (store::relation(sql, other, user) == Relation::friends)
          store::delete_relation(sql, other, user);
        store::put_relation(sql, user, other, Relation::blocked, now);
        return std::monostate{};
      },
      std::move(answer));
}

void People::unblock(const Id& user, const std::string& name, Answer<std::monostate> answer) {
  change<std::monostate>(
      user, person_named(name),
      [user](store::Sql& sql, const Id& other) -> Result<std::monostate, std::string> {
        if (store::relation(sql, user, other) == Relation::blocked)
          store::delete_relation(sql, user, other);
        return std::monostate{};
      },
      std::move(answer));
}

void People::make_code(const Id& user, Answer<std::string> answer) {
  if (!changes_.take(user, services_.steady_ms())) return answer(people_refusal("too_fast"));
  run<std::string>(
      true,
      [user,
       code = random_letters(code_letters)](store::Sql& sql) -> Result<std::string, std::string> {
        if (!is_person(sql, user)) return people_refusal("account_needed");
        store::put_friend_code(sql, user, plain_code(code));
        return plain_code(code);
      },
      std::move(answer));
}

void People::find_invited(const Id& host, const std::vector<std::string>& names,
                          Answer<std::vector<Id>> answer) {
  if (!changes_.take(host, services_.steady_ms())) return answer(people_refusal("too_fast"));
  run<std::vector<Id>>(
      false,
      [host, names,
       now = services_.now_ms()](store::Sql& sql) -> Result<std::vector<Id>, std::string> {
        std::vector<Id> found;
        for (const std::string& name : names) {
          const auto one = person_named(name)(sql);
          if (!one || *one == host || std::ranges::find(found, *one) != found.end())
            return people_refusal("no_account");
          if (store::relation(sql, host, *one) == Relation::blocked)
            return people_refusal("you_blocked");
          if (!store::may_invite(sql, host, *one, now)) return people_refusal("too_many_people");
          found.push_back(*one);
        }
        return found;
      },
      std::move(answer));
}

void People::waiting(const Id& user, Answer<Waiting> answer) {
  if (!lists_.take(user, services_.steady_ms())) return answer(people_refusal("too_fast"));
  run<Waiting>(
      false,
      [user, now = services_.now_ms()](store::Sql& sql) {
        return Waiting{store::invitations_to(sql, user, now),
                       store::asking(sql, user, most_asking).size()};
      },
      std::move(answer));
}

void People::decline(const Id& user, const Id& game, Answer<std::monostate> answer) {
  if (!changes_.take(user, services_.steady_ms())) return answer(people_refusal("too_fast"));
  run<std::monostate>(
      true,
      [user, game](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::delete_invitation(sql, game, user)) return people_refusal("no_such_table");
        return std::monostate{};
      },
      [this, user, game, answer = std::move(answer)](const auto& done) {
        if (done) services_.decline(game, user);
        answer(done);
      });
}

void People::find_code(const std::string& address, const std::string& code,
                       Answer<std::string> answer) {
  if (!guesses_.may_search(address, services_.steady_ms()))
    return answer(people_refusal("too_fast"));
  run<std::string>(
      false,
      [plain = plain_code(code)](store::Sql& sql) -> Result<std::string, std::string> {
        const auto owner = store::find_friend_code(sql, plain);
        const auto account = owner ? store::find_account(sql, *owner) : std::nullopt;
        if (!account) return people_refusal("wrong_code");
        return account->name;
      },
      [this, address, answer = std::move(answer)](const Result<std::string, std::string>& name) {
        if (!name && name.error() == "wrong_code") guesses_.missed(address, services_.steady_ms());
        answer(name);
      });
}

void People::forget_idle(std::int64_t steady_ms) {
  lists_.forget_idle(steady_ms);
  changes_.forget_idle(steady_ms);
}

}  // namespace sixfold::server
