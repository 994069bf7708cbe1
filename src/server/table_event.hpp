// The events of a table, as written to the log. The table's state is computed from these alone.
// Each names its type and lists its members, as messages do (protocol/form.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "protocol/server_messages.hpp"
#include "record/fair_proof.hpp"
#include "record/json.hpp"
#include "rules/game.hpp"
#include "rules/move.hpp"
#include "store/store.hpp"

namespace sixfold::server {

using protocol::ClockPlan;
using protocol::SeatPlan;
using protocol::TablePlan;
using protocol::Wish;

/// The plan as the log keeps it: with the users for whom seats are reserved.
struct WithReserved {};

struct TableCreated {
  static constexpr std::string_view type = "table-created";
  static constexpr int version = 3;
  TablePlan plan;
  Id host;
  std::string code;  ///< with which friends find the table; empty in version 1
  /// The secret from which, with the players' seeds, the bag is derived; empty for old tables.
  std::optional<FairSecret> secret;
  std::int64_t seed_wait_ms = 0;  ///< how long a full table waits for seeds
  std::int64_t wait_ms = 0;       ///< how long it waits for those invited; 0: the usual time
  static void form(auto& self, auto& member) {
    member("plan", self.plan, WithReserved{});
    member("host", self.host);
    // Version 1 had no codes, and no bags that can be checked.
    member.defaulted("code", self.code);
    member("secret", self.secret);
    member.defaulted("seed_wait_ms", self.seed_wait_ms);
    member.unless_empty("wait_ms", self.wait_ms);
  }
  /// Version 3 added the small bag. Other plans stay readable for servers that are not upgraded
  /// yet.
  [[nodiscard]] int written_version() const;
  friend bool operator==(const TableCreated&, const TableCreated&) = default;
};
struct SeatTaken {
  static constexpr std::string_view type = "seat-taken";
  using Kind = protocol::AccountKind;
  int seat = 0;
  Id user;
  std::string name;
  Kind kind = Kind::guest;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("user", self.user);
    member("name", self.name);
    // Early versions had no accounts.
    member.defaulted("kind", self.kind);
  }
  friend bool operator==(const SeatTaken&, const SeatTaken&) = default;
};
/// Before the start: the player left, or was removed by the host, as a bot can be.
struct SeatFreed {
  static constexpr std::string_view type = "seat-freed";
  int seat = 0;
  static void form(auto& self, auto& member) { member("seat", self.seat, protocol::seat_range); }
  friend bool operator==(const SeatFreed&, const SeatFreed&) = default;
};
/// Before the start: the host gave a free seat to a bot.
struct BotSeated {
  static constexpr std::string_view type = "bot-seated";
  int seat = 0;
  std::string bot;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("bot", self.bot);
  }
  friend bool operator==(const BotSeated&, const BotSeated&) = default;
};
/// The hash that commits a player to a seed which nobody else knows yet.
struct SealGiven {
  static constexpr std::string_view type = "seal-given";
  int seat = 0;
  FairSeal seal{};
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("seal", self.seal);
  }
  friend bool operator==(const SealGiven&, const SealGiven&) = default;
};
/// From now on no seal is accepted; players who have sealed a seed reveal it.
struct SealingEnded {
  static constexpr std::string_view type = "sealing-ended";
  friend bool operator==(const SealingEnded&, const SealingEnded&) = default;
};
/// A player's contribution to chance.
struct SeedGiven {
  static constexpr std::string_view type = "seed-given";
  int seat = 0;
  FairSeed seed;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("seed", self.seed);
  }
  friend bool operator==(const SeedGiven&, const SeedGiven&) = default;
};
struct TableLocked {
  static constexpr std::string_view type = "table-locked";
  bool locked = true;
  static void form(auto& self, auto& member) { member("locked", self.locked); }
  friend bool operator==(const TableLocked&, const TableLocked&) = default;
};
struct GameStarted {
  static constexpr std::string_view type = "game-started";
  Setup setup;
  static void form(auto& self, auto& member) {
    member("players", self.setup.players, protocol::Most{most_seats});
    member("presets", self.setup.presets);
    member("hands", self.setup.hands, protocol::Most{most_seats});
    member("opener", self.setup.opener, protocol::seat_range);
  }
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};
struct MoveMade {
  static constexpr std::string_view type = "move-made";
  int seat = 0;
  Move move;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("act", self.move);
  }
  friend bool operator==(const MoveMade&, const MoveMade&) = default;
};
/// What was drawn or rolled.
struct ChanceAnswered {
  static constexpr std::string_view type = "chance-answered";
  std::vector<Tile> tiles;
  static void form(auto& self, auto& member) { member("tiles", self.tiles); }
  friend bool operator==(const ChanceAnswered&, const ChanceAnswered&) = default;
};
struct PlayerLeft {
  static constexpr std::string_view type = "player-left";
  int seat = 0;
  LeaveReason reason{};
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("reason", self.reason);
  }
  friend bool operator==(const PlayerLeft&, const PlayerLeft&) = default;
};
/// A bot replaces a player who has vanished.
struct BotTookOver {
  static constexpr std::string_view type = "bot-took-over";
  int seat = 0;
  std::string bot;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("bot", self.bot);
  }
  friend bool operator==(const BotTookOver&, const BotTookOver&) = default;
};
struct PlayerReturned {
  static constexpr std::string_view type = "player-returned";
  int seat = 0;
  static void form(auto& self, auto& member) { member("seat", self.seat, protocol::seat_range); }
  friend bool operator==(const PlayerReturned&, const PlayerReturned&) = default;
};

