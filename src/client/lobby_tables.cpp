#include "client/lobby_tables.hpp"

#include <algorithm>

namespace sixfold::client {

using protocol::LobbyTable;

namespace {

/// Replaces the entry of the same table, or appends.
void put(std::vector<LobbyTable>& tables, const LobbyTable& table) {
  const auto known = std::ranges::find(tables, table.game, &LobbyTable::game);
  if (known != tables.end())
    *known = table;
  else
    tables.push_back(table);
}

}  // namespace

void take_in(std::vector<LobbyTable>& tables, const protocol::LobbyPage& page) {
  if (!page.after) tables.clear();
  for (const LobbyTable& table : page.tables) put(tables, table);
}

void take_in(std::vector<LobbyTable>& tables, const protocol::LobbyChanges& changes) {
  for (const LobbyTable& table : changes.put) put(tables, table);
  std::erase_if(tables, [&](const LobbyTable& table) {
    return std::ranges::count(changes.gone, table.game) > 0;
  });
}

}  // namespace sixfold::client
