// Signing in and out, and changing the credentials needed for it.
#include "server/account_names.hpp"
#include "server/accounts_session_rows.hpp"
#include "server/accounts_work.hpp"
#include "server/forget.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t transfer_ms = 600'000;
constexpr std::int64_t touched_every_ms = 3'600'000;
constexpr int recovery_letters = 24;
constexpr int transfer_letters = 12;

}  // namespace

Accounts::Answer<SignedIn> Accounts::after_cutting(Answer<SignedIn> answer) {
  return [this, answer = std::move(answer)](const Result<SignedIn, std::string>& outcome) {
    if (outcome && !outcome->ended.empty()) services_.sessions_ended(outcome->ended);
    answer(outcome);
  };
}

Accounts::Answer<Accounts::Recoverable> Accounts::after_cutting(Answer<Recoverable> answer) {
  return [this, answer = std::move(answer)](const Result<Recoverable, std::string>& outcome) {
    if (outcome && !outcome->signed_in.ended.empty())
      services_.sessions_ended(outcome->signed_in.ended);
    answer(outcome);
  };
}

void Accounts::find_session(const std::string& token, Answer<std::optional<FoundSession>> answer) {
  using Found = std::optional<FoundSession>;
  const std::int64_t now = now_ms();
  look_up<Found>(
      [hashed = quick_hash(token), now](store::Sql& sql) -> Found {
        const auto session = store::find_session(sql, hashed, now);
        const auto account = session ? store::find_account(sql, session->player) : std::nullopt;
        return account ? Found({*session, *account}) : std::nullopt;
      },
      [this, now, answer = std::move(answer)](const Result<Found, std::string>& found) {
        if (found && *found && now - (*found)->session.used_ms > touched_every_ms)
          store_.write([id = (*found)->session.id,
                        now](store::Sql& sql) { store::touch_session(sql, id, now); },
                       [](const auto& /*fault*/) {});
        answer(found);
      });
}

void Accounts::create(const Asker& guest, const std::string& name, const std::string& passphrase,
                      const Answer<Recoverable>& answer) {
  const auto keys = keys_of_new_name(name);
  if (!keys) return answer(refused(keys.error()));
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  hash<Recoverable>(
      guest.address, [passphrase] { return slow_hash(passphrase); }, answer,
      [this, guest, name, keys = *keys, answer](const std::string& hashed) {
        if (hashed.empty()) return answer(refused("unavailable"));
        store::Account account;
        account.id = guest.user;
        account.name = name;
        account.name_key = keys.key;
        account.passphrase = hashed;
        account.created_ms = now_ms();
        write<Recoverable>(
            [account, device = guest.device, looks = keys.looks,
             code = random_letters(recovery_letters)](
                store::Sql& sql) mutable -> Result<Recoverable, std::string> {
              account.recovery = quick_hash(plain_code(code));
              if (store::find_account(sql, account.id)) return refused("has_account");
              if (!store::insert_account(sql, account, looks)) return refused("name_taken");
              return Recoverable{start_over(sql, account, device, account.created_ms), code};
            },
            after_cutting(answer));
      });
}

void Accounts::log_in(const Asker& asker, const std::string& name, const std::string& passphrase,
                      const std::string& code, Answer<SignedIn> answer) {
  look_up<std::optional<store::Account>>(
      [name](store::Sql& sql) { return account_named(sql, name); },
      [this, asker, name, passphrase, code, answer](const auto& found) {
        if (!found) return answer(refused("unavailable"));
        with_passphrase<SignedIn>(
            *found, name, asker.address, passphrase, answer,
            [this, asker, code, answer](const store::Account& account) {
              const std::string key = to_text(account.id) + " code";
              if (!code.empty() && !guesses_.begin(key, asker.address, steady_ms()))
                return answer(refused("too_fast"));
              write<SignedIn>(
                  [asker, account, code,
                   now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
                    const auto current = store::find_account(sql, account.id);
                    if (!current || current->passphrase != account.passphrase)
                      return refused("wrong_passphrase");
                    const auto allowed = use_code(sql, account.id, code, now);
                    if (!allowed) return refused(allowed.error());
                    return change_session(sql, asker, account.id, now);
                  },
                  after_cutting([this, key, asker, code,
                                 answer](const Result<SignedIn, std::string>& outcome) {
                    if (outcome && !code.empty()) guesses_.succeeded(key, asker.address);
                    answer(outcome);
                  }));
            });
      });
}

