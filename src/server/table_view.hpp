// What one user is shown of a table: made from the game's View and from what everyone at the table
// may know, member by member.
#pragma once

#include <functional>
#include <string>

#include "server/table.hpp"

namespace sixfold {

/// The message that shows the table to the user. `away`: whether a seat's player has no connection.
[[nodiscard]] std::string table_message(const Table& table, const Id& game, std::uint64_t seq,
                                        const Id& user, const std::function<bool(int seat)>& away);

}  // namespace sixfold
