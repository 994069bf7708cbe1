#include "server/accounts_session_rows.hpp"

#include <limits>

#include "server/secrets.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t session_token_bytes = 32;
// Cookies that name an account without a session were issued before sessions existed. Once the
// account has set a passphrase again, none of them is valid, whatever its date.
constexpr std::int64_t no_signed_cookies = std::numeric_limits<std::int64_t>::max();

}  // namespace

SignedIn start_session(store::Sql& sql, const Id& player, const std::string& device,
                       std::int64_t now_ms) {
  SignedIn signed_in{player,
                     std::string(session_token_prefix) + random_hex(session_token_bytes),
                     {},
                     store::random_id()};
  signed_in.ended = store::insert_session(
      sql, {signed_in.session, player, quick_hash(signed_in.token), device, now_ms, now_ms});
  return signed_in;
}

SignedIn start_over(store::Sql& sql, store::Account account, const std::string& device,
                    std::int64_t now_ms) {
  account.valid_from_ms = no_signed_cookies;
  store::update_account(sql, account);
  std::vector<Id> ended = store::end_sessions_of(sql, account.id, now_ms);
  SignedIn signed_in = start_session(sql, account.id, device, now_ms);
  signed_in.ended = std::move(ended);
  return signed_in;
}

SignedIn change_session(store::Sql& sql, const Asker& asker, const Id& player,
                        std::int64_t now_ms) {
  SignedIn signed_in = start_session(sql, player, asker.device, now_ms);
  if (asker.session && store::end_session(sql, asker.user, *asker.session, now_ms))
    signed_in.ended.push_back(*asker.session);
  return signed_in;
}

}  // namespace sixfold::server
