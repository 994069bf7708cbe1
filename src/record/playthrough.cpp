#include "record/playthrough.hpp"

#include <algorithm>
#include <utility>

#include "record/notation.hpp"
#include "rules/options.hpp"

namespace sixfold {

namespace {

std::string joined(const auto& values) {
  std::string text;
  for (const auto& value : values) {
    if (!text.empty()) text += ' ';
    text += to_text(value);
  }
  return text.empty() ? "-" : text;
}

std::string mark_of(const Ruleset& rules, const std::vector<Cell>& stars, Cell cell) {
  if (!rules.layout) return " .";
  if (std::ranges::binary_search(stars, cell)) return " *";
  if (rules.layout->is_start(cell)) return " S";
  const int bonus = rules.layout->bonus_at(cell);
  return bonus == 0 ? " ." : " " + std::to_string(bonus);
}

/// The upper left and lower right cells of the drawing; it is empty if the second is beyond.
std::pair<Cell, Cell> drawn_corners(const Ruleset& rules, const Board& board) {
  if (rules.layout) return {{0, 0}, {rules.layout->width - 1, rules.layout->height - 1}};
  if (board.empty()) return {{0, 0}, {-1, -1}};
  Cell low = board.tiles().front().cell;
  Cell high = low;
  for (const PlacedTile& placed : board.tiles()) {
    low = {std::min(low.x, placed.cell.x), std::min(low.y, placed.cell.y)};
    high = {std::max(high.x, placed.cell.x), std::max(high.y, placed.cell.y)};
  }
  return {low, high};
}

constexpr std::size_t row_label_width = 5;

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string describe(const SeenTiles& tiles) {
  if (const auto* count = std::get_if<int>(&tiles)) return std::to_string(*count);
  return joined(std::get<1>(tiles));
}

std::string describe(const SeenTurn& turn) {
  std::string text = "seat " + std::to_string(turn.seat);
  if (turn.take) text += ", takes " + to_text(*turn.take);
  if (turn.roll) text += ", rolls " + joined(turn.roll->cubes) + " -> " + joined(turn.roll->faces);
  for (const std::vector<Tile>& faces : turn.forced) text += ", must roll -> " + joined(faces);
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    return text + ", places " + joined(placed->tiles) + " for " + std::to_string(placed->points) +
           ", draws " + describe(turn.drew);
  if (const auto* traded = std::get_if<SeenTiles>(&turn.act))
    return text + ", trades " + describe(*traded) + ", draws " + describe(turn.drew);
  if (const auto* left = std::get_if<Left>(&turn.act))
    return text + (left->reason == LeaveReason::resigned ? ", resigns" : ", runs out of time");
  return text + ", passes";
}

/// The unseen tiles of each colour: one digit per shape; for cubes, one number.
std::string describe_unseen(const View& view) {
  std::string text;
  for (const Tile piece : all_tiles()) {
    if (piece != piece_of(view.rules, piece)) continue;
    if (piece.shape == Shape::circle)
      text += (text.empty() ? "" : " ") + std::string(1, letter_of(piece.colour)) + ":";
    text += std::to_string(view.unseen.count(piece));
  }
  return text;
}

std::string describe(const Acts& acts) {
  std::string text;
  const auto add = [&](bool open, std::string_view name) {
    if (open) text += (text.empty() ? "" : " ") + std::string(name);
  };
  add(acts.take, "take");
  add(acts.roll, "roll");
  add(acts.place, "place");
  add(acts.trade, "trade");
  add(acts.pass, "pass");
  return text.empty() ? "-" : text;
}

std::string describe(const SeatView& seat) {
  std::string text = seat.name + " " + std::to_string(seat.score);
  text += seat.in ? " (holds " : " (has left, holds ";
  text += std::to_string(seat.held);
  if (seat.hand) text += ": " + joined(*seat.hand);
  if (seat.discs != 0) text += ", discs " + std::to_string(seat.discs);
  return text + ")";
}

/// The table with row numbers, and a number on every fifth column.
std::string describe_table(const View& view) {
  const Cell corner = drawn_corners(view.rules, view.board).first;
  const std::vector<std::string> rows = drawing_of(view.rules, view.board, view.stars);
  if (rows.empty()) return "";
  std::string text(row_label_width, ' ');
  const int columns = static_cast<int>(rows.front().size() + 1) / 3;
  for (int x = corner.x; x < corner.x + columns; ++x)
    text += padded(x % 5 == 0 ? std::to_string(x) : "", 3);
  text.erase(text.find_last_not_of(' ') + 1);
  int y = corner.y;
  for (const std::string& row : rows)
    text += "\n" + padded(std::to_string(y++), row_label_width) + " " + row;
  return text + "\n";
}

/// What everyone may know, as this viewer sees it.
std::string describe_public(const View& view) {
  std::string text = describe_table(view) + "  bag " + std::to_string(view.bag);
  if (!view.end) text += ", turn of seat " + std::to_string(view.turn);
  if (view.barred) text += ", barred " + to_text(*view.barred);
  for (const SeatView& seat : view.seats) text += "; " + describe(seat);
  return text + "\n";
}

std::string describe_private(const View& view) {
  return (view.seat ? "  seat " + std::to_string(*view.seat) : std::string("  spectator")) +
         ": hand " + joined(view.hand.list()) + " | may " + describe(view.acts) + " | unseen " +
         describe_unseen(view) + "\n";
}

std::string describe_score(const Game& before, const Turn& turn) {
  const auto* placed = std::get_if<Placed>(&turn.act);
  if (placed == nullptr) return "";
  Board board = before.position().board;
  if (turn.take) board.remove(turn.take->cell);
  const Score parts = score(before.rules(), board, Place{placed->tiles});
  std::string text;
  for (const ScoredLine& line : parts.lines)
    text += "  line of " + std::to_string(line.length()) + " from " + to_text(line.cells.front()) +
            " to " + to_text(line.cells.back()) +
            (line.bonus != 0 ? " + " + std::to_string(line.bonus) : "") + "\n";
  if (parts.lone_tile != 0) text += "  a lone tile: 1\n";
  for (const BonusCell& bonus : parts.bonus_cells)
    text += "  bonus cell " + to_text(bonus.cell) + ": " + std::to_string(bonus.value) + "\n";
  return text;
}

/// Prints what all viewers see alike once; should they ever differ, prints each separately.
std::string told(const std::vector<View>& views, std::string (*describe_part)(const View&)) {
  std::string first = describe_part(views.front());
  if (std::ranges::all_of(views, [&](const View& v) { return describe_part(v) == first; }))
    return first;
  std::string text;
  for (const View& view : views)
    text += (view.seat ? "only to seat " + std::to_string(*view.seat) : "only to spectators") +
            ":\n" + describe_part(view);
  return text;
}

std::string describe_last_turn(const View& view) {
  return "Turn " + std::to_string(view.history.size()) + ": " + describe(view.history.back()) +
         "\n";
}

std::vector<View> all_views(const Game& game) {
  std::vector<View> views{view(game, std::nullopt)};
  for (int seat = 0; seat < static_cast<int>(game.position().seats.size()); ++seat)
    views.push_back(view(game, seat));
  return views;
}

std::string describe_moment(const std::vector<View>& views) {
  std::string text = told(views, describe_public);
  for (const View& view : views) text += describe_private(view);
  return text + "\n";
}

}  // namespace

std::vector<std::string> drawing_of(const Ruleset& rules, const Board& board,
                                    const std::vector<Cell>& stars) {
  const auto [low, high] = drawn_corners(rules, board);
  std::vector<std::string> rows;
  for (int y = low.y; y <= high.y; ++y) {
    std::string row;
    for (int x = low.x; x <= high.x; ++x) {
      const auto tile = board.at({x, y});
      if (x > low.x) row += ' ';
      row += tile ? to_text(*tile) : mark_of(rules, stars, {x, y});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<std::string, RecordError> playthrough(const Record& record) {
  auto begun = Replayer::begin(record);
  if (!begun) return Unexpected{begun.error()};
  Replayer replayer = *std::move(begun);

  std::string text = "variant " + std::string(record.rules.variant) + ", theme " + record.theme;
  for (const RuleOption& option : rule_options())
    text += ", " + std::string(option.name) + " " + std::string(option.get(record.rules));
  text += ", opener seat " + std::to_string(record.setup.opener) + "\n\nSet-up\n" +
          describe_moment(all_views(replayer.game()));
  while (!replayer.at_end()) {
    const Game before = replayer.game();
    if (const auto error = replayer.step()) return Unexpected{*error};
    const std::vector<View> views = all_views(replayer.game());
    text += told(views, describe_last_turn) +
            describe_score(before, replayer.game().turns().back()) + describe_moment(views);
  }
  if (const auto error = replayer.finish()) return Unexpected{*error};

  const Position& position = replayer.game().position();
  if (!position.end) return text + "Unfinished\n";
  text += "End: " + std::string(code_of(position.end->reason));
  if (position.end->seat) text += ", seat " + std::to_string(*position.end->seat);
  if (position.end->bonus != 0) text += ", bonus " + std::to_string(position.end->bonus);
  text += "\nScores:";
  for (const Seat& seat : position.seats) text += " " + std::to_string(seat.score);
  text += "\nWinners:";
  for (const int seat : winners(position)) text += " " + std::to_string(seat);
  return text + "\n";
}

}  // namespace sixfold
