// Which players are to be notified of a change at their table.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "record/durations.hpp"
#include "server/table_command.hpp"
#include "store/store.hpp"

namespace sixfold::server {

/// Whether nobody has to wait at the table for a turn: there is no clock, or an hour or more.
[[nodiscard]] bool is_slow(const ClockPlan& clock);

/// The user who is to move; empty if it is a bot, or if nobody can move now.
[[nodiscard]] std::optional<Id> mover_of(const Table& table);
/// Whether a seat that is still free is kept for the user.
[[nodiscard]] bool keeps_seat_for(const Table& table, const Id& user);

/// How long before the deadline a reminder comes, for a turn with this much time; empty: never.
[[nodiscard]] std::optional<std::int64_t> reminder_lead_ms(std::int64_t turn_ms);
inline constexpr std::int64_t longest_reminder_lead_ms = 12 * hour_ms;

/// The notices to which a change leads. `before`: the table until now. `is_here`: whether a user is
/// connected to this node; others may still turn out to be connected to another one.
[[nodiscard]] std::vector<store::Notice> notices_of(const Id& game, const Table& before,
                                                    const TableChange& change, std::int64_t now_ms,
                                                    const std::function<bool(const Id&)>& is_here);

}  // namespace sixfold::server
