#include "server/visitors.hpp"

#include <chrono>
#include <optional>

#include "server/later.hpp"

namespace sixfold {

namespace asio = boost::asio;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr std::string_view bearer = "Bearer ";
// Browsers take a cookie of such a name from this host alone, and over https alone.
constexpr std::string_view secure_cookie = "__Host-sixfold_guest";

/// The account, or that there is none, or the code of why the store cannot say.
using FoundAccount = Result<std::optional<Account>, std::string>;
using FindAccount = std::function<void(std::function<void(FoundAccount)>)>;

asio::awaitable<FoundAccount> found_by(FindAccount find) {
  FoundAccount otherwise = Unexpected{std::string("unavailable")};
  co_return co_await answer_to<FoundAccount>(std::move(find), std::move(otherwise), patience);
}

void admit(const Account& account, Visitor& visitor) {
  const bool is_bot = account.kind == Account::Kind::bot;
  visitor.refusal = account.banned ? "banned" : "";
  visitor.who = {account.id, is_bot ? SeatTaken::Kind::bot : SeatTaken::Kind::person, account.name};
}

}  // namespace

asio::awaitable<Visitor> Visitors::identify(const Request& request) {
  const std::string_view authorization = request[http::field::authorization];
  if (authorization.starts_with(bearer))
    co_return co_await identify_by_token(std::string(authorization.substr(bearer.size())));
  const std::string_view cookies = request[http::field::cookie];
  auto session = guests_.session(cookie_value(cookies, cookie_name()));
  const bool is_old_name = !session && secure_;
  if (is_old_name) session = guests_.session(cookie_value(cookies, guest_cookie));
  if (session) {
    Visitor visitor = co_await identify_by_cookie(*session);
    if (is_old_name) visitor.needs_cookie = true;
    co_return visitor;
  }
  Visitor stranger;
  stranger.who.user = random_id();
  stranger.needs_cookie = true;
  co_return stranger;
}

asio::awaitable<Visitor> Visitors::identify_by_token(std::string token) {
  const FoundAccount account =
      co_await found_by([this, token](auto answer) { accounts_.find_token(token, answer); });
  Visitor visitor;
  visitor.refusal = account ? "wrong_token" : "unavailable";
  if (account && *account) admit(**account, visitor);
  co_return visitor;
}

asio::awaitable<Visitor> Visitors::identify_by_cookie(Session session) {
  const FoundAccount account =
      co_await found_by([this, session](auto answer) { accounts_.find(session.user, answer); });
  Visitor visitor;
  if (!account) visitor.refusal = "unavailable";
  const bool has_account = account && *account;
  // A cookie older than the account's current passphrase no longer counts.
  if (has_account && session.since_ms < (*account)->valid_from_ms) {
    visitor.who.user = random_id();
    visitor.needs_cookie = true;
    co_return visitor;
  }
  visitor.who.user = session.user;
  if (has_account) admit(**account, visitor);
  co_return visitor;
}

std::string_view Visitors::cookie_name() const { return secure_ ? secure_cookie : guest_cookie; }

std::string Visitors::cookie_for(const Id& user) const {
  return std::string(cookie_name()) + "=" + guests_.token({user, accounts_.now_ms()}) +
         "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000" + (secure_ ? "; Secure" : "");
}

}  // namespace sixfold
