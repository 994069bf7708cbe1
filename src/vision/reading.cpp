#include "vision/reading.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "rules/board.hpp"
#include "rules/indexed.hpp"
#include "vision/arithmetic.hpp"

namespace sixfold::vision {

namespace {

// In logarithms of odds: how far behind another reading must be to be ruled out.
constexpr double doubt = 3;
constexpr int most_states = 4000;
constexpr double most_cost = 40;

/// The reading of one cell: a tile, or nothing.
using Choice = int;
constexpr Choice no_tile = face_count;

struct Option {
  Choice choice = 0;
  double cost = 0;
};

/// What a cell may hold, the cheapest first.
std::vector<Option> options_of(const SeenTile& seen) {
  std::vector<Option> options;
  double best = -1e18;
  for (int i = 0; i < face_count; ++i) best = std::max(best, seen.score(tile_at(i)));
  for (int i = 0; i < face_count; ++i) options.push_back({i, best - seen.score(tile_at(i))});
  options.push_back({no_tile, std::max(0.5, seen.presence)});
  std::stable_sort(options.begin(), options.end(),
                   [](const Option& a, const Option& b) { return a.cost < b.cost; });
  options.resize(14);
  return options;
}

/// The cells in lines: for every cell its neighbours along both directions do not change.
struct Lines {
  std::vector<std::vector<std::size_t>> runs;  // every unbroken run of two or more cells
};

Lines lines_of(std::span<const SeenTile> tiles) {
  std::map<Cell, std::size_t> index;
  for (std::size_t i = 0; i < tiles.size(); ++i) index[tiles[i].cell] = i;
  Lines lines;
  for (const SeenTile& tile : tiles)
    for (const Direction direction : directions) {
      if (index.contains(step(tile.cell, direction, -1))) continue;
      std::vector<std::size_t> run;
      Cell cell = tile.cell;
      for (auto at = index.find(cell); at != index.end(); at = index.find(cell)) {
        run.push_back(at->second);
        cell = step(cell, direction, 1);
      }
      if (run.size() > 1) lines.runs.push_back(std::move(run));
    }
  return lines;
}

class Corrector {
 public:
  Corrector(const Ruleset& rules, std::span<const SeenTile> tiles)
      : rules_(rules), tiles_(tiles), lines_(lines_of(tiles)) {
    for (const SeenTile& tile : tiles) options_.push_back(options_of(tile));
  }

  [[nodiscard]] Reading read(bool correcting) const {
    std::vector<Choice> best = by_eye();
    std::set<std::size_t> doubtful;
    bool legal = broken_by(best).empty();
    if (!legal && correcting) {
      if (auto found = search(doubtful)) {
        best = *found;
        legal = true;
      }
    }
    if (!legal) {
      // Every cell of what breaks the rules may be the wrong one.
      std::vector<Choice> rest = best;
      for (auto broken = broken_by(rest); !broken.empty(); broken = broken_by(rest))
        for (const std::size_t i : broken) {
          doubtful.insert(i);
          rest[i] = no_tile;
        }
    }
    return reading(best, doubtful, legal);
  }

 private:
  /// A cell and the place of its choice among its options.
  using Changes = std::map<std::size_t, std::size_t>;
  struct State {
    double cost = 0;
    Changes changes;
    friend bool operator<(const State& a, const State& b) {
      return a.cost != b.cost ? a.cost > b.cost : a.changes > b.changes;
    }
  };

  [[nodiscard]] std::vector<Choice> by_eye() const {
    std::vector<Choice> choices;
    for (const auto& options : options_) {
      const bool empty = options.front().choice == no_tile;
      choices.push_back(options[empty ? 1 : 0].choice);
    }
    return choices;
  }

  [[nodiscard]] std::vector<Choice> with(const Changes& changes) const {
    std::vector<Choice> choices = by_eye();
    for (const auto& [cell, option] : changes) choices[cell] = options_[cell][option].choice;
    return choices;
  }

