// A match: one game played to its end between players that choose from views.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/random.hpp"
#include "rules/game.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Chooses for the seat whose view it is; nothing to leave the game.
using Chooser = std::function<std::optional<Move>(const View& view)>;

struct Contestant {
  std::string name;
  Chooser choose;
};

/// Answers chance; by default the dealer on a stream of its own.
using Answerer = std::function<std::vector<Tile>(const Game& game)>;

/// Plays until the game is over. A contestant that gives an illegal move leaves the game.
[[nodiscard]] FinishedGame play_out(Game game, const std::vector<Contestant>& contestants,
                                    const Answerer& answer);

}  // namespace sixfold
