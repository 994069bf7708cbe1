// Guests: every visitor immediately gets an identity, stored in a signed cookie. The server stores
// nothing about guests except the signing key.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "record/id.hpp"

namespace sixfold::server {

using GuestKey = std::array<unsigned char, 32>;

[[nodiscard]] GuestKey new_guest_key();
/// Reads the key from a file, or creates one. Throws std::system_error.
[[nodiscard]] GuestKey guest_key_in(const std::string& file);
/// Writes the key, replacing the old one. Throws std::system_error.
void put_guest_key(const std::string& file, const GuestKey& key);

/// The contents of a cookie.
struct GuestCookie {
  Id user;
  std::int64_t since_ms = 0;  ///< when the cookie was issued

  friend bool operator==(const GuestCookie&, const GuestCookie&) = default;
};

class Guests {
 public:
  explicit Guests(const GuestKey& key) : key_(key) {}

  /// The cookie's value.
  [[nodiscard]] std::string token(const GuestCookie& cookie) const;
  /// The contents of a token issued here; empty for any other text.
  [[nodiscard]] std::optional<GuestCookie> cookie(std::string_view token) const;

  /// The id of the table created by a user's command; nobody else can predict it.
  [[nodiscard]] Id game_of(const Id& user, const Id& command) const;

 private:
  GuestKey key_;
};

inline constexpr std::string_view guest_cookie = "sixfold_guest";

/// The value of a cookie in a Cookie header; empty if it is missing.
[[nodiscard]] std::string_view cookie_value(std::string_view header, std::string_view name);

}  // namespace sixfold::server
