// Turns a change of a table into a request to the store.
#pragma once

#include <optional>
#include <vector>

#include "server/table_command.hpp"
#include "store/store.hpp"

namespace sixfold {

/// `before` is the status of the table at `seq`. The row for start-up describes the table after the
/// change.
[[nodiscard]] AppendRequest append_request(const Id& game, std::uint64_t seq, GameStatus before,
                                           const TableChange& change, std::int64_t time_ms,
                                           std::optional<Id> command);

}  // namespace sixfold
