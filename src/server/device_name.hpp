// The default name of a device, until its owner changes it.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::server {

/// Derived from a User-Agent header, e.g. `Firefox, Linux`. Empty if nothing in it is recognised.
[[nodiscard]] std::string device_name(std::string_view user_agent);

}  // namespace sixfold::server
