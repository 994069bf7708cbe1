#include "engine/bench.hpp"

#include <memory>

#include "engine/endgame/endgame.hpp"
#include "engine/master.hpp"
#include "engine/quick/quick_game.hpp"
#include "engine/search/candidates.hpp"
#include "engine/search/generator.hpp"
#include "engine/search/reply_table.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr std::uint64_t bench_seed = 6;
constexpr int walked_games = 40;
constexpr int walked_games_midgame = 200;
constexpr int played_games = 400;
constexpr int table_games = 4;
constexpr int hands_per_board = 1000;
constexpr int viewed_games = 2;
constexpr std::size_t turns_between_views = 8;
constexpr int simulations_a_view = 500;
constexpr int solved_games = 4;
constexpr std::uint64_t nodes_an_endgame = 30'000;

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

/// A game as a search walks through it: tiles placed on one grid, and the hand at each turn.
struct Walk {
  struct Step {
    TileSet hand = 0;
    std::optional<PlacedTile> take;
    std::vector<PlacedTile> placed;
  };
  Board start;
  std::vector<Step> steps;
};

/// Greedy games, from the turn with `least` tiles on the table to that with `most`.
std::vector<Walk> walks_of(const Ruleset& rules, int games, int least, int most) {
  std::vector<Walk> walks;
  QuickGame game(rules);
  QuickGame::Log log;
  game.log_to(&log);
  Random rng(bench_seed, 1);
  Random dealer(bench_seed, 2);
  for (int i = 0; i < games; ++i) {
    game.begin(2, dealer);
    while (!game.over()) game.greedy_turn(rng, dealer);
    auto replayed = Game::begin(rules, log.setup);
    if (!replayed) continue;
    // Follow hands by their tiles alone: the log says what was drawn and placed.
    std::vector<Hand> hands(log.setup.hands.begin(), log.setup.hands.end());
    Board board = replayed->position().board;
    Walk walk;
    bool walking = false;
    for (const Turn& turn : log.turns) {
      Hand& hand = nth(hands, turn.seat);
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

/// Generates every placement at every turn of the walks.
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
  Random rng(bench_seed, 3);
  Random dealer(bench_seed, 4);
  for (int i = 0; i < played_games; ++i) {
    game.begin(2, dealer);
    while (!game.over()) game.greedy_turn(rng, dealer);
    for (int seat = 0; seat < game.seats(); ++seat)
      hash.add(static_cast<std::uint64_t>(game.score(seat)));
    ++result.count;
  }
  result.signature = hash.value();
  return result;
}

/// Builds a table at every turn and looks up the replies of many hands.
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

/// Some of the views of the seats to move in base games between greedy players.
std::vector<View> views_of_games() {
  std::vector<View> views;
  const Ruleset rules = variants::base();
  QuickGame quick(rules);
  QuickGame::Log log;
  quick.log_to(&log);
  Random rng(bench_seed, 7);
  Random dealer(bench_seed, 8);
  for (int i = 0; i < viewed_games; ++i) {
    quick.begin(2, dealer);
    while (!quick.over()) quick.greedy_turn(rng, dealer);
    auto begun = Game::begin(rules, log.setup);
    if (!begun) continue;
    Game game = *std::move(begun);
    for (std::size_t turn = 0; turn < log.turns.size(); ++turn) {
      const auto* placed = std::get_if<Placed>(&log.turns[turn].act);
      if (placed == nullptr) break;
      if (turn % turns_between_views == 3) views.push_back(view(game, game.position().turn));
      if (game.play(log.turns[turn].seat, Place{placed->tiles})) break;
      if (std::holds_alternative<DrawQuestion>(game.position().question) &&
          game.answer(log.turns[turn].draw))
        break;
    }
  }
  return views;
}

/// Master's choice in each view.
BenchResult simulate_views(const std::vector<View>& views) {
  BenchResult result;
  Hash hash;
  Random random(bench_seed, 9);
  for (const View& view : views)
    for (const JudgedMove& judged : judge_moves(view, Budget{simulations_a_view, {}}, random)) {
      hash.add(static_cast<std::uint64_t>(judged.outcome.simulations));
      hash.add(static_cast<std::uint64_t>(judged.outcome.chance * 1e9));
      result.count += static_cast<std::uint64_t>(judged.outcome.simulations);
    }
  result.signature = hash.value();
  return result;
}

BenchResult solve_endgames(QuickGame& game) {
  BenchResult result;
  Hash hash;
  Random rng(bench_seed, 10);
  Random dealer(bench_seed, 11);
  for (int i = 0; i < solved_games; ++i) {
    game.begin(2, dealer);
    while (!game.over() && game.bag() > 0) game.greedy_turn(rng, dealer);
    if (game.over() || !is_endgame(game)) continue;
    const EndgameResult end =
        solve_endgame(game, [](std::uint64_t nodes) { return nodes > nodes_an_endgame; });
    hash.add(static_cast<std::uint64_t>(end.gain));
    hash.add(end.nodes);
    result.count += end.nodes;
  }
  result.signature = hash.value();
  return result;
}

/// The expectation of every part of a hand of cubes that can be rolled, at every turn of the walks.
BenchResult expect_rolls(Grid& grid, const std::vector<Walk>& walks) {
  BenchResult result;
  Hash hash;
  ReplyTable table;
  for (const Walk& walk : walks) {
    grid.set_up(walk.start);
    for (const Walk::Step& step : walk.steps) {
      if (grid.size() > 0) {
        table.build(grid);
        QuickHand hand;
        std::vector<int> held;
        for (TileSet tiles = step.hand; tiles != 0; tiles &= tiles - 1) {
          hand.add(first_of(tiles));
          held.push_back(first_of(tiles));
        }
        for (std::uint32_t part = 1; part < (1U << held.size()); ++part) {
          QuickHand cubes;
          for (std::size_t i = 0; i < held.size(); ++i)
            if ((part >> i & 1U) != 0) cubes.add(held[i]);
          hash.add(static_cast<std::uint64_t>(roll_odds(table, hand, cubes, 0).average * 1e6));
          ++result.count;
        }
      }
      take_step(grid, step);
    }
  }
  result.signature = hash.value();
  return result;
}

std::vector<TileSet> random_hands() {
  std::vector<TileSet> hands(hands_per_board, 0);
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
  constexpr int all = most_pieces;
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
  auto views = std::make_shared<std::vector<View>>(views_of_games());
  work.push_back({"simulations, base", "simulations", [views] { return simulate_views(*views); }});
  auto ends = std::make_shared<QuickGame>(variants::base());
  work.push_back({"endgames, base", "nodes", [ends] { return solve_endgames(*ends); }});
  auto walks = std::make_shared<std::vector<Walk>>(walks_of(variants::cubes(), 1, 0, all));
  auto grid = std::make_shared<Grid>(variants::cubes());
  work.push_back({"rolls, cubes", "rolls", [walks, grid] { return expect_rolls(*grid, *walks); }});
  return work;
}

}  // namespace sixfold
