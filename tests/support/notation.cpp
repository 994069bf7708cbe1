#include "support/notation.hpp"

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>

#include "rules/indexed.hpp"

namespace sixfold::tests {

namespace {

constexpr std::string_view colour_letters = "ROYGBP";
constexpr std::string_view shape_letters = "csdlxt";

[[noreturn]] void fail(std::string_view text) {
  throw std::invalid_argument("no such literal: \"" + std::string(text) + "\"");
}

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

int whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) fail(text);
  return number;
}

}  // namespace

Tile tile(std::string_view text) {
  if (text.size() != 2) fail(text);
  const auto colour = colour_letters.find(text[0]);
  const auto shape = shape_letters.find(text[1]);
  if (colour == std::string_view::npos || shape == std::string_view::npos) fail(text);
  return {static_cast<Colour>(colour), static_cast<Shape>(shape)};
}

std::vector<Tile> tiles(std::string_view text) {
  std::vector<Tile> found;
  for (const std::string& word : words(text))
    for (std::size_t i = 0; i < word.size(); i += 2)
      found.push_back(tile(std::string_view(word).substr(i, 2)));
  return found;
}

Hand hand_of(std::string_view text) { return Hand(tiles(text)); }

PlacedTile placed_tile(std::string_view text) {
  const auto comma = text.find(',');
  if (text.size() < 6 || text[2] != '@' || comma == std::string_view::npos) fail(text);
  return {{whole_number(text.substr(3, comma - 3)), whole_number(text.substr(comma + 1))},
          tile(text.substr(0, 2))};
}

std::vector<PlacedTile> placed(std::string_view text) {
  std::vector<PlacedTile> found;
  for (const std::string& word : words(text)) found.push_back(placed_tile(word));
  return found;
}

Board board_of(std::string_view text) {
  Board board;
  for (const PlacedTile& placed_here : placed(text)) board.put(placed_here);
  return board;
}

Board drawn(std::initializer_list<std::string_view> rows, Cell corner) {
  Board board;
  int y = corner.y;
  for (const std::string_view row : rows) {
    int x = corner.x;
    for (const std::string& word : words(row)) {
      if (word != "..") board.put({{x, y}, tile(word)});
      ++x;
    }
    ++y;
  }
  return board;
}

Place place(std::string_view text) { return {placed(text)}; }
Trade trade(std::string_view text) { return {tiles(text)}; }
Roll roll(std::string_view text) { return {tiles(text)}; }
Take take(std::string_view text) { return {placed_tile(text)}; }

}  // namespace sixfold::tests

namespace sixfold {

namespace {

void write_list(std::ostream& out, const auto& items) {
  std::string_view gap;
  for (const auto& item : items) {
    out << gap << item;
    gap = " ";
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, Tile tile) {
  return out << nth(tests::colour_letters, tile.colour) << nth(tests::shape_letters, tile.shape);
}

std::ostream& operator<<(std::ostream& out, Cell cell) { return out << cell.x << ',' << cell.y; }

std::ostream& operator<<(std::ostream& out, Direction direction) {
  return out << (direction == Direction::across ? "across" : "down");
}

std::ostream& operator<<(std::ostream& out, const PlacedTile& placed) {
  return out << placed.tile << '@' << placed.cell;
}

std::ostream& operator<<(std::ostream& out, const Tiles& tiles) {
  write_list(out, tiles.list());
  return out;
}

std::ostream& operator<<(std::ostream& out, const Board& board) {
  write_list(out, board.tiles());
  return out;
}

std::ostream& operator<<(std::ostream& out, const Place& place) {
  write_list(out, place.tiles);
  return out;
}

std::ostream& operator<<(std::ostream& out, Reason reason) { return out << code_of(reason); }

std::ostream& operator<<(std::ostream& out, const IllegalMove& illegal) {
  out << illegal.reason;
  if (illegal.cell) out << " at " << *illegal.cell;
  return out;
}

std::ostream& operator<<(std::ostream& out, const DrawQuestion& question) {
  return out << "draw " << question.count << ", set aside: " << question.set_aside;
}

std::ostream& operator<<(std::ostream& out, const RollQuestion& question) {
  out << (question.compulsory ? "must roll " : "roll ");
  write_list(out, question.cubes);
  return out;
}

std::ostream& operator<<(std::ostream& out, EndReason reason) { return out << code_of(reason); }

std::ostream& operator<<(std::ostream& out, const End& end) {
  out << end.reason;
  if (end.seat) out << " by seat " << *end.seat;
  return out << ", bonus " << end.bonus;
}

std::ostream& operator<<(std::ostream& out, AnswerFault fault) { return out << code_of(fault); }

std::ostream& operator<<(std::ostream& out, const Acts& acts) {
  out << "acts:";
  if (acts.take) out << " take";
  if (acts.roll) out << " roll";
  if (acts.place) out << " place";
  if (acts.trade) out << " trade";
  if (acts.pass) out << " pass";
  return out;
}

}  // namespace sixfold
