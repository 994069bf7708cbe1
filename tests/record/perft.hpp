// Perft: how many sequences of turns there are from a position, and what their last turns score in
// all. A turn is a placement; in a game with discs also a tile taken up and a placement after it.
// Two seats move in turn, nobody draws, and who has laid the last tile of the hand ends the game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "record/forms.hpp"

namespace sixfold::tests {

/// The contract's form of a position, for the seat that moves first, with what it does not say:
/// the `hands` and `discs` of both seats, and the expected `counts` and `points` for each depth.
struct PerftPosition {
  std::string id;
  DecisionForm form;  ///< its stars still have their discs
  std::array<Hand, 2> hands;
  std::array<int, 2> discs{};
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> points;
};

/// Throws where the line cannot be read.
[[nodiscard]] PerftPosition read_perft(const std::string& line);

struct PerftTotals {
  std::vector<std::uint64_t> counts;  ///< of depth 1, 2, ...
  std::vector<std::uint64_t> points;

  friend bool operator==(const PerftTotals&, const PerftTotals&) = default;
};

/// Counted by playing through the rules.
[[nodiscard]] PerftTotals perft_by_rules(const PerftPosition& position, std::size_t depth);
/// Counted by the judge of the tests, with turns of its own.
[[nodiscard]] PerftTotals perft_by_judge(const PerftPosition& position, std::size_t depth);

}  // namespace sixfold::tests
