// The list of open tables, kept up to date with the server's messages.
#pragma once

#include <vector>

#include "protocol/server_messages.hpp"

namespace sixfold::client {

void take_in(std::vector<protocol::LobbyTable>& tables, const protocol::LobbyPage& page);
void take_in(std::vector<protocol::LobbyTable>& tables, const protocol::LobbyChanges& changes);

}  // namespace sixfold::client
