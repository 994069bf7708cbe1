#include <filesystem>
#include <future>
#include <vector>

#include <fmt/format.h>

#include "engine/bots.hpp"
#include "load/scenarios.hpp"
#include "net/clock.hpp"
#include "play/dealer.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/table_command.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold::load {

namespace {

// Playing games is expensive and copying them cheap, so only this many are different.
constexpr int different_games = 40;

/// A two-player game with days per move, after this many moves, as one append.
store::AppendRequest game_in_progress(std::uint64_t seed, int moves) {
  Random random(seed);
  server::TableServices services;
  services.deal = [&](const Ruleset& rules, std::vector<Player> players, std::optional<int>) {
    return deal(rules, std::move(players), random);
  };
  services.answer = [&](const Game& game) {
    return answer_for(game.rules(), game.position(), random);
  };
  services.now_ms = net::now_ms();
  store::AppendRequest request;
  request.time_ms = services.now_ms;
  const auto happen = [&](const server::TableOutcome& outcome) {
    for (const server::TableEvent& event : outcome->events)
      request.events.push_back(server::to_stored(event));
    return outcome->table;
  };
  protocol::TablePlan plan;
  plan.rules = variants::base();
  plan.seats.resize(2);
  plan.clock = {protocol::ClockPlan::Kind::per_move, std::int64_t{7} * 24 * 3'600, 0};
  const protocol::JoinTable join{"a", std::nullopt};
  server::Table table =
      happen(server::decide_create({plan, store::random_id()}, join, {}, services));
  table = happen(
      server::decide(table, store::random_id(), protocol::JoinTable{"b", std::nullopt}, services));
  for (int i = 0; i < moves; ++i) {
    const int seat = table.game()->position().turn;
    const Move move = bot_named("greedy")->choose(view(*table.game(), seat), random);
    table = happen(server::decide_bot_move(table, seat, move, services));
  }
  request.status = table.status();
  request.deadline_ms = table.deadline_ms();
  return request;
}

}  // namespace

void fill(const FillOptions& options) {
  std::filesystem::create_directories(options.data);
  std::vector<store::AppendRequest> games;
  games.reserve(different_games);
  for (std::uint64_t seed = 0; seed < different_games; ++seed)
    games.push_back(game_in_progress(seed, options.moves));
  {
    store::SqliteStore store({options.data + "/games.db", "", false});
    for (int i = 0; i < options.games; ++i) {
      store::AppendRequest request = games[static_cast<std::size_t>(i) % games.size()];
      request.game = store::random_id();
      if (i + 1 == options.games) fmt::print("{}\n", to_text(request.game));
      store.append(std::move(request), [](const auto& outcome) {
        if (!outcome) throw std::runtime_error(outcome.error().why);
      });
    }
  }
}

}  // namespace sixfold::load
