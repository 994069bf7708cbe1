#include "engine/instinct.hpp"

#include <bit>

#include "engine/reply_table.hpp"

namespace sixfold {

namespace {

constexpr std::array<std::uint8_t, 64> ones = [] {
  std::array<std::uint8_t, 64> counts{};
  for (std::uint32_t i = 0; i < 64; ++i) counts[i] = static_cast<std::uint8_t>(std::popcount(i));
  return counts;
}();

class Worth {
 public:
  Worth(const QuickGame& game, const Instinct& instinct)
      : game_(game), grid_(game.grid()), hand_(game.hand(game.turn())), instinct_(instinct) {}

  [[nodiscard]] int of(const QuickPlacement& placement) const {
    TileSet kept = hand_.set();
    int doubles = hand_.size() - placement.count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
      if (hand_.count(placement.tiles[i]) == 1) kept &= ~set_of(placement.tiles[i]);
    doubles -= std::popcount(kept);
    int worth = 100 * placement.points + doubles * instinct_.duplicate;
    if (game_.bag() > 0)
      for (int a = 0; a < attribute_count; ++a) worth += instinct_.kept[ones[part_of(kept, a)]];
    return worth + left_open(placement, kept);
  }

 private:
  [[nodiscard]] int unseen(int tile) const { return game_.off_table(tile) - hand_.count(tile); }

  [[nodiscard]] int open_line(TileSet line, int length, TileSet kept) const {
    switch (length) {
      case 2:
        return instinct_.two;
      case 3: {
        int there = 0;
        for (TileSet missing = lengthening(line); missing != 0; missing &= missing - 1)
          there += unseen(first_of(missing)) > 0 ? 1 : 0;
        return instinct_.three[static_cast<std::size_t>(there)];
      }
      case 4: {
        int there = 0;
        for (TileSet missing = lengthening(line); missing != 0; missing &= missing - 1)
          there += unseen(first_of(missing)) > 0 ? 1 : 0;
        return instinct_.four[static_cast<std::size_t>(there)];
      }
      case 5: {
        const int sixth = first_of(lengthening(line));
        return instinct_.five[static_cast<std::size_t>(unseen(sixth))] +
               ((kept & set_of(sixth)) != 0 ? instinct_.own_sixth : 0);
      }
      default:
        return 0;
    }
  }

  [[nodiscard]] int left_open(const QuickPlacement& placement, TileSet kept) const {
    int worth = placement.length > 0 ? open_line(placement.line, placement.length, kept) : 0;
    const auto across = static_cast<std::size_t>(placement.across);
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
      const GridCell& cell = grid_.at(placement.cells[i]);
      for (std::size_t d = 0; d < 2; ++d) {
        if (placement.length > 0 && d != across) continue;
        const int length = cell.run_length[d][0] + cell.run_length[d][1] + 1;
        if (length < 2) continue;
        worth +=
            open_line(cell.run[d][0] | cell.run[d][1] | set_of(placement.tiles[i]), length, kept);
      }
    }
    return worth;
  }

  const QuickGame& game_;
  const Grid& grid_;
  const QuickHand& hand_;
  const Instinct& instinct_;
};

}  // namespace

std::optional<QuickPlacement> instinctive(const QuickGame& game, const Instinct& instinct,
                                          int& worth) {
  const Worth judge(game, instinct);
  const int length = game.opening_length();
  const QuickHand& hand = game.hand(game.turn());
  constexpr int margin = 7;
  struct Seen {
    QuickPlacement placement;
    TileSet tiles;
  };
  thread_local std::vector<Seen> all;
  all.clear();
  int most_points = 0;
  std::array<std::uint16_t, 128> count{};
  generate(game.grid(), hand.set(), [&](const QuickPlacement& placement) {
    if (length != 0 && placement.count != length) return;
    most_points = std::max(most_points, placement.points);
    TileSet tiles = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i)
      tiles |= set_of(placement.tiles[i]);
    all.push_back({placement, tiles});
    ++count[static_cast<std::size_t>(std::min(placement.points, 127))];
  });
  if (all.empty()) return std::nullopt;
  thread_local std::vector<std::pair<TileSet, int>> sorted;
  sorted.resize(all.size());
  std::uint16_t at = 0;
  for (std::size_t p = 128; p-- > 0;) {
    const std::uint16_t n = count[p];
    count[p] = at;
    at = static_cast<std::uint16_t>(at + n);
  }
  for (const Seen& seen : all)
    sorted[count[static_cast<std::size_t>(std::min(seen.placement.points, 127))]++] = {
        seen.tiles, seen.placement.points};
  TileSet twice = 0;
  for (TileSet t = hand.set(); t != 0; t &= t - 1)
    if (hand.count(first_of(t)) > 1) twice |= set_of(first_of(t));
  const QuickPlacement* best = nullptr;
  worth = -1'000'000;
  for (const Seen& seen : all) {
    if (seen.placement.points + margin < most_points) continue;
    int value = judge.of(seen.placement);
    if (instinct.next != 0) {
      const TileSet kept = (hand.set() & ~seen.tiles) | twice;
      int next = instinct.floor[static_cast<std::size_t>(hand.size() - seen.placement.count)];
      for (const auto& [tiles, points] : sorted)
        if ((tiles & ~kept) == 0) {
          next = std::max(next, 100 * points);
          break;
        }
      value += instinct.next * next / 100;
    }
    if (value <= worth) continue;
    worth = value;
    best = &seen.placement;
  }
  return *best;
}

}  // namespace sixfold
