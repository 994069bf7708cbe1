#include "protocol/server_messages.hpp"

#include <algorithm>
#include <cstdlib>

namespace sixfold::protocol {

namespace {

/// Whether the seats of turns exist, and whether tiles are no farther apart than all tiles together
/// reach.
bool could_be(const View& view) {
  constexpr int farthest = 200;
  const auto tiles = view.board.tiles();
  const auto near = [&](const PlacedTile& placed) {
    const Cell first = tiles.front().cell;
    return std::abs(placed.cell.x - first.x) <= farthest &&
           std::abs(placed.cell.y - first.y) <= farthest;
  };
  const auto seated = [&](const SeenTurn& turn) {
    return turn.seat < static_cast<int>(view.seats.size());
  };
  return std::ranges::all_of(tiles, near) && std::ranges::all_of(view.history, seated);
}

}  // namespace

void check(FormReader& reader, const Path& path, ShownTable& table) {
  // A table that was closed before its game began has no view.
  if (table.status == GameStatus::running && !table.view)
    reader.fail("missing", Path{&path, "view", 0}, "is missing");
  if (!table.view) return;
  if (table.view->seats.size() != table.seats.size())
    reader.fail("seats", Path{&path, "seats", 0}, "do not match the view");
  if (!could_be(*table.view))
    reader.fail("view", Path{&path, "view", 0}, "no game could show this");
  if (table.end) table.view->end = End{table.end->reason, table.end->seat, table.end->bonus};
}

Result<std::optional<ServerMessage>, FormError> read_server_message(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  if (!reader.expect_object(*json, {})) return Unexpected{*reader.error()};
  auto message = read_tagged(reader, *json, nullptr, static_cast<ServerMessage*>(nullptr));
  if (reader.error()) return Unexpected{*reader.error()};
  return message;
}

std::string to_text(const ServerMessage& message) { return dump(tagged(message)); }

}  // namespace sixfold::protocol
