// What explanations claim, computed again from the plain rules.
#include "engine/explanation.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "engine/facts.hpp"
#include "engine/replies.hpp"
#include "engine/review.hpp"
#include "rules/indexed.hpp"
#include "support/decisions.hpp"

namespace sixfold::tests {
namespace {

constexpr int few_deals = 10;
constexpr double half_a_hundredth = 0.0051;
constexpr double half_a_tenth = 0.0501;

int most_points(const Ruleset& rules, const Decision& decision) {
  int most = 0;
  for (const Place& place : legal_placements(rules, decision))
    most = std::max(most, score(rules, decision.board, place).points());
  return most;
}

/// All cells and tiles that complete a line of six, by trying every tile on every cell nearby.
std::set<PlacedTile> completions(const Ruleset& rules, Board board) {
  std::set<PlacedTile> found;
  for (const Cell cell : frontier(board)) {
    if (!on_board(rules, cell)) continue;
    for (int i = 0; i < face_count; ++i) {
      const PlacedTile tried{cell, tile_at(i)};
      if (!fits(board, cell, tried.tile)) continue;
      board.put(tried);
      for (const Direction direction : directions)
        if (run_through(board, cell, direction).size() == longest_line) found.insert(tried);
      board.remove(cell);
    }
  }
  return found;
}

double choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

/// Pieces that can show the tile and are neither on the table nor in the player's hand.
int left_over(const View& seen, Tile tile) {
  const Tile piece = piece_of(seen.rules, tile);
  int left = full_bag(seen.rules).count(piece);
  for (const PlacedTile& placed : seen.board.tiles())
    left -= piece_of(seen.rules, placed.tile) == piece ? 1 : 0;
  for (const Tile held : seen.hand.list()) left -= piece_of(seen.rules, held) == piece ? 1 : 0;
  return left;
}

int seat_after(const View& seen) {
  int next = seen.turn;
  do next = (next + 1) % static_cast<int>(seen.seats.size());
  while (!nth(seen.seats, next).in);
  return next;
}

/// One decision, and one act in it whose facts are checked.
class Check {
 public:
  Check(const View& seen, Move act) : seen_(seen), act_(std::move(act)), after_(seen.board) {
    kept_ = seen.hand;
    if (const auto* place = std::get_if<Place>(&act_))
      for (const PlacedTile& placed : place->tiles) {
        EXPECT_TRUE(kept_.remove(placed.tile));
        after_.put(placed);
      }
    if (const auto* trade = std::get_if<Trade>(&act_)) {
      EXPECT_TRUE(kept_.remove(Tiles(trade->tiles)));
    }
    before_spots_ = completions(seen.rules, seen.board);
    after_spots_ = completions(seen.rules, after_);
  }

  void run(std::map<ReasonCode, int>& seen_codes) {
    for (const Fact& fact : facts_of(seen_, act_, few_deals)) {
      ++seen_codes[fact.reason.code];
      check(fact.reason);
    }
  }

 private:
  void check(const MoveReason& reason) {
    SCOPED_TRACE(code_of(reason.code));
    switch (reason.code) {
      case ReasonCode::leaves_five:
      case ReasonCode::prepares_six:
      case ReasonCode::keeps_six:
      case ReasonCode::blocks_six:
        return check_spot(reason);
      case ReasonCode::opens:
      case ReasonCode::next_scores:
        return check_replies(reason);
      case ReasonCode::keeps_together:
      case ReasonCode::keeps_copies:
        return check_kept(reason);
      case ReasonCode::roll_odds:
        return check_roll(reason);
      case ReasonCode::disc_buys:
        return check_disc(reason);
      case ReasonCode::race:
        return check_race(reason);
      default:
        EXPECT_EQ(reason.number, counted(reason));
    }
  }

  /// The number of what needs no calculation.
  [[nodiscard]] int counted(const MoveReason& reason) const {
    switch (reason.code) {
      case ReasonCode::points:
        return made().points();
      case ReasonCode::line_of_six:
        return static_cast<int>(std::ranges::count_if(
            made().lines, [](const ScoredLine& line) { return line.length() == 6; }));
      case ReasonCode::goes_out:
        return kept_.empty() && seen_.bag == 0 ? 0 : -1;
      case ReasonCode::takes_disc:
        return discs();
      case ReasonCode::trades:
        return static_cast<int>(std::get<Trade>(act_).tiles.size());
      case ReasonCode::rolls:
        return static_cast<int>(std::get<Roll>(act_).cubes.size());
      case ReasonCode::takes_tile:
        return reason.tile == std::get<Take>(act_).tile.tile ? 1 : -1;
      default:
        return -1;
    }
  }

