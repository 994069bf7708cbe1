// The text forms of tiles and cells: `Rc`, `0,-3`, `Rc@0,-3`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/cell.hpp"
#include "rules/tile.hpp"

namespace sixfold {

[[nodiscard]] char letter_of(Colour colour);
[[nodiscard]] std::optional<Colour> colour_of(char letter);

[[nodiscard]] std::string to_text(Tile tile);
[[nodiscard]] std::string to_text(Cell cell);
[[nodiscard]] std::string to_text(const PlacedTile& placed);

/// Nothing unless the whole text has that form, with no plus sign or leading zeros.
[[nodiscard]] std::optional<Tile> parse_tile(std::string_view text);
[[nodiscard]] std::optional<Cell> parse_cell(std::string_view text);
[[nodiscard]] std::optional<PlacedTile> parse_placed_tile(std::string_view text);

}  // namespace sixfold
