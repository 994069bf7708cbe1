// The holidays of accounts.
#include <algorithm>

#include "server/accounts_work.hpp"
#include "server/holiday_time.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t year_ms = 365 * day_ms;
constexpr std::int64_t longest_ahead_ms = 180 * day_ms;

/// Days that have begun count.
std::int64_t days_of(const Holiday& holiday) {
  return (holiday.until_ms - holiday.from_ms + day_ms - 1) / day_ms;
}

/// The days still free for a holiday that begins then.
std::int64_t days_left(const std::vector<Holiday>& all, std::int64_t from_ms) {
  std::int64_t left = holiday_days_a_year;
  for (const Holiday& one : all)
    if (one.from_ms > from_ms - year_ms) left -= days_of(one);
  return std::max<std::int64_t>(0, left);
}

Accounts::Holidays holidays_of_account(store::Sql& sql, const Id& player, std::int64_t now_ms) {
  std::vector<Holiday> all = store::holidays_of(sql, player, now_ms - year_ms);
  return {days_left(all, now_ms), next_holiday(all, now_ms)};
}

}  // namespace

void Accounts::holidays(const Id& user, Answer<Holidays> answer) {
  look_up<Holidays>(
      [user, now = now_ms()](store::Sql& sql) { return holidays_of_account(sql, user, now); },
      std::move(answer));
}

void Accounts::take_holiday(const Id& user, std::optional<std::int64_t> from_ms, int days,
                            Answer<Holidays> answer) {
  const std::int64_t now = now_ms();
  if (days < 1 || days > holiday_days_a_year || from_ms.value_or(now) > now + longest_ahead_ms)
    return answer(refused("bad_request"));
  // Nothing that has passed can be changed.
  const std::int64_t from = std::max(now, from_ms.value_or(now));
  write<Holidays>(
      [user, now, days, from](store::Sql& sql) -> Result<Holidays, std::string> {
        const auto account = store::find_account(sql, user);
        if (!account || account->kind != store::Account::Kind::person) return refused("no_account");
        const auto all = store::holidays_of(sql, user, now - year_ms);
        if (next_holiday(all, now)) return refused("has_holiday");
        if (days > days_left(all, from)) return refused("too_many_days");
        store::put_holiday(sql, user, {from, from + days * day_ms});
        return holidays_of_account(sql, user, now);
      },
      std::move(answer));
}

void Accounts::end_holiday(const Id& user, Answer<Holidays> answer) {
  write<Holidays>(
      [user, now = now_ms()](store::Sql& sql) -> Result<Holidays, std::string> {
        const auto holiday = next_holiday(store::holidays_of(sql, user, now), now);
        if (!holiday) return refused("no_holiday");
        store::put_holiday(sql, user, {holiday->from_ms, std::max(holiday->from_ms, now)});
        return holidays_of_account(sql, user, now);
      },
      std::move(answer));
}

}  // namespace sixfold::server
