#include "perft.hpp"

#include <algorithm>
#include <stdexcept>

#include "rules/position.hpp"
#include "support/judge.hpp"

namespace sixfold::tests {

namespace {

std::vector<std::uint64_t> numbers(const Json& json, const char* key) {
  return json.contains(key) ? json[key].get<std::vector<std::uint64_t>>()
                            : std::vector<std::uint64_t>{};
}

class ByRules {
 public:
  ByRules(const PerftPosition& start, std::size_t depth)
      : rules_(start.form.rules), totals_{std::vector<std::uint64_t>(depth), {}} {
    totals_.points.resize(depth);
    position_.board = start.form.decision.board;
    position_.taken = start.form.decision.barred;
    position_.opened = !start.form.decision.opening;
    if (rules_.layout) position_.stars = rules_.layout->stars;
    for (std::size_t i = 0; i < 2; ++i)
      position_.seats.push_back({start.hands[i], 0, start.discs[i], true});
  }

  PerftTotals run() && {
    turns(position_, 0);
    return std::move(totals_);
  }

 private:
  void turns(const Position& position, std::size_t depth) {
    if (depth == totals_.counts.size()) return;
    const Acts acts = open_acts(rules_, position);
    if (acts.place) placements(position, depth);
    if (!acts.take) return;
    for (const PlacedTile& placed : position.board.tiles())
      if (auto taken = play(rules_, position, Take{placed}))
        if (open_acts(rules_, *taken).place) placements(*taken, depth);
  }

  void placements(const Position& position, std::size_t depth) {
    for (const Place& place : legal_placements(rules_, decision_of(position))) {
      ++totals_.counts[depth];
      totals_.points[depth] +=
          static_cast<std::uint64_t>(score(rules_, position.board, place).points());
      if (depth + 1 < totals_.counts.size())
        turns(play(rules_, position, place).value(), depth + 1);
    }
  }

  const Ruleset& rules_;
  PerftTotals totals_;
  Position position_;
};

class ByJudge {
 public:
  ByJudge(const PerftPosition& start, std::size_t depth)
      : rules_(start.form.rules), totals_{std::vector<std::uint64_t>(depth), {}} {
    totals_.points.resize(depth);
    table_.board = start.form.decision.board;
    table_.hands = start.hands;
    table_.discs = start.discs;
    if (rules_.layout) table_.stars = rules_.layout->stars;
    barred_ = start.form.decision.barred;
    opening_ = start.form.decision.opening;
  }

  PerftTotals run() && {
    turns(table_, 0);
    return std::move(totals_);
  }

 private:
  struct Table {
    Board board;
    std::array<Hand, 2> hands;
    std::array<int, 2> discs{};
    std::vector<Cell> stars;
  };

  void turns(const Table& table, std::size_t depth) {
    if (depth == totals_.counts.size()) return;
    const bool first = depth == 0;
    placements(table, depth, first ? barred_ : std::nullopt, first && opening_);
    if (table.discs[depth % 2] == 0 || (first && (barred_ || opening_))) return;
    for (const PlacedTile& placed : table.board.tiles()) {
      if (in_line_of_six(table.board, placed.cell)) continue;
      Table taken = table;
      --taken.discs[depth % 2];
      taken.board.remove(placed.cell);
      taken.hands[depth % 2].add(placed.tile);
      placements(taken, depth, placed, false);
    }
  }

  static bool in_line_of_six(const Board& board, Cell cell) {
    const auto tiles_on = [&](int dx, int dy) {
      int count = 0;
      while (board.at({cell.x + (count + 1) * dx, cell.y + (count + 1) * dy})) ++count;
      return count;
    };
    return tiles_on(1, 0) + tiles_on(-1, 0) == 5 || tiles_on(0, 1) + tiles_on(0, -1) == 5;
  }

  void placements(const Table& table, std::size_t depth, const std::optional<PlacedTile>& barred,
                  bool opening) {
    const Decision decision{table.board, table.hands[depth % 2], barred, opening};
    for (const JudgedPlacement& judged : judged_placements(rules_, decision)) {
      ++totals_.counts[depth];
      totals_.points[depth] += static_cast<std::uint64_t>(judged.points);
      if (depth + 1 == totals_.counts.size()) continue;
      Table next = table;
      for (const PlacedTile& placed : judged.tiles) {
        next.board.put(placed);
        if (!next.hands[depth % 2].remove(placed.tile)) throw std::logic_error("not in hand");
        if (rules_.take_for_disc && std::erase(next.stars, placed.cell) != 0)
          ++next.discs[depth % 2];
      }
      if (!next.hands[depth % 2].empty()) turns(next, depth + 1);
    }
  }

  const Ruleset& rules_;
  PerftTotals totals_;
  Table table_;
  std::optional<PlacedTile> barred_;
  bool opening_ = false;
};

}  // namespace

PerftPosition read_perft(const std::string& line) {
  Json json = parse_json(line).value();
  PerftPosition position;
  position.id = json["id"].get<std::string>();
  FormReader reader;
  for (std::size_t i = 0; i < 2; ++i) {
    position.hands[i] = Hand(reader.tiles(json["hands"][i], {}, 7));
    if (json.contains("discs")) position.discs[i] = json["discs"][i].get<int>();
  }
  position.counts = numbers(json, "counts");
  position.points = numbers(json, "points");
  json["hand"] = json["hands"][0];
  const auto form = parse_decision(dump(json));
  if (!form || reader.error()) throw std::invalid_argument(position.id + " cannot be read");
  position.form = *form;
  return position;
}

PerftTotals perft_by_rules(const PerftPosition& position, std::size_t depth) {
  return ByRules(position, depth).run();
}

PerftTotals perft_by_judge(const PerftPosition& position, std::size_t depth) {
  return ByJudge(position, depth).run();
}

}  // namespace sixfold::tests
