#include "simulation/hidden_tiles.hpp"

#include <algorithm>
#include <utility>

#include "server/table_view.hpp"

namespace sixfold::simulation {

namespace {

struct Timed {
  server::TableEvent event;
  std::int64_t time_ms = 0;
};

std::vector<Timed> events_of(const std::vector<store::StoredEvent>& log) {
  std::vector<Timed> events;
  for (const store::StoredEvent& stored : log)
    if (const auto event = server::from_stored(stored)) events.push_back({*event, stored.time_ms});
  return events;
}

server::Table fold(const std::vector<Timed>& events) {
  server::Table table;
  for (const auto& [event, time_ms] : events) {
    table.apply(event, time_ms);
    if (table.is_broken()) break;
  }
  return table;
}

/// Puts `in` in the place of one `out` that was dealt to the seat, or drawn; false if none was.
bool exchange(server::TableEvent& event, std::size_t seat, Tile out, Tile in) {
  auto* const answered = std::get_if<server::ChanceAnswered>(&event);
  auto* const started = std::get_if<server::GameStarted>(&event);
  if (answered == nullptr && started == nullptr) return false;
  std::vector<Tile>& tiles = answered != nullptr ? answered->tiles : started->setup.hands[seat];
  const auto found = std::ranges::find(tiles, out);
  if (found == tiles.end()) return false;
  *found = in;
  return true;
}

std::string shown(const Id& game, const std::vector<Timed>& events, const server::Table& table,
                  const std::optional<Id>& user) {
  const server::TableMoment moment{game, events.size(), 0, [](const Id&) { return std::nullopt; }};
  std::string all = to_text(server::shown_to(user, table, moment));
  for (std::size_t i = 0; i < events.size(); ++i)
    all += dump(server::public_event(events[i].event, i + 1, events[i].time_ms));
  return all;
}

}  // namespace

std::optional<std::string> seen_of_hidden_tiles(const Id& game,
                                                const std::vector<store::StoredEvent>& log,
                                                Random& rng) {
  const std::vector<Timed> events = events_of(log);
  const server::Table table = fold(events);
  if (table.is_broken() || !table.game() || table.plan().rules.pieces.rolled) return std::nullopt;
  const Position& position = table.game()->position();
  const std::size_t seat = rng.index(position.seats.size());
  const std::vector<Tile> hand = position.seats[seat].hand.list();
  const std::vector<Tile> bag = position.bag.kinds();
  if (hand.empty() || bag.empty()) return std::nullopt;
  const Tile out = hand[rng.index(hand.size())];
  const Tile in = bag[rng.index(bag.size())];
  if (in == out) return std::nullopt;
  for (std::size_t i = events.size(); i-- > 0;) {
    std::vector<Timed> other_events = events;
    if (!exchange(other_events[i].event, seat, out, in)) continue;
    const server::Table other = fold(other_events);
    if (other.is_broken() || !other.game()) continue;
    Hand expected = position.seats[seat].hand;
    static_cast<void>(expected.remove(out));
    expected.add(in);
    if (other.game()->position().seats[seat].hand != expected) continue;
    for (std::size_t viewer = 0; viewer <= table.seats().size(); ++viewer) {
      if (viewer == seat) continue;
      const auto user =
          viewer < table.seats().size() ? table.seats()[viewer].user : std::optional<Id>{};
      std::string one = shown(game, events, table, user);
      const std::string two = shown(game, other_events, other, user);
      if (one != two) return std::move(one) + " and " + two;
    }
    return "";
  }
  return std::nullopt;
}

}  // namespace sixfold::simulation
