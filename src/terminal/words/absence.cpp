#include "terminal/words/absence.hpp"

#include <algorithm>

#include "rules/indexed.hpp"
#include "terminal/words/clock.hpp"

namespace sixfold::terminal {

std::optional<Absence> absence_at(const Shown& shown, std::int64_t now_ms, std::string_view name) {
  std::optional<Absence> longest;
  if (!shown.playing() || shown.view.end || !shown.view.seat) return longest;
  for (std::size_t i = 0; i < shown.seats.size(); ++i) {
    const SeatStatus& seat = shown.seats[i];
    const bool missed = seat.decide_from_ms && seat.bot.empty() && shown.view.seats[i].in;
    if (!missed || (!name.empty() && name != seat.name)) continue;
    const std::int64_t wait = std::max<std::int64_t>(0, *seat.decide_from_ms - now_ms);
    if (!longest || wait < longest->wait_ms) longest = {static_cast<int>(i), wait};
  }
  return longest;
}

std::string absence_text(const Words& words, const Shown& shown, const Absence& absence,
                         std::string_view to_decide) {
  const std::string& name = nth(shown.seats, absence.seat).name;
  constexpr std::int64_t second = 1000;
  // Rounded up, so that at 0:00 the others may decide.
  return absence.wait_ms > 0
             ? words("terminal.away.wait",
                     {{"name", name}, {"time", clock_text(absence.wait_ms + second - 1)}})
             : words(to_decide, {{"name", name}});
}

}  // namespace sixfold::terminal
