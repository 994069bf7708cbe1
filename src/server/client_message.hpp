// What clients send: JSON, one message a frame.
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
/// A seat at any table of that game, or a new table where others will find it.
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
  std::optional<Id> after;  ///< for a further page: the last table of the one before
};
struct LeaveLobby {};
/// One of the phrases, to everyone at the table.
struct SayPhrase {
  Id game;
  std::string_view phrase;
};
/// Something to be done at a table.
struct TableRequest {
  Id game;
  std::uint64_t expected_seq = 0;
  Id command;  ///< made by the client; the same one again is answered the same
  TableCommand what;
};

using ClientMessage = std::variant<ClientHello, CreateTable, QuickMatch, WatchTable, UnwatchTable,
                                   EnterLobby, LeaveLobby, SayPhrase, TableRequest>;

[[nodiscard]] Result<ClientMessage, FormError> parse_client_message(std::string_view text);

/// All there is to say; clients word it in each language.
inline constexpr std::array<std::string_view, 9> phrases{
    "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "think", "again", "goodbye"};

}  // namespace sixfold
