// Parses the server's messages, as described in docs/protocol.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/json.hpp"
#include "rules/view.hpp"

namespace sixfold::client {

inline constexpr int protocol_version = 1;

struct Hello {
  std::int64_t now_ms = 0;
  std::int64_t grace_ms = 0;        ///< until the others may decide about an absent player
  std::int64_t rated_grace_ms = 0;  ///< the same in rated games
};

/// The server speaks a different version of the protocol.
struct OtherVersion {
  int protocol = 0;
};

struct Ack {
  std::string id;
  std::string game;
};

struct Error {
  std::string id;  ///< of the refused command; empty if it was not a command
  std::string code;
  std::string message;
  std::optional<IllegalMove> illegal;
};

enum class Status : std::uint8_t { waiting, running, ended };

struct TableSeat {
  std::string name;
  bool taken = false;
  std::string bot;                            ///< the bot level that plays here
  std::optional<std::int64_t> away_since_ms;  ///< for a person without a connection
  std::string wish;
  std::optional<std::int64_t> bank_ms;
  bool seeded = false;  ///< whether the player has contributed to chance
  bool sealed = false;  ///< whether the player is committed to a seed
};

struct Clock {
  std::string kind;  ///< `none`, `per-move` or `bank`
  int seconds = 0;
  int increment = 0;

  friend bool operator==(const Clock&, const Clock&) = default;
};

/// What was agreed about a table, as far as it is known before sitting down.
struct Agreement {
  std::string variant;
  std::string theme;
  Clock clock;
  bool rated = false;
  bool hints = false;  ///< whether clients may give hints during the game

  friend bool operator==(const Agreement&, const Agreement&) = default;
};

struct TableMessage {
  std::string game;
  std::string code;
  std::int64_t seq = 0;
  std::int64_t now_ms = 0;
  std::optional<std::int64_t> deadline_ms;
  Status status = Status::waiting;
  std::string theme;
  Agreement agreed;
  std::optional<int> you;
  bool paused = false;
  bool can_take_back = false;
  std::vector<TableSeat> seats;
  std::optional<View> view;  ///< including the end, once the game is over
  std::vector<int> winners;
  std::string rematch;     ///< the table of the rematch
  std::string commitment;  ///< the server's commitment before the deal; empty: none
  bool reveal = false;     ///< whether to reveal sealed seeds now
};

/// A table of the lobby, which waits for players.
struct LobbyTable {
  std::string game;
  std::string code;
  Agreement agreed;
  std::vector<TableSeat> seats;
};

/// A page of the lobby.
struct LobbyMessage {
  std::vector<LobbyTable> tables;
  std::string after;  ///< where this page begins; empty: the first page
  std::string next;   ///< where the next page begins; empty: this is the last
};

/// Changes to the lobby since it was last shown.
struct LobbyChanges {
  std::vector<LobbyTable> put;    ///< new, or replacing what was shown before
  std::vector<std::string> gone;  ///< the ids of their games
};

/// Update the list of tables with a message from the lobby.
void take_in(std::vector<LobbyTable>& tables, const LobbyMessage& page);
void take_in(std::vector<LobbyTable>& tables, const LobbyChanges& changes);

struct Phrase {
  std::string game;
  int seat = 0;
  std::string phrase;
};

/// A message that is of no interest here, or newer than this program.
struct Unknown {};

using ServerMessage = std::variant<Unknown, Hello, OtherVersion, Ack, Error, TableMessage,
                                   LobbyMessage, LobbyChanges, Phrase>;

[[nodiscard]] Result<ServerMessage, FormError> read_message(std::string_view text);

}  // namespace sixfold::client
