#include "server/visitors.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "server/device_name.hpp"
#include "server/later.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace asio = boost::asio;

namespace {

constexpr auto visitor_patience = std::chrono::seconds(30);
// Browsers accept a cookie with this prefix only over https and send it only to this host.
constexpr std::string_view secure_cookie = "__Host-sixfold_guest";

// GCC 12 may destroy a temporary in a co_await expression twice, so arguments are named variables.

/// The store's answer, or an error code.
template <class T>
using Found = Result<T, std::string>;
template <class T>
using Find = std::function<void(std::function<void(Found<T>)>)>;

template <class T>
asio::awaitable<Found<T>> found_by(Find<T> find) {
  Found<T> otherwise = Unexpected{std::string("unavailable")};
  co_return co_await answer_to<Found<T>>(std::move(find), std::move(otherwise), visitor_patience);
}

void admit(const store::Account& account, const Id& session, Visitor& visitor) {
  const bool is_bot = account.kind == store::Account::Kind::bot;
  visitor.refusal = account.banned ? "banned" : "";
  visitor.gets.reset();
  visitor.who = {account.id,
                 is_bot ? SeatTaken::Kind::bot : SeatTaken::Kind::person,
                 account.name,
                 {},
                 session};
}

Visitor stranger() {
  Visitor visitor;
  visitor.who.user = store::random_id();
  visitor.who.session = visitor.who.user;
  visitor.gets = SignedIn{visitor.who.user, {}, {}, visitor.who.user};
  return visitor;
}

}  // namespace

asio::awaitable<Visitor> Visitors::identify(const Request& request) {
  if (bears_token(request)) {
    std::string token(request[http::field::authorization].substr(bearer.size()));
    if (token.starts_with(access_token_prefix))
      co_return co_await identify_by_access_token(std::move(token));
    co_return co_await identify_by_token(std::move(token));
  }
  const std::string_view cookies = request[http::field::cookie];
  std::string cookie(cookie_value(cookies, cookie_name()));
  const bool is_old_name = cookie.empty() && secure_;
  if (is_old_name) cookie = cookie_value(cookies, guest_cookie);
  if (is_session_token(cookie)) co_return co_await identify_by_session(cookie);
  const auto guest = guests_.cookie(cookie);
  if (!guest) co_return stranger();
  std::string device = device_name(request[http::field::user_agent]);
  Visitor visitor = co_await identify_by_cookie(*guest, std::move(device));
  if (is_old_name && !visitor.gets) visitor.gets = SignedIn{guest->user, {}, {}, guest->user};
  co_return visitor;
}

asio::awaitable<Visitor> Visitors::identify_by_token(std::string token) {
  const Find<std::optional<store::Account>> find = [this, token](auto answer) {
    accounts_.find_token(token, std::move(answer));
  };
  const auto account = co_await found_by<std::optional<store::Account>>(find);
  Visitor visitor;
  visitor.refusal = account ? "wrong_token" : "unavailable";
  if (account && *account) admit(**account, (*account)->id, visitor);
  co_return visitor;
}

asio::awaitable<Visitor> Visitors::identify_by_access_token(std::string token) {
  const Find<std::optional<FoundToken>> find = [this, token](auto answer) {
    accounts_.find_access_token(token, std::move(answer));
  };
  const auto found = co_await found_by<std::optional<FoundToken>>(find);
  Visitor visitor;
  visitor.scopes = 0;
  visitor.refusal = found ? "wrong_token" : "unavailable";
  if (found && *found) {
    // Its connections end with the token.
    admit((*found)->account, (*found)->token.id, visitor);
    visitor.scopes = (*found)->token.scopes;
  }
  co_return visitor;
}

asio::awaitable<Visitor> Visitors::identify_by_session(std::string token) {
  const Find<std::optional<FoundSession>> find = [this, token](auto answer) {
    accounts_.find_session(token, std::move(answer));
  };
  const auto found = co_await found_by<std::optional<FoundSession>>(find);
  Visitor visitor = stranger();
  if (!found) visitor.refusal = "unavailable";
  if (found && *found) {
    admit((*found)->account, (*found)->session.id, visitor);
    visitor.session = (*found)->session.id;
  }
  co_return visitor;
}

asio::awaitable<Visitor> Visitors::identify_by_cookie(GuestCookie cookie, std::string device) {
  const Find<std::optional<store::Account>> find = [this, cookie](auto answer) {
    accounts_.find(cookie.user, std::move(answer));
  };
  const auto account = co_await found_by<std::optional<store::Account>>(find);
  Visitor visitor = stranger();
  if (!account) visitor.refusal = "unavailable";
  const bool has_account = account && *account;
  // A guest's cookie is invalid once the guest has an account.
  if (has_account && cookie.since_ms < (*account)->valid_from_ms) co_return visitor;
  visitor.who.user = cookie.user;
  visitor.who.session = cookie.user;
  visitor.gets.reset();
  if (has_account) co_await exchange(**account, std::move(device), visitor);
  co_return visitor;
}

/// A signed cookie that names an account was issued before sessions existed.
asio::awaitable<void> Visitors::exchange(store::Account account, std::string device,
                                         Visitor& visitor) {
  admit(account, account.id, visitor);
  if (account.banned) co_return;
  const Asker asker{account.id, {}, std::move(device), {}};
  const Find<SignedIn> begin = [this, asker](auto answer) {
    accounts_.begin_session(asker, std::move(answer));
  };
  const auto begun = co_await found_by<SignedIn>(begin);
  if (!begun) {
    visitor.refusal = begun.error();
    co_return;
  }
  visitor.gets = *begun;
  visitor.session = begun->session;
  visitor.who.session = begun->session;
}

std::string_view Visitors::cookie_name() const { return secure_ ? secure_cookie : guest_cookie; }

std::string Visitors::cookie_for(const SignedIn& as) const {
  const std::string token =
      as.token.empty() ? guests_.token({as.user, accounts_.now_ms()}) : as.token;
  return std::string(cookie_name()) + "=" + token +
         "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000" + (secure_ ? "; Secure" : "");
}

}  // namespace sixfold::server
