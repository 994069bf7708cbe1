// Games between bots, each determined by a seed and its number: it is the same whoever plays it and
// in whatever order, as far as the bots are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/bots.hpp"
#include "play/bot_spec.hpp"
#include "play/match.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

/// Makes the player for a bot, given its number; `stream` seeds its thinking.
using MakePlayer = std::function<Chooser(int bot, std::uint64_t stream)>;
/// Called at the end of every game with which bot sat where, so that external bots can be told.
using GameOver = std::function<void(const std::vector<int>& bots, const FinishedGame& game)>;

/// One of our levels as a player, with its usual budget or another one.
[[nodiscard]] Chooser player_of(
    const BotLevel& level, std::uint64_t stream, MakeBudget budget = [] { return Budget{}; });

struct SelfPlay {
  Edition edition;
  std::vector<std::string> names;  ///< one per seat; bot n sits in seat n
  std::uint64_t seed = 0;
  bool random_layouts = false;
  /// Deals from a fair bag, with a proof in the record. Its secret and seeds come from `seed`.
  bool fair = false;
  std::optional<Ruleset> rules = std::nullopt;  ///< the edition's with other options
};

[[nodiscard]] Record play_game(const SelfPlay& plan, std::uint64_t number,
                               const MakePlayer& make_player, const GameOver& game_over = {});

/// The same between our own levels.
[[nodiscard]] Record play_game(const Edition& edition, const std::vector<BotLevel>& seats,
                               std::uint64_t seed, std::uint64_t number,
                               bool random_layouts = false);

}  // namespace sixfold
