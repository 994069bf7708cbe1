#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/bots.hpp"
#include "load/scenarios.hpp"
#include "net/clock.hpp"
#include "play/dealer.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/table_command.hpp"
#include "store/notices.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold::load {

namespace {

// Playing games is expensive and copying them cheap, so only this many are different.
constexpr int different_games = 40;

/// A two-player game with days per move, after some moves, as one append.
struct FilledGame {
  store::AppendRequest request;
  Id mover;
};

FilledGame game_in_progress(std::uint64_t seed, int moves) {
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
  request.players = {store::random_id(), store::random_id()};
  server::Table table = happen(server::decide_create(
      {plan, request.players[0]}, protocol::JoinTable{"a", std::nullopt}, {}, services));
  table = happen(
      server::decide(table, request.players[1], protocol::JoinTable{"b", std::nullopt}, services));
  for (int i = 0; i < moves; ++i) {
    const int seat = table.game()->position().turn;
    const Move move = bot_named("greedy")->choose(view(*table.game(), seat), random);
    table = happen(server::decide_bot_move(table, seat, move, services));
  }
  request.status = table.status();
  request.deadline_ms = table.deadline_ms();
  const server::TableSeat& turn = nth(table.seats(), table.game()->position().turn);
  return {std::move(request), turn.user.value()};
}

/// The same game of other players.
FilledGame copy_of(const FilledGame& original) {
  FilledGame copy = original;
  copy.request.game = store::random_id();
  for (Id& player : copy.request.players) {
    const Id before = std::exchange(player, store::random_id());
    if (copy.mover == before) copy.mover = player;
    const std::string old_text = to_text(before);
    for (store::NewEvent& event : copy.request.events)
      for (auto at = event.body.find(old_text); at != std::string::npos;
           at = event.body.find(old_text, at))
        event.body.replace(at, old_text.size(), to_text(player));
  }
  return copy;
}

/// Gives the players devices, and makes notices due for some of those who have the turn.
void add_devices(store::SqlStore& store, const std::vector<FilledGame>& games,
                 const FillOptions& options) {
  // A browser's, from RFC 8291.
  store::Subscription device;
  device.key =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  device.auth = "BTBZMqHH6r4Tts7J_aSIgg";
  device.kinds = ~0U >> (32 - store::notice_kinds);
  device.zone = "Etc/UTC";
  device.language = "en";
  device.changed_ms = net::now_ms();
  store.write(
      [=](store::Sql& sql) mutable {
        for (int i = 0; i < options.devices; ++i) {
          const FilledGame& game = games[static_cast<std::size_t>(i / 2) % games.size()];
          device.id = store::random_id();
          device.player = device.session = nth(game.request.players, i % 2);
          device.endpoint = options.push_service + "/" + to_text(device.id);
          store::put_subscription(sql, device);
        }
        for (int i = 0; i < options.due; ++i) {
          const FilledGame& game = games[static_cast<std::size_t>(i) % games.size()];
          store::put_notice(
              sql, {game.mover, game.request.game, store::NoticeKind::turn, device.changed_ms},
              device.changed_ms);
        }
      },
      [](const auto& fault) {
        if (fault) throw std::runtime_error(*fault);
      });
}

}  // namespace

void fill(const FillOptions& options) {
  std::filesystem::create_directories(options.data);
  std::vector<FilledGame> different;
  different.reserve(different_games);
  for (std::uint64_t seed = 0; seed < different_games; ++seed)
    different.push_back(game_in_progress(seed, options.moves));
  store::SqliteStore store({options.data + "/games.db", "", false});
  std::vector<FilledGame> games;
  for (int i = 0; i < options.games; ++i) {
    games.push_back(copy_of(different[static_cast<std::size_t>(i) % different.size()]));
    store.append(games.back().request, [](const auto& outcome) {
      if (!outcome) throw std::runtime_error(outcome.error().why);
    });
    // Only what is asked about later.
    games.back().request.events.clear();
  }
  if (options.devices > 0) add_devices(store, games, options);
  if (!games.empty()) fmt::print("{}\n", to_text(games.back().request.game));
}

}  // namespace sixfold::load
