// What a push service gets: a message that only the browser can read (RFC 8291, in the coding
// aes128gcm of RFC 8188), and who sends it (VAPID, RFC 8292).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "push/keys.hpp"

namespace sixfold::push {

inline constexpr std::size_t auth_bytes = 16;
inline constexpr std::size_t salt_bytes = 16;
/// Every push service accepts bodies up to 4096 bytes, of which the coding needs some.
inline constexpr std::size_t longest_message = 3'000;

/// The keys of a browser's subscription.
struct Receiver {
  std::string key;   ///< a public key
  std::string auth;  ///< `auth_bytes` bytes that only the browser and the server know

  friend bool operator==(const Receiver&, const Receiver&) = default;
};

/// The body of a request. `once` and `salt` must be fresh for every message. Empty if the
/// receiver's keys are no keys or the message is too long.
[[nodiscard]] std::optional<std::string> encrypt(std::string_view message, const Receiver& to,
                                                 const KeyPair& once, std::string_view salt);
/// With a fresh key and salt.
[[nodiscard]] std::optional<std::string> encrypt(std::string_view message, const Receiver& to);

/// Where a browser's messages go: `https://host/path`, or with a port.
struct Endpoint {
  std::string host;  ///< without the brackets of an IPv6 address
  std::string port;
  std::string target;  ///< path and query
  std::string origin;  ///< for whom a signature is valid

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};
inline constexpr std::size_t longest_endpoint = 1'000;
/// Empty unless the text is such an address, without a user and a fragment.
[[nodiscard]] std::optional<Endpoint> parse_endpoint(std::string_view text);

/// The header Authorization: the owner of `server` sends this to the service at `origin` before
/// `until_s`, in seconds since 1970. `contact`: where the service's operators reach those of the
/// server, `mailto:…` or `https://…`; may be empty.
[[nodiscard]] std::optional<std::string> authorization(const KeyPair& server,
                                                       std::string_view origin,
                                                       std::string_view contact,
                                                       std::int64_t until_s);

}  // namespace sixfold::push