void Accounts::recover(const Asker& asker, const std::string& name, const std::string& recovery,
                       const std::string& passphrase, const Answer<Recoverable>& answer) {
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  if (!guesses_.begin(name, asker.address, steady_ms())) return answer(refused("too_fast"));
  hash<Recoverable>(
      asker.address, [passphrase] { return slow_hash(passphrase); }, answer,
      [this, asker, name, used = quick_hash(plain_code(recovery)),
       answer](const std::string& hashed) {
        if (hashed.empty()) return answer(refused("unavailable"));
        write<Recoverable>(
            [asker, name, used, hashed, fresh = random_letters(recovery_letters),
             now = now_ms()](store::Sql& sql) -> Result<Recoverable, std::string> {
              auto account = account_named(sql, name);
              if (!account || account->recovery != used) return refused("wrong_recovery");
              if (account->banned) return refused("banned");
              account->passphrase = hashed;
              account->recovery = quick_hash(plain_code(fresh));
              // Someone who has lost their phone too must be able to get back in.
              store::delete_second_factor(sql, account->id);
              return Recoverable{start_over(sql, *account, asker.device, now), fresh};
            },
            after_cutting(
                [this, asker, name, answer](const Result<Recoverable, std::string>& outcome) {
                  if (outcome) guesses_.succeeded(name, asker.address);
                  answer(outcome);
                }));
      });
}

void Accounts::change_passphrase(const Asker& asker, const std::string& old_passphrase,
                                 const std::string& passphrase, Answer<SignedIn> answer) {
  if (!is_good_passphrase(passphrase)) return answer(refused("bad_passphrase"));
  const auto store_new = [this, asker, answer](const store::Account& account,
                                               const std::string& hashed) {
    if (hashed.empty()) return answer(refused("unavailable"));
    write<SignedIn>(
        [asker, account, hashed, now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
          auto current = store::find_account(sql, account.id);
          if (!current || current->passphrase != account.passphrase)
            return refused("wrong_passphrase");
          current->passphrase = hashed;
          return start_over(sql, *current, asker.device, now);
        },
        after_cutting(answer));
  };
  find(asker.user, [this, asker, old_passphrase, passphrase, answer, store_new](const auto& found) {
    if (!found) return answer(refused("unavailable"));
    with_passphrase<SignedIn>(
        *found, to_text(asker.user), asker.address, old_passphrase, answer,
        [this, asker, passphrase, answer, store_new](const store::Account& account) {
          hash<SignedIn>(
              asker.address, [passphrase] { return slow_hash(passphrase); }, answer,
              [account, store_new](const std::string& hashed) { store_new(account, hashed); });
        });
  });
}

void Accounts::sign_out_everywhere(const Asker& asker, Answer<SignedIn> answer) {
  write<SignedIn>(
      [asker, now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
        const auto account = store::find_account(sql, asker.user);
        if (!account) return refused("no_account");
        return start_over(sql, *account, asker.device, now);
      },
      after_cutting(std::move(answer)));
}

void Accounts::begin_session(const Asker& asker, Answer<SignedIn> answer) {
  write<SignedIn>(
      [asker, now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
        return start_session(sql, asker.user, asker.device, now);
      },
      after_cutting(std::move(answer)));
}

void Accounts::log_out(const Asker& asker, Answer<std::monostate> answer) {
  if (!asker.session) return answer(std::monostate{});
  end_session(asker.user, *asker.session, [answer = std::move(answer)](const auto& outcome) {
    // The session may have been ended a moment ago by another request.
    const bool is_gone = outcome || outcome.error() == "no_session";
    answer(is_gone ? Result<std::monostate, std::string>(std::monostate{}) : outcome);
  });
}