  [[nodiscard]] Score made() const {
    return score(seen_.rules, seen_.board, std::get<Place>(act_));
  }

  [[nodiscard]] int discs() const {
    int count = 0;
    for (const PlacedTile& placed : std::get<Place>(act_).tiles)
      count += static_cast<int>(std::ranges::count(seen_.stars, placed.cell));
    return count;
  }

  void check_spot(const MoveReason& reason) {
    ASSERT_TRUE(reason.tile);
    ASSERT_FALSE(reason.cells.empty());
    for (const Cell cell : reason.cells) check_spot(reason, {cell, *reason.tile});
  }

  void check_spot(const MoveReason& reason, const PlacedTile& spot) {
    const bool blocks = reason.code == ReasonCode::blocks_six;
    const bool keeps = reason.code == ReasonCode::keeps_six;
    EXPECT_EQ(before_spots_.contains(spot), blocks || keeps);
    EXPECT_EQ(after_spots_.contains(spot), !blocks);
    EXPECT_EQ(reason.number, left_over(seen_, spot.tile));
    EXPECT_EQ(kept_.contains(spot.tile) && !blocks,
              keeps || reason.code == ReasonCode::prepares_six);
    if (!reason.chance) return;
    const SeatView& next = nth(seen_.seats, seat_after(seen_));
    const int all = seen_.unseen.size();
    const double without =
        choose(all - seen_.unseen.count(spot.tile), next.held) / choose(all, next.held);
    EXPECT_NEAR(*reason.chance, 1 - without, half_a_hundredth);
  }

  void check_replies(const MoveReason& reason) {
    std::vector<Cell> fresh;
    if (const auto* place = std::get_if<Place>(&act_))
      for (const PlacedTile& placed : place->tiles) fresh.push_back(placed.cell);
    int points = 0;
    int large = 0;
    int there = 0;
    for_each_reply(seen_, act_, few_deals, [&](QuickGame& game) {
      const Decision decision = decision_in(game);
      int best = 0;
      bool through_fresh = false;
      for (const Place& place : legal_placements(seen_.rules, decision)) {
        const Score reply = score(seen_.rules, decision.board, place);
        best = std::max(best, reply.points());
        if (reply.points() < large_reply) continue;
        for (const ScoredLine& line : reply.lines)
          for (const Cell cell : line.cells)
            through_fresh = through_fresh || std::ranges::count(fresh, cell) != 0;
      }
      points += best;
      large += best >= large_reply ? 1 : 0;
      there += through_fresh ? 1 : 0;
    });
    const double all = few_deals;
    EXPECT_EQ(reason.number, large_reply);
    if (reason.code == ReasonCode::opens) {
      EXPECT_NEAR(*reason.chance, there / all, half_a_hundredth);
    } else {
      EXPECT_NEAR(*reason.chance, large / all, half_a_hundredth);
      EXPECT_NEAR(*reason.average, points / all, half_a_tenth);
    }
  }

  /// The table and the hand of the next player; a tile that is missing was just taken.
  [[nodiscard]] Decision decision_in(const QuickGame& game) const {
    Decision decision;
    for (const GridIndex index : game.grid().tiles())
      decision.board.put({game.grid().cell_of(index), tile_at(game.grid().at(index).tile)});
    for_each_tile(game.hand(game.turn()), [&](int tile) { decision.hand.add(tile_at(tile)); });
    for (const PlacedTile& placed : after_.tiles())
      if (!decision.board.at(placed.cell)) decision.barred = placed;
    const SeatView& next = nth(seen_.seats, game.turn());
    if (!next.hand) {
      // What is dealt to the next player is what nobody has seen, and a tile just taken.
      Hand dealt = decision.hand;
      if (decision.barred) {
        EXPECT_TRUE(dealt.remove(decision.barred->tile));
      }
      EXPECT_EQ(dealt.size(), next.held);
      EXPECT_TRUE(seen_.unseen.contains(dealt));
    }
    return decision;
  }

  void check_kept(const MoveReason& reason) {
    if (reason.code == ReasonCode::keeps_copies) {
      EXPECT_EQ(reason.number, kept_.size() - static_cast<int>(kept_.kinds().size()));
      for (const Tile tile : reason.tiles) EXPECT_GT(kept_.count(tile), 1);
      return;
    }
    EXPECT_EQ(reason.number, largest_set(kept_));
    EXPECT_EQ(reason.number, reason.tiles.size());
    EXPECT_TRUE(kept_.contains(Tiles(reason.tiles)));
    const auto shared = [&](const auto& attribute) {
      return std::ranges::all_of(reason.tiles, [&](Tile tile) {
        return attribute(tile) == attribute(reason.tiles.front());
      });
    };
    EXPECT_TRUE(shared([](Tile tile) { return static_cast<int>(tile.colour); }) ||
                shared([](Tile tile) { return static_cast<int>(tile.shape); }));
  }

