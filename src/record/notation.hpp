// The text forms of tiles and cells: `Rc`, `0,-3`, `Rc@0,-3`; and the words for options.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/cell.hpp"
#include "rules/ruleset.hpp"
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

[[nodiscard]] std::string_view word_of(Opening opening);
[[nodiscard]] std::string_view word_of(Tie tie);
[[nodiscard]] std::optional<Opening> parse_opening(std::string_view word);
[[nodiscard]] std::optional<Tie> parse_tie(std::string_view word);

}  // namespace sixfold
