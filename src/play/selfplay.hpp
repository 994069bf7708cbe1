// Games between bots, each fixed by a seed and its number: whoever plays it, and in whatever order,
// it comes out the same, as far as the bots do.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/bots.hpp"
#include "play/bot_spec.hpp"
#include "play/match.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

/// Makes the player for a bot, by its number; `stream` seeds its thinking.
using MakePlayer = std::function<Chooser(int bot, std::uint64_t stream)>;
/// Told of the end of every game and of which bot sat where, so that bots of others can be told.
using GameOver = std::function<void(const std::vector<int>& bots, const FinishedGame& game)>;

/// One of our levels as a player, with its usual budget or another one.
[[nodiscard]] Chooser player_of(
    const BotLevel& level, std::uint64_t stream, MakeBudget budget = [] { return Budget{}; });

struct SelfPlay {
  Edition edition;
  std::vector<std::string> names;  ///< one for each seat; bot n sits in seat n
  std::uint64_t seed = 0;
  bool random_layouts = false;
  /// Deals from a fair bag, with a proof in the record. What goes into the bag comes from `seed`.
  bool fair = false;
};

[[nodiscard]] Record play_game(const SelfPlay& plan, std::uint64_t number,
                               const MakePlayer& make_player, const GameOver& game_over = {});

/// The same between levels of ours.
[[nodiscard]] Record play_game(const Edition& edition, const std::vector<BotLevel>& seats,
                               std::uint64_t seed, std::uint64_t number,
                               bool random_layouts = false);

}  // namespace sixfold
