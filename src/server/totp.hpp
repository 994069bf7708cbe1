// Codes that change every half minute (RFC 6238), as apps on phones show them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sixfold {

/// 160 random bits, in the letters of base 32.
[[nodiscard]] std::string new_totp_secret();

/// The six digits of a step of thirty seconds. Empty if the secret is not base 32.
[[nodiscard]] std::string totp_code(std::string_view secret, std::int64_t step);

/// The step that the code belongs to: that of now or one of its neighbours, and later than the last
/// one that was used, so that nobody who overhears a code can use it again.
[[nodiscard]] std::optional<std::int64_t> accepted_step(std::string_view secret,
                                                        std::string_view code, std::int64_t now_ms,
                                                        std::int64_t last_step);

/// What an app on a phone reads from a QR code.
[[nodiscard]] std::string totp_address(std::string_view secret, std::string_view account);

}  // namespace sixfold
