// Checks whether the game of a record was drawn from the fair bag that its proof reveals.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.hpp"

namespace sixfold {

enum class FairReason : std::uint8_t {
  unsound,     ///< the record cannot be replayed
  no_proof,    ///< the record has no proof
  commitment,  ///< the commitment does not match the secret and the game
  seal,        ///< a seat's seed is not the one that was sealed
  preset,      ///< the tiles on the black cells are not those that the bag gives
  hand,        ///< a different starting hand
  opener,      ///< a different seat opens
  draw,
  roll,
  skipped,  ///< a question was skipped that no leave in mid-turn can have undone
};
[[nodiscard]] std::string_view code_of(FairReason reason);

/// The first deviation from the proof. Turns count as in RecordError.
struct FairFault {
  FairReason reason{};
  int turn = 0;
  std::optional<int> seat;     ///< for a seal or a hand, and for the opener that the bag gives
  std::vector<Tile> written;   ///< in the record
  std::vector<Tile> expected;  ///< from the bag

  friend bool operator==(const FairFault&, const FairFault&) = default;
};

[[nodiscard]] std::optional<FairFault> check_fair(const Record& record);

/// For people.
[[nodiscard]] std::string describe(const FairFault& fault);

/// Parses, replays and checks one line; nothing if the record is valid and fair.
[[nodiscard]] std::optional<RecordError> verify_fair(std::string_view text);

}  // namespace sixfold
