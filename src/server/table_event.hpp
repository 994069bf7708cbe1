// The events of a table, as written to the log. The table's state is computed from these alone.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "record/fair_proof.hpp"
#include "record/json.hpp"
#include "rules/game.hpp"
#include "rules/move.hpp"
#include "server/table_plan.hpp"
#include "store/store.hpp"

namespace sixfold {

struct TableCreated {
  TablePlan plan;
  Id host;
  std::string code;  ///< with which friends find the table; empty in version 1
  /// The secret from which, with the players' seeds, the bag is derived; empty for old tables.
  std::optional<FairSecret> secret;
  std::int64_t seed_wait_ms = 0;  ///< how long a full table waits for seeds
  friend bool operator==(const TableCreated&, const TableCreated&) = default;
};
struct SeatTaken {
  enum class Kind : std::uint8_t { guest, person, bot };  ///< person, bot: with an account
  int seat = 0;
  Id user;
  std::string name;
  Kind kind = Kind::guest;
  friend bool operator==(const SeatTaken&, const SeatTaken&) = default;
};
/// Before the start: the player left, or was removed by the host.
struct SeatFreed {
  int seat = 0;
  friend bool operator==(const SeatFreed&, const SeatFreed&) = default;
};
/// The hash that commits a player to a seed which nobody else knows yet.
struct SealGiven {
  int seat = 0;
  FairSeal seal{};
  friend bool operator==(const SealGiven&, const SealGiven&) = default;
};
/// From now on no seal is accepted; players who have sealed a seed reveal it.
struct SealingEnded {
  friend bool operator==(const SealingEnded&, const SealingEnded&) = default;
};
/// A player's contribution to chance.
struct SeedGiven {
  int seat = 0;
  FairSeed seed;
  friend bool operator==(const SeedGiven&, const SeedGiven&) = default;
};
struct TableLocked {
  bool locked = true;
  friend bool operator==(const TableLocked&, const TableLocked&) = default;
};
struct GameStarted {
  Setup setup;
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};
struct MoveMade {
  int seat = 0;
  Move move;
  friend bool operator==(const MoveMade&, const MoveMade&) = default;
};
/// What was drawn or rolled.
struct ChanceAnswered {
  std::vector<Tile> tiles;
  friend bool operator==(const ChanceAnswered&, const ChanceAnswered&) = default;
};
struct PlayerLeft {
  int seat = 0;
  LeaveReason reason{};
  friend bool operator==(const PlayerLeft&, const PlayerLeft&) = default;
};
/// A bot replaces a player who has vanished.
struct BotTookOver {
  int seat = 0;
  std::string bot;
  friend bool operator==(const BotTookOver&, const BotTookOver&) = default;
};
struct PlayerReturned {
  int seat = 0;
  friend bool operator==(const PlayerReturned&, const PlayerReturned&) = default;
};

enum class Wish : std::uint8_t { pause, take_back };
[[nodiscard]] std::string_view code_of(Wish wish);
[[nodiscard]] std::string_view code_of(SeatTaken::Kind kind);
/// A player asks for something that needs everyone's consent; it is granted when the last player
/// asks for it.
struct WishMade {
  int seat = 0;
  Wish wish{};
  friend bool operator==(const WishMade&, const WishMade&) = default;
};
struct WishRefused {
  int seat = 0;
  friend bool operator==(const WishRefused&, const WishRefused&) = default;
};
struct GamePaused {
  friend bool operator==(const GamePaused&, const GamePaused&) = default;
};
struct GameResumed {
  friend bool operator==(const GameResumed&, const GameResumed&) = default;
};
/// The last turn is undone.
struct TurnTakenBack {
  friend bool operator==(const TurnTakenBack&, const TurnTakenBack&) = default;
};
/// Gives the player to move the time back that was lost while no server ran or when the clock was
/// set. A table that waits for players gets the time during which somebody was present.
struct TimeGivenBack {
  std::int64_t milliseconds = 0;
  friend bool operator==(const TimeGivenBack&, const TimeGivenBack&) = default;
};
struct RematchMade {
  Id game;
  friend bool operator==(const RematchMade&, const RematchMade&) = default;
};

/// A player agrees that one who has vanished is removed; the last player's agreement removes them.
struct LeaveAgreed {
  int seat = 0;
  int about = 0;
  friend bool operator==(const LeaveAgreed&, const LeaveAgreed&) = default;
};

/// Everyone left before the game began, or nobody came.
struct TableClosed {
  friend bool operator==(const TableClosed&, const TableClosed&) = default;
};

/// An operator aborted the game; nobody wins.
struct GameAborted {
  friend bool operator==(const GameAborted&, const GameAborted&) = default;
};

using TableEvent =
    std::variant<TableCreated, SeatTaken, SeatFreed, TableLocked, GameStarted, MoveMade,
                 ChanceAnswered, PlayerLeft, BotTookOver, PlayerReturned, WishMade, WishRefused,
                 GamePaused, GameResumed, TurnTakenBack, TimeGivenBack, RematchMade, TableClosed,
                 SeedGiven, GameAborted, LeaveAgreed, SealGiven, SealingEnded>;

/// Reads a plan as clients send it and as the log stores it. Without a board, it uses that of the
/// first game.
[[nodiscard]] std::optional<TablePlan> read_plan(FormReader& reader, const Json& json);
/// The plan as everyone may see it: without the users for whom seats are reserved.
[[nodiscard]] Json to_json(const TablePlan& plan);
[[nodiscard]] Json to_json(const ClockPlan& clock);

/// The event's name in the log.
[[nodiscard]] std::string_view type_name(const TableEvent& event);

[[nodiscard]] NewEvent to_stored(const TableEvent& event);
/// Converts events of older versions to current ones.
[[nodiscard]] Result<TableEvent, FormError> from_stored(const StoredEvent& event);

}  // namespace sixfold
