// The messages that clients send: JSON, one message per frame.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "record/json.hpp"
#include "server/table_command.hpp"

namespace sixfold {

inline constexpr int client_protocol_version = 1;

struct ClientHello {
  int protocol = 0;
};
struct CreateTable {
  Id command;
  TablePlan plan;
  std::string name;
};
/// Asks for a seat at any table of this game, or for a new table in the lobby.
struct QuickMatch {
  Id command;
  TablePlan plan;
  std::string name;
};
struct WatchTable {
  Id game;
};
struct UnwatchTable {
  Id game;
};
struct EnterLobby {
  std::optional<Id> after;  ///< for further pages: the last table of the previous page
};
struct LeaveLobby {};
/// Says one of the phrases to everyone at the table.
struct SayPhrase {
  Id game;
  std::string_view phrase;
};
/// A command at a table.
struct TableRequest {
  Id game;
  std::uint64_t expected_seq = 0;
  Id command;  ///< chosen by the client; repeating it gives the same answer
  TableCommand what;
};

using ClientMessage = std::variant<ClientHello, CreateTable, QuickMatch, WatchTable, UnwatchTable,
                                   EnterLobby, LeaveLobby, SayPhrase, TableRequest>;

struct MessageError {
  FormError form;
  std::optional<Id> command;  ///< the command's id, if that much could be read
};

[[nodiscard]] Result<ClientMessage, MessageError> parse_client_message(std::string_view text);

/// All phrases. Clients translate them.
inline constexpr std::array<std::string_view, 9> phrases{
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "think", "again", "goodbye"};

}  // namespace sixfold
