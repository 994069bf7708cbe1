// Who asks: an account's token, somebody whom a cookie names, or a guest who was never here before.
#pragma once

#include <optional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/accounts.hpp"
#include "server/guests.hpp"
#include "server/http.hpp"
#include "server/hub.hpp"

namespace sixfold {

struct Visitor {
  Identity who;
  std::optional<Id> session;     ///< of an account that came with a cookie
  std::optional<SignedIn> gets;  ///< a cookie: of a new guest, or in the place of an old one
  std::string refusal;           ///< the code of why they may not come in; empty: they may
};

class Visitors {
 public:
  /// `secure`: people reach the server over https. Cookies that they got under the name without a
  /// prefix are known, too, and are replaced.
  Visitors(Accounts& accounts, const Guests& guests, bool secure)
      : accounts_(accounts), guests_(guests), secure_(secure) {}

  [[nodiscard]] boost::asio::awaitable<Visitor> identify(const Request& request);
  /// The value of the Set-Cookie header by which somebody is known again.
  [[nodiscard]] std::string cookie_for(const SignedIn& as) const;

 private:
  [[nodiscard]] std::string_view cookie_name() const;
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_token(std::string token);
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_session(std::string token);
  [[nodiscard]] boost::asio::awaitable<Visitor> identify_by_cookie(Session session,
                                                                   std::string device);
  [[nodiscard]] boost::asio::awaitable<void> exchange(Account account, std::string device,
                                                      Visitor& visitor);

  Accounts& accounts_;
  const Guests& guests_;
  bool secure_;
};

}  // namespace sixfold
