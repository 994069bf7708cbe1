#include "record/playthrough.hpp"

#include <algorithm>

#include "record/notation.hpp"

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

std::string describe(const SeenTiles& tiles) {
  if (const auto* count = std::get_if<int>(&tiles)) return std::to_string(*count);
  return joined(std::get<1>(tiles));
}

std::string describe(const SeenTurn& turn) {
  std::string text = "seat " + std::to_string(turn.seat);
  if (turn.take) text += ", takes " + to_text(*turn.take);
  if (turn.roll)
    text += ", rolls " + joined(turn.roll->cubes) + " -> " + joined(turn.roll->faces);
  for (const std::vector<Tile>& faces : turn.forced) text += ", must roll -> " + joined(faces);
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    return text + ", places " + joined(placed->tiles) + ", points " +
           std::to_string(placed->points) + ", draws " + describe(turn.drew);
  if (const auto* traded = std::get_if<SeenTiles>(&turn.act))
    return text + ", trades " + describe(*traded) + ", draws " + describe(turn.drew);
  if (const auto* left = std::get_if<Left>(&turn.act))
    return text + (left->reason == LeaveReason::resigned ? ", resigns" : ", runs out of time");
  return text + ", passes";
}

/// One digit a tile, a group a colour; for cubes one number a colour.
std::string describe_unseen(const View& view) {
  std::string text;
  for (const Tile piece : all_tiles()) {
    if (piece != piece_of(view.rules, piece)) continue;
    if (!text.empty() && (piece.shape == Shape::circle || view.rules.pieces.rolled)) text += ' ';
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

std::string describe_view(const View& view) {
  std::string text = view.seat ? "  seat " + std::to_string(*view.seat) : "  spectator";
  text += " sees: hand " + joined(view.hand.list()) + " | acts " + describe(view.acts) +
          " | bag " + std::to_string(view.bag) + " | unseen " + describe_unseen(view) +
          " | turn " + std::to_string(view.turn);
  if (view.barred) text += " | barred " + to_text(*view.barred);
  for (const SeatView& seat : view.seats) {
    text += " | " + seat.name + " " + std::to_string(seat.score) + " holds " +
            std::to_string(seat.held);
    if (seat.discs != 0) text += " discs " + std::to_string(seat.discs);
    if (!seat.in) text += " left";
    if (seat.hand) text += " (" + joined(*seat.hand) + ")";
  }
  return text + "\n";
}

std::string describe_score(const Game& before, const Turn& turn) {
  const auto* placed = std::get_if<Placed>(&turn.act);
  if (placed == nullptr) return "";
  Board board = before.position().board;
  if (turn.take) board.remove(turn.take->cell);
  const Score parts = score(before.rules(), board, Place{placed->tiles});
  std::string text;
  for (const ScoredLine& line : parts.lines)
    text += "  line of " + std::to_string(line.length()) + " from " +
            to_text(line.cells.front()) + " to " + to_text(line.cells.back()) +
            (line.bonus != 0 ? " + " + std::to_string(line.bonus) : "") + "\n";
  if (parts.lone_tile != 0) text += "  a lone tile: 1\n";
  for (const BonusCell& bonus : parts.bonus_cells)
    text += "  bonus cell " + to_text(bonus.cell) + ": " + std::to_string(bonus.value) + "\n";
  return text;
}

std::string describe_moment(const Game& game) {
  std::string text;
  const Position& position = game.position();
  for (const std::string& row : drawing_of(game.rules(), position.board, position.stars))
    text += "  " + row + "\n";
  for (int seat = 0; seat < static_cast<int>(position.seats.size()); ++seat)
    text += describe_view(view(game, seat));
  return text + describe_view(view(game, std::nullopt)) + "\n";
}

}  // namespace

std::vector<std::string> drawing_of(const Ruleset& rules, const Board& board,
                                    const std::vector<Cell>& stars) {
  Cell low;
  Cell high{-1, -1};
  if (rules.layout) {
    high = {rules.layout->width - 1, rules.layout->height - 1};
  } else if (!board.empty()) {
    low = high = board.tiles().front().cell;
    for (const PlacedTile& placed : board.tiles()) {
      low = {std::min(low.x, placed.cell.x), std::min(low.y, placed.cell.y)};
      high = {std::max(high.x, placed.cell.x), std::max(high.y, placed.cell.y)};
    }
  }
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

  std::string text = "variant " + std::string(record.rules.variant) + ", theme " + record.theme +
                     ", opening " + std::string(word_of(record.rules.opening)) + ", tie " +
                     std::string(word_of(record.rules.tie)) + ", opener seat " +
                     std::to_string(record.setup.opener) + "\n\nSet-up\n" +
                     describe_moment(replayer.game());
  while (!replayer.at_end()) {
    const Game before = replayer.game();
    if (const auto error = replayer.step()) return Unexpected{*error};
    const Turn& turn = replayer.game().turns().back();
    text += "Turn " + std::to_string(replayer.game().turns().size()) + ": " +
            describe(seen(record.rules, turn)) + "\n" + describe_score(before, turn) +
            describe_moment(replayer.game());
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
