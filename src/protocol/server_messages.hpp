// The messages that a server sends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/client_messages.hpp"
#include "record/game_status.hpp"

namespace sixfold::protocol {

struct Hello {
  static constexpr std::string_view tag = "hello";
  int protocol = version;
  std::string user;
  std::int64_t now_ms = 0;
  std::int64_t grace_ms = 0;        ///< until the others may decide about an absent player
  std::int64_t rated_grace_ms = 0;  ///< the same in rated games

  static void form(auto& self, auto& member) {
    member("protocol", self.protocol, Range{});
    member.defaulted("user", self.user);
    member("now_ms", self.now_ms);
    member.defaulted("grace_ms", self.grace_ms);
    member.defaulted("rated_grace_ms", self.rated_grace_ms);
  }
};

/// The server speaks a different version of the protocol.
struct Reload {
  static constexpr std::string_view tag = "reload";
  int protocol = version;

  static void form(auto& self, auto& member) { member("protocol", self.protocol, Range{}); }
};

/// The command was stored, as the event `seq` of the game.
struct Ack {
  static constexpr std::string_view tag = "ack";
  Id id;
  Id game;
  std::uint64_t seq = 0;

  static void form(auto& self, auto& member) {
    member("id", self.id);
    member("game", self.game);
    member("seq", self.seq);
  }
};

/// The most events sent one by one to a client that is behind; one that is farther behind only gets
/// the table.
inline constexpr Most most_missed{50};

struct Error {
  static constexpr std::string_view tag = "error";
  std::optional<Id> id;    ///< of the refused command
  std::optional<Id> game;  ///< the table that the refused message was about
  std::string code;
  std::string where;                 ///< in a message that cannot be read
  std::string message;               ///< for developers
  std::optional<Reason> reason;      ///< why an act is illegal
  std::optional<Cell> cell;          ///< the cell that the reason concerns
  std::optional<std::uint64_t> seq;  ///< if stale: the table's last event
  std::optional<std::vector<Json>>
      missed;  ///< if stale: the events since, as everyone may see them

  static void form(auto& self, auto& member) {
    member("id", self.id);
    member("game", self.game);
    member("code", self.code);
    member.unless_empty("where", self.where);
    member.unless_empty("message", self.message);
    member.if_known("reason", self.reason);
    member("cell", self.cell);
    member("seq", self.seq);
    member("missed", self.missed, most_missed);
  }
};

enum class Wish : std::uint8_t { pause, take_back };
constexpr std::array<std::string_view, 2> words_of(Wish /*wish*/) { return {"pause", "take-back"}; }

/// What one user is shown of a table, and nothing else: the server fills it in member by member.
/// During which a player's clock of days stands still.
struct ShownHoliday {
  static constexpr std::string_view title = "ShownHoliday";
  std::int64_t from_ms = 0;
  std::int64_t until_ms = 0;

  static void form(auto& self, auto& member) {
    member("from_ms", self.from_ms);
    member("until_ms", self.until_ms);
  }
};

struct ShownSeat {
  static constexpr std::string_view title = "ShownSeat";
  std::string name;
  std::string bot;                            ///< the bot level that plays here; empty: a person
  std::optional<std::int64_t> away_since_ms;  ///< since when `is_away`
  std::optional<std::int64_t> bank_ms;        ///< if the clock is a bank
  std::optional<int> lets_leave;              ///< the seat whose removal this player agrees to
  std::optional<FairSeed> seed;               ///< the player's contribution to chance
  std::optional<FairSeal> seal;               ///< commits the player to a seed
  std::optional<Wish> wish;
  std::optional<ShownHoliday> holiday;  ///< the one that is on, or else the next one
  bool taken = false;
  bool is_reserved = false;  ///< for a player of the game before, who may decline
  AccountKind kind{};        ///< of the user who took it
  bool is_away = false;      ///< a person without a connection
  bool is_seeded = false;    ///< whether there is a seed

