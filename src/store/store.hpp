// The store of games: one append-only log of events per game. The pair (game, seq) is unique, and
// no other lock is needed: each append names the last event it is based on, and if two are based on
// the same event, only one succeeds. A successful append is on disk.
//
// All calls return immediately. Answers arrive on a thread of the store, those for appends in the
// order of the calls; callers post them to their own thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/game_status.hpp"
#include "record/id.hpp"
#include "rules/result.hpp"

namespace sixfold::store {

struct NewEvent {
  std::string type;
  int version = 1;
  std::string body;  ///< JSON

  friend bool operator==(const NewEvent&, const NewEvent&) = default;
};

struct StoredEvent {
  std::uint64_t seq = 0;  ///< from 1, without gaps
  std::int64_t time_ms = 0;
  std::string type;
  int version = 1;
  std::string body;

  friend bool operator==(const StoredEvent&, const StoredEvent&) = default;
};

/// A game's result for one seat.
struct SeatResult {
  std::optional<Id> player;  ///< empty: a bot of the server
  std::string name;
  int points = 0;
  int place = 1;         ///< ties share a place; 0 if the game was aborted
  int turns = 0;         ///< in which the seat placed or traded tiles
  int biggest_move = 0;  ///< the most points of one move

  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct GameResult {
  std::string variant;
  bool rated = false;  ///< all seats then have players
  std::vector<SeatResult> seats;
  std::string theme;
  int length = 0;  ///< in turns

  friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// Why a player is notified.
enum class NoticeKind : std::uint8_t {
  turn,       ///< the player has the turn at a table with a slow clock, or none
  fast_turn,  ///< the same with a fast clock
  over,       ///< the game is over
  rematch,    ///< somebody has opened a table for a rematch
  reminder,   ///< the player's time will soon run out
  invited,    ///< somebody has opened a table with a seat for the player
  started,    ///< the game has begun; not for devices
};
inline constexpr int notice_kinds = 7;
[[nodiscard]] constexpr unsigned bit_of(NoticeKind kind) {
  return 1U << static_cast<unsigned>(kind);
}

/// A notice for those devices, streams and webhooks of a player that want its kind. There is one of
/// each kind per table.
struct Notice {
  Id player;
  Id game;
  NoticeKind kind{};
  std::int64_t due_ms = 0;
  bool is_here = false;  ///< the player is connected: nothing for devices

  friend bool operator==(const Notice&, const Notice&) = default;
};

/// A seat at a new table that is kept for an account.
struct Invitation {
  Id player;
  Id host;
  std::string plan;  ///< what is played, as JSON
  int seats = 0;
  std::int64_t until_ms = 0;

  friend bool operator==(const Invitation&, const Invitation&) = default;
};

/// The consequences of one command, stored entirely or not at all.
struct AppendRequest {
  Id game;
  std::uint64_t expected_seq = 0;  ///< the last event known; 0 for a new game
  std::int64_t time_ms = 0;        ///< the server's time, for all events
  std::vector<NewEvent> events;
  std::optional<Id> command;  ///< chosen by the client; repeating it changes nothing
  GameStatus status = GameStatus::waiting;
  std::optional<std::int64_t> deadline_ms;  ///< when the game needs attention next
  std::string code;                         ///< for a new game: a unique short code; may be empty
  bool listed = false;                      ///< whether the lobby may show it
  std::vector<Id> players;           ///< who sits down at or creates the table with these events
  std::optional<GameResult> result;  ///< if the game ends with these events
  std::vector<Notice> notices;       ///< for its players
  /// Who would sit down with these events, and then those at the table. Refused if one of these has
  /// blocked the first or has been blocked by them.
  std::vector<Id> together;
  std::vector<Invitation> invitations;  ///< if it is a new table
  std::vector<Id> on_days;  ///< who plays, if a game with a clock of days begins with these events
};

struct AppendRefusal {
  enum class Kind : std::uint8_t {
    stale,        ///< another append was faster; `seq` is now the last event
    repeated,     ///< already carried out; `seq` is the last event it caused
    code_taken,   ///< the new game's code is taken
    kept_apart,   ///< somebody at the table has blocked the one who sits down, or the other way
                  ///< round
    unavailable,  ///< may not be stored, e.g. because the disk is full; see `why`
  };
  Kind kind{};
  std::uint64_t seq = 0;
  std::string why;

  friend bool operator==(const AppendRefusal&, const AppendRefusal&) = default;
};

/// Identifies an event.
struct EventPlace {
  Id game;
  std::uint64_t seq = 0;

  friend bool operator==(const EventPlace&, const EventPlace&) = default;
};

struct GameRow {
  Id game;
  std::uint64_t seq = 0;
  GameStatus status = GameStatus::waiting;
  std::optional<std::int64_t> deadline_ms;
  std::string code;
  bool listed = false;

  friend bool operator==(const GameRow&, const GameRow&) = default;
};

/// A period in which nobody could write, by the common clock. It ends before it begins if the clock
/// was set back.
struct Outage {
  std::int64_t began_ms = 0;
  std::int64_t ended_ms = 0;

  friend bool operator==(const Outage&, const Outage&) = default;
};

/// Tells the store to give games the time of an outage back.
struct GiveBack {
  Outage outage;
  /// Makes the event that gives a game this much time back.
  std::function<NewEvent(std::int64_t milliseconds)> event;
};

/// The last id of the current page of each list; the next page starts after it.
struct NewsPages {
  Id due;
  Id listed;
  Id banned;

  friend bool operator==(const NewsPages&, const NewsPages&) = default;
};

/// What each server that shares the store reports about itself, about once a second.
struct NodeReport {
  Id node;
  std::int64_t time_ms = 0;
  std::vector<Id> arrived;         ///< users who have connected since the last report
  std::vector<Id> gone;            ///< and those who have disconnected
  std::vector<EventPlace> tables;  ///< tables in memory, each with its last known event
  bool is_whole = false;           ///< `arrived` lists all users here, replacing earlier reports
  bool is_first = false;           ///< since the server started
  bool is_unsure = false;          ///< something went wrong since the last report
  NewsPages next{};                ///< from the last news
};

/// The store's answer to a report.
struct NodeNews {
  std::int64_t now_ms = 0;          ///< the common clock
  bool was_forgotten = false;       ///< the next report must be whole
  std::optional<Outage> outage;     ///< for which games have not all got their time back
  std::vector<EventPlace> changed;  ///< tables in memory to which others have appended
  std::vector<Id> due;              ///< a page of games whose deadline has passed
  std::vector<Id> listed;           ///< a page of games that the lobby may show
  std::vector<Id> present;          ///< players of the tables in memory who are on other nodes
  std::vector<Id> banned;           ///< a page of banned accounts
  NewsPages next{};
  std::vector<Id> ended_sessions;             ///< sessions whose connections must be closed
  std::vector<std::string> banned_addresses;  ///< banned address ranges
  std::vector<Id> muted;                      ///< players whose phrases are hidden
  int open_games = 0;
};

/// A description of what went wrong.
using ReadFault = std::string;

using AppendAnswer = std::function<void(Result<std::uint64_t, AppendRefusal> last_seq)>;
using EventsAnswer = std::function<void(Result<std::vector<StoredEvent>, ReadFault>)>;
using CommandAnswer = std::function<void(Result<std::optional<std::uint64_t>, ReadFault>)>;
using PlaceAnswer = std::function<void(Result<std::optional<EventPlace>, ReadFault>)>;
using GamesAnswer = std::function<void(Result<std::vector<GameRow>, ReadFault>)>;
using NewsAnswer = std::function<void(Result<NodeNews, ReadFault>)>;
using GameAnswer = std::function<void(Result<std::optional<Id>, ReadFault>)>;
/// Receives a description of what went wrong, if anything did.
using DoneAnswer = std::function<void(const std::optional<ReadFault>&)>;

class Store {
 public:
  Store() = default;
  /// Answers all pending calls first.
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  virtual void append(AppendRequest request, AppendAnswer answer) = 0;
  /// The events after `after_seq`, in order; empty if there is no such game.
  virtual void read(Id game, std::uint64_t after_seq, EventsAnswer answer) = 0;
  /// The last event that the command caused; empty if it has not been carried out.
  virtual void find_command(Id game, Id command, CommandAnswer answer) = 0;
  /// The same, in any game in which the user has ever had a seat.
  virtual void find_command_of(Id user, Id command, PlaceAnswer answer) = 0;
  /// All games that have not ended.
  virtual void open_games(GamesAnswer answer) = 0;
  /// The game with this code.
  virtual void find_code(std::string code, GameAnswer answer) = 0;
  /// At most `most` games in which the user has ever had a seat, starting with those that have not
  /// ended.
  virtual void games_of(Id user, int most, GamesAnswer answer) = 0;
  /// Records that the server is running, so that the next one knows how long there was none, and
  /// asks what other servers have done. May be repeated.
  virtual void report(NodeReport report, NewsAnswer answer) = 0;
  /// Gives the time of the outage back to every unfinished game with a deadline. Has no further
  /// effect when repeated, even by another server.
  virtual void give_back(GiveBack what, DoneAnswer answer) = 0;
};

}  // namespace sixfold::store
