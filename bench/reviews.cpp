// How fast reviews are and how close they come to a deep reference: the same acts judged over many
// times the deals. The figures are in docs/review.md.
//   cmake --build --preset release --target measure_reviews
//   build/release/bench/measure_reviews --variant base --games 4
#include <algorithm>
#include <cmath>
#include <ctime>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "engine/comparison.hpp"
#include "engine/review.hpp"
#include "engine/search/same_act.hpp"
#include "play/selfplay.hpp"
#include "record/record.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"

namespace {

using namespace sixfold;

struct Options {
  std::string variant = "base";
  std::vector<std::string> bots{"casual", "master"};
  int games = 4;
  int simulations = 1000;
  int factor = 20;
  std::uint64_t seed = 6;
};

struct Sums {
  int acts = 0;
  double seconds = 0;
  double chance_off = 0;    // of the played act
  double given_up_off = 0;  // of what it gave up
  double regret = 0;        // what the act found best gives up in the reference
  int same_class = 0;
  int errors = 0;         // acts that the review calls worse than good
  int false_errors = 0;   // of these, those that are best or good in the reference
  int missed_errors = 0;  // mistakes and blunders of the reference that are best or good here
};

void judge(const ReviewedAct& act, int deals, Sums& sums) {
  const auto own = static_cast<std::size_t>(act.seat);
  const ReviewedAct deep = judge_act(act.seen, act.played.move, deals);
  ++sums.acts;
  sums.chance_off += std::abs(act.played.chances[own] - deep.played.chances[own]);
  sums.given_up_off += std::abs(act.given_up - deep.given_up);
  const auto compared = compare_moves(act.seen, act.candidates.front().move, deals);
  for (const ComparedMove& one : compared)
    if (same_act(one.move, act.candidates.front().move))
      sums.regret += nth(compared.front().chances, act.seat) - nth(one.chances, act.seat);
  sums.same_class += act.grade == deep.grade ? 1 : 0;
  sums.errors += act.grade > MoveClass::good ? 1 : 0;
  sums.false_errors += act.grade > MoveClass::good && deep.grade <= MoveClass::good ? 1 : 0;
  sums.missed_errors += act.grade <= MoveClass::good && deep.grade > MoveClass::inaccuracy ? 1 : 0;
}

int measure(const Options& options) {
  const auto edition = edition_named(options.variant);
  std::vector<BotLevel> levels;
  for (const std::string& name : options.bots)
    if (const auto level = bot_named(name)) levels.push_back(*level);
  if (!edition || levels.size() < 2) {
    fmt::print(stderr, "no such game or bots\n");
    return 1;
  }
  const int deals = deals_for(options.simulations);
  Sums sums;
  for (int game = 0; game < options.games; ++game) {
    const Record record =
        play_game(*edition, levels, options.seed, static_cast<std::uint64_t>(game), false);
    const std::clock_t started = std::clock();
    const Review reviewed = review(record.rules, record.setup, record.turns, {.deals = deals});
    sums.seconds += static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    if (options.factor > 1)
      for (const ReviewedAct& act : reviewed.acts) judge(act, options.factor * deals, sums);
    else
      sums.acts += static_cast<int>(reviewed.acts.size());
  }
  const double acts = std::max(1, sums.acts);
  fmt::print("{}: {} games, {} acts, {} deals: {:.2f} s per game, {:.1f} ms per act\n",
             options.variant, options.games, sums.acts, deals, sums.seconds / options.games,
             1000 * sums.seconds / acts);
  if (options.factor < 2) return 0;
  fmt::print(
      "against {} deals: chance off by {:.2f}%, given up off by {:.2f}%, best act gives up "
      "{:.2f}%\n"
      "same class {:.1f}%; of {} errors {} are none there; {} mistakes there are none here\n",
      options.factor * deals, 100 * sums.chance_off / acts, 100 * sums.given_up_off / acts,
      100 * sums.regret / acts, 100 * sums.same_class / acts, sums.errors, sums.false_errors,
      sums.missed_errors);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Measures reviews against a deep reference");
  Options options;
  app.add_option("--variant", options.variant, "The game")->capture_default_str();
  app.add_option("--bots", options.bots, "Who plays")->delimiter(',')->capture_default_str();
  app.add_option("--games", options.games, "How many games")->capture_default_str();
  app.add_option("--simulations", options.simulations, "Of the review")->capture_default_str();
  app.add_option("--factor", options.factor, "How many times the deals the reference has; 1: none")
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Of the games")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return measure(options);
}
