// Two games that differ in a hidden tile alone look the same to everyone who cannot see it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/random.hpp"
#include "store/store.hpp"

namespace sixfold::simulation {

/// Exchanges a tile that somebody holds, since it was drawn, for one of the bag, and compares what
/// all others are shown. Empty: the same; none: this log has no such tile, or it made a difference
/// to what its holder could do.
[[nodiscard]] std::optional<std::string> seen_of_hidden_tiles(
    const Id& game, const std::vector<store::StoredEvent>& log, Random& rng);

}  // namespace sixfold::simulation
