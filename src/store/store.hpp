// Where games are kept: one append-only log of events a game. The pair (game, seq) is unique, and
// that is the only fence there is: whoever appends says which event it knew last, and of two who
// knew the same one, one succeeds. What was appended with success is on the disk.
//
// All calls return at once. Answers come on a thread of the store's, in the order of the calls for
// appends; whoever waits for them posts them to where it works.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/result.hpp"
#include "store/id.hpp"

namespace sixfold {

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

enum class GameStatus : std::uint8_t { waiting, running, ended };
[[nodiscard]] constexpr std::string_view code_of(GameStatus status) {
  constexpr std::array<std::string_view, 3> words{"waiting", "running", "ended"};
  return words[static_cast<std::size_t>(status)];
}

/// How a game ended for one seat.
struct SeatResult {
  std::optional<Id> player;  ///< none: a bot of the server's
  std::string name;
  int points = 0;
  int place = 1;  ///< shared places are equal
  int turns = 0;  ///< in which the seat laid or traded tiles

  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct GameResult {
  std::string variant;
  bool rated = false;  ///< then all seats have players
  std::vector<SeatResult> seats;

  friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// What one command causes: all of it is stored, or none.
struct AppendRequest {
  Id game;
  std::uint64_t expected_seq = 0;  ///< of the last event known; 0 for a new game
  std::int64_t time_ms = 0;        ///< the server's, for all events
  std::vector<NewEvent> events;
  std::optional<Id> command;  ///< made by the client: the same one again changes nothing
  GameStatus status = GameStatus::waiting;
  std::optional<std::int64_t> deadline_ms;  ///< when the game needs attention next
  std::string code;         ///< of a new game: a short name that no other game has; may be empty
  bool listed = false;      ///< whether the lobby may show it
  std::vector<Id> players;  ///< who sits down at the table, or makes it, with these events
  std::optional<GameResult> result;  ///< of a game that ends with these events
};

struct AppendRefusal {
  enum class Kind : std::uint8_t {
    stale,        ///< another append was faster: `seq` is the last event now
    repeated,     ///< the command was carried out before: `seq` is the last event it caused
    code_taken,   ///< the new game's code belongs to another
    unavailable,  ///< it is not known to be stored (the disk is full, say): `why` tells
  };
  Kind kind{};
  std::uint64_t seq = 0;
  std::string why;

  friend bool operator==(const AppendRefusal&, const AppendRefusal&) = default;
};

/// An event, by where it stands.
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

/// A time in which nobody could write, by the common clock; it ends before it began where the clock
/// was set back.
struct Outage {
  std::int64_t began_ms = 0;
  std::int64_t ended_ms = 0;

  friend bool operator==(const Outage&, const Outage&) = default;
};

/// What games get for an outage.
struct GiveBack {
  Outage outage;
  /// The event that gives a game so much time back.
  std::function<NewEvent(std::int64_t milliseconds)> event;
};

/// Where the next page of each list begins: after this one.
struct NewsPages {
  Id due;
  Id listed;
  Id banned;

  friend bool operator==(const NewsPages&, const NewsPages&) = default;
};

/// What one of the servers that share a store says of itself, about once a second.
struct NodeReport {
  Id node;
  std::int64_t time_ms = 0;
  std::vector<Id> arrived;         ///< users who have had a connection here since the last report
  std::vector<Id> gone;            ///< and those who have none any more
  std::vector<EventPlace> tables;  ///< those in memory, each with the last event that is known
  bool is_whole = false;   ///< all who are here have `arrived`: replaces what was said before
  bool is_first = false;   ///< since the server started
  bool is_unsure = false;  ///< something has gone wrong since the last report
  NewsPages next{};        ///< from the last news
};

/// What it hears from the store in return.
struct NodeNews {
  std::int64_t now_ms = 0;          ///< the common clock
  bool was_forgotten = false;       ///< who is at this node must be reported again, wholly
  std::optional<Outage> outage;     ///< for which games have not been given all their time back
  std::vector<EventPlace> changed;  ///< tables in memory to which others have appended
  std::vector<Id> due;              ///< a page of games whose deadline has passed
  std::vector<Id> listed;           ///< a page of games that the lobby may show
  std::vector<Id> present;          ///< players of the tables in memory who are at other nodes
  std::vector<Id> banned;           ///< a page of accounts that may have no connection any more
  NewsPages next{};
  std::vector<Id> ended_sessions;             ///< sessions whose connections have to end
  std::vector<std::string> banned_addresses;  ///< ranges of addresses that may not come in
  std::vector<Id> muted;                      ///< players whose phrases nobody is shown
  int open_games = 0;
};

/// What went wrong with a read, in words.
using ReadFault = std::string;

using AppendAnswer = std::function<void(Result<std::uint64_t, AppendRefusal> last_seq)>;
using EventsAnswer = std::function<void(Result<std::vector<StoredEvent>, ReadFault>)>;
using CommandAnswer = std::function<void(Result<std::optional<std::uint64_t>, ReadFault>)>;
using PlaceAnswer = std::function<void(Result<std::optional<EventPlace>, ReadFault>)>;
using GamesAnswer = std::function<void(Result<std::vector<GameRow>, ReadFault>)>;
using NewsAnswer = std::function<void(Result<NodeNews, ReadFault>)>;
using GameAnswer = std::function<void(Result<std::optional<Id>, ReadFault>)>;
/// With what went wrong, if anything did.
using DoneAnswer = std::function<void(const std::optional<ReadFault>&)>;

class Store {
 public:
  Store() = default;
  /// Answers everything that was asked before it goes.
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  virtual void append(AppendRequest request, AppendAnswer answer) = 0;
  /// The events after `after_seq`, in order; none for a game that is not there.
  virtual void read(Id game, std::uint64_t after_seq, EventsAnswer answer) = 0;
  /// The last event of what the command caused; none if it was not carried out.
  virtual void find_command(Id game, Id command, CommandAnswer answer) = 0;
  /// The same for a command in any game in which the user has ever had a seat.
  virtual void find_command_of(Id user, Id command, PlaceAnswer answer) = 0;
  /// All that have not ended.
  virtual void open_games(GamesAnswer answer) = 0;
  /// The game with that code.
  virtual void find_code(std::string code, GameAnswer answer) = 0;
  /// The games in which the user ever had a seat, those that have not ended first, at most `most`.
  virtual void games_of(Id user, int most, GamesAnswer answer) = 0;
  /// Says that a server runs, so that the next one knows how long there was none, and asks what
  /// others have done. May be repeated.
  virtual void report(NodeReport report, NewsAnswer answer) = 0;
  /// Gives every running game with a deadline the time of the outage back, once, whoever calls this
  /// how often.
  virtual void give_back(GiveBack what, DoneAnswer answer) = 0;
};

}  // namespace sixfold
