// Logs in which every event follows from its game's number and its seq, so that the contents of a
// store can be checked without remembering what was written.
#pragma once

#include <cstdint>
#include <string>

#include "store/store.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold::tests {

[[nodiscard]] Id game_id(int game);

/// The append that follows `seq` in the game's log: one to three events of up to a few pages.
[[nodiscard]] store::AppendRequest next_append(int game, std::uint64_t seq);

[[nodiscard]] Result<std::uint64_t, store::AppendRefusal> append_and_wait(
    store::Store& store, store::AppendRequest request);
/// Makes this many further appends and returns the seq. A refusal fails the test.
std::uint64_t append_times(store::Store& store, int game, std::uint64_t seq, int times);

/// The game's seq according to the store; 0 if there is no such game.
[[nodiscard]] std::uint64_t stored_seq(store::Store& store, int game);

/// What is wrong with a game's log. Empty if it is the log that next_append() makes, up to the end
/// of an append and at least to `acknowledged`, with its row and its commands.
[[nodiscard]] std::string fault_in_log(store::Store& store, int game, std::uint64_t acknowledged);

}  // namespace sixfold::tests
