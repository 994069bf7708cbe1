// Bots: when they are asked, in which order they think, and when they move.
#include <algorithm>
#include <utility>

#include "engine/bots.hpp"
#include "server/hub_room.hpp"

namespace sixfold {

namespace {

// The least time a bot gets, however many are waiting.
constexpr std::int64_t shortest_thought_ms = 20;

}  // namespace

/// Asks the bot after a delay in which another node that may have asked it can store its move.
void Hub::ask_bot_later(const Room& room) {
  services_.after(try_again_ms + services_.bot_pace_ms + services_.bot_time_ms,
                  [this, game = room.game, seq = room.seq] {
                    const auto found = rooms_.find(game);
                    if (found != rooms_.end() && found->second->seq == seq) ask_bot(*found->second);
                  });
}

/// Whether it is a bot's turn and somebody is there to see its move.
bool Hub::wants_bot(const Room& room) const {
  if (!room.loaded || room.table.status() != GameStatus::running || room.table.paused())
    return false;
  const auto seat = static_cast<std::size_t>(room.table.game()->position().turn);
  return bot_named(room.table.seats()[seat].bot).has_value() && has_audience(room);
}

/// Whether a person watches, or has a seat and has not been away for long.
bool Hub::has_audience(const Room& room) const {
  const std::int64_t now = services_.now_ms();
  if (!room.viewers.empty()) return true;
  // Players who return later must not find that a bot has run out of time.
  if (const auto deadline = room.table.deadline_ms(); deadline && *deadline <= now)
    return room.table.has_people_in();
  return std::ranges::any_of(room.table.seats(), [&](const TableSeat& seat) {
    if (!seat.user) return false;
    const auto since = presence_.away_since_ms(*seat.user);
    return !since || now - *since < services_.grace_ms;
  });
}

/// The user on whose behalf a table's bots think: a player who is watching or, failing that, any
/// viewer.
QueueOwner Hub::owner_of(const Room& room) const {
  const Connection* owner = nullptr;
  for (const ViewerNumber viewer : room.viewers) {
    const Connection& connection = connections_.at(viewer);
    if (owner == nullptr) owner = &connection;
    if (!room.table.seat_of(connection.user)) continue;
    owner = &connection;
    break;
  }
  if (owner == nullptr) return {"", room.table.host()};
  return {owner->who.address, owner->user};
}

void Hub::ask_bot(Room& room) {
  if (room.bot_thinks || !wants_bot(room)) return;
  room.bot_thinks = true;
  room.bot_asked_ms = services_.steady_ms();
  thinking_.push(owner_of(room), room.game);
  think_next();
}

/// Starts no more bots than there are threads, so that later arrivals can still overtake others in
/// the queue.
void Hub::think_next() {
  while (thinkers_ < services_.thinkers) {
    const std::optional<Id> game = thinking_.pop();
    if (!game) return;
    Room& room = *rooms_.at(*game);
    if (wants_bot(room)) {
      think(room);
    } else {
      room.bot_thinks = false;
      unload_if_idle(*game);
    }
  }
}

/// Gives the bot its view and nothing else. The more addresses wait, the less time each bot gets.
void Hub::think(Room& room) {
  const Game& game = *room.table.game();
  const int seat = game.position().turn;
  const auto level = bot_named(room.table.seats()[static_cast<std::size_t>(seat)].bot);
  const auto share = services_.bot_time_ms * services_.thinkers /
                     static_cast<std::int64_t>(1 + thinking_.addresses());
  const std::int64_t most_ms =
      std::min(services_.bot_time_ms, std::max(shortest_thought_ms, share));
  ++thinkers_;
  services_.think([this, &room, seat, most_ms, seq = room.seq, seen = view(game, seat),
                   choose = level->choose, seed = services_.new_seed(),
                   began = services_.steady_ms()] {
    Random random(seed);
    Budget budget;
    if (most_ms > 0)
      budget.time_spent = [this, began, most_ms] {
        return static_cast<double>(services_.steady_ms() - began) / static_cast<double>(most_ms);
      };
    Move move = choose(seen, random, budget);
    services_.post([this, &room, seat, seq, move = std::move(move)] {
      --thinkers_;
      const std::int64_t pace = services_.bot_pace_ms;
      const std::int64_t passed = services_.steady_ms() - room.bot_asked_ms;
      const std::int64_t wait = pace == 0 ? 0 : (passed / pace + 1) * pace - passed;
      if (wait == 0)
        move_bot(room, seat, seq, move);
      else
        services_.after(wait, [this, &room, seat, seq, move] { move_bot(room, seat, seq, move); });
      think_next();
    });
  });
}

void Hub::move_bot(Room& room, int seat, std::uint64_t seq, const Move& move) {
  enqueue(room, [this, &room, seat, seq, move] {
    room.bot_thinks = false;
    if (room.seq != seq) return ask_bot(room);
    const std::int64_t now = services_.now_ms();
    auto outcome = decide_bot_move(room.table, seat, move, table_services(&room, now));
    if (!outcome) return services_.log("bot_refused", {{"game", to_text(room.game)}});
    ++figures_.bot_moves;
    store(room, *std::move(outcome), now);
  });
}

}  // namespace sixfold
