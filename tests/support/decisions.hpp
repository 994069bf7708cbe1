// The decisions of recorded games: what a player saw, and what the player did.
#pragma once

#include <vector>

#include "record/record.hpp"
#include "rules/view.hpp"

namespace sixfold::tests {

struct RecordedDecision {
  View seen;
  Move act;
};

/// Every act of a game in which the player had a choice or had to roll.
[[nodiscard]] std::vector<RecordedDecision> decisions_of(const Record& record);

/// This many decisions from games of all editions, played by bots of different levels.
[[nodiscard]] std::vector<RecordedDecision> mixed_decisions(std::size_t count);

}  // namespace sixfold::tests
