#include "vision/moves.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "rules/indexed.hpp"
#include "vision/alignment.hpp"

namespace sixfold::vision {

namespace {

std::map<Cell, SeenTile> earlier_tiles(const SeenTable& now, const SeenTable& before) {
  const bool own_cells = now.layout && before.layout;
  const Alignment alignment = own_cells ? Alignment{} : align(before.tiles, now.tiles);
  std::map<Cell, SeenTile> tiles;
  for (SeenTile tile : before.tiles) {
    tile.cell = alignment(tile.cell);
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

PhotoReading read_change(const Ruleset& rules, const Change& change,
                         const std::vector<Cell>& unread) {
  const auto& [tiles, fresh, vanished, compared, exactly] = change;
  std::vector<SeenTile> all;
  for (const auto& [cell, tile] : tiles) all.push_back(tile);
  PhotoReading result;
  result.table = read_tiles(rules, all);
  for (ReadTile& tile : result.table.tiles)
    if (vanished.contains(tile.placed.cell)) tile.doubtful = true;
  for (const Cell cell : unread)
    if (!tiles.contains(cell)) result.unread.push_back(cell);
  if (fresh.empty()) {
    // A move may hide in what could not be read.
    if (result.unread.empty()) result.score = Score{};
    return result;
  }
  const bool opening = !compared && !rules.layout;
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
  for (const Guess& guess : guesses(fresh, compared && !exactly)) {
    if (guess.placed.empty() || guess.cost > 12) continue;
    Reading reading = as_guessed(guess);
    const auto fault = fault_of(lenient, reading, guess.placed, opening);
    if (guess.cost == 0) result.illegal = fault;
    if (fault || !reading.legal) {
      if (!compared) break;
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

void Change::add(const Ruleset& rules, const SeenTile& tile) {
  tiles[tile.cell] = tile;
  const bool preset = rules.layout && std::binary_search(rules.layout->presets.begin(),
                                                         rules.layout->presets.end(), tile.cell);
  if (compared || !preset) fresh[tile.cell] = tile;
}

void Change::add_vanished(const SeenTile& tile) {
  if (!tiles.contains(tile.cell) && tile.presence > 4) {
    tiles[tile.cell] = tile;
    vanished.insert(tile.cell);
  }
}

PhotoReading read_photo(const Ruleset& usual, const SeenTable& now, const SeenTable* before) {
  Ruleset rules = usual;
  if (now.layout) rules.layout = now.layout;
  std::map<Cell, SeenTile> earlier;
  if (before) earlier = earlier_tiles(now, *before);
  Change change;
  change.compared = before != nullptr;
  for (const SeenTile& tile : now.tiles)
    if (const auto known = earlier.find(tile.cell); known != earlier.end())
      join(change.tiles[tile.cell] = tile, known->second);
    else
      change.add(rules, tile);
  for (const auto& [cell, tile] : earlier) change.add_vanished(tile);
  return read_change(rules, change, now.unread);
}

}  // namespace sixfold::vision
