// Fits the value of the rest of a truncated game (src/engine/search/outlook.cpp): plays greedy
// games and regresses, by least squares, how they continued from each turn on the features of the
// two hands. Prints the weights and their error for each range of tiles in the bag.
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/quick/quick_game.hpp"
#include "engine/search/best_placement.hpp"
#include "engine/search/reply_table.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"

namespace {

using namespace sixfold;

constexpr std::size_t feature_count = 11;
using Features = std::array<double, feature_count>;

/// A constant, then for the player to move and for the other: the best placement, copies, and how
/// many colours and shapes are held twice, three times, and four times or more.
Features features_of(const QuickGame& game) {
  Features features{1};
  std::size_t next = 1;
  for (const int seat : {game.turn(), 1 - game.turn()}) {
    const QuickHand& hand = game.hand(seat);
    std::array<int, 7> sets{};
    for (int a = 0; a < attribute_count; ++a) ++nth(sets, std::popcount(part_of(hand.set(), a)));
    features[next++] = best_points(game.grid(), hand.set());
    features[next++] = hand.size() - std::popcount(hand.set());
    features[next++] = sets[2];
    features[next++] = sets[3];
    features[next++] = sets[4] + sets[5] + sets[6];
  }
  return features;
}

struct LeastSquares {
  std::array<Features, feature_count> matrix{};
  Features right{};
  double count = 0;
  double squares = 0;

  void add(const Features& features, double outcome) {
    for (std::size_t i = 0; i < feature_count; ++i) {
      for (std::size_t j = 0; j < feature_count; ++j) matrix[i][j] += features[i] * features[j];
      right[i] += features[i] * outcome;
    }
    count += 1;
    squares += outcome * outcome;
  }

  /// Gauss-Jordan elimination.
  [[nodiscard]] Features solve() const {
    auto a = matrix;
    Features b = right;
    for (std::size_t i = 0; i < feature_count; ++i) {
      a[i][i] += 1e-6;
      for (std::size_t row = 0; row < feature_count; ++row) {
        if (row == i) continue;
        const double factor = a[row][i] / a[i][i];
        for (std::size_t j = i; j < feature_count; ++j) a[row][j] -= factor * a[i][j];
        b[row] -= factor * b[i];
      }
    }
    for (std::size_t i = 0; i < feature_count; ++i) b[i] /= a[i][i];
    return b;
  }
};

constexpr std::array<int, 8> ranges{0, 6, 12, 24, 36, 54, 72, 108};

struct Moment {
  Features features;
  std::size_t range;
  int mover;
  int lead;
};

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 20'000;
  QuickGame game(variants::base());
  Random dealer(3);
  Random rng(4);
  std::array<LeastSquares, ranges.size()> fits;
  for (int i = 0; i < games; ++i) {
    std::vector<Moment> moments;
    game.begin(2, dealer);
    while (!game.over()) {
      std::size_t range = 0;
      while (game.bag() > ranges[range]) ++range;
      const int mover = game.turn();
      if (game.grid().size() > 0)
        moments.push_back(
            {features_of(game), range, mover, game.score(mover) - game.score(1 - mover)});
      game.greedy_turn(rng, dealer);
    }
    for (const Moment& moment : moments)
      fits[moment.range].add(moment.features,
                             game.score(moment.mover) - game.score(1 - moment.mover) - moment.lead);
  }
  std::puts(
      "bag up to, astray; constant; mover: best, copies, twos, threes, fours; other: the same");
  for (std::size_t range = 0; range < ranges.size(); ++range) {
    const Features weights = fits[range].solve();
    double residual = fits[range].squares;
    for (std::size_t i = 0; i < feature_count; ++i) residual -= weights[i] * fits[range].right[i];
    std::printf("%3d %6.2f ", ranges[range], std::sqrt(residual / fits[range].count));
    for (const double weight : weights) std::printf(" %6.3f", weight);
    std::puts("");
  }
}
