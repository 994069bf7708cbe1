#include "vision/moves.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "rules/indexed.hpp"

namespace sixfold::vision {

namespace {

Cell moved(Cell cell, Cell by) { return {cell.x + by.x, cell.y + by.y}; }

/// How well the same tile explains two sightings; at most 0.
double agreement(const SeenTile& a, const SeenTile& b) {
  double best = -1e9;
  for (const Tile tile : all_tiles()) best = std::max(best, a.score(tile) + b.score(tile));
  return best;
}

/// Where the cells of the earlier photo are in the later one.
struct Alignment {
  int turns = 0;  ///< clockwise quarter turns of the earlier photo
  Cell shift;
};

Cell turned(Cell cell, int turns) {
  for (int i = 0; i < turns; ++i) cell = {-cell.y, cell.x};
  return cell;
}

/// Tiles stay where they are, so most of the earlier ones must be found again.
Alignment align(const SeenTable& before, const SeenTable& now) {
  std::map<Cell, const SeenTile*> later;
  for (const SeenTile& tile : now.tiles) later[tile.cell] = &tile;
  Alignment best;
  double best_score = -1e18;
  for (int turns = 0; turns < 4; ++turns) {
    std::set<Cell> tried;
    for (const SeenTile& first : before.tiles)
      for (const SeenTile& second : now.tiles) {
        const Cell start = turned(first.cell, turns);
        const Cell shift{second.cell.x - start.x, second.cell.y - start.y};
        if (!tried.insert(shift).second) continue;
        // A turned lattice is possible, but not usual.
        double score = turns == 0 ? 0 : -4;
        for (const SeenTile& tile : before.tiles) {
          const auto at = later.find(moved(turned(tile.cell, turns), shift));
          score += at == later.end() ? -6 : 4 + std::max(-10.0, agreement(tile, *at->second));
        }
        if (score <= best_score) continue;
        best_score = score;
        best = {turns, shift};
      }
  }
  return best;
}

/// Shapes that another quarter turn would change do not exist, so only cells move.
std::map<Cell, SeenTile> earlier_tiles(const SeenTable& now, const SeenTable& before) {
  const bool own_cells = now.layout && before.layout;
  const Alignment alignment = own_cells ? Alignment{} : align(before, now);
  std::map<Cell, SeenTile> tiles;
  for (SeenTile tile : before.tiles) {
    tile.cell = moved(turned(tile.cell, alignment.turns), alignment.shift);
    tiles[tile.cell] = tile;
  }
  return tiles;
}

/// What both photos say about a tile together. They are not independent: the same glare may be on
/// both.
void join(SeenTile& tile, const SeenTile& other) {
  const auto add = [](auto& scores, const auto& more) {
    double best = -1e18;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = 0.7 * (scores[i] + more[i]);
      best = std::max(best, scores[i]);
    }
    for (double& score : scores) score -= best;
  };
  add(tile.colours, other.colours);
  add(tile.shapes, other.shapes);
  tile.presence = std::max({tile.presence, other.presence, 0.7 * (tile.presence + other.presence)});
}

/// Why these tiles are no legal move on the others; nothing if they are one.
std::optional<IllegalMove> fault_of(const Ruleset& rules, const Reading& table,
                                    const std::set<Cell>& new_cells, bool opening) {
  Board board;
  Place place;
  Hand hand;
  for (const ReadTile& tile : table.tiles)
    if (new_cells.contains(tile.placed.cell)) {
      place.tiles.push_back(tile.placed);
      hand.add(tile.placed.tile);
    } else {
      board.put(tile.placed);
    }
  if (static_cast<int>(place.tiles.size()) > rules.hand_size)
    return IllegalMove{Reason::not_in_hand, place.tiles.back().cell};
  return why_illegal(rules, board, hand, std::nullopt, opening, place);
}

/// A guess at what else may have happened: some of the new tiles were there before, or do not
/// exist.
struct Guess {
  std::set<Cell> placed;
  std::set<Cell> ignored;
  double cost = 0;
};

std::vector<Guess> guesses(const std::map<Cell, SeenTile>& fresh, bool compared) {
  std::vector<Guess> all{{}};
  for (const auto& [cell, tile] : fresh) all.front().placed.insert(cell);
  if (fresh.size() > 12) return all;
  // That the earlier photo hid a tile is about as likely as that it was overlooked.
  constexpr double hidden = 4;
  const auto without = [&](const Guess& guess, const SeenTile& tile) {
    Guess overlooked = guess;
    overlooked.placed.erase(tile.cell);
    overlooked.cost += hidden;
    Guess none = guess;
    none.placed.erase(tile.cell);
    none.ignored.insert(tile.cell);
    none.cost += std::max(1.0, tile.presence);
    return std::pair{overlooked, none};
  };
  for (int changes = 0; changes < 2; ++changes) {
    const std::vector<Guess> before = all;
    for (const Guess& guess : before)
      for (const auto& [cell, tile] : fresh) {
        if (!guess.placed.contains(cell)) continue;
        const auto [overlooked, none] = without(guess, tile);
        if (compared) all.push_back(overlooked);
        all.push_back(none);
      }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Guess& a, const Guess& b) { return a.cost < b.cost; });
  return all;
}

}  // namespace

