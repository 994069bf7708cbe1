// Bots: each a pure function of what its seat may see and of its own random stream.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engine/random.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// Precondition of every bot: the view's own seat is at turn and has an act open.
using ChooseMove = Move (*)(const View& view, Random& random);

struct BotLevel {
  std::string_view name;
  std::string_view sentence;
  ChooseMove choose;
};

/// From weakest to strongest.
[[nodiscard]] std::span<const BotLevel> all_bots();
[[nodiscard]] std::optional<BotLevel> bot_named(std::string_view name);

}  // namespace sixfold
