// Results and games of a player, as the routes send them.
#pragma once

#include <vector>

#include "record/json.hpp"
#include "store/archive.hpp"
#include "store/store.hpp"

namespace sixfold::server {

/// One game, with its seats. Other players' ids are left out.
[[nodiscard]] Json result_json(const std::vector<store::KeptResult>& seats, const Id& user);
/// The same for the seats of several games, one game after the other.
[[nodiscard]] Json results_json(const std::vector<store::KeptResult>& seats, const Id& user);
/// A table and how far it has come.
[[nodiscard]] Json row_json(const store::GameRow& row);
/// A finished game: both together.
[[nodiscard]] Json archived_json(const store::ArchivedGame& game, const Id& user);

}  // namespace sixfold::server
