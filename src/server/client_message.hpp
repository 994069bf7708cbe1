// What clients may send to this server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "protocol/client_messages.hpp"
#include "server/table_command.hpp"

namespace sixfold::server {

using protocol::AskOwnTables;
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

/// The plan of a table that a quick match opens.
[[nodiscard]] TablePlan quick_plan(const QuickMatch& quick);
/// What a quick match is about: variant, theme, seats and seconds per move.
using MatchKind = std::tuple<std::string_view, std::string, std::size_t, std::int64_t>;
/// The quick match that would open a table with this plan, or lead to it, if there is one.
[[nodiscard]] std::optional<MatchKind> match_kind(const TablePlan& plan);
[[nodiscard]] inline bool is_quick(const TablePlan& plan) { return match_kind(plan).has_value(); }

}  // namespace sixfold::server
