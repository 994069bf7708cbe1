// The lobby: which tables it shows, to whom, and when.
#include <algorithm>

#include "server/hub_room.hpp"

namespace sixfold {

namespace {

// The most tables in one message, so that a message fits into a socket's queue.
constexpr std::size_t lobby_page = 50;
constexpr std::size_t longest_lobby_page = 100;
constexpr std::size_t most_changes = 50;

}  // namespace

void Hub::on(ViewerNumber viewer, const EnterLobby& enter) {
  connections_.at(viewer).in_lobby = true;
  connections_.at(viewer).send(lobby_.page(enter.after, lobby_page));
}

void Hub::on(ViewerNumber viewer, const LeaveLobby& /*leave*/) {
  connections_.at(viewer).in_lobby = false;
}

/// Whether a player waits there for strangers, who may sit down.
bool Hub::is_listed(const Room& room) const {
  const Table& table = room.table;
  if (!table.plan().in_lobby || table.status() != GameStatus::waiting || table.locked() ||
      !table.has_open_seat())
    return false;
  return std::ranges::any_of(table.seats(), [this](const TableSeat& seat) {
    return seat.user && !presence_.away_since_ms(*seat.user);
  });
}

/// To be called whenever the table or the presence of its players has changed.
void Hub::list(const Room& room) {
  if (!room.table.plan().in_lobby) return;
  if (room.table.status() == GameStatus::waiting)
    listed_.insert(room.game);
  else
    listed_.erase(room.game);
  if (!is_listed(room)) return lobby_.put(room.game, "");
  const ShownTable shown = shown_to(std::nullopt, room.table, moment(room));
  lobby_.put(room.game, dump(protocol::write(lobby_entry(shown, room.table.created_ms()))));
}

/// To be called when the user has come or gone.
void Hub::list_tables_of(const Id& user) {
  for (const Id& game : listed_)
    if (const Room& room = *rooms_.at(game); room.table.seat_of(user)) list(room);
}

void Hub::show_lobby_changes() {
  const std::string changes = lobby_.take_changes(most_changes);
  if (changes.empty()) return;
  for (const auto& [number, connection] : connections_)
    if (connection.in_lobby) connection.send(changes);
}

std::string Hub::lobby_page_after(const std::optional<Id>& after,
                                  std::optional<std::size_t> most) const {
  return lobby_.page(after,
                     std::clamp<std::size_t>(most.value_or(lobby_page), 1, longest_lobby_page));
}

}  // namespace sixfold
