// What a record says about the bag that its game was drawn from, so that anyone can draw it again:
// docs/fairness.md. Whether that is true is checked in play/fair_check.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sixfold {

/// The bytes of a game's id.
using FairGame = std::array<std::uint8_t, 16>;
using FairSecret = std::array<std::uint8_t, 32>;
using FairCommitment = std::array<std::uint8_t, 32>;
/// What a seat's player added: at most longest_fair_seed bytes, empty if nothing arrived.
using FairSeed = std::vector<std::uint8_t>;
/// The hash by which a player is bound to a seed before anyone else knows it.
using FairSeal = std::array<std::uint8_t, 32>;

inline constexpr std::size_t longest_fair_seed = 32;

struct FairProof {
  FairGame game{};
  FairCommitment commitment{};
  FairSecret secret{};
  std::vector<FairSeed> seeds;  ///< one per seat
  /// One per seat, or empty if no seed was sealed. A seat without a seal gave its seed openly or
  /// has none.
  std::vector<std::optional<FairSeal>> seals;
  /// The numbers, ascending, of the questions whose answers were undone by a leave in mid-turn.
  std::vector<int> skipped;
  /// The seat that opens wherever lots would have been drawn.
  std::optional<int> favoured;
  std::string unknown;  ///< fields that this program does not know: an object as JSON, or empty

  friend bool operator==(const FairProof&, const FairProof&) = default;
};

}  // namespace sixfold
