#include "engine/master.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "engine/best_placement.hpp"
#include "engine/quick_game.hpp"
#include "engine/reply_table.hpp"

namespace sixfold {

namespace {

constexpr int most_simulations = 10'000'000;

struct Arm {
  std::variant<QuickPlacement, QuickHand> act;  // a hand: trade these
  double prior = 0;
  double sum = 0;
  int count = 0;
  bool chosen = false;

  [[nodiscard]] double mean() const { return count == 0 ? prior : sum / count; }
};

/// This thread's game for the rules: a grid is large and costly to make.
QuickGame& game_for(const Ruleset& rules) {
  thread_local std::unique_ptr<QuickGame> game;
  if (!game || game->rules() != rules) game = std::make_unique<QuickGame>(rules);
  return *game;
}

class Simulator {
 public:
  Simulator(const View& view, const Budget& budget, Random& random, const MasterSettings& settings)
      : view_(view),
        budget_(budget),
        random_(random),
        settings_(settings),
        game_(game_for(view.rules)) {
    game_.set_up(view);
    game_.deal_hidden(view, random);
  }

  std::vector<JudgedMove> run() {
    find_arms();
    if (arms_.size() > 1) simulate();
    std::vector<JudgedMove> moves;
    for (const Arm& arm : arms_) {
      JudgedMove judged;
      if (const auto* placement = std::get_if<QuickPlacement>(&arm.act)) {
        judged.move = placement->to_place(game_.grid());
        judged.points = placement->points;
      } else {
        Trade trade;
        for_each_tile(std::get<QuickHand>(arm.act),
                      [&](int tile) { trade.tiles.push_back(tile_at(tile)); });
        judged.move = trade;
      }
      judged.value = arm.mean();
      judged.simulations = arm.count;
      moves.push_back(judged);
    }
    return moves;
  }

 private:
  void sample_for_tables() {
    std::vector<std::uint8_t> unseen;
    for (const Tile tile : view_.unseen.list())
      unseen.push_back(static_cast<std::uint8_t>(tile.index()));
    const int next = (view_.turn + 1) % static_cast<int>(view_.seats.size());
    const int held =
        std::min(view_.seats[static_cast<std::size_t>(next)].held, static_cast<int>(unseen.size()));
    const int draws = std::min(6, static_cast<int>(unseen.size()) - held);
    for (int m = 0; m < settings_.table_hands; ++m) {
      TileSet hand = 0;
      std::array<std::uint8_t, 6> drawn{};
      for (int i = 0; i < held + draws; ++i) {
        const auto at = static_cast<std::size_t>(i);
        std::swap(unseen[at], unseen[at + random_.index(unseen.size() - at)]);
        if (i < held)
          hand |= set_of(unseen[at]);
        else
          drawn[static_cast<std::size_t>(i - held)] = unseen[at];
      }
      replies_.push_back(hand);
      draws_.push_back(drawn);
    }
  }

  [[nodiscard]] double by_table(const ReplyTable& table, const QuickHand& kept, int drawn) const {
    int replies = 0;
    int own = 0;
    for (std::size_t m = 0; m < replies_.size(); ++m) {
      replies += table.best(replies_[m]);
      TileSet hand = kept.set();
      for (int i = 0; i < drawn; ++i) hand |= set_of(draws_[m][static_cast<std::size_t>(i)]);
      own += table.best(hand);
    }
    return (own * settings_.own_weight - replies * settings_.reply_weight) /
           (100.0 * static_cast<double>(replies_.size()));
  }

  void find_arms() {
    const QuickHand& hand = game_.hand(game_.turn());
    const int length = game_.opening_length();
    std::vector<QuickPlacement> placements;
    generate(game_.grid(), hand.set(), [&](const QuickPlacement& placement) {
      if (length == 0 || placement.count == length) placements.push_back(placement);
    });
    std::ranges::stable_sort(placements, std::greater{}, &QuickPlacement::points);
    if (placements.size() > static_cast<std::size_t>(settings_.looked_at))
      placements.resize(static_cast<std::size_t>(settings_.looked_at));
    sample_for_tables();
    ReplyTable table;
    for (const QuickPlacement& placement : placements) {
      QuickHand kept = hand;
      for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
        game_.grid().lay(placement.cells[i], placement.tiles[i]);
        kept.remove(placement.tiles[i]);
      }
      table.build(game_.grid());
      for (std::size_t i = static_cast<std::size_t>(placement.count); i-- > 0;)
        game_.grid().undo(placement.cells[i]);
      Arm arm;
      arm.act = placement;
      arm.prior = placement.points + by_table(table, kept, std::min(6 - kept.size(), view_.bag));
      if (kept.size() == 0 && view_.bag == 0) arm.prior += 1000;
      arms_.push_back(std::move(arm));
    }
    if (view_.acts.trade && (settings_.trades || placements.empty())) add_trades();
    std::ranges::stable_sort(arms_, std::greater{}, &Arm::prior);
    if (arms_.size() > static_cast<std::size_t>(settings_.candidates))
      arms_.resize(static_cast<std::size_t>(settings_.candidates));
  }