PhotoReading read_photo(const Ruleset& usual, const SeenTable& now, const SeenTable* before) {
  Ruleset rules = usual;
  if (now.layout) rules.layout = now.layout;
  std::map<Cell, SeenTile> earlier;
  if (before) {
    earlier = earlier_tiles(now, *before);
  }
  std::map<Cell, SeenTile> tiles;
  std::map<Cell, SeenTile> fresh;
  std::set<Cell> vanished;
  for (const SeenTile& tile : now.tiles) {
    SeenTile& own = tiles[tile.cell] = tile;
    const auto known = earlier.find(tile.cell);
    if (known != earlier.end())
      join(own, known->second);
    else if (before || !rules.layout ||
             !std::binary_search(rules.layout->presets.begin(), rules.layout->presets.end(),
                                 tile.cell))
      fresh[tile.cell] = tile;
  }
  // A tile that was there is still there, perhaps under a hand.
  for (const auto& [cell, tile] : earlier)
    if (!tiles.contains(cell) && tile.presence > 4) {
      tiles[cell] = tile;
      vanished.insert(cell);
    }
  std::vector<SeenTile> all;
  for (const auto& [cell, tile] : tiles) all.push_back(tile);
  PhotoReading result;
  result.table = read_tiles(rules, all);
  for (ReadTile& tile : result.table.tiles)
    if (vanished.contains(tile.placed.cell)) tile.doubtful = true;
  for (const Cell cell : now.unread)
    if (!tiles.contains(cell)) result.unread.push_back(cell);
  if (fresh.empty()) {
    // A move may hide in what could not be read.
    if (result.unread.empty()) result.score = Score{};
    return result;
  }
  const bool opening = !before && !rules.layout;
  // Who may open with what depends on hands that no photo shows.
  Ruleset lenient = rules;
  lenient.opening = Opening::youngest;
  lenient.start_cells_count = rules.start_cells_count && opening;
  const auto as_guessed = [&](const Guess& guess) {
    Reading reading = result.table;
    if (!guess.ignored.empty()) {
      std::vector<SeenTile> rest;
      for (const SeenTile& tile : all)
        if (!guess.ignored.contains(tile.cell)) rest.push_back(tile);
      reading = read_tiles(rules, rest);
    }
    return reading;
  };
  for (const Guess& guess : guesses(fresh, before != nullptr)) {
    if (guess.placed.empty() || guess.cost > 12) continue;
    Reading reading = as_guessed(guess);
    const auto fault = fault_of(lenient, reading, guess.placed, opening);
    if (guess.cost == 0) result.illegal = fault;
    if (fault || !reading.legal) {
      if (!before) break;
      continue;
    }
    Place place;
    Board after;
    for (ReadTile& tile : reading.tiles) {
      const Cell cell = tile.placed.cell;
      if (fresh.contains(cell) && !guess.placed.contains(cell)) tile.doubtful = true;
      if (vanished.contains(cell)) tile.doubtful = true;
      if (guess.placed.contains(cell)) {
        if (guess.cost > 0) tile.doubtful = true;
        place.tiles.push_back(tile.placed);
      }
      after.put(tile.placed);
    }
    result.table = std::move(reading);
    result.placed = place.tiles;
    result.score = score_of_placed(lenient, after, place);
    result.illegal.reset();
    return result;
  }
  return result;
}

}  // namespace sixfold::vision
