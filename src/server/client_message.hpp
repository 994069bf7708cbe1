// What clients may send to this server.
#pragma once

#include <string_view>

#include "protocol/client_messages.hpp"
#include "server/table_command.hpp"

namespace sixfold {

using protocol::ClientHello;
using protocol::ClientMessage;
using protocol::CreateTable;
using protocol::EnterLobby;
using protocol::LeaveLobby;
using protocol::MessageError;
using protocol::QuickMatch;
using protocol::SayPhrase;
using protocol::TableRequest;
using protocol::UnwatchTable;
using protocol::WatchTable;

/// Refuses bots that this server does not have.
[[nodiscard]] Result<ClientMessage, MessageError> parse_client_message(std::string_view text);

/// The plan of a table that a quick match opens: strangers get enough time to think, but not much.
[[nodiscard]] TablePlan quick_plan(const QuickMatch& quick);

}  // namespace sixfold
