// Text inside an SVG picture.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::svg {

/// Without anything that would end an element or an attribute.
[[nodiscard]] std::string escaped(std::string_view text);

}  // namespace sixfold::svg
