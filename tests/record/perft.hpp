// Perft: the number of sequences of turns from a position, and the total score of their last turns.
// A turn is a placement; in a game with discs also a take followed by a placement. Two seats
// alternate, nobody draws, and a seat that places its last tile ends the game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "record/forms.hpp"

namespace sixfold::tests {

/// The contract's form of a position, for the seat that moves first, with additional members: the
/// `hands` and `discs` of both seats, and the expected `counts` and `points` for each depth.
struct PerftPosition {
  std::string id;
  DecisionForm form;  ///< its star cells still have their discs
  std::array<Hand, 2> hands;
  std::array<int, 2> discs{};
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> points;
};

/// Throws if the line is invalid.
[[nodiscard]] PerftPosition read_perft(const std::string& line);

struct PerftTotals {
  std::vector<std::uint64_t> counts;  ///< of depth 1, 2, ...
  std::vector<std::uint64_t> points;

  friend bool operator==(const PerftTotals&, const PerftTotals&) = default;
};

/// Counts by playing through the rules.
[[nodiscard]] PerftTotals perft_by_rules(const PerftPosition& position, std::size_t depth);
/// Counts with the tests' judge, using its own turns.
[[nodiscard]] PerftTotals perft_by_judge(const PerftPosition& position, std::size_t depth);

}  // namespace sixfold::tests