  void check_roll(const MoveReason& reason) {
    EXPECT_EQ(reason.number, most_points(seen_.rules, decision_of(seen_)));
    const auto& cubes = std::get<Roll>(act_).cubes;
    if (cubes.size() > 2) return;
    Decision decision = decision_of(seen_);
    ASSERT_TRUE(decision.hand.remove(Tiles(cubes)));
    int points = 0;
    int more = 0;
    int outcomes = 0;
    const int all = cubes.size() == 1 ? shape_count : shape_count * shape_count;
    for (int outcome = 0; outcome < all; ++outcome) {
      Decision rolled = decision;
      for (std::size_t i = 0; i < cubes.size(); ++i) {
        const int face = i == 0 ? outcome % shape_count : outcome / shape_count;
        const int colour = cubes[i].index() - cubes[i].index() % shape_count;
        rolled.hand.add(tile_at(colour + face));
      }
      const int best = most_points(seen_.rules, rolled);
      points += best;
      more += best > reason.number ? 1 : 0;
      ++outcomes;
    }
    EXPECT_NEAR(*reason.chance, static_cast<double>(more) / outcomes, half_a_hundredth);
    EXPECT_NEAR(*reason.average, static_cast<double>(points) / outcomes, half_a_tenth);
  }

  void check_disc(const MoveReason& reason) {
    const PlacedTile taken = std::get<Take>(act_).tile;
    Decision decision = decision_of(seen_);
    EXPECT_EQ(reason.against, most_points(seen_.rules, decision));
    decision.board.remove(taken.cell);
    decision.hand.add(taken.tile);
    decision.barred = taken;
    EXPECT_EQ(reason.number, most_points(seen_.rules, decision));
  }

  void check_race(const MoveReason& reason) {
    EXPECT_EQ(seen_.bag, 0);
    EXPECT_EQ(reason.number, kept_.size());
    int fewest = most_pieces;
    for (std::size_t i = 0; i < seen_.seats.size(); ++i)
      if (static_cast<int>(i) != seen_.turn && seen_.seats[i].in)
        fewest = std::min(fewest, seen_.seats[i].held);
    EXPECT_EQ(reason.against, fewest);
  }

  const View& seen_;
  Move act_;
  Board after_;
  Hand kept_;
  std::set<PlacedTile> before_spots_;
  std::set<PlacedTile> after_spots_;
};

TEST(Explanation, ClaimsWhatThePlainRulesSay) {
  std::map<ReasonCode, int> seen_codes;
  for (const auto& [seen, act] : mixed_decisions(100)) {
    Check(seen, act).run(seen_codes);
    // Also an act that was not played, for what bots rarely do.
    if (const auto better = compare_moves(seen, std::nullopt, 1); !better.empty())
      Check(seen, better.back().move).run(seen_codes);
    if (seen.acts.trade && seen_codes[ReasonCode::trades] < 5)
      Check(seen, Trade{{seen.hand.list().front()}}).run(seen_codes);
  }
  for (const ReasonCode code :
       {ReasonCode::points, ReasonCode::line_of_six, ReasonCode::leaves_five,
        ReasonCode::prepares_six, ReasonCode::keeps_six, ReasonCode::blocks_six, ReasonCode::opens,
        ReasonCode::next_scores, ReasonCode::keeps_together, ReasonCode::keeps_copies,
        ReasonCode::trades, ReasonCode::rolls, ReasonCode::roll_odds, ReasonCode::takes_disc,
        ReasonCode::takes_tile, ReasonCode::disc_buys, ReasonCode::race})
    EXPECT_GT(seen_codes[code], 0) << code_of(code);
}

TEST(Explanation, TellsWhatMadeTheDifference) {
  for (const auto& [seen, act] : mixed_decisions(24)) {
    const ReviewedAct judged = judge_act(seen, act, few_deals);
    EXPECT_FALSE(judged.explanation.played.empty());
    EXPECT_LE(judged.explanation.played.size(), 4U);
    EXPECT_LE(judged.explanation.better.size(), 4U);
    const bool first = judged.candidates.front().move == judged.played.move;
    EXPECT_EQ(judged.explanation.better.empty(), first);
    // After what the acts are, nothing is said of both.
    for (std::size_t i = 1; i < judged.explanation.better.size(); ++i)
      EXPECT_EQ(std::ranges::count(judged.explanation.played, judged.explanation.better[i]), 0);
  }
}

}  // namespace
}  // namespace sixfold::tests
