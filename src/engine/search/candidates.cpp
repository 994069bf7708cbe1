#include "engine/search/candidates.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

#include "engine/search/best_placement.hpp"
#include "engine/search/reply_table.hpp"

namespace sixfold {

namespace {

constexpr std::size_t placements_looked_at = 40;
constexpr int sampled_hands = 60;
// A kept disc is worth about this many points.
constexpr double disc_worth = 4;
constexpr std::size_t most_takes = 6;
constexpr std::size_t most_rolls = 8;
// Of more cubes than this, the outcomes of a roll are too many to go through.
constexpr std::size_t most_cubes = 7;
constexpr std::size_t most_beside_rolls = 3;

/// Replies of the next seat and one's own draws, the same for every act that is judged.
class Futures {
 public:
  Futures(const QuickGame& game, const View& view, Random& random) {
    int next = game.turn();
    do next = (next + 1) % game.seats();
    while (!game.in(next));
    const bool rolled = game.rules().pieces.rolled;
    std::vector<std::uint8_t> unseen;
    for (const Tile tile : view.unseen.list())
      unseen.push_back(static_cast<std::uint8_t>(tile.index()));
    const int held = rolled ? 0 : std::min(game.hand(next).size(), static_cast<int>(unseen.size()));
    draws_ = std::min(game.rules().hand_size, static_cast<int>(unseen.size()) - held);
    for (int m = 0; m < sampled_hands; ++m) {
      TileSet reply = rolled ? rolled_again(game.hand(next), random) : 0;
      for (int i = 0; i < held + draws_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        std::swap(unseen[at], unseen[at + random.index(unseen.size() - at)]);
        const int tile = unseen[at] + (rolled ? static_cast<int>(random.below(shape_count)) : 0);
        if (i < held)
          reply |= set_of(tile);
        else
          drawn_.push_back(static_cast<std::uint8_t>(tile));
      }
      replies_.push_back(reply);
    }
  }

  /// What one's own hand would score on the table, minus what the next seat would score.
  [[nodiscard]] double balance(const ReplyTable& table, const QuickHand& kept, int drawn) const {
    int balance = 0;
    for (std::size_t m = 0; m < replies_.size(); ++m) {
      TileSet hand = kept.set();
      const auto own = std::span(drawn_).subspan(m * static_cast<std::size_t>(draws_));
      for (const std::uint8_t tile : own.first(static_cast<std::size_t>(std::min(drawn, draws_))))
        hand |= set_of(tile);
      balance += table.best(hand) - table.best(replies_[m]);
    }
    return static_cast<double>(balance) / static_cast<double>(replies_.size());
  }

 private:
  /// Cubes are open; about half of them will be rolled again.
  static TileSet rolled_again(const QuickHand& hand, Random& random) {
    TileSet faces = 0;
    for_each_tile(hand, [&](int tile) {
      if (random.below(2) == 0)
        tile += static_cast<int>(random.below(shape_count)) - tile % shape_count;
      faces |= set_of(tile);
    });
    return faces;
  }

  std::vector<TileSet> replies_;
  std::vector<std::uint8_t> drawn_;  // `draws_` tiles for each reply
  int draws_ = 0;
};

class Finder {
 public:
  Finder(QuickGame& game, const View& view, Random& random)
      : game_(game), view_(view), hand_(game.hand(game.turn())), futures_(game, view, random) {}

  std::vector<Candidate> run(std::size_t most) {
    // Rolls and takes are ranked separately, so each kind gets its share.
    if (view_.acts.roll) add_rolls();
    if (view_.acts.take) add_takes();
    std::vector<Candidate> ending;
    if (view_.acts.place) add_placements(ending);
    if (view_.acts.trade) add_trades(ending);
    add_best(ending, view_.acts.roll ? most_beside_rolls : most);
    return std::move(found_);
  }

 private:
  void add_placements(std::vector<Candidate>& to) {
    const int length = game_.opening_length();
    std::vector<QuickPlacement> placements;
    generate(game_.grid(), hand_.set(), [&](const QuickPlacement& placement) {
      if (length == 0 || placement.count == length) placements.push_back(placement);
    });
    std::ranges::stable_sort(placements, std::greater{}, &QuickPlacement::points);
    if (placements.size() > placements_looked_at) placements.resize(placements_looked_at);
    for (const QuickPlacement& placement : placements)
      to.push_back({placement, placement.points, rank_of(placement)});
  }

  [[nodiscard]] double rank_of(const QuickPlacement& placement) {
    QuickHand kept = hand_;
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
      game_.grid().lay(placement.cells[i], placement.tiles[i]);
      kept.remove(placement.tiles[i]);
    }
    ReplyTable table;
    table.build(game_.grid());
    for (auto i = static_cast<std::size_t>(placement.count); i-- > 0;)
      game_.grid().undo(placement.cells[i]);
    const bool goes_out = kept.size() == 0 && game_.bag() == 0;
    double rank = placement.points;
    if (goes_out) return rank + game_.rules().bonus_for_out;
    rank += futures_.balance(
        table, kept, std::max(0, std::min(view_.rules.hand_size - kept.size(), game_.bag())));
    if (!game_.rules().take_for_disc) return rank;
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
      if (std::ranges::count(game_.stars(), placement.cells[i]) != 0) rank += disc_worth;
    return rank;
  }

