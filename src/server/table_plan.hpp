// What is agreed on before a table's game begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/ruleset.hpp"
#include "store/id.hpp"

namespace sixfold {

/// Who may sit in a seat: anyone, somebody who has the link, or a bot.
struct SeatPlan {
  enum class Kind : std::uint8_t { open, invited, bot };
  Kind kind = Kind::open;
  std::string bot;             ///< the level, for a bot
  std::optional<Id> reserved;  ///< nobody else may sit here

  friend bool operator==(const SeatPlan&, const SeatPlan&) = default;
};

/// How long players may think. Days a move are seconds a move, many of them.
struct ClockPlan {
  enum class Kind : std::uint8_t { none, per_move, bank };
  Kind kind = Kind::none;
  std::int64_t seconds = 0;    ///< a move, or in the bank at the start
  std::int64_t increment = 0;  ///< seconds added to the bank after every turn

  friend bool operator==(const ClockPlan&, const ClockPlan&) = default;
};

struct TablePlan {
  Ruleset rules;  ///< with the layout that is played on
  std::string theme = "classic";
  std::vector<SeatPlan> seats;
  ClockPlan clock;
  bool in_lobby = false;
  bool rated = false;  ///< for accounts alone; counts for their ratings
  bool hints = false;  ///< whether players may ask for hints while the game goes on
  /// The seat of the youngest or oldest player, whichever the rules ask for; none: by lot.
  std::optional<int> favoured_opener;

  friend bool operator==(const TablePlan&, const TablePlan&) = default;
};

}  // namespace sixfold
