// What happens at a table, as the store is asked to append it.
#pragma once

#include <optional>
#include <vector>

#include "server/table.hpp"
#include "store/store.hpp"

namespace sixfold {

/// `table` is as it was at `seq`; the row that start-up reads is that of the table as it will be.
[[nodiscard]] AppendRequest append_request(const Id& game, std::uint64_t seq, Table table,
                                           const std::vector<TableEvent>& events,
                                           std::int64_t time_ms, std::optional<Id> command);

}  // namespace sixfold
