#include "play/selfplay.hpp"

#include <cassert>
#include <numeric>

#include "play/dealer.hpp"

namespace sixfold {

Chooser player_of(const BotLevel& level, std::uint64_t stream, MakeBudget budget) {
  return [choose = level.choose, random = Random(stream),
          budget = std::move(budget)](const View& view) mutable {
    return Result<Move, Forfeit>(choose(view, random, budget()));
  };
}

Record play_game(const SelfPlay& plan, std::uint64_t number, const MakePlayer& make_player,
                 const GameOver& game_over) {
  // Stream 0 of a game deals, stream 1 + s is the bot's of seat s: thinking never changes a draw.
  const std::uint64_t game_seed = Random(plan.seed, number).next();
  Random dealing(game_seed, 0);
  Ruleset rules = plan.edition.ruleset();
  if (plan.random_layouts && rules.layout) rules.layout = random_layout(rules, dealing);
  std::vector<Player> players;
  std::vector<Chooser> choosers;
  for (std::size_t seat = 0; seat < plan.names.size(); ++seat) {
    players.push_back({plan.names[seat], std::nullopt});
    choosers.push_back(make_player(static_cast<int>(seat), Random(game_seed, 1 + seat).next()));
  }
  auto game = Game::begin(rules, deal(rules, std::move(players), dealing));
  assert(game);
  const MatchResult match = play_out(*std::move(game), choosers, [&dealing](const Game& at) {
    return answer_for(at.rules(), at.position(), dealing);
  });
  if (game_over) {
    std::vector<int> bots(plan.names.size());
    std::iota(bots.begin(), bots.end(), 0);
    game_over(bots, match.game);
  }
  return record_of(match.game, std::string(plan.edition.theme));
}

Record play_game(const Edition& edition, const std::vector<BotLevel>& seats, std::uint64_t seed,
                 std::uint64_t number, bool random_layouts) {
  SelfPlay plan{edition, {}, seed, random_layouts};
  for (const BotLevel& level : seats) plan.names.emplace_back(level.name);
  return play_game(plan, number, [&seats](int bot, std::uint64_t stream) {
    return player_of(seats[static_cast<std::size_t>(bot)], stream);
  });
}

}  // namespace sixfold
