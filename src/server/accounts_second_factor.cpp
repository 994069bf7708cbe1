// Codes from an authenticator app as a second factor.
#include "server/accounts_session_rows.hpp"
#include "server/accounts_work.hpp"
#include "server/totp.hpp"

namespace sixfold::server {

Result<std::monostate, std::string> use_code(store::Sql& sql, const Id& account,
                                             const std::string& code, std::int64_t now_ms) {
  auto factor = store::find_second_factor(sql, account);
  if (!factor || !factor->confirmed) return std::monostate{};
  if (code.empty()) return refused("code_needed");
  const auto step = accepted_step(factor->secret, code, now_ms, factor->last_step);
  if (!step) return refused("wrong_code");
  factor->last_step = *step;
  store::put_second_factor(sql, *factor);
  return std::monostate{};
}

void Accounts::start_second_factor(const Asker& asker, Answer<NewSecondFactor> answer) {
  write<NewSecondFactor>(
      [asker, secret = new_totp_secret()](store::Sql& sql) -> Result<NewSecondFactor, std::string> {
        const auto account = store::find_account(sql, asker.user);
        if (!account || account->kind != store::Account::Kind::person) return refused("no_account");
        const auto factor = store::find_second_factor(sql, asker.user);
        if (factor && factor->confirmed) return refused("has_second_factor");
        store::put_second_factor(sql, {asker.user, secret, false, 0});
        return NewSecondFactor{secret, totp_address(secret, account->name)};
      },
      std::move(answer));
}

void Accounts::confirm_second_factor(const Asker& asker, const std::string& code,
                                     Answer<SignedIn> answer) {
  const std::string key = to_text(asker.user) + " code";
  if (!guesses_.begin(key, asker.address, steady_ms())) return answer(refused("too_fast"));
  write<SignedIn>(
      [asker, code, now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
        auto factor = store::find_second_factor(sql, asker.user);
        if (!factor) return refused("no_second_factor");
        if (factor->confirmed) return refused("has_second_factor");
        const auto step = accepted_step(factor->secret, code, now, 0);
        if (!step) return refused("wrong_code");
        factor->confirmed = true;
        factor->last_step = *step;
        store::put_second_factor(sql, *factor);
        return change_session(sql, asker, asker.user, now);
      },
      after_cutting([this, key, asker,
                     answer = std::move(answer)](const Result<SignedIn, std::string>& outcome) {
        if (outcome) guesses_.succeeded(key, asker.address);
        answer(outcome);
      }));
}

void Accounts::end_second_factor(const Asker& asker, const std::string& passphrase,
                                 Answer<std::monostate> answer) {
  find(asker.user, [this, asker, passphrase, answer](const auto& found) {
    if (!found) return answer(refused("unavailable"));
    with_passphrase<std::monostate>(*found, to_text(asker.user), asker.address, passphrase, answer,
                                    [this, answer](const store::Account& account) {
                                      write<std::monostate>(
                                          [id = account.id](store::Sql& sql) {
                                            store::delete_second_factor(sql, id);
                                            return std::monostate{};
                                          },
                                          answer);
                                    });
  });
}

}  // namespace sixfold::server
