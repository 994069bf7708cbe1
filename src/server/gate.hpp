// Access control: limits by address and by user, bans, and the rejection of requests from other
// sites' pages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "record/id.hpp"
#include "server/address_ranges.hpp"
#include "server/http.hpp"
#include "server/limits.hpp"

namespace sixfold::server {

struct GateOptions {
  int sockets_per_address = 200;             ///< open at the same time; 0: no limits by address
  std::vector<std::string> trusted_proxies;  ///< addresses whose X-Forwarded-For is trusted
  std::string public_url;  ///< the URL people use; empty: any host name is accepted
  std::string own_url;     ///< the address it listens on
};

/// An origin as browsers write it: `https://play.example` for `HTTPS://Play.example:443/path`.
/// Empty if it is not an http or https URL.
[[nodiscard]] std::string origin_of(std::string_view url);

class Gate {
 public:
  /// Throws std::runtime_error if a trusted proxy is not an address.
  explicit Gate(GateOptions options);

  /// The group of addresses (see group_of) to which limits apply: that of the peer or, behind
  /// trusted proxies, of the rightmost hop that is not a trusted proxy.
  [[nodiscard]] std::string address_of(const Request& request,
                                       const boost::asio::ip::address& peer) const;
  [[nodiscard]] bool is_trusted_proxy(const boost::asio::ip::address& address) const;
  /// Whether there are limits by address at all.
  [[nodiscard]] bool limits_addresses() const { return options_.sockets_per_address > 0; }

  /// Browsers tell from which page a request comes. Pages of other sites may neither open sockets
  /// nor change anything.
  [[nodiscard]] bool is_own_page(const Request& request) const;

  /// Bars these ranges of addresses, and no others.
  void ban(const std::vector<std::string>& ranges);
  [[nodiscard]] bool is_banned(const std::string& address) const { return is_in(banned_, address); }

  [[nodiscard]] bool allow_request(const std::string& address, bool opens_socket,
                                   std::int64_t now_ms);
  [[nodiscard]] bool allow_message(const Id& user, const std::string& address, std::int64_t now_ms);
  /// Attempts at passphrases and codes have a stricter limit than other requests.
  [[nodiscard]] bool allow_guess(const std::string& address, std::int64_t now_ms);
  /// Pictures take work to draw.
  [[nodiscard]] bool allow_picture(const std::string& address, std::int64_t now_ms);
  void socket_opened(const std::string& address) { ++sockets_of_[address]; }
  void socket_closed(const std::string& address);
  void forget_idle(std::int64_t now_ms);

 private:
  // People never come close to these limits.
  static constexpr Rate messages_of_user{10, 400};
  static constexpr Rate messages_of_address{2, 1'000};
  static constexpr Rate requests_of_address{20, 400};
  static constexpr Rate guesses_of_address{6'000, 20};
  static constexpr Rate pictures_of_address{1'000, 60};

  GateOptions options_;
  std::vector<boost::asio::ip::address> trusted_;
  std::vector<std::string> origins_;  // of our own pages
  std::vector<AddressRange> banned_;
  TokenBuckets<Id> user_buckets_{messages_of_user};
  TokenBuckets<std::string> message_buckets_{messages_of_address};
  TokenBuckets<std::string> address_buckets_{requests_of_address};
  TokenBuckets<std::string> guess_buckets_{guesses_of_address};
  TokenBuckets<std::string> picture_buckets_{pictures_of_address};
  std::map<std::string, int> sockets_of_;  // by address
};

}  // namespace sixfold::server
