// The board of a table as a picture: the part of it that fits, with what lies and is laid there.
#pragma once

#include <optional>
#include <vector>

#include "rules/view.hpp"
#include "terminal/canvas.hpp"
#include "terminal/tile_look.hpp"

namespace sixfold::terminal {

/// Which part of the table is seen, and how large.
struct Camera {
  CellSize size = CellSize::small;
  Cell corner;      ///< upper left
  int columns = 0;  ///< cells that fit side by side, and one above the other
  int rows = 0;

  [[nodiscard]] bool sees(Cell cell) const {
    return cell.x >= corner.x && cell.x < corner.x + columns && cell.y >= corner.y &&
           cell.y < corner.y + rows;
  }
  friend bool operator==(const Camera&, const Camera&) = default;
};

/// The cells that matter: the whole board, or the tiles and what is around them.
struct Extent {
  Cell low;
  Cell high;  ///< both included

  friend bool operator==(const Extent&, const Extent&) = default;
};
[[nodiscard]] Extent extent_of(const View& view, const std::vector<PlacedTile>& laid);

/// The largest cells with which everything fits, or those that are wanted. The board is in the
/// middle where it fits; else the camera stays where it was, as far as the cursor is in sight.
[[nodiscard]] Camera camera_for(const Extent& extent, Cell cursor, const Camera& before,
                                std::optional<CellSize> wanted, Size area);

/// What is drawn on the board beyond what lies there.
struct BoardMarks {
  std::vector<PlacedTile> laid;
  std::vector<Cell> last;  ///< of the turn before
  std::vector<Cell> fits;
  std::optional<Cell> cursor;
  std::optional<Tile> chosen;  ///< shown at the cursor, where nothing lies
  std::vector<Cell> hinted;
  bool taking = false;  ///< the cursor chooses what lies there
};

/// Draws into the area, with the numbers of rows and columns.
void draw_board(Canvas& canvas, const Rect& area, const View& view, const BoardMarks& marks,
                const Camera& camera, const Look& look);

/// The cell that is drawn at this place of the canvas.
[[nodiscard]] std::optional<Cell> cell_at(const Rect& area, const Camera& camera, int row,
                                          int column);

}  // namespace sixfold::terminal
