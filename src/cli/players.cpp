#include "cli/players.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <fmt/core.h>

#include "rules/indexed.hpp"
#include "rules/options.hpp"

namespace sixfold::cli {

std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

std::string games() {
  std::vector<std::string_view> names;
  for (const Edition& edition : all_editions()) names.push_back(edition.name);
  return alternatives(names);
}

void add_rule_options(CLI::App& command, std::map<std::string, std::string, std::less<>>& chosen) {
  for (const RuleOption& option : rule_options())
    command
        .add_option_function<std::string>(
            fmt::format("--{}", option.name),
            [&chosen, name = std::string(option.name)](const std::string& value) {
              chosen[name] = value;
            },
            fmt::format("{}: {}", option.about, alternatives(option.values)))
        ->check(
            CLI::IsMember(std::vector<std::string>(option.values.begin(), option.values.end())));
}

Ruleset rules_of(const MatchOptions& options) {
  Ruleset rules = edition_of(options).ruleset();
  for (const RuleOption& option : rule_options()) {
    const auto chosen = options.rules.find(option.name);
    if (chosen == options.rules.end()) continue;
    if (!option.set(rules, chosen->second) || !option.allowed(rules))
      throw CLI::ValidationError(
          fmt::format("--{}: {} does not allow {}", option.name, options.variant, chosen->second));
  }
  return rules;
}

void add_match_options(CLI::App& command, MatchOptions& options) {
  command.add_option("--variant", options.variant, games())->capture_default_str();
  add_rule_options(command, options.rules);
  command
      .add_option(
          "--bots", options.bots,
          "Bots, separated by commas: random, or beginner to master, optionally with a budget "
          "(master:100ms, master:500sims), or cmd:PROGRAM ARGS to run any program")
      ->required();
  command
      .add_option("--seed", options.seed,
                  "The seed of the deals; the same seed gives the same games")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--threads", options.threads, "Games played at the same time")
      ->check(CLI::Range(1U, 256U))
      ->capture_default_str();
  command
      .add_option("--budget-ms", options.budget_ms,
                  "Milliseconds per move for cmd: bots; one second later a bot counts as hung")
      ->check(CLI::Range(1, 3'600'000))
      ->capture_default_str();
  command
      .add_option(
          "--layouts", options.layouts,
          "The board: the one recommended for a first game, or tableaus turned and mixed at random")
      ->check(CLI::IsMember({"first", "random"}))
      ->capture_default_str();
}

Edition edition_of(const MatchOptions& options) {
  const auto edition = edition_named(options.variant);
  if (!edition)
    throw CLI::ValidationError(
        fmt::format("--variant: there is no game named {}", options.variant));
  return *edition;
}

std::vector<BotSpec> bots_of(const MatchOptions& options) {
  std::vector<BotSpec> bots;
  for (const std::string& group : options.bots)
    for (const std::string& name : split_bots(group)) {
      auto bot = parse_bot(name);
      if (!bot) throw CLI::ValidationError(fmt::format("--bots: {}", bot.error()));
      bots.push_back(*std::move(bot));
    }
  return bots;
}

double steady_clock_ms() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

namespace {

std::atomic<bool> was_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

/// Gives up as soon as there is an interrupt, so that the game ends.
Chooser until_interrupted(Chooser chooser) {
  return [chooser = std::move(chooser)](const View& view) -> Result<Move, Forfeit> {
    if (interrupted()) return Unexpected{Forfeit{0, LeaveReason::resigned, "interrupted"}};
    return chooser(view);
  };
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { was_interrupted = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return was_interrupted; }

void Players::start() {
  for (int bot = 0; bot < static_cast<int>(bots_.size()); ++bot) {
    const BotSpec& spec = nth(bots_, bot);
    if (spec.level) continue;
    auto program =
        std::make_unique<ProcessBot>(spec.command, spec.milliseconds.value_or(budget_ms_));
    if (const auto fault = program->greet())
      throw CLI::ValidationError(
          fmt::format("--bots: {} fails before the first game: {}", spec.text, fault->reason));
    programs_[bot].push_back(std::move(program));
  }
}

MakePlayer Players::maker() {
  in_use_.clear();
  return [this](int bot, std::uint64_t stream) -> Chooser {
    const BotSpec& spec = nth(bots_, bot);
    if (spec.level)
      return until_interrupted(player_of(*spec.level, stream, budget_of(spec, steady_clock_ms)));
    // A program plays one seat: if its bot has several seats, start several programs.
    auto& programs = programs_[bot];
    const std::size_t which = in_use_[bot]++;
    if (which == programs.size())
      programs.push_back(
          std::make_unique<ProcessBot>(spec.command, spec.milliseconds.value_or(budget_ms_)));
    return until_interrupted(
        [program = programs[which].get()](const View& view) { return program->choose(view); });
  };
}

GameOver Players::teller() {
  return [this](const std::vector<int>& /*bots*/, const FinishedGame& game) {
    for (auto& [bot, programs] : programs_)
      for (std::size_t i = 0; i < programs.size() && i < in_use_[bot]; ++i)
        programs[i]->tell_end(game);
    in_use_.clear();
  };
}

std::vector<std::unique_ptr<Players>> players_for_threads(const std::vector<BotSpec>& bots,
                                                          const MatchOptions& options) {
  std::vector<std::unique_ptr<Players>> players;
  players.reserve(options.threads);
  for (unsigned i = 0; i < options.threads; ++i)
    players.push_back(std::make_unique<Players>(bots, options.budget_ms));
  players.front()->start();
  return players;
}

void for_each_in_threads(std::size_t count, std::vector<std::unique_ptr<Players>>& players,
                         const std::function<void(std::size_t, Players&)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&](Players& own) {
    for (std::size_t i = next++; i < count && !interrupted(); i = next++) work(i, own);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < players.size(); ++i)
    helpers.emplace_back([&run, &own = *players[i]] { run(own); });
  run(*players.front());
}

}  // namespace sixfold::cli
