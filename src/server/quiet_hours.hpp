// The hours in which a device gets no notices, in its own time zone.
#pragma once

#include <cstdint>
#include <string>

namespace sixfold::server {

inline constexpr int minutes_of_day = 24 * 60;

/// Whether this is the name of a time zone, such as Europe/Rome.
[[nodiscard]] bool is_time_zone(const std::string& name);

/// `now_ms`, or when the quiet hours end in which it lies. From `from` to `until`, in minutes after
/// midnight; there are none if these are equal.
[[nodiscard]] std::int64_t awake_ms(int from, int until, const std::string& zone,
                                    std::int64_t now_ms);

}  // namespace sixfold::server
