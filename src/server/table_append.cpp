#include "server/table_append.hpp"

#include <algorithm>

#include "rules/indexed.hpp"

namespace sixfold::server {

namespace {

/// Those who sit down, and the creator, who owns the table even if only bots play.
std::vector<Id> whose_table(const std::vector<TableEvent>& events) {
  std::vector<Id> users;
  for (const TableEvent& event : events) {
    if (const auto* const taken = std::get_if<SeatTaken>(&event)) users.push_back(taken->user);
    if (const auto* const created = std::get_if<TableCreated>(&event))
      users.push_back(created->host);
  }
  return users;
}

}  // namespace

std::optional<store::GameResult> result_of(const Table& table) {
  if (!table.game()) return std::nullopt;
  const Position& position = table.game()->position();
  const std::vector<int> places = sixfold::places(position);
  store::GameResult result;
  result.variant = table.plan().rules.variant;
  result.theme = table.plan().theme;
  result.rated = table.plan().rated && !places.empty();
  result.length = static_cast<int>(table.game()->turns().size());
  for (std::size_t i = 0; i < table.seats().size(); ++i) {
    const TableSeat& seat = table.seats()[i];
    const int place = places.empty() ? 0 : places[i];
    result.seats.push_back({seat.user, seat.name, position.seats[i].score, place, 0, 0});
  }
  for (const Turn& turn : table.game()->turns()) {
    store::SeatResult& seat = nth(result.seats, turn.seat);
    const auto* const placed = std::get_if<Placed>(&turn.act);
    if (placed != nullptr) seat.biggest_move = std::max(seat.biggest_move, placed->points);
    if (placed != nullptr || std::holds_alternative<Traded>(turn.act)) ++seat.turns;
  }
  return result;
}

std::vector<Id> strangers_meeting(const Table& before, const TableChange& change) {
  std::vector<Id> users;
  if (!before.plan().in_lobby) return users;
  for (const TableEvent& event : change.events)
    if (const auto* const taken = std::get_if<SeatTaken>(&event)) users.push_back(taken->user);
  if (users.empty()) return users;
  for (const TableSeat& seat : before.seats())
    if (seat.user) users.push_back(*seat.user);
  return users;
}

store::AppendRequest append_request(const Id& game, std::uint64_t seq, GameStatus before,
                                    const TableChange& change, std::int64_t time_ms,
                                    std::optional<Id> command) {
  const Table& table = change.table;
  store::AppendRequest request;
  request.game = game;
  request.expected_seq = seq;
  request.time_ms = time_ms;
  request.command = command;
  for (const TableEvent& event : change.events) request.events.push_back(to_stored(event));
  request.status = table.status();
  request.deadline_ms = table.deadline_ms();
  request.code = table.code();
  request.listed = table.plan().in_lobby && table.status() == GameStatus::waiting;
  request.players = whose_table(change.events);
  if (before == GameStatus::waiting && table.status() == GameStatus::running &&
      is_of_days(table.plan().clock))
    for (const TableSeat& seat : table.seats())
      if (seat.user) request.on_days.push_back(*seat.user);
  if (table.status() == GameStatus::ended && before != GameStatus::ended)
    request.result = result_of(table);
  return request;
}

}  // namespace sixfold::server
