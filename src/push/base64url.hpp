// Bytes as text that may stand in URLs and headers (RFC 4648, section 5), without padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sixfold::push {

[[nodiscard]] std::string to_base64url(std::string_view bytes);
/// Empty unless the text is what to_base64url() writes.
[[nodiscard]] std::optional<std::string> parse_base64url(std::string_view text);

}  // namespace sixfold::push
