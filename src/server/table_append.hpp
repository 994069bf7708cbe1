// Turns a change of a table into a request to the store.
#pragma once

#include <optional>
#include <vector>

#include "server/table_command.hpp"
#include "store/store.hpp"

namespace sixfold::server {

/// Empty if the table was closed before its game began. Of an aborted game, all places are 0.
/// Precondition: the game, if there is one, is over.
[[nodiscard]] std::optional<store::GameResult> result_of(const Table& table);

/// `before` is the status of the table at `seq`. The row for start-up describes the table after the
/// change.
[[nodiscard]] store::AppendRequest append_request(const Id& game, std::uint64_t seq,
                                                  GameStatus before, const TableChange& change,
                                                  std::int64_t time_ms, std::optional<Id> command);

/// Who sits down at a table of the lobby with these events, and then the people who were there;
/// empty if nobody does. `before`: the table until now.
[[nodiscard]] std::vector<Id> strangers_meeting(const Table& before, const TableChange& change);

}  // namespace sixfold::server
