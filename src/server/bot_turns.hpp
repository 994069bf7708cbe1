// Bots: in which order they think, for how long, and when they move. Everything but the thinking
// itself happens on the hub's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>

#include "server/fair_queue.hpp"
#include "server/hub_services.hpp"
#include "server/room.hpp"

namespace sixfold::server {

// The delay before retrying a failed write, or before acting where another node may have acted.
inline constexpr std::int64_t try_again_ms = 1'000;

class BotTurns {
 public:
  struct Host {
    /// Null if the table is not in memory. Tables whose bot is asked must stay there.
    std::function<Room*(const Id& game)> find;
    /// Whether somebody is there to see the bot's move.
    std::function<bool(const Room& room)> has_audience;
    /// The user on whose behalf the table's bots think.
    std::function<QueueOwner(const Room& room)> owner_of;
    /// The bot, asked when the table was at `seq`, has chosen. finish() must follow.
    std::function<void(Room& room, int seat, std::uint64_t seq, const Move& move)> move;
    /// The bot is no longer needed, so the table may be unloaded.
    std::function<void(const Id& game)> rest;
  };

  BotTurns(const HubServices& services, Host host) : services_(services), host_(std::move(host)) {}

  /// Asks the bot if it is a bot's turn and nobody has asked it.
  void ask(Room& room);
  /// Asks after a delay in which another node that may have asked can store the bot's move.
  void ask_later(const Room& room);
  /// Asks now or, if there are other nodes, later.
  void ask_if_alone_or_later(Room& room);
  void finish(const Id& game) { asked_ms_.erase(game); }

  [[nodiscard]] bool is_asked(const Id& game) const { return asked_ms_.contains(game); }
  /// How many wait for a thread.
  [[nodiscard]] std::size_t waiting() const { return queue_.size(); }

 private:
  [[nodiscard]] bool wants_bot(const Room& room) const;
  void think_next();
  void think(Room& room);
  void move_when_due(Room& room, int seat, std::uint64_t seq, const Move& move);

  const HubServices& services_;
  Host host_;
  std::map<Id, std::int64_t> asked_ms_;  // by game, in steady time
  FairQueue queue_;
  int thinkers_ = 0;
};

}  // namespace sixfold::server
