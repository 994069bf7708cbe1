// Time-based one-time codes (RFC 6238), as shown by authenticator apps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sixfold::server {

/// 160 random bits, in base 32.
[[nodiscard]] std::string new_totp_secret();

/// The six digits for a step of thirty seconds. Empty if the secret is not base 32.
[[nodiscard]] std::string totp_code(std::string_view secret, std::int64_t step);

/// The step to which the code belongs: the current step or one next to it, but later than the last
/// one used, so that an overheard code cannot be used again.
[[nodiscard]] std::optional<std::int64_t> accepted_step(std::string_view secret,
                                                        std::string_view code, std::int64_t now_ms,
                                                        std::int64_t last_step);

/// The URI that an authenticator app reads from a QR code.
[[nodiscard]] std::string totp_address(std::string_view secret, std::string_view account);

}  // namespace sixfold::server
