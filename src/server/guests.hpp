// Guests: a visitor is somebody at once, known again by a signed cookie. Nothing about guests is
// stored but the key that signs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "store/id.hpp"

namespace sixfold {

using GuestKey = std::array<unsigned char, 32>;

[[nodiscard]] GuestKey new_guest_key();
/// Reads the key from a file, or makes one. Throws std::system_error.
[[nodiscard]] GuestKey guest_key_in(const std::string& file);
/// Writes the key, in the place of another. Throws std::system_error.
void put_guest_key(const std::string& file, const GuestKey& key);

/// What a cookie says.
struct Session {
  Id user;
  std::int64_t since_ms = 0;  ///< when the cookie was given

  friend bool operator==(const Session&, const Session&) = default;
};

class Guests {
 public:
  explicit Guests(const GuestKey& key) : key_(key) {}

  /// The cookie's value.
  [[nodiscard]] std::string token(const Session& session) const;
  /// What a token that was made here says; none for any other text.
  [[nodiscard]] std::optional<Session> session(std::string_view token) const;

  /// The id of the table that a user's command makes; nobody else can foretell it.
  [[nodiscard]] Id game_of(const Id& user, const Id& command) const;

 private:
  GuestKey key_;
};

inline constexpr std::string_view guest_cookie = "sixfold_guest";

/// The value of a cookie in a Cookie header; empty if it is not there.
[[nodiscard]] std::string_view cookie_value(std::string_view header, std::string_view name);

}  // namespace sixfold