  /// The cells of the first line, or of the first kind of tile, that breaks the rules.
  [[nodiscard]] std::vector<std::size_t> broken_by(const std::vector<Choice>& choices) const {
    for (const auto& run : lines_.runs) {
      std::vector<std::size_t> part;
      std::vector<Tile> faces;
      const auto breaks = [&] { return faces.size() > 1 && line_fault(faces) != LineFault::none; };
      for (const std::size_t i : run) {
        if (choices[i] != no_tile) {
          part.push_back(i);
          faces.push_back(tile_at(choices[i]));
          continue;
        }
        if (breaks()) return part;
        part.clear();
        faces.clear();
      }
      if (breaks()) return part;
    }
    if (rules_.pieces.rolled) return {};
    std::array<std::vector<std::size_t>, face_count> kinds;
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (choices[i] != no_tile) nth(kinds, choices[i]).push_back(i);
    for (auto& kind : kinds)
      if (static_cast<int>(kind.size()) > rules_.pieces.copies) return kind;
    return {};
  }

  /// The cheapest changes after which nothing is broken. One cell of whatever is broken must
  /// change, so trying each of them misses nothing.
  [[nodiscard]] std::optional<std::vector<Choice>> search(std::set<std::size_t>& doubtful) const {
    std::priority_queue<State> open;
    std::set<Changes> known;
    open.push({});
    std::optional<State> best;
    for (int states = 0; states < most_states && !open.empty(); ++states) {
      const State state = open.top();
      open.pop();
      if (state.cost > (best ? best->cost + doubt : most_cost)) break;
      const std::vector<Choice> choices = with(state.changes);
      const std::vector<std::size_t> broken = broken_by(choices);
      if (broken.empty()) {
        if (!best) {
          best = state;
        } else {
          mark_differences(*best, state, doubtful);
        }
        continue;
      }
      for (const std::size_t cell : broken) {
        if (state.changes.contains(cell)) continue;
        for (std::size_t i = 0; i < options_[cell].size(); ++i) {
          const Option& option = options_[cell][i];
          if (option.choice == choices[cell]) continue;
          State next = state;
          next.cost += option.cost;
          next.changes[cell] = i;
          if (known.insert(next.changes).second) open.push(std::move(next));
        }
      }
    }
    if (!best) return std::nullopt;
    for (const auto& [cell, option] : best->changes)
      if (options_[cell][option].cost > doubt) doubtful.insert(cell);
    return with(best->changes);
  }

  void mark_differences(const State& best, const State& other,
                        std::set<std::size_t>& doubtful) const {
    const std::vector<Choice> a = with(best.changes);
    const std::vector<Choice> b = with(other.changes);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i]) doubtful.insert(i);
  }

  [[nodiscard]] Reading reading(const std::vector<Choice>& choices,
                                const std::set<std::size_t>& doubtful, bool legal) const {
    Reading result;
    result.legal = legal;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (choices[i] == no_tile) continue;
      const Tile tile = tile_at(choices[i]);
      const double own = tiles_[i].score(tile);
      double others = 0;
      std::vector<Choice> changed = choices;
      for (const Option& option : options_[i]) {
        if (option.choice == no_tile || option.choice == choices[i]) continue;
        const double ahead = tiles_[i].score(tile_at(option.choice)) - own;
        changed[i] = option.choice;
        // Another tile that the rules rule out is no rival.
        if (ahead > -9 && (!legal || broken_by(changed).empty()))
          others += exponential(std::min(ahead, 30.0));
      }
      const double probability = 1 / (1 + others);
      const bool uncertain = probability < 1 / (1 + exponential(-doubt)) ||
                             tiles_[i].presence < doubt || doubtful.contains(i);
      result.tiles.push_back({{tiles_[i].cell, tile}, probability, uncertain});
    }
    return result;
  }

  const Ruleset& rules_;
  std::span<const SeenTile> tiles_;
  Lines lines_;
  std::vector<std::vector<Option>> options_;
};

}  // namespace

Reading read_tiles(const Ruleset& rules, std::span<const SeenTile> tiles, bool correcting) {
  return Corrector(rules, tiles).read(correcting);
}

}  // namespace sixfold::vision