  /// For each colour and shape: trade everything that does not have it.
  void add_trades(std::vector<Candidate>& to) {
    const int fewest = trade_limits(view_.rules, view_.hand, view_.bag).fewest;
    const int most = game_.most_traded();
    std::vector<TileSet> keeps{0};
    for (int a = 0; a < attribute_count; ++a) {
      TileSet keep = 0;
      for (TileSet tiles = hand_.set(); tiles != 0; tiles &= tiles - 1)
        if (part_of(set_of(first_of(tiles)), a) != 0) keep |= set_of(first_of(tiles));
      if (std::popcount(keep) >= 2 && std::ranges::count(keeps, keep) == 0) keeps.push_back(keep);
    }
    ReplyTable table;
    if (game_.grid().size() > 0) table.build(game_.grid());
    for (TileSet keep : keeps) {
      QuickTrade trade;
      QuickHand kept;
      for_each_tile(hand_, [&](int tile) {
        const bool keeps_it = (keep & set_of(tile)) != 0 || trade.tiles.size() == most;
        (keeps_it ? kept : trade.tiles).add(tile);
        keep &= ~set_of(tile);
      });
      if (trade.tiles.size() < std::max(1, fewest)) continue;
      const int drawn = std::min(view_.rules.hand_size, trade.tiles.size());
      to.push_back({trade, 0, futures_.balance(table, kept, drawn)});
    }
  }

  /// S5: ranked by the points of this turn, minus what the disc is worth later.
  void add_takes() {
    std::vector<Candidate> takes;
    const std::vector<GridIndex> laid = game_.grid().tiles();
    for (const GridIndex index : laid) {
      if (game_.grid().in_line_of_six(index)) continue;
      const int best = game_.best_points_after_take(index);
      takes.push_back({QuickTake{index}, 0, best - disc_worth});
    }
    add_best(takes, most_takes);
  }

  /// C3: ranked by the expected points after the roll.
  void add_rolls() {
    if (game_.grid().size() == 0) return;
    ReplyTable table;
    table.build(game_.grid());
    std::vector<int> held;
    for_each_tile(hand_, [&](int tile) { held.push_back(tile); });
    std::vector<Candidate> rolls;
    std::vector<QuickHand> seen;
    for (std::uint32_t part = 1; part < (1U << std::min(held.size(), most_cubes)); ++part) {
      QuickRoll roll;
      for (std::size_t i = 0; i < held.size(); ++i)
        if ((part >> i & 1U) != 0) roll.cubes.add(held[i]);
      if (std::ranges::count(seen, roll.cubes) != 0) continue;
      seen.push_back(roll.cubes);
      rolls.push_back({roll, 0, roll_odds(table, hand_, roll.cubes, 0).average});
    }
    add_best(rolls, most_rolls);
  }

  void add_best(std::vector<Candidate>& from, std::size_t most) {
    std::ranges::stable_sort(from, std::greater{}, &Candidate::rank);
    if (from.size() > most) from.resize(most);
    found_.insert(found_.end(), from.begin(), from.end());
  }

  QuickGame& game_;
  const View& view_;
  const QuickHand hand_;
  Futures futures_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<Candidate> candidates(QuickGame& game, const View& view, std::size_t most,
                                  Random& random) {
  return Finder(game, view, random).run(most);
}

RollOdds roll_odds(const ReplyTable& table, const QuickHand& hand, const QuickHand& cubes,
                   int more_than) {
  TileSet kept = 0;
  for (TileSet tiles = hand.set(); tiles != 0; tiles &= tiles - 1)
    if (hand.count(first_of(tiles)) > cubes.count(first_of(tiles))) kept |= set_of(first_of(tiles));
  // Cubes of one colour are alike: only how many of them are rolled matters.
  std::array<int, most_cubes> colours{};
  std::size_t count = 0;
  for_each_tile(cubes, [&](int tile) {
    if (count < colours.size()) colours[count++] = tile - tile % shape_count;
  });
  std::uint64_t points = 0;
  std::uint64_t more = 0;
  std::uint64_t outcomes = 0;
  const auto roll = [&](const auto& self, std::size_t at, TileSet faces) -> void {
    if (at == count) {
      const int best = table.best(faces);
      points += static_cast<std::uint64_t>(best);
      more += best > more_than ? 1 : 0;
      ++outcomes;
      return;
    }
    for (int face = 0; face < shape_count; ++face)
      self(self, at + 1, faces | set_of(colours[at] + face));
  };
  roll(roll, 0, kept);
  const auto all = static_cast<double>(outcomes);
  return {static_cast<double>(points) / all, static_cast<double>(more) / all};
}

}  // namespace sixfold
