#include "play/bot_spec.hpp"

#include <charconv>

namespace sixfold {

namespace {

constexpr std::string_view command_mark = "cmd:";

/// `100ms` or `500sims`.
bool read_budget(std::string_view text, BotSpec& bot) {
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value <= 0) return false;
  const std::string_view unit = text.substr(static_cast<std::size_t>(stop - text.data()));
  if (unit == "ms")
    bot.milliseconds = value;
  else if (unit == "sims")
    bot.simulations = value;
  else
    return false;
  return true;
}

}  // namespace

Budget timed_budget(double milliseconds, const Clock& clock) {
  return {0, [=, start = clock()] { return (clock() - start) / milliseconds; }};
}

MakeBudget budget_of(const BotSpec& bot, const Clock& clock) {
  if (bot.milliseconds) return [=, ms = *bot.milliseconds] { return timed_budget(ms, clock); };
  return [simulations = bot.simulations.value_or(0)] { return Budget{simulations, {}}; };
}

std::string no_such_bot(std::string_view name) {
  std::string text = "there is no bot named ";
  text.append(name).append("; there are ");
  for (const BotLevel& level : all_bots()) text.append(level.name).append(", ");
  return text + "and cmd:PROGRAM";
}

Result<BotSpec, std::string> parse_bot(std::string_view text) {
  BotSpec bot;
  bot.text = text;
  if (text.starts_with(command_mark)) {
    bot.command = text.substr(command_mark.size());
    if (bot.command.find_first_not_of(' ') == std::string::npos)
      return Unexpected{std::string("cmd: must be followed by a program")};
    return bot;
  }
  const auto colon = text.find(':');
  bot.level = bot_named(text.substr(0, colon));
  if (!bot.level) return Unexpected{no_such_bot(text.substr(0, colon))};
  if (colon != std::string_view::npos && !read_budget(text.substr(colon + 1), bot))
    return Unexpected{std::string(text.substr(colon + 1)) +
                      " is not a budget such as 100ms or 500sims"};
  return bot;
}

std::vector<std::string> split_bots(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      parts.back() += text[++i];
    else if (text[i] == ',')
      parts.emplace_back();
    else
      parts.back() += text[i];
  }
  return parts;
}

}  // namespace sixfold