  static void form(auto& self, auto& member) {
    member.defaulted("name", self.name);
    member("taken", self.taken);
    member.unless_empty("reserved", self.is_reserved);
    member.unless_empty("bot", self.bot);
    member.if_known("account", self.kind);
    member.defaulted("away", self.is_away);
    member("away_since_ms", self.away_since_ms);
    member.if_known("wish", self.wish);
    member("lets_leave", self.lets_leave, seat_range);
    member("bank_ms", self.bank_ms);
    member("holiday", self.holiday);
    member("seal", self.seal);
    member("seed", self.seed);
    member.unless_empty("seeded", self.is_seeded);
  }
};

struct ShownEnd {
  static constexpr std::string_view title = "ShownEnd";
  EndReason reason{};
  std::optional<int> seat;
  int bonus = 0;

  static void form(auto& self, auto& member) {
    member("reason", self.reason);
    member("seat", self.seat, seat_range);
    member.unless_empty("bonus", self.bonus, Range{});
  }
};

struct ShownTable {
  static constexpr std::string_view tag = "table";
  Id game;
  std::uint64_t seq = 0;
  std::int64_t now_ms = 0;
  std::string code;
  GameStatus status{};
  TablePlan plan;
  std::string theme = "classic";
  std::optional<int> you;  ///< the viewer's seat
  bool host = false;       ///< whether the viewer is the host
  bool locked = false;
  bool paused = false;
  bool can_take_back = false;
  std::vector<ShownSeat> seats;
  std::optional<std::int64_t> deadline_ms;
  /// The server's commitment; empty for old tables.
  std::optional<FairCommitment> commitment;
  bool reveals_seeds = false;  ///< whether sealed seeds may be revealed now
  std::optional<Id> rematch;
  std::optional<View> view;  ///< once the game has begun
  std::optional<ShownEnd> end;
  std::optional<std::vector<int>> winners;  ///< once it has ended

  static void form(auto& self, auto& member) {
    member("game", self.game);
    member("seq", self.seq);
    member("now_ms", self.now_ms);
    member.defaulted("code", self.code);
    member("status", self.status);
    member("plan", self.plan);
    member.defaulted("theme", self.theme, OneOf{"theme", theme_names()});
    member.or_null("you", self.you, seat_range);
    member.defaulted("host", self.host);
    member.defaulted("locked", self.locked);
    member.defaulted("paused", self.paused);
    member.defaulted("can_take_back", self.can_take_back);
    member("seats", self.seats, Most{most_seats});
    member("deadline_ms", self.deadline_ms);
    member("commitment", self.commitment);
    member.unless_empty("reveal", self.reveals_seeds);
    member("rematch", self.rematch);
    member("view", self.view);
    member("end", self.end);
    member("winners", self.winners, seat_range);
  }
};
/// Refuses tables that are well-formed but that no game could show. Puts the end into the view.
void check(FormReader& reader, const Path& path, ShownTable& table);

struct LobbySeat {
  static constexpr std::string_view title = "LobbySeat";
  std::string name;
  bool taken = false;
  std::string bot;
  AccountKind kind{};

  static void form(auto& self, auto& member) {
    member.defaulted("name", self.name);
    member("taken", self.taken);
    member.unless_empty("bot", self.bot);
    member.if_known("account", self.kind);
  }
  friend bool operator==(const LobbySeat&, const LobbySeat&) = default;
};

/// A table of the lobby, which waits for players.
struct LobbyTable {
  static constexpr std::string_view title = "LobbyTable";
  Id game;
  std::string code;
  std::int64_t since_ms = 0;
  PlanSummary plan;
  std::vector<LobbySeat> seats;

