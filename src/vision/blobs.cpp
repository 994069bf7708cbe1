#include "vision/blobs.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

constexpr int smallest_area = 36;
constexpr int fewest_levels = 3;
constexpr std::size_t most_blobs = 1500;

struct Run {
  int y = 0;
  int begin = 0;
  int end = 0;
  std::uint32_t spot = 0;
};

/// The connected pixels above a threshold.
struct Spot {
  double area = 0;
  double x = 0;
  double y = 0;
  double xx = 0;
  double xy = 0;
  double yy = 0;
  int seed_x = 0;
  int seed_y = 0;
  bool at_edge = false;
};

void add_run(Spot& spot, const Run& run, const Plane& plane) {
  const double n = run.end - run.begin;
  const double mid = (run.begin + run.end - 1) / 2.0;
  spot.area += n;
  spot.x += n * mid;
  spot.y += n * run.y;
  spot.xx += n * mid * mid + n * (n * n - 1) / 12;
  spot.xy += n * mid * run.y;
  spot.yy += n * run.y * run.y;
  if (run.begin == 0 || run.end == plane.width || run.y == 0 || run.y == plane.height - 1)
    spot.at_edge = true;
}

struct Level {
  int threshold = 0;
  std::vector<Run> runs;
  std::vector<std::size_t> row_starts;
  std::vector<Spot> spots;

  /// The spot that a bright pixel belongs to.
  [[nodiscard]] std::optional<std::uint32_t> spot_at(int x, int y) const {
    const auto begin = runs.begin() + static_cast<std::ptrdiff_t>(nth(row_starts, y));
    const auto end = runs.begin() + static_cast<std::ptrdiff_t>(nth(row_starts, y + 1));
    const auto after =
        std::upper_bound(begin, end, x, [](int at, const Run& run) { return at < run.begin; });
    if (after == begin || std::prev(after)->end <= x) return std::nullopt;
    return std::prev(after)->spot;
  }
};

std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t at) {
  while (parents[at] != at) at = parents[at] = parents[parents[at]];
  return at;
}

Level level_of(const Plane& plane, int threshold) {
  Level level;
  level.threshold = threshold;
  std::vector<std::uint32_t> parents;
  level.row_starts.reserve(static_cast<std::size_t>(plane.height) + 1);
  std::size_t above = 0;
  for (int y = 0; y < plane.height; ++y) {
    const std::size_t row_start = level.runs.size();
    level.row_starts.push_back(row_start);
    const std::uint8_t* const row = plane.values.data() + plane.at(0, y);
    std::size_t upper = above;
    for (int x = 0; x < plane.width;) {
      if (row[x] < threshold) {
        ++x;
        continue;
      }
      const int begin = x;
      while (x < plane.width && row[x] >= threshold) ++x;
      auto label = static_cast<std::uint32_t>(level.runs.size());
      parents.push_back(label);
      while (upper < row_start && level.runs[upper].end <= begin) ++upper;
      for (std::size_t i = upper; i < row_start && level.runs[i].begin < x; ++i) {
        const std::uint32_t a = root_of(parents, static_cast<std::uint32_t>(i));
        const std::uint32_t b = root_of(parents, label);
        parents[std::max(a, b)] = std::min(a, b);
      }
      level.runs.push_back({y, begin, x, 0});
    }
    above = row_start;
  }
  level.row_starts.push_back(level.runs.size());
  std::vector<std::uint32_t> spots(level.runs.size());
  for (std::size_t i = 0; i < level.runs.size(); ++i) {
    Run& run = level.runs[i];
    const std::uint32_t root = root_of(parents, static_cast<std::uint32_t>(i));
    if (root == i) {
      spots[i] = static_cast<std::uint32_t>(level.spots.size());
      level.spots.push_back({});
      level.spots.back().seed_x = run.begin;
      level.spots.back().seed_y = run.y;
    }
    run.spot = spots[root];
    add_run(level.spots[run.spot], run, plane);
  }
  return level;
}

