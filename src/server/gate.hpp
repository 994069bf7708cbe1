// Who may come in, and how often: limits by address and by user, and pages of other sites.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "server/address_ranges.hpp"
#include "server/http.hpp"
#include "server/limits.hpp"
#include "store/id.hpp"

namespace sixfold {

struct GateOptions {
  int sockets_per_address = 200;             ///< open at a time; 0: no limits by address
  std::vector<std::string> trusted_proxies;  ///< addresses whose X-Forwarded-For is believed
  std::string public_url;  ///< where people reach the server; empty: wherever they say they do
  std::string own_url;     ///< where it listens
};

/// An origin as browsers write it: `https://play.example` for `HTTPS://Play.example:443/path`.
/// Empty if it is not an http or https URL.
[[nodiscard]] std::string origin_of(std::string_view url);

class Gate {
 public:
  /// Throws std::runtime_error if a trusted proxy is not an address.
  explicit Gate(GateOptions options);

  /// The group of addresses (see group_of) to which limits apply: that of the peer or, behind
  /// trusted proxies, of the first hop from the right that is not one.
  [[nodiscard]] std::string address_of(const Request& request,
                                       const boost::asio::ip::address& peer) const;
  [[nodiscard]] bool is_trusted_proxy(const boost::asio::ip::address& address) const;
  /// Whether addresses are limited at all.
  [[nodiscard]] bool limits_addresses() const { return options_.sockets_per_address > 0; }

  /// Browsers say from which page a request comes; pages of other sites may not open sockets or
  /// change anything.
  [[nodiscard]] bool is_own_page(const Request& request) const;

  /// Nobody comes in from these ranges of addresses, and from no others.
  void ban(const std::vector<std::string>& ranges);
  [[nodiscard]] bool is_banned(const std::string& address) const { return is_in(banned_, address); }

  [[nodiscard]] bool allow_request(const std::string& address, bool opens_socket,
                                   std::int64_t now_ms);
  [[nodiscard]] bool allow_message(const Id& user, std::int64_t now_ms);
  /// Passphrases and codes may be tried more rarely than anything else.
  [[nodiscard]] bool allow_guess(const std::string& address, std::int64_t now_ms);
  void socket_opened(const std::string& address) { ++sockets_of_[address]; }
  void socket_closed(const std::string& address);
  void forget_idle(std::int64_t now_ms);

 private:
  // People never come near these.
  static constexpr Rate messages_of_user{10, 400};
  static constexpr Rate requests_of_address{20, 400};
  static constexpr Rate guesses_of_address{6'000, 20};

  GateOptions options_;
  std::vector<boost::asio::ip::address> trusted_;
  std::vector<std::string> origins_;  // of pages that are ours
  std::vector<AddressRange> banned_;
  TokenBuckets<Id> user_buckets_{messages_of_user};
  TokenBuckets<std::string> address_buckets_{requests_of_address};
  TokenBuckets<std::string> guess_buckets_{guesses_of_address};
  std::map<std::string, int> sockets_of_;  // by address
};

}  // namespace sixfold
