// Turns the events of a table into a request to the store.
#pragma once

#include <optional>
#include <vector>

#include "server/table.hpp"
#include "store/store.hpp"

namespace sixfold {

/// `table` is the state at `seq`; the row for start-up describes the table after the events.
[[nodiscard]] AppendRequest append_request(const Id& game, std::uint64_t seq, Table table,
                                           const std::vector<TableEvent>& events,
                                           std::int64_t time_ms, std::optional<Id> command);

}  // namespace sixfold
