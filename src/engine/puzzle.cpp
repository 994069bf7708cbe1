#include "engine/puzzle.hpp"

#include <algorithm>
#include <array>

#include "engine/master.hpp"
#include "engine/reason.hpp"
#include "engine/search/same_act.hpp"
#include "engine/search/six_spots.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// Acts that are compared over the same deals in the end.
constexpr std::size_t finalists = 4;
/// A margin is clear if it is this many times its error.
constexpr double clear = 2.5;
constexpr int many_lines = 3;

constexpr std::size_t most_counted = 2000;

bool has(const std::vector<MoveReason>& reasons, ReasonCode code) {
  return std::ranges::any_of(reasons, [=](const MoveReason& one) { return one.code == code; });
}

/// Whether the act leaves a line of five that can still be completed, or one that cannot.
bool leaves_five(const std::vector<MoveReason>& reasons, bool unseen) {
  return std::ranges::any_of(reasons, [=](const MoveReason& one) {
    return one.code == ReasonCode::leaves_five && (one.number > 0) == unseen;
  });
}

/// The placement with the most points; the first if there are several.
const Place* most_points(const View& view, const std::vector<Place>& placements) {
  const auto points = [&](const Place& place) {
    return score(view.rules, view.board, place).points();
  };
  const auto best = std::ranges::max_element(placements, {}, points);
  return best == placements.end() ? nullptr : &*best;
}

/// How a placement changes where a single tile would complete a line of six.
struct SixChanges {
  bool prepares = false;  ///< a new place for a tile that is kept
  bool blocks = false;    ///< a place is gone, for a tile that others may have
};

SixChanges six_changes(const View& view, const Place& place) {
  Board after = view.board;
  Hand kept = view.hand;
  for (const PlacedTile& placed : place.tiles) {
    after.put(placed);
    static_cast<void>(kept.remove(placed.tile));
  }
  const auto before = six_spots(view.rules, view.board);
  const auto now = six_spots(view.rules, after);
  SixChanges changes;
  for (const PlacedTile& spot : now)
    changes.prepares |= kept.contains(spot.tile) && !std::ranges::binary_search(before, spot);
  for (const PlacedTile& spot : before)
    changes.blocks |= copies_left(view, spot.tile) > 0 && !std::ranges::binary_search(now, spot) &&
                      std::ranges::count(place.tiles, spot) == 0;
  return changes;
}

std::optional<PuzzleTheme> theme_of(const View& view, const Move& answer, const Place* greedy) {
  if (std::holds_alternative<Roll>(answer)) return PuzzleTheme::right_roll;
  if (std::holds_alternative<Take>(answer)) return PuzzleTheme::disc;
  if (view.bag == 0) return PuzzleTheme::endgame;
  const auto reasons = reasons_for(view, answer);
  if (has(reasons, ReasonCode::takes_disc)) return PuzzleTheme::disc;
  if (has(reasons, ReasonCode::line_of_six)) return PuzzleTheme::line_of_six;
  if (leaves_five(reasons, false) && !leaves_five(reasons, true)) return PuzzleTheme::count_tiles;
  if (greedy != nullptr && !same_act(answer, Move{*greedy}) &&
      leaves_five(reasons_for(view, Move{*greedy}), true) && !leaves_five(reasons, true))
    return PuzzleTheme::close_five;
  const auto* const place = std::get_if<Place>(&answer);
  if (place == nullptr) return std::nullopt;
  const SixChanges changes = six_changes(view, *place);
  if (changes.blocks && !leaves_five(reasons, true)) return PuzzleTheme::close_five;
  if (changes.prepares) return PuzzleTheme::set_up;
  if (score(view.rules, view.board, *place).lines.size() >= many_lines)
    return PuzzleTheme::two_lines;
  return std::nullopt;
}

/// Every placement, unless there are too many.
std::vector<Place> placements_in(const View& view) {
  return legal_placements(view.rules, decision_of(view), most_counted)
      .value_or(std::vector<Place>{});
}

/// More choices make it harder, and so does an answer that does not score the most points.
int rating_of(const Move& answer, PuzzleTheme theme, std::size_t choices, const Place* greedy) {
  int rating = 800;
  for (std::size_t count = choices; count > 1; count /= 2) rating += 45;
  if (greedy != nullptr && !same_act(answer, Move{*greedy})) rating += 350;
  if (theme == PuzzleTheme::line_of_six) rating -= 150;
  if (theme == PuzzleTheme::endgame) rating += 100;
  return rating;
}

}  // namespace

std::string_view code_of(PuzzleTheme theme) {
  constexpr std::array<std::string_view, 8> names{"line_of_six", "two_lines",  "close_five",
                                                  "count_tiles", "right_roll", "disc",
                                                  "endgame",     "set_up"};
  return nth(names, theme);
}

std::optional<PuzzleTheme> theme_of(const View& view, const Move& answer) {
  const auto placements = placements_in(view);
  return theme_of(view, answer, view.acts.place ? most_points(view, placements) : nullptr);
}

std::optional<Puzzle> puzzle_in(const View& view, const PuzzleSearch& search, Random& random) {
  MasterSettings settings;
  settings.candidates = search.candidates;
  const auto found = judge_moves(view, {search.simulations, {}}, random, settings);
  if (found.size() < 2) return std::nullopt;
  std::vector<Move> moves;
  for (const JudgedMove& judged : found)
    if (moves.size() < finalists) moves.push_back(judged.move);
  const auto outcomes = outcomes_of(view, moves, search.deals, random);
  std::vector<std::size_t> order(moves.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return outcomes[a].chance > outcomes[b].chance; });
  const Simulated& best = outcomes[order[0]];
  const Simulated& next = outcomes[order[1]];
  const double margin = best.chance - next.chance;
  if (margin < search.margin) return std::nullopt;
  // Compare squares, which needs no root.
  if (margin * margin < clear * clear * (best.variance + next.variance)) return std::nullopt;
  Puzzle puzzle{moves[order[0]], {}, margin, 0};
  const auto placements = placements_in(view);
  const Place* const greedy = view.acts.place ? most_points(view, placements) : nullptr;
  const auto theme = theme_of(view, puzzle.answer, greedy);
  if (!theme) return std::nullopt;
  puzzle.theme = *theme;
  puzzle.rating = rating_of(puzzle.answer, *theme, placements.size(), greedy);
  return puzzle;
}

}  // namespace sixfold
