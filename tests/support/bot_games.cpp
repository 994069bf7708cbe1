#include "support/bot_games.hpp"

#include <stdexcept>

#include "play/selfplay.hpp"

namespace sixfold::tests {

Record bot_game(std::string_view edition, int seats, std::string_view bot, std::uint64_t number,
                bool random_layout) {
  constexpr std::uint64_t seed = 6;
  const auto game = edition_named(edition);
  const auto level = bot_named(bot);
  if (!game || !level) throw std::logic_error("no such edition or bot");
  const std::vector<BotLevel> levels(static_cast<std::size_t>(seats), *level);
  return play_game(*game, levels, seed, number, random_layout);
}

Record bot_game_with(std::string_view text, std::string_view edition, int seats,
                     std::string_view bot) {
  for (std::uint64_t number = 0; number < 300; ++number)
    if (Record record = bot_game(edition, seats, bot, number);
        to_text(record).find(text) != std::string::npos)
      return record;
  throw std::logic_error("no such game");
}

std::vector<std::string> edition_names() {
  std::vector<std::string> names;
  for (const Edition& edition : all_editions()) names.emplace_back(edition.name);
  return names;
}

std::string test_name(std::string_view edition) {
  std::string name(edition);
  std::erase(name, '-');
  return name;
}

}  // namespace sixfold::tests
