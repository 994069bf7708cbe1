// Games between bots, each fixed by a seed and its number: whoever plays it, and in whatever order,
// it comes out the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/bots.hpp"
#include "record/record.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

struct SelfPlay {
  Edition edition;
  std::vector<BotLevel> seats;
  std::uint64_t seed = 0;
  bool random_layouts = false;
};

[[nodiscard]] Record play_game(const SelfPlay& plan, std::uint64_t number);

}  // namespace sixfold
