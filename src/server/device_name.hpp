// What a device is called until its owner says otherwise.
#pragma once

#include <string>
#include <string_view>

namespace sixfold {

/// From a User-Agent header: `Firefox, Linux`. Empty where it names nothing that is known.
[[nodiscard]] std::string device_name(std::string_view user_agent);

}  // namespace sixfold
