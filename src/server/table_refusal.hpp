// Why a table refuses a command.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/move.hpp"

namespace sixfold::server {

enum class RefusalCode : std::uint8_t {
  not_at_table,
  already_seated,
  no_free_seat,
  table_locked,
  table_closed,
  not_host,
  already_started,
  not_running,
  not_ended,
  paused,
  not_paused,
  bot_plays,      ///< a bot plays for this seat; return first
  not_away,       ///< the player is present, or not away for long enough
  clock_decides,  ///< players who are away are the clock's concern
  nothing_to_take_back,
  no_wish,
  seed_given,    ///< the player has already given one
  seals_closed,  ///< the others may have revealed their seeds
  too_early,     ///< not everyone is committed to a seed yet
  wrong_seed,    ///< not the one that was sealed
  bad_name,
  name_reserved,
  name_too_long,
  account_needed,  ///< the game is rated
  rated,           ///< bots of the server do not play rated games
  illegal,         ///< against the rules; see the reason
};
[[nodiscard]] std::string_view code_of(RefusalCode code);

struct TableRefusal {
  RefusalCode code{};
  std::optional<IllegalMove> illegal;

  friend bool operator==(const TableRefusal&, const TableRefusal&) = default;
};

}  // namespace sixfold::server
