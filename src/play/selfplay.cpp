#include "play/selfplay.hpp"

#include <cassert>

#include "play/dealer.hpp"
#include "play/match.hpp"

namespace sixfold {

Record play_game(const SelfPlay& plan, std::uint64_t number) {
  // Stream 0 of a game deals, stream 1 + s is the bot's of seat s: thinking never changes a draw.
  const std::uint64_t game_seed = Random(plan.seed, number).next();
  Random dealing(game_seed, 0);
  std::vector<Random> thinking;
  for (std::size_t seat = 0; seat < plan.seats.size(); ++seat)
    thinking.emplace_back(game_seed, 1 + seat);

  Ruleset rules = plan.edition.ruleset();
  if (plan.random_layouts && rules.layout) rules.layout = random_layout(rules, dealing);
  std::vector<Player> players;
  std::vector<Contestant> contestants;
  for (std::size_t seat = 0; seat < plan.seats.size(); ++seat) {
    const BotLevel& bot = plan.seats[seat];
    players.push_back({std::string(bot.name), std::nullopt});
    contestants.push_back({std::string(bot.name), [&bot, &stream = thinking[seat]](const View& view) {
                             return std::optional<Move>(bot.choose(view, stream));
                           }});
  }
  auto game = Game::begin(rules, deal(rules, std::move(players), dealing));
  assert(game);
  const FinishedGame finished =
      play_out(*std::move(game), contestants, [&dealing](const Game& at) {
        return answer_for(at.rules(), at.position(), dealing);
      });
  return record_of(finished, std::string(plan.edition.theme));
}

}  // namespace sixfold
