// What the log of a finished game says: its record and its result.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/table.hpp"
#include "store/archive.hpp"

namespace sixfold::server {

/// The record of the game, as one line without its end; empty if it is not over.
[[nodiscard]] std::optional<std::string> record_text(const Table& table, const Id& game);
/// The same from a log; empty also if no valid decisions can have led to it.
[[nodiscard]] std::optional<std::string> record_text(const std::vector<store::StoredEvent>& events,
                                                     const Id& game);
/// How and when the game ended; empty if it has no result, or as above.
[[nodiscard]] std::optional<store::EndOfGame> end_of_game(
    const std::vector<store::StoredEvent>& events);

}  // namespace sixfold::server
