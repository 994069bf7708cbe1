#include "play/selfplay.hpp"

#include <cassert>
#include <numeric>

#include "play/dealer.hpp"
#include "play/fair_bag.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

FairProof random_proof(Random& random, std::size_t seats) {
  const auto fill = [&random](auto& bytes) {
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  };
  FairProof proof;
  fill(proof.game);
  fill(proof.secret);
  proof.seeds.resize(seats, FairSeed(longest_fair_seed));
  for (FairSeed& seed : proof.seeds) fill(seed);
  for (std::size_t seat = 0; seat < seats; ++seat)
    proof.seals.emplace_back(seal_of(proof.seeds[seat], proof.game, static_cast<int>(seat)));
  proof.commitment = commitment_of(proof.secret, proof.game);
  return proof;
}

/// The dealer of a game: the stream, or a fair bag filled from it.
class GameDealer {
 public:
  GameDealer(Random random, bool fair, std::size_t seats) : random_(random) {
    if (fair) proof_ = random_proof(random_, seats);
    if (fair) bag_ = FairBag(proof_->secret, proof_->seeds);
  }

  Setup deal(const Ruleset& rules, std::vector<Player> players) {
    if (bag_) return sixfold::deal(rules, std::move(players), *bag_);
    return sixfold::deal(rules, std::move(players), random_);
  }

  std::vector<Tile> answer(const Game& game) {
    if (bag_) return answer_for(game.rules(), game.position(), bag_->picks(questions_.next(game)));
    return answer_for(game.rules(), game.position(), random_);
  }

  [[nodiscard]] std::optional<FairProof> proof(const Game& game) const {
    std::optional<FairProof> proof = proof_;
    if (proof) proof->skipped = questions_.skipped(game);
    return proof;
  }

 private:
  Random random_;
  std::optional<FairProof> proof_;
  std::optional<FairBag> bag_;
  FairQuestions questions_;
};

}  // namespace

Chooser player_of(const BotLevel& level, std::uint64_t stream, MakeBudget budget) {
  return [choose = level.choose, random = Random(stream),
          budget = std::move(budget)](const View& view) mutable {
    return Result<Move, Forfeit>(choose(view, random, budget()));
  };
}

Record play_game(const SelfPlay& plan, std::uint64_t number, const MakePlayer& make_player,
                 const GameOver& game_over) {
  // Stream 0 of a game deals, stream 1 + s is that of the bot in seat s: thinking changes no draw.
  const std::uint64_t game_seed = Random(plan.seed, number).next();
  Random dealing(game_seed, 0);
  Ruleset rules = plan.rules ? *plan.rules : plan.edition.ruleset();
  if (plan.random_layouts && rules.layout) rules.layout = random_layout(rules, dealing);
  std::vector<Player> players;
  std::vector<Chooser> choosers;
  for (std::size_t seat = 0; seat < plan.names.size(); ++seat) {
    players.push_back({plan.names[seat], std::nullopt});
    choosers.push_back(make_player(static_cast<int>(seat), Random(game_seed, 1 + seat).next()));
  }
  GameDealer dealer(dealing, plan.fair, players.size());
  auto game = Game::begin(rules, dealer.deal(rules, std::move(players)));
  assert(game);
  const MatchResult match =
      play_out(*std::move(game), choosers, [&dealer](const Game& at) { return dealer.answer(at); });
  if (game_over) {
    std::vector<int> bots(plan.names.size());
    std::iota(bots.begin(), bots.end(), 0);
    game_over(bots, match.game);
  }
  Record record = record_of(match.game, std::string(plan.edition.theme));
  record.fair = dealer.proof(match.game.game());
  return record;
}

Record play_game(const Edition& edition, const std::vector<BotLevel>& seats, std::uint64_t seed,
                 std::uint64_t number, bool random_layouts) {
  SelfPlay plan{edition, {}, seed, random_layouts};
  for (const BotLevel& level : seats) plan.names.emplace_back(level.name);
  return play_game(plan, number, [&seats](int bot, std::uint64_t stream) {
    return player_of(nth(seats, bot), stream);
  });
}

}  // namespace sixfold
