// What people, bots and the clock ask of a table, and the result: events or a refusal. Pure, except
// for chance, which the caller supplies.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "rules/result.hpp"
#include "server/table.hpp"
#include "server/table_refusal.hpp"

namespace sixfold::server {

using protocol::AskPause;
using protocol::AskRematch;
using protocol::AskTakeBack;
using protocol::FillSeat;
using protocol::GiveSeal;
using protocol::GiveSeed;
using protocol::JoinTable;
using protocol::LeaveTable;
using protocol::LetBotPlay;
using protocol::LetSeatLeave;
using protocol::LockTable;
using protocol::MakeMove;
using protocol::RefuseWish;
using protocol::RemovePlayer;
using protocol::ResumeGame;
using protocol::ReturnToSeat;
using protocol::TableCommand;
using protocol::UnlockTable;

/// Who asks. Without a kind, a guest.
struct TableUser {
  TableUser(const Id& user, SeatTaken::Kind of_kind = {}) : id(user), kind(of_kind) {}

  Id id;
  SeatTaken::Kind kind;
};

/// What a decision needs from outside.
struct TableServices {
  /// When it is made; not before the table's last event.
  std::int64_t now_ms = 0;
  /// Deals the game that is about to start.
  std::function<Setup(const Ruleset&, std::vector<Player>, std::optional<int> favoured_opener)>
      deal;
  /// Answers the open question of chance.
  std::function<std::vector<Tile>(const Game&)> answer;
  /// Whether the player has been away for longer than the grace time.
  std::function<bool(int seat)> away;
  /// Whether the player is looking at the table; if not given, nobody is.
  std::function<bool(int seat)> watches;
  /// When a player of the table was last present; if not given, long ago.
  std::function<std::int64_t()> attended_ms;
  /// The bot that replaces players who have vanished.
  std::string substitute_bot;
  /// The ids of the table and of its rematch. The first is needed once seeds are sealed.
  Id game;
  Id rematch;
};

/// What a decision leads to: the events, which are to be stored, and the table after them. Without
/// events nothing changes, and there is no table.
struct TableChange {
  std::vector<TableEvent> events;
  Table table;
};
using TableOutcome = Result<TableChange, TableRefusal>;

/// Decides a person's command. `table` is the state before.
[[nodiscard]] TableOutcome decide(const Table& table, const TableUser& user,
                                  const TableCommand& command, const TableServices& services);

/// The first events of a new table. Its creator, of this kind, takes a free seat, if there is one.
[[nodiscard]] TableOutcome decide_create(const TableCreated& created, const JoinTable& join,
                                         SeatTaken::Kind kind, const TableServices& services);

/// The plan of another game for the same people in the same seats.
[[nodiscard]] TablePlan rematch_plan(const Table& table);

/// A bot's move for the seat to move.
[[nodiscard]] TableOutcome decide_bot_move(const Table& table, int seat, const Move& move,
                                           const TableServices& services);

/// Tells a table of days about the holidays of a player. No events if it knows them already.
[[nodiscard]] TableChange decide_holidays(const Table& table, const Id& user,
                                          std::span<const Holiday> holidays,
                                          const TableServices& services);

/// Decides a timeout: the player to move leaves (B14), strangers who are not at their full table
/// lose their seats, a table that nobody joins is closed, or a game of bots that nobody watches
/// ends. No events before the deadline, or for a bot that people wait for.
[[nodiscard]] TableChange decide_timeout(const Table& table, const TableServices& services);

}  // namespace sixfold::server
