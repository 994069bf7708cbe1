// Bots: each is a pure function of what its seat may see, a budget and its own random stream.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/budget.hpp"
#include "engine/random.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// What a bot plays. Precondition: the view's own seat is to move and has an act open.
struct ChooseMove {
  Move (*choose)(const View& view, Random& random, const Budget& budget);

  Move operator()(const View& view, Random& random, const Budget& budget = {}) const {
    return choose(view, random, budget);
  }
  friend bool operator==(const ChooseMove&, const ChooseMove&) = default;
};

/// Names are keys that never change, so that clients can word them.
struct BotLevel {
  std::string_view name;
  std::string_view sentence;  ///< in English
  ChooseMove choose;
};

/// From weakest to strongest.
[[nodiscard]] std::span<const BotLevel> all_bots();
/// The levels for people to play against: all but `random`, each well ahead of the one before.
[[nodiscard]] std::span<const BotLevel> bot_levels();
[[nodiscard]] std::optional<BotLevel> bot_named(std::string_view name);

}  // namespace sixfold
