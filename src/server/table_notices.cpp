#include "server/table_notices.hpp"

#include <algorithm>

#include "rules/indexed.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t shortest_slow_s = hour_ms / second_ms;
constexpr std::int64_t shortest_lead_ms = 5 * minute_ms;
// Whoever has just lost the connection may be back soon, or the turn may pass on at once.
constexpr std::int64_t settle_ms = 3 * second_ms;

std::size_t turns_of(const Table& table) { return table.game() ? table.game()->turns().size() : 0; }

}  // namespace

bool is_slow(const ClockPlan& clock) {
  return clock.kind == ClockPlan::Kind::none || clock.seconds >= shortest_slow_s;
}

std::optional<Id> mover_of(const Table& table) {
  if (table.status() != GameStatus::running || table.paused()) return std::nullopt;
  const TableSeat& seat = nth(table.seats(), table.game()->position().turn);
  return seat.bot.empty() ? seat.user : std::nullopt;
}

bool keeps_seat_for(const Table& table, const Id& user) {
  return table.status() == GameStatus::waiting &&
         std::ranges::any_of(table.seats(), [&](const TableSeat& seat) {
           return !seat.user && seat.bot.empty() && seat.plan.reserved == user;
         });
}

std::optional<std::int64_t> reminder_lead_ms(std::int64_t turn_ms) {
  const std::int64_t lead = std::min(longest_reminder_lead_ms, turn_ms / 4);
  return lead < shortest_lead_ms ? std::nullopt : std::optional(lead);
}

std::vector<store::Notice> notices_of(const Id& game, const Table& before,
                                      const TableChange& change, std::int64_t now_ms,
                                      const std::function<bool(const Id&)>& is_here) {
  using store::NoticeKind;
  const Table& after = change.table;
  std::vector<store::Notice> notices;
  const auto tell = [&](const std::optional<Id>& user, const Id& about, NoticeKind kind) {
    if (user) notices.push_back({*user, about, kind, now_ms + settle_ms, is_here(*user)});
  };
  if (before.status() != GameStatus::running && after.status() == GameStatus::running)
    for (const TableSeat& seat : after.seats()) tell(seat.user, game, NoticeKind::started);
  if (before.status() != GameStatus::ended && after.status() == GameStatus::ended && after.game())
    for (const TableSeat& seat : after.seats()) tell(seat.user, game, NoticeKind::over);
  for (const TableEvent& event : change.events)
    if (const auto* const made = std::get_if<RematchMade>(&event))
      for (const TableSeat& seat : after.seats()) tell(seat.user, made->game, NoticeKind::rematch);
  const auto mover = mover_of(after);
  if (!mover) return notices;
  const bool is_new = mover != mover_of(before) || turns_of(before) != turns_of(after);
  const ClockPlan& clock = after.plan().clock;
  if (is_new) tell(mover, game, is_slow(clock) ? NoticeKind::turn : NoticeKind::fast_turn);
  const auto deadline = after.deadline_ms();
  if (!deadline || !is_slow(clock) || (!is_new && deadline == before.deadline_ms())) return notices;
  // Also for a player who is here now: time may run out much later.
  const std::int64_t left = after.time_left_ms(now_ms);
  if (const auto lead = reminder_lead_ms(left))
    notices.push_back({*mover, game, NoticeKind::reminder,
                       runs_out_ms(after.holidays_of_mover(), now_ms, left - *lead), false});
  return notices;
}

}  // namespace sixfold::server