  static void form(auto& self, auto& member) {
    member("game", self.game);
    member("code", self.code);
    member.defaulted("since_ms", self.since_ms);
    member("plan", self.plan);
    member("seats", self.seats, Most{most_seats});
  }
  friend bool operator==(const LobbyTable&, const LobbyTable&) = default;
};
inline constexpr Most lobby_tables{10'000};

/// A page of the lobby.
struct LobbyPage {
  static constexpr std::string_view tag = "lobby";
  std::vector<LobbyTable> tables;
  std::optional<Id> after;  ///< where this page begins; empty: the first page
  std::optional<Id> next;   ///< where the next page begins; empty: this is the last

  static void form(auto& self, auto& member) {
    member("tables", self.tables, lobby_tables);
    member("after", self.after);
    member("next", self.next);
  }
};

/// Changes to the lobby since it was last shown.
struct LobbyChanges {
  static constexpr std::string_view tag = "lobby_changes";
  std::vector<LobbyTable> put;  ///< new, or replacing what was shown before
  std::vector<Id> gone;         ///< the ids of their games

  static void form(auto& self, auto& member) {
    member("put", self.put, lobby_tables);
    member("gone", self.gone, lobby_tables);
  }
};

/// A table at which the user plays or waits: what is needed to find it again, and whose turn it is.
struct OwnTable {
  static constexpr std::string_view title = "OwnTable";
  Id game;
  std::string code;
  std::uint64_t seq = 0;
  GameStatus status{};
  PlanSummary plan;
  bool in_lobby = false;
  bool is_quick = false;  ///< whether a quick match would lead to it
  std::vector<LobbySeat> seats;
  int you = 0;
  std::optional<int> turn;  ///< the seat to move; empty while the table waits for players
  bool paused = false;
  std::optional<std::vector<std::int64_t>> points;  ///< by seat, once the game has begun
  std::optional<std::int64_t> deadline_ms;          ///< when the player to move runs out of time
  std::int64_t since_ms = 0;  ///< of the turn; while the table waits, of the last arrival

  static void form(auto& self, auto& member) {
    member("game", self.game);
    member("code", self.code);
    member("seq", self.seq);
    member("status", self.status);
    member("plan", self.plan);
    member("lobby", self.in_lobby);
    member.unless_empty("quick", self.is_quick);
    member("seats", self.seats, Most{most_seats});
    member("you", self.you, seat_range);
    member("turn", self.turn, seat_range);
    member.unless_empty("paused", self.paused);
    member("points", self.points, Most{most_seats});
    member("deadline_ms", self.deadline_ms);
    member("since_ms", self.since_ms);
  }
  friend bool operator==(const OwnTable&, const OwnTable&) = default;
};
inline constexpr Most own_tables{200};

/// A page of the user's own tables.
struct OwnPage {
  static constexpr std::string_view tag = "own";
  std::vector<OwnTable> tables;
  std::optional<Id> after;  ///< where this page begins; empty: the first page
  std::optional<Id> next;   ///< where the next page begins; empty: this is the last

  static void form(auto& self, auto& member) {
    member("tables", self.tables, own_tables);
    member("after", self.after);
    member("next", self.next);
  }
};

/// Changes to the user's own tables since they were last shown.
struct OwnChanges {
  static constexpr std::string_view tag = "own_changes";
  std::vector<OwnTable> put;  ///< new, or replacing what was shown before
  std::vector<Id> gone;       ///< the ids of games that are over, or in which the user has no seat

  static void form(auto& self, auto& member) {
    member("put", self.put, own_tables);
    member("gone", self.gone, own_tables);
  }
};

struct SaidPhrase {
  static constexpr std::string_view tag = "phrase";
  Id game;
  int seat = 0;
  std::string phrase;  ///< perhaps one that only newer programs know

  static void form(auto& self, auto& member) {
    member("game", self.game);
    member("seat", self.seat, seat_range);
    member("phrase", self.phrase);
  }
};

using ServerMessage = std::variant<Hello, Reload, Ack, Error, ShownTable, LobbyPage, LobbyChanges,
                                   OwnPage, OwnChanges, SaidPhrase>;

/// Nothing for a message that is newer than this program.
[[nodiscard]] Result<std::optional<ServerMessage>, FormError> read_server_message(
    std::string_view text);
[[nodiscard]] std::string to_text(const ServerMessage& message);

}  // namespace sixfold::protocol
