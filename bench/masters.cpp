// Measures what an ingredient of master gains: two masters with different settings, or one against
// another level, in pairs of games with the same deal and the seats swapped.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "engine/master.hpp"
#include "play/arena.hpp"

namespace sixfold {

namespace {

struct Options {
  std::string first = "near-end:2";
  std::string second = "plain";
  std::string variant = "base";
  int seats = 2;
  std::uint64_t pairs = 100;
  std::uint64_t seed = 1;
  int simulations = 0;
  double milliseconds = 0;
  double seconds = 0;
  int from_bag = 0;
  unsigned threads = 1;
};

double milliseconds_now() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr std::string_view near_end = "near-end:";

MasterSettings settings_of(const std::string& text) {
  MasterSettings settings;
  settings.near_end = 0;
  for (const std::string& word : split_bots(text)) {
    if (word.starts_with(near_end))
      settings.near_end = std::atoi(word.c_str() + near_end.size());
    else if (word == "no-endgame")
      settings.endgame = false;
    else if (word != "plain")
      throw CLI::ValidationError(word + " is neither a level nor an ingredient");
  }
  return settings;
}

Chooser player(const Options& options, const std::string& text, std::uint64_t stream) {
  const auto budget = [=] {
    if (options.milliseconds > 0) return timed_budget(options.milliseconds, milliseconds_now);
    return Budget{options.simulations, {}};
  };
  if (const auto level = bot_named(text)) return player_of(*level, stream, budget);
  return [=, settings = settings_of(text), random = Random(stream)](const View& view) mutable {
    const Acts& acts = view.acts;
    if (!acts.place && !acts.trade && !acts.roll && !acts.take)
      return Result<Move, Forfeit>(Pass{});
    return Result<Move, Forfeit>(judge_moves(view, budget(), random, settings).front().move);
  };
}

/// The same, but only once the bag holds few tiles; before that, `skilled` plays for both.
Chooser late_player(const Options& options, const std::string& text, std::uint64_t stream) {
  Chooser chooser = player(options, text, stream);
  if (options.from_bag == 0) return chooser;
  return [=, early = player_of(*bot_named("skilled"), options.seed),
          chooser = std::move(chooser)](const View& view) mutable {
    return view.bag > options.from_bag ? early(view) : chooser(view);
  };
}

int run(const Options& options) {
  const auto edition = edition_named(options.variant);
  if (!edition) throw CLI::ValidationError("--variant: there is no game named " + options.variant);
  for (const std::string& bot : {options.first, options.second})
    static_cast<void>(player(options, bot, 0));
  const ArenaPlan plan{*edition, options.seats, options.seed};
  const auto matchups = matchups_of(2, options.seats);
  const double start = milliseconds_now();
  std::vector<std::vector<ArenaGame>> played(options.pairs);
  std::atomic<std::uint64_t> next = 0;
  const auto play = [&] {
    for (std::uint64_t i = next++; i < options.pairs; i = next++) {
      if (options.seconds > 0 && milliseconds_now() - start > 1000 * options.seconds) return;
      const auto make = [&](int bot, std::uint64_t stream) {
        return late_player(options, bot == 0 ? options.first : options.second, stream);
      };
      played[i] = play_set(plan, matchups.front(), i, make, [](const auto&, const auto&) {});
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < options.threads; ++i) helpers.emplace_back(play);
    play();
  }
  ArenaTally tally(2);
  for (const auto& set : played)
    if (!set.empty()) tally.add(set);
  const ArenaSummary summary = tally.summary();
  const BotStanding& standing = summary.bots.front();
  fmt::print(
      "{} against {}, {}, {} seats: {} sets, wins {:.2f} ± {:.2f} %, spread {:.2f} ± {:.2f}\n",
      options.first, options.second, options.variant, options.seats, summary.sets,
      100 * standing.win_rate.mean, 100 * standing.win_rate.error, standing.spread.mean,
      standing.spread.error);
  return 0;
}

}  // namespace

}  // namespace sixfold

int main(int argc, char** argv) {
  CLI::App app("Masters with different ingredients against each other");
  sixfold::Options options;
  app.add_option("--first", options.first, "plain, or some of near-end:TILES,no-endgame");
  app.add_option("--second", options.second, "The same, or a level");
  app.add_option("--variant", options.variant)->capture_default_str();
  app.add_option("--players", options.seats)->check(CLI::Range(2, 4))->capture_default_str();
  app.add_option("--pairs", options.pairs)->capture_default_str();
  app.add_option("--seed", options.seed)->capture_default_str();
  app.add_option("--sims", options.simulations, "Simulations a move");
  app.add_option("--ms", options.milliseconds, "Or milliseconds a move");
  app.add_option("--from-bag", options.from_bag, "Begin where the bag has so many tiles or fewer");
  app.add_option("--seconds", options.seconds, "No set begins after so long");
  app.add_option("--threads", options.threads)->check(CLI::Range(1U, 256U))->capture_default_str();
  try {
    app.parse(argc, argv);
    return sixfold::run(options);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
}
