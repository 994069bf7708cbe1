// Measures how many endgames from real play are solved in time: two players, with the bag just
// emptied or later. The positions depend only on the bot, the seed and the number of games, so that
// two versions of the solver can be compared on the same ones, by nodes or by CPU time.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "engine/endgame/endgame.hpp"
#include "play/selfplay.hpp"

namespace sixfold {

namespace {

struct Options {
  std::string bot = "skilled";
  std::string variant = "base";
  std::uint64_t games = 100;
  std::uint64_t seed = 1;
  double seconds = 1;
  bool each = false;
};

struct Endgame {
  View view;
  bool first = false;  ///< of this seat in the game
};

struct Solved {
  EndgameResult result;
  double seconds = 0;
};

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Every decision with an empty bag in two-player games of the bot against itself.
std::vector<Endgame> endgames_of(const Options& options, const Edition& edition,
                                 const BotSpec& bot) {
  std::vector<Endgame> found;
  const SelfPlay plan{edition, {options.bot, options.bot}, options.seed};
  for (std::uint64_t number = 0; number < options.games; ++number) {
    const auto watched = [&](int /*bot*/, std::uint64_t stream) -> Chooser {
      const auto budget = budget_of(bot, [] { return 1000 * processor_seconds(); });
      return [&found, choose = player_of(*bot.level, stream, budget),
              first = true](const View& view) mutable {
        if (view.bag == 0 && view.acts.place) {
          found.push_back({view, first});
          first = false;
        }
        return choose(view);
      };
    };
    static_cast<void>(play_game(plan, number, watched));
  }
  return found;
}

Solved solved(QuickGame& game, const View& view, double seconds) {
  Random unused(0);
  game.set_up(view);
  game.deal_hidden(view, unused);
  if (!is_endgame(game)) return {};
  const double start = processor_seconds();
  Solved solved;
  solved.result = solve_endgame(
      game, [&](std::uint64_t /*nodes*/) { return processor_seconds() - start > seconds; });
  solved.seconds = processor_seconds() - start;
  return solved;
}

template <class Value>
Value quantile(std::vector<Value> values, double share) {
  std::ranges::sort(values);
  const auto at = static_cast<std::size_t>(share * static_cast<double>(values.size()));
  return values[std::min(at, values.size() - 1)];
}

void print(const char* name, const std::vector<Solved>& all) {
  if (all.empty()) return;
  std::vector<double> milliseconds;
  std::vector<std::uint64_t> nodes;
  std::int64_t gains = 0;
  std::uint64_t total = 0;
  double seconds = 0;
  std::size_t exact = 0;
  for (const Solved& solved : all) {
    milliseconds.push_back(1000 * solved.seconds);
    nodes.push_back(solved.result.nodes);
    total += solved.result.nodes;
    seconds += solved.seconds;
    exact += solved.result.exact ? 1 : 0;
    if (solved.result.exact) gains += solved.result.gain;
  }
  fmt::print("{:<20} {:>5} endgames, {} solved, {:.1f} %; {:.1f} s, {} nodes, gains {}\n", name,
             all.size(), exact,
             100.0 * static_cast<double>(exact) / static_cast<double>(all.size()), seconds, total,
             gains);
  for (const double share : {0.5, 0.75, 0.9, 0.95, 0.98, 0.99})
    fmt::print("  {:>2.0f} % within {:>9.2f} ms, {:>10} nodes\n", 100 * share,
               quantile(milliseconds, share), quantile(nodes, share));
}

int run(const Options& options) {
  const auto edition = edition_named(options.variant);
  if (!edition) throw CLI::ValidationError("--variant: there is no game named " + options.variant);
  const auto bot = parse_bot(options.bot);
  if (!bot) throw CLI::ValidationError("--bot: " + bot.error());
  if (!bot->level) throw CLI::ValidationError("--bot: must be one of our own");
  QuickGame game(edition->ruleset());
  std::vector<Solved> first;
  std::vector<Solved> all;
  for (const Endgame& endgame : endgames_of(options, *edition, *bot)) {
    all.push_back(solved(game, endgame.view, options.seconds));
    const Solved& last = all.back();
    if (endgame.first) first.push_back(last);
    if (options.each)
      fmt::print("{} {} {} {} {:.1f} ms\n", endgame.first ? "first" : "later",
                 last.result.exact ? "solved" : "open", last.result.gain, last.result.nodes,
                 1000 * last.seconds);
  }
  print("first of each seat", first);
  print("all decisions", all);
  return 0;
}

}  // namespace

}  // namespace sixfold

int main(int argc, char** argv) {
  CLI::App app("Endgames of two players, solved within a time");
  sixfold::Options options;
  app.add_option("--bot", options.bot, "One of our own, who plays the games")
      ->capture_default_str();
  app.add_option("--variant", options.variant)->capture_default_str();
  app.add_option("--games", options.games)->capture_default_str();
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--seconds", options.seconds, "Of the processor, for each endgame")
      ->capture_default_str();
  app.add_flag("--each", options.each, "Print every endgame");
  try {
    app.parse(argc, argv);
    return sixfold::run(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
}
