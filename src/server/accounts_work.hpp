// How Accounts runs queries, updates and hashing.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "server/accounts.hpp"
#include "server/names.hpp"
#include "server/secrets.hpp"

namespace sixfold::server {

inline Unexpected<std::string> refused(std::string code) { return Unexpected{std::move(code)}; }

/// Fails if no account may have this name. Whether it is taken is not checked here.
[[nodiscard]] inline Result<NameKeys, std::string> keys_of_new_name(const std::string& name) {
  auto keys = name_keys(name);
  if (!keys) return refused("bad_name");
  if (is_reserved(*keys)) return refused("name_reserved");
  return *std::move(keys);
}

template <class T>
void Accounts::look_up(std::function<Result<T, std::string>(store::Sql&)> work, Answer<T> answer) {
  const auto found = std::make_shared<Result<T, std::string>>(refused("unavailable"));
  store_.look_up([found, work = std::move(work)](store::Sql& sql) { *found = work(sql); },
                 [this, found, answer = std::move(answer)](const auto& fault) {
                   services_.post([found, answer, failed = fault.has_value()] {
                     answer(failed ? refused("unavailable") : *found);
                   });
                 });
}

template <class T>
void Accounts::write(std::function<Result<T, std::string>(store::Sql&)> work, Answer<T> answer) {
  const auto outcome = std::make_shared<Result<T, std::string>>(refused("unavailable"));
  store_.write([outcome, work = std::move(work)](store::Sql& sql) { *outcome = work(sql); },
               [this, outcome, answer = std::move(answer)](const auto& fault) {
                 services_.post([outcome, answer, failed = fault.has_value()] {
                   answer(failed ? refused("unavailable") : *outcome);
                 });
               },
               false);
}

template <class T, class Work, class Then>
void Accounts::hash(const std::string& address, Work work, const Answer<T>& answer, Then then) {
  if (!hashing_.push(address, std::move(work), std::move(then))) answer(refused("busy"));
}

template <class T>
void Accounts::with_passphrase(const std::optional<store::Account>& account,
                               const std::string& name, const std::string& address,
                               const std::string& passphrase, const Answer<T>& answer,
                               std::function<void(const store::Account&)> then) {
  const std::string key = account ? account->name_key : name;
  if (!guesses_.begin(key, address, steady_ms())) return answer(refused("too_fast"));
  const std::string kept = account ? account->passphrase : "";
  const auto compare = [passphrase, kept] {
    // An unknown name takes as long to reject as a wrong passphrase.
    static const std::string nobodys = slow_hash("nobody's passphrase");
    return fits(passphrase, kept.empty() ? nobodys : kept) && !kept.empty();
  };
  hash<T>(address, compare, answer,
          [this, account, key, address, answer, then = std::move(then)](bool right) {
            if (!account || !right) return answer(refused("wrong_passphrase"));
            guesses_.succeeded(key, address);
            if (account->banned) return answer(refused("banned"));
            then(*account);
          });
}

}  // namespace sixfold::server