  void add_trades() {
    const QuickHand& hand = game_.hand(game_.turn());
    const int fewest = trade_limits(view_.rules, view_.hand, view_.bag).fewest;
    const int most = game_.most_traded();
    std::vector<TileSet> keeps{0};
    for (int a = 0; a < attribute_count; ++a) {
      TileSet keep = 0;
      for (TileSet tiles = hand.set(); tiles != 0; tiles &= tiles - 1) {
        const Tile tile = tile_at(first_of(tiles));
        const int has = a < colour_count ? static_cast<int>(tile.colour)
                                         : colour_count + static_cast<int>(tile.shape);
        if (has == a) keep |= set_of(first_of(tiles));
      }
      if (std::popcount(keep) >= 2 && !std::ranges::count(keeps, keep)) keeps.push_back(keep);
    }
    ReplyTable table;
    if (game_.grid().size() == 0) return;
    table.build(game_.grid());
    for (TileSet keep : keeps) {
      Arm arm;
      QuickHand traded;
      QuickHand kept;
      for_each_tile(hand, [&](int tile) {
        if ((keep & set_of(tile)) != 0 || traded.size() == most) {
          kept.add(tile);
          keep &= ~set_of(tile);
        } else {
          traded.add(tile);
        }
      });
      if (traded.size() < std::max(1, fewest)) continue;
      arm.prior = by_table(table, kept, std::min(6, traded.size()));
      arm.act = traded;
      arms_.push_back(std::move(arm));
    }
  }

  void policy_turn() {
    if (settings_.instinct) {
      int worth = 0;
      const auto placement = instinctive(game_, settings_.sense, worth);
      if (placement) return game_.place(*placement, dealer_);
    }
    game_.greedy_turn(dealer_, dealer_);
  }

  double playout(const Arm& arm) {
    const int me = view_.turn;
    if (const auto* placement = std::get_if<QuickPlacement>(&arm.act))
      game_.place(*placement, dealer_);
    else
      game_.trade(std::get<QuickHand>(arm.act), dealer_);
    for (int ply = 1; ply < settings_.plies && !game_.over(); ++ply) policy_turn();
    int best = -1000;
    for (int seat = 0; seat < game_.seats(); ++seat)
      if (seat != me && game_.in(seat)) best = std::max(best, game_.score(seat));
    double value = game_.score(me) - best;
    if (!game_.over() && settings_.leaf_own != 0) {
      const int other = 1 - me;
      const int own = best_points(game_.grid(), game_.hand(me).set());
      const int theirs = best_points(game_.grid(), game_.hand(other).set());
      value += game_.turn() == me
                   ? (settings_.leaf_own * own - settings_.leaf_other * theirs) / 100.0
                   : (settings_.leaf_other * own - settings_.leaf_own * theirs) / 100.0;
    }
    return value;
  }

  /// Of the budget, from 0 to 1.
  [[nodiscard]] double spent(int simulations) const {
    const bool timed = static_cast<bool>(budget_.time_spent);
    const int total = budget_.simulations > 0 ? budget_.simulations
                      : timed                 ? most_simulations
                                              : settings_.simulations;
    const double share = static_cast<double>(simulations) / total;
    return timed ? std::max(share, budget_.time_spent()) : share;
  }

  /// Sequential halving: each stage has the same share of the budget, and half of the acts are left
  /// for the next one. All acts of a stage meet the same deals.
  void simulate() {
    std::vector<Arm*> alive;
    for (Arm& arm : arms_) alive.push_back(&arm);
    const auto stages = static_cast<double>(std::bit_width(arms_.size() - 1));
    const std::uint64_t seed = random_.next();
    std::uint64_t sample = 0;
    int simulations = 0;
    QuickGame::Mark mark;
    for (int stage = 1; alive.size() > 1; ++stage) {
      const double until = stage / stages;
      do {
        dealer_ = Random(seed, ++sample);
        game_.deal_hidden(view_, dealer_);
        game_.mark(mark);
        for (Arm* const arm : alive) {
          dealer_ = Random(seed, ~sample);
          arm->sum += playout(*arm);
          ++arm->count;
          game_.rewind(mark);
        }
        simulations += static_cast<int>(alive.size());
      } while (spent(simulations) < until);
      std::ranges::stable_sort(alive, std::greater{}, &Arm::mean);
      alive.resize((alive.size() + 1) / 2);
    }
    alive.front()->chosen = true;
    std::ranges::stable_sort(arms_, [](const Arm& a, const Arm& b) {
      return a.chosen != b.chosen ? a.chosen : a.mean() > b.mean();
    });
  }

  const View& view_;
  const Budget& budget_;
  Random& random_;
  const MasterSettings& settings_;
  QuickGame& game_;
  std::vector<Arm> arms_;
  std::vector<TileSet> replies_;
  std::vector<std::array<std::uint8_t, 6>> draws_;
  Random dealer_{0};
};

}  // namespace

std::vector<JudgedMove> judge_moves(const View& view, const Budget& budget, Random& random,
                                    const MasterSettings& settings) {
  return Simulator(view, budget, random, settings).run();
}

}  // namespace sixfold