void Accounts::sessions(const Id& user, Answer<std::vector<store::StoredSession>> answer) {
  look_up<std::vector<store::StoredSession>>(
      [user](store::Sql& sql) { return store::sessions_of(sql, user); }, std::move(answer));
}

void Accounts::rename_session(const Id& user, const Id& session, const std::string& device,
                              Answer<std::monostate> answer) {
  const auto clean = clean_player_name(device);
  if (!clean) return answer(refused("bad_name"));
  write<std::monostate>(
      [user, session, clean = *clean](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::rename_session(sql, user, session, clean)) return refused("no_session");
        return std::monostate{};
      },
      std::move(answer));
}

void Accounts::end_session(const Id& user, const Id& session, Answer<std::monostate> answer) {
  write<std::monostate>(
      [user, session, now = now_ms()](store::Sql& sql) -> Result<std::monostate, std::string> {
        if (!store::end_session(sql, user, session, now)) return refused("no_session");
        return std::monostate{};
      },
      [this, session, answer = std::move(answer)](const auto& outcome) {
        if (outcome) services_.sessions_ended({session});
        answer(outcome);
      });
}

void Accounts::start_transfer(const Id& user, Answer<std::string> answer) {
  write<std::string>(
      [user, code = random_letters(transfer_letters),
       until = now_ms() + transfer_ms](store::Sql& sql) {
        store::put_transfer(sql, quick_hash(plain_code(code)), user, until);
        return code;
      },
      std::move(answer));
}

void Accounts::claim_transfer(const Asker& asker, const std::string& code,
                              Answer<SignedIn> answer) {
  if (!guesses_.may_search(asker.address, steady_ms())) return answer(refused("too_fast"));
  write<SignedIn>(
      [asker, hashed = quick_hash(plain_code(code)),
       now = now_ms()](store::Sql& sql) -> Result<SignedIn, std::string> {
        const auto player = store::take_transfer(sql, hashed, now);
        if (!player) return refused("wrong_code");
        const auto account = store::find_account(sql, *player);
        if (account && account->banned) return refused("banned");
        if (account) return change_session(sql, asker, *player, now);
        return SignedIn{*player, {}, {}, *player};
      },
      after_cutting(
          [this, asker, answer = std::move(answer)](const Result<SignedIn, std::string>& outcome) {
            if (!outcome) guesses_.missed(asker.address, steady_ms());
            answer(outcome);
          }));
}

Accounts::Answer<Accounts::Ended> Accounts::then_cut(Answer<std::monostate> answer) {
  return [this, answer = std::move(answer)](const Result<Ended, std::string>& outcome) {
    if (!outcome) return answer(refused(outcome.error()));
    services_.sessions_ended(*outcome);
    answer(std::monostate{});
  };
}

void Accounts::forget_guest(const Id& guest, Answer<std::monostate> answer) {
  write<Ended>(
      [guest, now = now_ms()](store::Sql& sql) -> Result<Ended, std::string> {
        if (store::find_account(sql, guest)) return refused("has_account");
        return forget_player(sql, guest, now);
      },
      then_cut(std::move(answer)));
}

void Accounts::remove(const Asker& asker, const std::string& passphrase,
                      Answer<std::monostate> answer) {
  const Answer<Ended> cut = then_cut(std::move(answer));
  find(asker.user, [this, asker, passphrase, cut](const auto& found) {
    if (!found) return cut(refused("unavailable"));
    with_passphrase<Ended>(*found, to_text(asker.user), asker.address, passphrase, cut,
                           [this, cut](const store::Account& account) {
                             write<Ended>(
                                 [id = account.id, now = now_ms()](store::Sql& sql) {
                                   return forget_player(sql, id, now);
                                 },
                                 cut);
                           });
  });
}

}  // namespace sixfold::server
