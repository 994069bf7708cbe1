#include "server/quiet_hours.hpp"

#include <memory>

#include <unicode/timezone.h>

#include "record/durations.hpp"

namespace sixfold::server {

namespace {

std::unique_ptr<icu::TimeZone> zone_named(const std::string& name) {
  return std::unique_ptr<icu::TimeZone>(
      icu::TimeZone::createTimeZone(icu::UnicodeString::fromUTF8(name)));
}

}  // namespace

bool is_time_zone(const std::string& name) {
  constexpr std::size_t longest = 60;
  return name.size() <= longest && *zone_named(name) != icu::TimeZone::getUnknown();
}

std::int64_t awake_ms(int from, int until, const std::string& zone, std::int64_t now_ms) {
  if (from == until) return now_ms;
  std::int32_t raw = 0;
  std::int32_t summer = 0;
  UErrorCode error = U_ZERO_ERROR;
  zone_named(zone)->getOffset(static_cast<UDate>(now_ms), 0, raw, summer, error);
  if (U_FAILURE(error) != 0) return now_ms;
  const std::int64_t local_minute = (now_ms + raw + summer) / minute_ms;
  const int now = static_cast<int>(local_minute % minutes_of_day);
  const bool is_quiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!is_quiet) return now_ms;
  const int left = (until - now + minutes_of_day) % minutes_of_day;
  return now_ms - now_ms % minute_ms + left * minute_ms;
}

}  // namespace sixfold::server
