#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "play/selfplay.hpp"

namespace sixfold::cli {

namespace {

struct SelfplayOptions {
  std::string variant = "base";
  int players = 0;
  std::vector<std::string> bots;
  std::uint64_t games = 1;
  std::uint64_t seed = 1;
  std::string out = "-";
  unsigned threads = 1;
  std::string layouts = "first";
};

[[noreturn]] void refuse(const std::string& message) { throw CLI::ValidationError(message); }

SelfPlay plan_of(const SelfplayOptions& options) {
  const auto edition = edition_named(options.variant);
  if (!edition) refuse(fmt::format("--variant: there is no game named {}", options.variant));
  SelfPlay plan{*edition, {}, options.seed, options.layouts == "random"};
  for (const std::string& name : options.bots) {
    const auto bot = bot_named(name);
    if (!bot) refuse(fmt::format("--bots: there is no bot named {}", name));
    plan.seats.push_back(*bot);
  }
  const auto players =
      options.players == 0 ? plan.seats.size() : static_cast<std::size_t>(options.players);
  if (plan.seats.size() == 1) plan.seats.resize(players, plan.seats.front());
  if (plan.seats.size() != players)
    refuse(fmt::format("--bots: {} bots for {} players", plan.seats.size(), players));
  if (players < fewest_seats || players > most_seats)
    refuse(fmt::format("--players: {} to {} can play, not {}", fewest_seats, most_seats, players));
  return plan;
}

/// Plays games in blocks: whatever the number of threads, they are written in the order of their
/// numbers.
int run_selfplay(const SelfplayOptions& options) {
  const SelfPlay plan = plan_of(options);
  OutputFile output(options.out);
  Progress progress("games", options.games);
  const std::uint64_t block = std::uint64_t{16} * options.threads;
  std::vector<std::string> lines;
  for (std::uint64_t first = 0; first < options.games; first += block) {
    lines.assign(std::min(block, options.games - first), "");
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < lines.size(); i = next++)
        lines[i] = to_text(play_game(plan, first + i));
    };
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < options.threads; ++i) helpers.emplace_back(work);
    work();
    helpers.clear();
    for (const std::string& line : lines) output.write_line(line);
    progress.at(first + lines.size());
  }
  output.close();
  return exit_ok;
}

}  // namespace

void add_selfplay(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("selfplay", "Lets bots play and writes the records of their games");
  const auto options = std::make_shared<SelfplayOptions>();
  command
      ->add_option("--variant", options->variant,
                   "base, star-wars, cubes, select, connect or select-connect")
      ->capture_default_str();
  command->add_option("--players", options->players, "2 to 4; by default as many as bots");
  command->add_option("--bots", options->bots, "One for each seat, or one for all: random, greedy")
      ->delimiter(',')
      ->required();
  command->add_option("--games", options->games, "How many games")->capture_default_str();
  command->add_option("--seed", options->seed, "The same seed writes the same bytes")
      ->capture_default_str();
  command->add_option("--out", options->out, "The file to write; - is standard output")
      ->capture_default_str();
  command->add_option("--threads", options->threads, "Games played at the same time")
      ->check(CLI::Range(1U, 256U))
      ->capture_default_str();
  command
      ->add_option("--layouts", options->layouts,
                   "Boards: the first game's layout, or tableaus turned and mixed at random")
      ->check(CLI::IsMember({"first", "random"}))
      ->capture_default_str();
  command->callback([&status, options] { status = run_selfplay(*options); });
}

}  // namespace sixfold::cli
