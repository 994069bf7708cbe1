#include "engine/bench.hpp"

#include <memory>

#include "engine/generator.hpp"
#include "engine/quick_game.hpp"
#include "engine/reply_table.hpp"

namespace sixfold {

namespace {

constexpr std::uint64_t bench_seed = 6;
constexpr int walked_games = 40;
constexpr int walked_games_midgame = 200;
constexpr int played_games = 400;
constexpr int table_games = 4;
constexpr int hands_a_table = 1000;

/// FNV-1a over whole numbers.
class Hash {
 public:
  void add(std::uint64_t value) {
    state_ ^= value;
    state_ *= 0x100000001b3U;
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

/// A game as a search walks through it: tiles laid on one grid, and the hand at each turn.
struct Walk {
  struct Step {
    TileSet hand = 0;
    std::optional<PlacedTile> take;
    std::vector<PlacedTile> placed;
  };
  Board start;
  std::vector<Step> steps;
};

/// Greedy games, from the turn at which `least` tiles lie on the table to that with `most`.
std::vector<Walk> walks_of(const Ruleset& rules, int games, int least, int most) {
  std::vector<Walk> walks;
  QuickGame game(rules);
  QuickGame::Log log;
  game.log_to(&log);
  Random lots(bench_seed, 1);
  Random dealer(bench_seed, 2);
  for (int i = 0; i < games; ++i) {
    game.begin(2, dealer);
    while (!game.over()) game.greedy_turn(lots, dealer);
    auto replayed = Game::begin(rules, log.setup);
    if (!replayed) continue;
    // Hands are followed by their tiles alone: the log says what came and went.
    std::vector<Hand> hands;
    for (const auto& hand : log.setup.hands) hands.emplace_back(hand);
    Board board = replayed->position().board;
    Walk walk;
    bool walking = false;
    for (const Turn& turn : log.turns) {
      Hand& hand = hands[static_cast<std::size_t>(turn.seat)];
      if (turn.roll && hand.remove(Tiles(turn.roll->cubes))) hand.add(Tiles(turn.roll->faces));
      if (!turn.forced.empty()) hand = Hand(turn.forced.back());
      if (turn.take) {
        board.remove(turn.take->cell);
        hand.add(turn.take->tile);
      }
      Walk::Step step{set_of(hand), turn.take, {}};
      if (const auto* placed = std::get_if<Placed>(&turn.act)) step.placed = placed->tiles;
      if (!walking && board.size() >= least) {
        walking = true;
        walk.start = board;
        if (turn.take) walk.start.put(*turn.take);
      }
      if (walking && board.size() <= most) walk.steps.push_back(step);
      for (const PlacedTile& placed : step.placed) {
        board.put(placed);
        if (!hand.remove(placed.tile)) break;
      }
      if (const auto* traded = std::get_if<Traded>(&turn.act))
        if (!hand.remove(Tiles(traded->tiles))) break;
      hand.add(Tiles(turn.draw));
    }
    walks.push_back(std::move(walk));
  }
  return walks;
}

void take_step(Grid& grid, const Walk::Step& step) {
  grid.release();
  for (const PlacedTile& placed : step.placed)
    grid.lay(grid.index_of(placed.cell), placed.tile.index());
}

/// Everything that can be laid at every turn of the walks.
BenchResult generate_all(Grid& grid, const std::vector<Walk>& walks) {
  BenchResult result;
  Hash hash;
  for (const Walk& walk : walks) {
    grid.set_up(walk.start);
    for (const Walk::Step& step : walk.steps) {
      if (step.take) {
        const GridIndex index = grid.index_of(step.take->cell);
        grid.take_up(index);
        grid.bar(index, step.take->tile.index());
      }
      std::uint64_t points = 0;
      std::uint64_t placements = 0;
      generate(grid, step.hand, [&](const QuickPlacement& placement) {
        points += static_cast<std::uint64_t>(placement.points);
        ++placements;
      });
      hash.add(points);
      hash.add(placements);
      result.placements += placements;
      ++result.count;
      take_step(grid, step);
    }
  }
  result.signature = hash.value();
  return result;
}

BenchResult play_greedy(QuickGame& game) {
  BenchResult result;
  Hash hash;
  Random lots(bench_seed, 3);
  Random dealer(bench_seed, 4);
  for (int i = 0; i < played_games; ++i) {
    game.begin(2, dealer);
    while (!game.over()) game.greedy_turn(lots, dealer);
    for (int seat = 0; seat < game.seats(); ++seat)
      hash.add(static_cast<std::uint64_t>(game.score(seat)));
    ++result.count;
  }
  result.signature = hash.value();
  return result;
}

/// A table is built at every turn and asked for the replies of many hands.
BenchResult reply_by_table(Grid& grid, const std::vector<Walk>& walks,
                           const std::vector<TileSet>& hands) {
  BenchResult result;
  Hash hash;
  ReplyTable table;
  for (const Walk& walk : walks) {
    grid.set_up(walk.start);
    for (const Walk::Step& step : walk.steps) {
      if (step.take) grid.take_up(grid.index_of(step.take->cell));
      if (grid.size() > 0) {
        table.build(grid);
        std::uint64_t points = 0;
        for (const TileSet hand : hands) points += static_cast<std::uint64_t>(table.best(hand));
        hash.add(points);
        result.count += hands.size();
      }
      take_step(grid, step);
    }
  }
  result.signature = hash.value();
  return result;
}

std::vector<TileSet> random_hands() {
  std::vector<TileSet> hands(hands_a_table, 0);
  Random random(bench_seed, 5);
  for (TileSet& hand : hands)
    for (int i = 0; i < 6; ++i) hand |= set_of(static_cast<int>(random.below(face_count)));
  return hands;
}

}  // namespace

std::uint64_t combine(std::uint64_t signature, std::uint64_t other) {
  Hash hash;
  hash.add(signature);
  hash.add(other);
  return hash.value();
}

std::vector<BenchWork> bench_work() {
  std::vector<BenchWork> work;
  const auto add_generation = [&](std::string name, const Ruleset& rules, int games, int least,
                                  int most) {
    auto walks = std::make_shared<std::vector<Walk>>(walks_of(rules, games, least, most));
    auto grid = std::make_shared<Grid>(rules);
    work.push_back(
        {std::move(name), "positions", [walks, grid] { return generate_all(*grid, *walks); }});
  };
  constexpr int all = 108;
  add_generation("generation, base, 40 to 70 tiles", variants::base(), walked_games_midgame, 40,
                 70);
  for (const Variant& variant : all_variants()) {
    const Ruleset rules = variant.ruleset();
    const std::string name(variant.name);
    add_generation("generation, " + name, rules, walked_games, 0, all);
    auto game = std::make_shared<QuickGame>(rules);
    work.push_back({"greedy games, " + name, "games", [game] { return play_greedy(*game); }});
    auto walks = std::make_shared<std::vector<Walk>>(walks_of(rules, table_games, 0, all));
    auto grid = std::make_shared<Grid>(rules);
    work.push_back({"replies by table, " + name, "replies", [walks, grid, hands = random_hands()] {
                      return reply_by_table(*grid, *walks, hands);
                    }});
  }
  return work;
}

}  // namespace sixfold