Linear spread_of(const Spot& spot) {
  const double x = spot.x / spot.area;
  const double y = spot.y / spot.area;
  const double xy = spot.xy / spot.area - x * y;
  return {spot.xx / spot.area - x * x + 1.0 / 12, xy, xy, spot.yy / spot.area - y * y + 1.0 / 12};
}

/// Whether a spot has the size and the compactness of a symbol.
bool may_be_symbol(const Spot& spot, double largest_area) {
  if (spot.at_edge || spot.area < smallest_area || spot.area > largest_area) return false;
  const Linear spread = spread_of(spot);
  const double determinant = spread.determinant();
  const double trace = spread.xx + spread.yy;
  // The ratio of the axes is at least 0.3.
  if (determinant < 0.075 * trace * trace) return false;
  const double ellipse = 4 * pi * std::sqrt(determinant);
  return spot.area > 0.42 * ellipse && spot.area < 1.1 * ellipse;
}

constexpr std::uint32_t none = UINT32_MAX;

}  // namespace

std::vector<Blob> find_blobs(const Plane& plane) {
  if (plane.width < 8 || plane.height < 8) return {};
  const double largest_area = 0.05 * plane.width * plane.height;
  std::vector<Blob> blobs;
  std::vector<int> thresholds;
  for (double t = 240; t >= 9; t /= 1.18) thresholds.push_back(static_cast<int>(t));

  // Each open chain ends in a spot of the level before.
  struct OpenChain {
    std::vector<Spot> spots;
    std::size_t first_level = 0;
  };
  std::vector<OpenChain> chains;
  const auto finish = [&](const OpenChain& chain) {
    if (static_cast<int>(chain.spots.size()) < fewest_levels) return;
    const std::size_t middle = chain.spots.size() / 2;
    const Spot& spot = chain.spots[middle];
    blobs.push_back({.centre = {spot.x / spot.area, spot.y / spot.area},
                     .spread = spread_of(spot),
                     .area = static_cast<int>(spot.area),
                     .levels = static_cast<int>(chain.spots.size()),
                     .low = thresholds[chain.first_level + chain.spots.size() - 1],
                     .high = thresholds[chain.first_level]});
  };
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const Level level = level_of(plane, thresholds[i]);
    std::vector<std::uint32_t> heir(level.spots.size(), none);
    for (std::size_t c = 0; c < chains.size(); ++c) {
      const Spot& last = chains[c].spots.back();
      const auto spot = level.spot_at(last.seed_x, last.seed_y);
      if (!spot) continue;
      const Spot& grown = level.spots[*spot];
      if (!may_be_symbol(grown, largest_area) || grown.area > 1.3 * last.area + 4) continue;
      // Of several that flow together the largest goes on.
      if (heir[*spot] == none || chains[heir[*spot]].spots.back().area < last.area)
        heir[*spot] = static_cast<std::uint32_t>(c);
    }
    std::vector<OpenChain> next;
    std::vector<bool> lives(chains.size());
    for (std::size_t s = 0; s < level.spots.size(); ++s) {
      if (!may_be_symbol(level.spots[s], largest_area)) continue;
      if (heir[s] != none) {
        lives[heir[s]] = true;
        next.push_back(std::move(chains[heir[s]]));
      } else {
        next.push_back({{}, i});
      }
      next.back().spots.push_back(level.spots[s]);
    }
    for (std::size_t c = 0; c < chains.size(); ++c)
      if (!lives[c]) finish(chains[c]);
    chains = std::move(next);
  }
  for (const OpenChain& chain : chains) finish(chain);

  std::stable_sort(blobs.begin(), blobs.end(), [](const Blob& a, const Blob& b) {
    return a.levels != b.levels ? a.levels > b.levels : a.area > b.area;
  });
  std::vector<Blob> kept;
  for (const Blob& blob : blobs) {
    const bool inside_another = std::any_of(kept.begin(), kept.end(), [&](const Blob& other) {
      const double reach = 0.3 * std::sqrt(static_cast<double>(std::max(blob.area, other.area)));
      return length(blob.centre - other.centre) < reach;
    });
    if (!inside_another) kept.push_back(blob);
    if (kept.size() == most_blobs) break;
  }
  return kept;
}

}  // namespace sixfold::vision
