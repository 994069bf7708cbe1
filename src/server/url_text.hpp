// Text in the paths of requests.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::server {

/// Decodes percent-encoding in a path, or in a part of one.
[[nodiscard]] std::string from_url(std::string_view text);

[[nodiscard]] bool is_utf8(std::string_view text);

}  // namespace sixfold::server
