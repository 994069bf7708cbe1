// Guests: a visitor is somebody at once, known again by a signed cookie. Nothing about guests is
// stored; the key that signs is a file in the data folder.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "store/id.hpp"

namespace sixfold {

class Guests {
 public:
  /// Reads the key, or makes one. Throws std::system_error.
  explicit Guests(const std::string& key_file);

  /// The cookie's value for a user.
  [[nodiscard]] std::string token(const Id& user) const;
  /// The user of a token that was made here; none for any other text.
  [[nodiscard]] std::optional<Id> user(std::string_view token) const;

  /// The id of the table that a user's command makes; nobody else can foretell it.
  [[nodiscard]] Id game_of(const Id& user, const Id& command) const;

 private:
  std::array<unsigned char, 32> key_{};
};

inline constexpr std::string_view guest_cookie = "sixfold_guest";

/// The value of a cookie in a Cookie header; empty if it is not there.
[[nodiscard]] std::string_view cookie_value(std::string_view header, std::string_view name);

}  // namespace sixfold
