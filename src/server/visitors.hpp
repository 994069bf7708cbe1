// Identifies the visitor: by an account's token, by a cookie, or as a new guest.
#pragma once

#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/accounts.hpp"
#include "server/guests.hpp"
#include "server/http.hpp"
#include "server/hub.hpp"

namespace sixfold::server {

struct Visitor {
  Identity who;
  std::optional<Id> session;       ///< of an account identified by a cookie
  std::optional<unsigned> scopes;  ///< of a personal token
  std::optional<SignedIn> gets;    ///< a cookie to set: a new guest's, or a replacement
  std::string refusal;             ///< why access is denied, as a code; empty: it is not
};

class Visitors {
 public:
  /// `secure`: the public URL uses https. Cookies issued under the name without the prefix are
  /// accepted too, and replaced.
  Visitors(Accounts& accounts, const Guests& guests, bool secure)
      : accounts_(accounts), guests_(guests), secure_(secure) {}

  [[nodiscard]] boost::asio::awaitable<Visitor> identify(const Request& request);
  /// The value of the Set-Cookie header by which the visitor is recognised.
  [[nodiscard]] std::string cookie_for(const SignedIn& as) const;

 private:
  [[nodiscard]] std::string_view cookie_name() const;
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_token(std::string token);
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_access_token(std::string token);
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_session(std::string token);
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_cookie(GuestCookie cookie,
                                                                   std::string device);
  [[nodiscard]] boost::asio::awaitable<void> exchange(store::Account account, std::string device,
                                                      Visitor& visitor);

  Accounts& accounts_;
  const Guests& guests_;
  bool secure_;
};

}  // namespace sixfold::server
