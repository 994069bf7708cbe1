// Who may come in, and how often: limits by address and by user, and pages that are not ours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "server/http.hpp"
#include "server/limits.hpp"
#include "store/id.hpp"

namespace sixfold {

struct GateOptions {
  int sockets_per_address = 200;             ///< open at a time; 0: no limits by address
  std::vector<std::string> trusted_proxies;  ///< addresses whose X-Forwarded-For is believed
  std::string public_url;                    ///< whose pages are ours beside the server's own
};

class Gate {
 public:
  explicit Gate(GateOptions options) : options_(std::move(options)) {}

  /// Who asks: the peer, or whom a proxy that is trusted names as the one before it.
  [[nodiscard]] std::string address_of(const Request& request, const std::string& peer) const;
  /// Browsers say from which page a request comes; other pages than ours have no business here.
  [[nodiscard]] bool is_own_page(const Request& request) const;

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
  TokenBuckets<Id> user_buckets_{messages_of_user};
  TokenBuckets<std::string> address_buckets_{requests_of_address};
  TokenBuckets<std::string> guess_buckets_{guesses_of_address};
  std::map<std::string, int> sockets_of_;  // by address
};

}  // namespace sixfold
