#include "record/notation.hpp"

#include <array>
#include <charconv>

#include "rules/indexed.hpp"

namespace sixfold {

namespace {

constexpr std::string_view colour_letters = "ROYGBP";
constexpr std::string_view shape_letters = "csdlxt";

std::optional<int> parse_coordinate(std::string_view text) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || (digits.front() == '0' && text.size() > 1)) return std::nullopt;
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  if (value > coordinate_limit || value < -coordinate_limit) return std::nullopt;
  return value;
}

}  // namespace

char letter_of(Colour colour) { return nth(colour_letters, colour); }

std::optional<Colour> colour_of(char letter) {
  const auto index = colour_letters.find(letter);
  if (index == std::string_view::npos) return std::nullopt;
  return static_cast<Colour>(index);
}

std::string to_text(Tile tile) { return {letter_of(tile.colour), nth(shape_letters, tile.shape)}; }

std::string to_text(Cell cell) { return std::to_string(cell.x) + "," + std::to_string(cell.y); }

std::string to_text(const PlacedTile& placed) {
  return to_text(placed.tile) + "@" + to_text(placed.cell);
}

std::optional<Tile> parse_tile(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const auto colour = colour_of(text[0]);
  const auto shape = shape_letters.find(text[1]);
  if (!colour || shape == std::string_view::npos) return std::nullopt;
  return Tile{*colour, static_cast<Shape>(shape)};
}

std::optional<Cell> parse_cell(std::string_view text) {
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto x = parse_coordinate(text.substr(0, comma));
  const auto y = parse_coordinate(text.substr(comma + 1));
  if (!x || !y) return std::nullopt;
  return Cell{*x, *y};
}

std::optional<PlacedTile> parse_placed_tile(std::string_view text) {
  const auto at = text.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  const auto tile = parse_tile(text.substr(0, at));
  const auto cell = parse_cell(text.substr(at + 1));
  if (!tile || !cell) return std::nullopt;
  return PlacedTile{*cell, *tile};
}

}  // namespace sixfold
