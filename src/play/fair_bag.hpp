// A bag that nobody can look into beforehand: every pick follows from a secret, to which the dealer
// is committed before it knows the players' seeds, and from those seeds.
// docs/fairness.md explains what that proves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "play/dealer.hpp"
#include "play/sha256.hpp"
#include "record/fair_proof.hpp"

namespace sixfold {

/// SHA-256 of "sixfold bag 1", a zero byte, the game's id and the secret.
[[nodiscard]] FairCommitment commitment_of(const FairSecret& secret, const FairGame& game);

/// SHA-256 of "sixfold seal 1", a zero byte, the game's id, the seat as one byte and the seed.
[[nodiscard]] FairSeal seal_of(const FairSeed& seed, const FairGame& game, int seat);

/// The index below `bound` that a number gives: nothing for the topmost numbers, which would favour
/// some indices. Precondition: bound > 0.
[[nodiscard]] std::optional<std::uint32_t> fair_index(std::uint64_t number, std::uint32_t bound);

class FairBag {
 public:
  /// Precondition: no seed is longer than longest_fair_seed.
  FairBag(const FairSecret& secret, std::span<const FairSeed> seeds);

  /// The source for one question, from its first pick on: 0 is the deal, then every draw and roll
  /// in the order in which they happen. It may outlive the bag.
  [[nodiscard]] Pick picks(std::uint64_t question) const;

  friend bool operator==(const FairBag&, const FairBag&) = default;

 private:
  Digest key_;
};

/// Deals from the bag (question 0). The favoured seat opens if it may.
[[nodiscard]] Setup deal(const Ruleset& rules, std::vector<Player> players, const FairBag& bag,
                         std::optional<int> favoured = std::nullopt);

/// Numbers the questions of one game and remembers which of them have been undone.
class FairQuestions {
 public:
  /// The number of the question that is open in the game. Call it once per question.
  [[nodiscard]] std::uint64_t next(const Game& game);
  /// As a proof lists them, for the game in its current state.
  [[nodiscard]] std::vector<int> skipped(const Game& game) const;

  friend bool operator==(const FairQuestions&, const FairQuestions&) = default;

 private:
  int asked_ = 0;
  std::vector<int> skipped_;
};

}  // namespace sixfold
