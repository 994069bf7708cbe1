#include "server/bot_turns.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/bots.hpp"
#include "rules/indexed.hpp"
#include "rules/view.hpp"

namespace sixfold::server {

namespace {

// The least time a bot gets, however many are waiting.
constexpr std::int64_t shortest_thought_ms = 20;

}  // namespace

void BotTurns::ask_later(const Room& room) {
  services_.after(try_again_ms + services_.bot_pace_ms + services_.bot_time_ms,
                  [this, game = room.game, seq = room.seq] {
                    Room* const found = host_.find(game);
                    if (found != nullptr && found->seq == seq) ask(*found);
                  });
}

void BotTurns::ask_if_alone_or_later(Room& room) {
  if (services_.alone)
    ask(room);
  else
    ask_later(room);
}

bool BotTurns::wants_bot(const Room& room) const {
  if (!room.loaded || room.table.status() != GameStatus::running || room.table.paused())
    return false;
  const auto seat = static_cast<std::size_t>(room.table.game()->position().turn);
  return bot_named(room.table.seats()[seat].bot).has_value() && host_.has_audience(room);
}

void BotTurns::ask(Room& room) {
  if (is_asked(room.game) || !wants_bot(room)) return;
  asked_ms_[room.game] = services_.steady_ms();
  queue_.push(host_.owner_of(room), room.game);
  think_next();
}

/// Starts no more bots than there are threads, so that later arrivals can still overtake others in
/// the queue.
void BotTurns::think_next() {
  while (thinkers_ < services_.thinkers) {
    const std::optional<Id> game = queue_.pop();
    if (!game) return;
    Room& room = *host_.find(*game);
    if (wants_bot(room)) {
      think(room);
    } else {
      finish(*game);
      host_.rest(*game);
    }
  }
}

/// Gives the bot its view and nothing else. The more addresses wait, the less time each bot gets.
void BotTurns::think(Room& room) {
  const Game& game = *room.table.game();
  const int seat = game.position().turn;
  const auto level = bot_named(nth(room.table.seats(), seat).bot);
  const auto share = services_.bot_time_ms * services_.thinkers /
                     static_cast<std::int64_t>(1 + queue_.addresses());
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
      move_when_due(room, seat, seq, move);
      think_next();
    });
  });
}

void BotTurns::move_when_due(Room& room, int seat, std::uint64_t seq, const Move& move) {
  const std::int64_t pace = services_.bot_pace_ms;
  const std::int64_t passed = services_.steady_ms() - asked_ms_.at(room.game);
  const std::int64_t wait = pace == 0 ? 0 : (passed / pace + 1) * pace - passed;
  if (wait == 0) return host_.move(room, seat, seq, move);
  services_.after(wait, [this, &room, seat, seq, move] { host_.move(room, seat, seq, move); });
}

}  // namespace sixfold::server
