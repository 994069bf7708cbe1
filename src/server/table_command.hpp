// What people, bots and the clock ask of a table, and what comes of it: events, or a refusal. Pure
// but for chance, which the caller brings.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/result.hpp"
#include "server/table.hpp"

namespace sixfold {

struct JoinTable {
  std::string name;
  std::optional<int> seat;  ///< none: the first that is free
  SeatTaken::Kind kind{};
  std::optional<FairSeed> seed{};
};
/// Binds the player to a seed: after the commitment has been seen, before anyone reveals a seed.
struct GiveSeal {
  FairSeal seal{};
};
/// What the player adds to chance. A sealed seed is revealed once everyone is bound to theirs.
struct GiveSeed {
  FairSeed seed;
};
/// Gets up from the table; in a game this is to resign.
struct LeaveTable {};
struct RemovePlayer {
  int seat = 0;
};
struct LockTable {
  bool locked = true;
};
struct MakeMove {
  Move move;
};
struct MakeWish {
  Wish wish{};
};
struct RefuseWish {};
struct ResumeGame {};
/// What the others decide about a player who has vanished.
struct LetBotPlay {
  int seat = 0;
};
struct LetSeatLeave {
  int seat = 0;
};
struct ReturnToSeat {};
/// Another game of the same people, when this one is over.
struct AskRematch {};

using TableCommand = std::variant<JoinTable, LeaveTable, RemovePlayer, LockTable, MakeMove,
                                  MakeWish, RefuseWish, ResumeGame, LetBotPlay, LetSeatLeave,
                                  ReturnToSeat, AskRematch, GiveSeed, GiveSeal>;

enum class RefusalCode : std::uint8_t {
  not_at_table,
  already_seated,
  no_free_seat,
  table_locked,
  table_closed,
  not_host,
  already_started,
  not_running,
  not_ended,
  paused,
  not_paused,
  bot_plays,      ///< a bot plays for this seat: return first
  not_away,       ///< the player is there, or has not been away for long enough
  clock_decides,  ///< about who is away
  nothing_to_take_back,
  no_wish,
  seed_given,    ///< one is enough
  seals_closed,  ///< the others may have revealed their seeds
  too_early,     ///< not everyone is bound to a seed yet
  wrong_seed,    ///< not the one that was sealed
  bad_name,
  account_needed,  ///< the game is rated
  illegal,         ///< against the rules; the reason says which
};
[[nodiscard]] std::string_view code_of(RefusalCode code);

struct TableRefusal {
  RefusalCode code{};
  std::optional<IllegalMove> illegal;

  friend bool operator==(const TableRefusal&, const TableRefusal&) = default;
};

/// What a decision needs from outside.
struct TableWorld {
  /// Deals the game that is about to start.
  std::function<Setup(const Ruleset&, std::vector<Player>, std::optional<int> favoured_opener)>
      deal;
  /// Answers the question that is open.
  std::function<std::vector<Tile>(const Game&)> answer;
  /// Whether the player has been away for longer than the grace time.
  std::function<bool(int seat)> away;
  /// When somebody of the table was last there; not given: long ago.
  std::function<std::int64_t()> attended_ms;
  /// Plays for those who have vanished.
  std::string substitute_bot;
  /// The table, and that of its rematch. The first is needed once seeds are sealed.
  Id game;
  Id rematch;
};

using TableOutcome = Result<std::vector<TableEvent>, TableRefusal>;

/// A person's command. The table is as it was before; the events are to be stored, then applied.
[[nodiscard]] TableOutcome decide(const Table& table, const Id& user, const TableCommand& command,
                                  const TableWorld& world);

/// What a new table begins with: its creator sits down where a seat is free.
[[nodiscard]] TableOutcome decide_create(const TableCreated& created, const JoinTable& join,
                                         const TableWorld& world);

/// The plan of another game for the same people, each in their seat.
[[nodiscard]] TablePlan rematch_plan(const Table& table);

/// A bot's move for the seat at turn.
[[nodiscard]] TableOutcome decide_bot_move(const Table& table, int seat, const Move& move,
                                           const TableWorld& world);

/// The time is up: the seat at turn leaves (B14), or a table that waits in vain is closed, or bots
/// that play for nobody stop. No events before the deadline, nor for a bot that people wait for.
[[nodiscard]] std::vector<TableEvent> decide_timeout(const Table& table, std::int64_t now_ms,
                                                     const TableWorld& world);

}  // namespace sixfold
