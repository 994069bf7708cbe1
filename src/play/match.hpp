// A match: one game played to its end between players that choose from views.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rules/game.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Why a player could not continue.
struct Forfeit {
  int seat = 0;
  LeaveReason leave = LeaveReason::resigned;
  std::string reason;  ///< a word for it: crashed, timeout, rubbish, or the code of an illegal act
  std::string said;    ///< the answer that could not be read, if there was one
  std::optional<Move> act = std::nullopt;   ///< the illegal act
  std::optional<View> seen = std::nullopt;  ///< what was asked; the match fills it in
};

/// Chooses for the seat whose view it gets. The match fills in the seat of a forfeit.
using Chooser = std::function<Result<Move, Forfeit>(const View& view)>;

/// Answers chance: draws, rolls, compulsory rolls.
using Answerer = std::function<std::vector<Tile>(const Game& game)>;

struct MatchResult {
  FinishedGame game;
  std::vector<Forfeit> forfeits;
};

/// Plays until the game is over. A player that forfeits or gives an illegal act leaves the game.
[[nodiscard]] MatchResult play_out(Game game, const std::vector<Chooser>& players,
                                   const Answerer& answer);

}  // namespace sixfold
