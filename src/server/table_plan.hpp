// What is agreed before a table's game begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/ruleset.hpp"
#include "store/id.hpp"

namespace sixfold {

/// Who may take a seat: anyone, somebody with the link, or a bot.
struct SeatPlan {
  enum class Kind : std::uint8_t { open, invited, bot };
  Kind kind = Kind::open;
  std::string bot;             ///< a bot's level
  std::optional<Id> reserved;  ///< only this user may sit here

  friend bool operator==(const SeatPlan&, const SeatPlan&) = default;
};

/// The time limit. Days per move are expressed in seconds per move.
struct ClockPlan {
  enum class Kind : std::uint8_t { none, per_move, bank };
  Kind kind = Kind::none;
  std::int64_t seconds = 0;    ///< per move, or in the bank at the start
  std::int64_t increment = 0;  ///< seconds added to the bank after every turn

  friend bool operator==(const ClockPlan&, const ClockPlan&) = default;
};

struct TablePlan {
  Ruleset rules;  ///< including the board
  std::string theme = "classic";
  std::vector<SeatPlan> seats;
  ClockPlan clock;
  bool in_lobby = false;
  bool rated = false;  ///< accounts only; changes their ratings
  bool hints = false;  ///< whether players may ask for hints during the game
  /// The seat of the youngest or oldest player, whichever the rules ask for; empty: chosen at
  /// random.
  std::optional<int> favoured_opener;

  friend bool operator==(const TablePlan&, const TablePlan&) = default;
};

}  // namespace sixfold
