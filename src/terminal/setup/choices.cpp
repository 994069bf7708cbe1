#include "terminal/setup/choices.hpp"

#include <algorithm>
#include <charconv>
#include <random>

#include "engine/bots.hpp"
#include "engine/random.hpp"
#include "play/bot_spec.hpp"
#include "play/dealer.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "rules/options.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

using protocol::ClockPlan;

namespace {

std::uint64_t lot() {
  // The largest value that a saved game can store.
  constexpr unsigned highest = 2'147'483'647;
  return std::random_device()() & highest;
}

/// The names given, or default ones; all different.
std::vector<std::string> names_of(const Choices& choices, const Words& words) {
  const auto people = std::ranges::count(choices.seats, std::string(), &SeatChoice::bot);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < choices.seats.size(); ++i) {
    const SeatChoice& seat = choices.seats[i];
    std::string name = seat.name;
    if (name.empty() && !seat.bot.empty()) name = bot_name(words, seat.bot);
    if (name.empty())
      name = people == 1 ? words("table.you")
                         : words("terminal.player", {{"number", static_cast<int>(i) + 1}});
    const std::string plain = name;
    for (int number = 2; std::ranges::count(names, name) > 0; ++number)
      name = plain + " " + std::to_string(number);
    names.push_back(name);
  }
  return names;
}

struct Agreed {
  Ruleset rules;
  std::string theme;
};

Result<Agreed, std::string> agreed(const Choices& choices, const Words& words) {
  const auto edition = edition_named(choices.edition);
  if (!edition) return Unexpected{words("terminal.no-game", {{"game", choices.edition}})};
  Agreed result{edition->ruleset(), std::string(edition->theme)};
  Ruleset& rules = result.rules;
  for (const RuleOption& option : rule_options()) {
    const auto chosen = choices.rules.find(option.name);
    if (chosen == choices.rules.end()) continue;
    if (!option.set(rules, chosen->second) || !option.allowed(rules))
      return Unexpected{
          words("terminal.no-option", {{"option", chosen->first}, {"value", chosen->second}})};
  }
  if (choices.board != BoardChoice::first && !rules.layout)
    return Unexpected{words("terminal.no-board")};
  if (choices.board == BoardChoice::random) {
    Random random(choices.seed ? static_cast<std::uint64_t>(*choices.seed) : lot());
    rules.layout = random_layout(rules, random);
  }
  if (choices.board == BoardChoice::own) {
    const auto layout = layout_from_rows(choices.board_rows);
    if (!layout)
      return Unexpected{words("terminal.bad-board", {{"cell", to_text(layout.error().cell)}})};
    rules.layout = *layout;
  }
  if (choices.seats.size() < fewest_seats || choices.seats.size() > most_seats)
    return Unexpected{words("terminal.seats")};
  return result;
}

/// Says that there is no such bot, and lists those there are.
std::string no_bot(std::string_view name, const Words& words) {
  std::string bots;
  for (const BotLevel& level : all_bots()) bots.append(bots.empty() ? "" : ", ").append(level.name);
  return words("terminal.no-bot", {{"bot", std::string(name)}, {"bots", bots}});
}

/// A number of seconds, or of hours (`12h`) or days (`3d`); empty if it is invalid or more than a
/// month.
std::optional<int> parse_seconds(std::string_view text) {
  constexpr int longest = 31 * 86'400;
  int unit = 1;
  if (text.ends_with('h')) unit = 3'600;
  if (text.ends_with('d')) unit = 86'400;
  if (unit != 1) text.remove_suffix(1);
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 0 ||
      count > longest / unit)
    return std::nullopt;
  return count * unit;
}

}  // namespace

std::optional<ClockPlan> parse_clock(std::string_view text) {
  if (text == "none") return ClockPlan{};
  const std::size_t plus = std::min(text.find('+'), text.size());
  const auto seconds = parse_seconds(text.substr(0, plus));
  if (!seconds || *seconds == 0) return std::nullopt;
  if (plus == text.size()) return ClockPlan{ClockPlan::Kind::per_move, *seconds, 0};
  const auto increment = parse_seconds(text.substr(plus + 1));
  if (!increment) return std::nullopt;
  return ClockPlan{ClockPlan::Kind::bank, *seconds, *increment};
}

Result<LocalPlan, std::string> plan_of(const Choices& choices, const Words& words) {
  auto game = agreed(choices, words);
  if (!game) return Unexpected{game.error()};
  LocalPlan plan;
  plan.rules = game->rules;
  plan.theme = game->theme;
  const auto names = names_of(choices, words);
  for (std::size_t i = 0; i < choices.seats.size(); ++i) {
    const std::string& bot = choices.seats[i].bot;
    if (!bot.empty())
      if (const auto spec = parse_bot(bot); !spec || !spec->level)
        return Unexpected{no_bot(bot, words)};
    plan.seats.push_back({names[i], std::nullopt, bot});
  }
  plan.seed = choices.seed ? static_cast<std::uint64_t>(*choices.seed) : lot();
  const auto dealt = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size) +
                     (plan.rules.layout ? plan.rules.layout->presets.size() : 0);
  if (dealt > static_cast<std::size_t>(full_bag(plan.rules).size()))
    return Unexpected{words("terminal.too-many-black")};
  return plan;
}

Result<protocol::TablePlan, std::string> online_plan_of(const Choices& choices,
                                                        const Words& words) {
  const auto game = agreed(choices, words);
  if (!game) return Unexpected{game.error()};
  protocol::TablePlan plan;
  plan.rules = game->rules;
  plan.theme = game->theme;
  for (const SeatChoice& seat : choices.seats) {
    if (!seat.bot.empty() && !bot_named(seat.bot)) return Unexpected{no_bot(seat.bot, words)};
    using Kind = protocol::SeatPlan::Kind;
    plan.seats.push_back({seat.bot.empty() ? Kind::open : Kind::bot, seat.bot, std::nullopt});
  }
  const ServerChoices& server = choices.server;
  const auto clock = parse_clock(server.clock);
  if (!clock) return Unexpected{words("terminal.bad-clock", {{"clock", server.clock}})};
  plan.clock = *clock;
  plan.in_lobby = server.lobby;
  plan.rated = server.rated;
  plan.hints = server.hints;
  return plan;
}

}  // namespace sixfold::terminal
