// What the hub needs from the process that runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "record/fair_proof.hpp"
#include "record/json.hpp"
#include "rules/game.hpp"
#include "server/bus_news.hpp"
#include "server/limits.hpp"

namespace sixfold::server {

/// The services that the hub needs from the process.
struct HubServices {
  /// The time of day, for display and for deadlines that outlive the process. It may jump.
  std::function<std::int64_t()> now_ms;
  /// Never jumps: for all durations. Defaults to `now_ms`.
  std::function<std::int64_t()> steady_ms;
  /// The id of the table that a user's command creates; the same command gives the same id.
  std::function<Id(const Id& user, const Id& command)> new_game;
  /// A random code of six letters by which a table can be found.
  std::function<std::string()> new_code;
  /// Seeds for bots only.
  std::function<std::uint64_t()> new_seed;
  /// Sets up a game at random.
  std::function<Setup(const Ruleset&, std::vector<Player>)> deal;
  std::function<std::vector<Tile>(const Game&)> answer;
  /// Returns the secret from which a new table's bag is derived. If not given, `deal` is used,
  /// which players cannot verify.
  std::function<FairSecret()> new_secret;
  /// Finds the accounts that a host wants to invite, or answers with a code why not.
  std::function<void(const Id& host, const std::vector<std::string>& names,
                     std::function<void(Result<std::vector<Id>, std::string>)> answer)>
      find_invited;
  /// How long a full table waits for its players' seeds.
  std::int64_t seed_wait_ms = 5'000;
  /// Runs a task on the hub's thread, soon or after a delay.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::int64_t delay_ms, std::function<void()>)> after;
  /// Runs a task on a thread for slow work.
  std::function<void(std::function<void()>)> think;
  /// Tells the other processes, if they can be reached.
  std::function<void(const BusNews&)> publish = [](const BusNews& /*news*/) {};
  /// Receives the banned address ranges about once a second.
  std::function<void(const std::vector<std::string>& ranges)> ban_addresses =
      [](const std::vector<std::string>& /*ranges*/) {};
  /// Receives sessions (or tokens) and users whose connections must be closed.
  std::function<void(const std::vector<Id>& sessions, const std::vector<Id>& users)> cut_off =
      [](const std::vector<Id>& /*sessions*/, const std::vector<Id>& /*users*/) {};
  /// Whether this is the only process that serves these games.
  bool alone = true;
  /// If the hub's thread is held up for longer than this, players get the time back. 0: never.
  std::int64_t longest_stall_ms = 0;
  /// Identifies this process among others.
  Id node;
  /// Writes a line to the log.
  std::function<void(std::string_view event, const Json& with)> log;
  /// How long a player may be away before the others may decide, in casual and in rated games.
  std::int64_t grace_ms = 30'000;
  std::int64_t rated_grace_ms = 900'000;
  /// Bots move at multiples of this after the start of their turn, so that their thinking time
  /// reveals nothing about their hands. 0: immediately.
  std::int64_t bot_pace_ms = 600;
  /// The longest time a bot may think, measured from the start of its turn. 0: no limit.
  std::int64_t bot_time_ms = 500;
  /// How many bots may think at a time.
  int thinkers = 1;
  /// The number of open tables allowed, per user and in total.
  int tables_per_user = 50;
  int most_tables = 100'000;
  /// How fast tables may be created.
  Rate tables_of_user{10'000, 20};
  Rate tables_of_address{1'000, 120};
};

}  // namespace sixfold::server