/// A player asks for something that needs everyone's consent; it is granted when the last player
/// asks for it.
struct WishMade {
  static constexpr std::string_view type = "wish-made";
  int seat = 0;
  Wish wish{};
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("wish", self.wish);
  }
  friend bool operator==(const WishMade&, const WishMade&) = default;
};
struct WishRefused {
  static constexpr std::string_view type = "wish-refused";
  int seat = 0;
  static void form(auto& self, auto& member) { member("seat", self.seat, protocol::seat_range); }
  friend bool operator==(const WishRefused&, const WishRefused&) = default;
};
struct GamePaused {
  static constexpr std::string_view type = "game-paused";
  friend bool operator==(const GamePaused&, const GamePaused&) = default;
};
struct GameResumed {
  static constexpr std::string_view type = "game-resumed";
  friend bool operator==(const GameResumed&, const GameResumed&) = default;
};
/// The last turn is undone.
struct TurnTakenBack {
  static constexpr std::string_view type = "turn-taken-back";
  friend bool operator==(const TurnTakenBack&, const TurnTakenBack&) = default;
};
/// Gives the player to move the time back that was lost while no server ran or when the clock was
/// set. A table that waits for players gets the time during which somebody was present.
struct TimeGivenBack {
  static constexpr std::string_view type = "time-given-back";
  std::int64_t milliseconds = 0;
  static void form(auto& self, auto& member) { member("milliseconds", self.milliseconds); }
  friend bool operator==(const TimeGivenBack&, const TimeGivenBack&) = default;
};
struct RematchMade {
  static constexpr std::string_view type = "rematch-made";
  Id game;
  static void form(auto& self, auto& member) { member("game", self.game); }
  friend bool operator==(const RematchMade&, const RematchMade&) = default;
};

/// A player agrees that one who has vanished is removed; the last player's agreement removes them.
struct LeaveAgreed {
  static constexpr std::string_view type = "leave-agreed";
  int seat = 0;
  int about = 0;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("about", self.about, protocol::seat_range);
  }
  friend bool operator==(const LeaveAgreed&, const LeaveAgreed&) = default;
};

/// A player with an account goes on holiday: the clock of days stands still meanwhile. Replaces the
/// holiday that begins at the same time; one that ends when it begins is cancelled.
struct HolidayTaken {
  static constexpr std::string_view type = "holiday-taken";
  int seat = 0;
  std::int64_t from_ms = 0;
  std::int64_t until_ms = 0;
  static void form(auto& self, auto& member) {
    member("seat", self.seat, protocol::seat_range);
    member("from_ms", self.from_ms);
    member("until_ms", self.until_ms);
  }
  friend bool operator==(const HolidayTaken&, const HolidayTaken&) = default;
};

/// Everyone left before the game began, or nobody came.
struct TableClosed {
  static constexpr std::string_view type = "table-closed";
  friend bool operator==(const TableClosed&, const TableClosed&) = default;
};

/// An operator aborted the game; nobody wins.
struct GameAborted {
  static constexpr std::string_view type = "game-aborted";
  friend bool operator==(const GameAborted&, const GameAborted&) = default;
};

using TableEvent = std::variant<TableCreated, SeatTaken, SeatFreed, TableLocked, GameStarted,
                                MoveMade, ChanceAnswered, PlayerLeft, BotTookOver, PlayerReturned,
                                WishMade, WishRefused, GamePaused, GameResumed, TurnTakenBack,
                                TimeGivenBack, RematchMade, TableClosed, SeedGiven, GameAborted,
                                LeaveAgreed, SealGiven, SealingEnded, BotSeated, HolidayTaken>;

/// Bots that this server does not have are errors.
void check_bots(FormReader& reader, const Path& path, const TablePlan& plan);
void check(FormReader& reader, const Path& path, const BotSeated& event);
void check(FormReader& reader, const Path& path, const BotTookOver& event);

/// The type of the event in the log.
[[nodiscard]] std::string_view type_of(const TableEvent& event);

[[nodiscard]] store::NewEvent to_stored(const TableEvent& event);
/// Converts events of older versions to current ones.
[[nodiscard]] Result<TableEvent, FormError> from_stored(const store::StoredEvent& stored);

}  // namespace sixfold::server
