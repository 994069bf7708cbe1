// Draws the board of a table: the part that fits, with the tiles on it and those placed
// provisionally.
#pragma once

#include <optional>
#include <vector>

#include "rules/view.hpp"
#include "terminal/drawing/canvas.hpp"
#include "terminal/drawing/tile_look.hpp"

namespace sixfold::terminal {

/// The visible part of the table and its scale.
struct Camera {
  CellSize size = CellSize::small;
  Cell corner;      ///< the top left cell
  int columns = 0;  ///< how many cells fit across and down
  int rows = 0;

  [[nodiscard]] bool sees(Cell cell) const {
    return cell.x >= corner.x && cell.x < corner.x + columns && cell.y >= corner.y &&
           cell.y < corner.y + rows;
  }
  friend bool operator==(const Camera&, const Camera&) = default;
};

/// The relevant cells: the whole board, or the tiles and their surroundings.
struct Extent {
  Cell low;
  Cell high;  ///< both inclusive

  friend bool operator==(const Extent&, const Extent&) = default;
};
[[nodiscard]] Extent extent_of(const View& view, const std::vector<PlacedTile>& laid);

/// The largest cells for which everything fits, or the requested size. A board that fits is
/// centred; otherwise the camera moves only as far as needed to keep the cursor in sight.
[[nodiscard]] Camera camera_for(const Extent& extent, Cell cursor, const Camera& before,
                                std::optional<CellSize> wanted, Size area);

/// What is drawn on the board besides its tiles.
struct BoardMarks {
  std::vector<PlacedTile> laid;
  std::vector<Cell> last;  ///< of the previous turn
  std::vector<Cell> fits;
  std::optional<Cell> cursor;
  std::optional<Tile> chosen;  ///< shown at the cursor if the cell is empty
  std::vector<Cell> hinted;
  bool taking = false;  ///< the cursor selects the tile to take
};

/// Draws into the area, with row and column numbers.
void draw_board(Canvas& canvas, const Rect& area, const View& view, const BoardMarks& marks,
                const Camera& camera, const Look& look);

/// The cell drawn at this position of the canvas.
[[nodiscard]] std::optional<Cell> cell_at(const Rect& area, const Camera& camera, int row,
                                          int column);

}  // namespace sixfold::terminal
