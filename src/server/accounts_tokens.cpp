// Personal tokens, with which programs act for an account.
#include "server/accounts_session_rows.hpp"
#include "server/accounts_work.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t token_bytes = 32;
constexpr std::int64_t token_touched_every_ms = 3'600'000;

}  // namespace

void Accounts::create_token(const Asker& asker, const std::string& name, unsigned scopes,
                            const std::string& passphrase, const std::string& code,
                            const Answer<std::string>& answer) {
  const auto clean = clean_player_name(name);
  if (!clean) return answer(refused("bad_name"));
  if (!asker.session) return answer(refused("no_account"));
  store::AccessToken made;
  made.id = store::random_id();
  made.player = asker.user;
  made.name = *clean;
  made.scopes = scopes;
  made.created_ms = now_ms();
  find(asker.user, [this, asker, made, passphrase, code, answer](const auto& found) {
    if (!found) return answer(refused("unavailable"));
    with_passphrase<std::string>(
        *found, to_text(asker.user), asker.address, passphrase, answer,
        [this, asker, made, code, answer](const store::Account& account) {
          const std::string key = to_text(account.id) + " code";
          if (!code.empty() && !guesses_.begin(key, asker.address, steady_ms()))
            return answer(refused("too_fast"));
          const std::string token = std::string(access_token_prefix) + random_hex(token_bytes);
          write<std::string>(
              [asker, account, made, code, token,
               now = now_ms()](store::Sql& sql) mutable -> Result<std::string, std::string> {
                const auto current = store::find_account(sql, account.id);
                if (!current || current->passphrase != account.passphrase)
                  return refused("wrong_passphrase");
                const auto allowed = use_code(sql, account.id, code, now);
                if (!allowed) return refused(allowed.error());
                made.token = quick_hash(token);
                if (!store::insert_access_token(sql, made)) return refused("too_many_tokens");
                return token;
              },
              [this, key, asker, code, answer](const Result<std::string, std::string>& outcome) {
                if (outcome && !code.empty()) guesses_.succeeded(key, asker.address);
                answer(outcome);
              });
        });
  });
}

void Accounts::tokens(const Id& user, Answer<std::vector<store::AccessToken>> answer) {
  look_up<std::vector<store::AccessToken>>(
      [user](store::Sql& sql) { return store::access_tokens_of(sql, user); }, std::move(answer));
}

void Accounts::end_token(const Id& user, const Id& token, Answer<std::monostate> answer) {
  write<Ended>(
      [user, token, now = now_ms()](store::Sql& sql) -> Result<Ended, std::string> {
        if (!store::end_access_token(sql, user, token, now)) return refused("no_token");
        return Ended{token};
      },
      then_cut(std::move(answer)));
}

void Accounts::find_access_token(const std::string& token,
                                 Answer<std::optional<FoundToken>> answer) {
  using Found = std::optional<FoundToken>;
  look_up<Found>(
      [hashed = quick_hash(token)](store::Sql& sql) -> Found {
        const auto found = store::find_access_token(sql, hashed);
        const auto account = found ? store::find_account(sql, found->player) : std::nullopt;
        return account ? Found({*found, *account}) : std::nullopt;
      },
      [this, now = now_ms(), answer = std::move(answer)](const Result<Found, std::string>& found) {
        if (found && *found && now - (*found)->token.used_ms > token_touched_every_ms)
          store_.write([id = (*found)->token.id,
                        now](store::Sql& sql) { store::touch_access_token(sql, id, now); },
                       [](const auto& /*fault*/) {});
        answer(found);
      });
}

}  // namespace sixfold::server
