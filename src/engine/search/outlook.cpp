#include "engine/search/outlook.hpp"

#include <algorithm>
#include <bit>

#include "engine/search/best_placement.hpp"
#include "engine/search/reply_table.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

// All weights were fitted by least squares to the course of greedy games; see training/outlook.
constexpr int tempo = 300;
constexpr int best_of_mover = 115;
constexpr int best_of_others = 100;
constexpr int copy = -75;
constexpr int disc = 400;
constexpr std::array<int, 7> together{0, 0, 25, 100, 170, 200, 200};

/// The normal distribution from 0 to 4 in steps of a sixteenth, scaled to 65536.
constexpr std::array<int, 65> normal{
    32768, 34401, 36028, 37642, 39237, 40807, 42347, 43852, 45316, 46735, 48104, 49422, 50684,
    51888, 53033, 54116, 55138, 56099, 56997, 57835, 58612, 59331, 59994, 60602, 61158, 61664,
    62123, 62537, 62911, 63245, 63544, 63810, 64045, 64253, 64435, 64595, 64735, 64856, 64961,
    65051, 65129, 65195, 65252, 65300, 65341, 65375, 65404, 65428, 65448, 65464, 65478, 65489,
    65498, 65506, 65512, 65517, 65521, 65524, 65527, 65529, 65530, 65531, 65533, 65533, 65534,
};

/// The standard deviation of a lead, in hundredths of a point, by tiles in the bag in steps of 12.
constexpr std::array<int, 10> spread{780, 1240, 1470, 1720, 1850, 1990, 2200, 2300, 2400, 2470};

constexpr std::array<std::uint8_t, 64> ones = [] {
  std::array<std::uint8_t, 64> counts{};
  for (std::uint32_t i = 0; i < 64; ++i) counts[i] = static_cast<std::uint8_t>(std::popcount(i));
  return counts;
}();

}  // namespace

int synergy(TileSet hand, int size) {
  int worth = copy * (size - std::popcount(hand));
  for (int a = 0; a < attribute_count; ++a) worth += together[ones[part_of(hand, a)]];
  return worth;
}

std::array<int, most_seats> expected_standing(const QuickGame& game) {
  std::array<int, most_seats> points{};
  for (int seat = 0; seat < game.seats(); ++seat) {
    if (!game.in(seat)) continue;
    int& worth = nth(points, seat);
    worth = 100 * game.score(seat);
    if (game.over()) continue;
    const QuickHand& hand = game.hand(seat);
    const int best = best_points(game.grid(), hand.set());
    worth += synergy(hand.set(), hand.size()) + disc * game.discs(seat) +
             (seat == game.turn() ? tempo + best_of_mover * best : best_of_others * best);
  }
  return points;
}

namespace {

/// The chance that a lead in hundredths of a point is still one at the end.
double chance_to_stay_ahead(int lead, double deviation) {
  const double x = std::min(16.0 * (lead < 0 ? -lead : lead) / deviation, 63.9);
  const auto at = static_cast<std::size_t>(x);
  const double chance =
      (normal[at] + (normal[at + 1] - normal[at]) * (x - static_cast<double>(at))) / 65536.0;
  return lead < 0 ? 1 - chance : chance;
}

double deviation_of(int bag) {
  const auto step = static_cast<std::size_t>(bag / 12);
  const int from = spread[std::min(step, spread.size() - 1)];
  const int to = spread[std::min(step + 1, spread.size() - 1)];
  return from + (to - from) * (bag % 12) / 12.0;
}

}  // namespace

std::array<double, most_seats> chances_to_win(const QuickGame& game,
                                              const std::array<int, most_seats>& points) {
  const double deviation = deviation_of(game.bag());
  std::array<double, most_seats> chances{};
  double all = 0;
  for (int i = 0; i < game.seats(); ++i) {
    if (!game.in(i)) continue;
    // The chance to be ahead of each of the others, treated as independent.
    double& ahead = nth(chances, i);
    ahead = 1;
    for (int j = 0; j < game.seats(); ++j) {
      if (j == i || !game.in(j)) continue;
      const int lead = nth(points, i) - nth(points, j);
      if (game.over())
        ahead = lead < 0 ? 0 : ahead;
      else
        ahead *= chance_to_stay_ahead(lead, deviation);
    }
    all += ahead;
  }
  for (double& chance : chances) chance /= all;
  return chances;
}

}  // namespace sixfold
