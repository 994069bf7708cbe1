#include "rules/ruleset.hpp"

namespace sixfold {

bool opens_with_largest_set(const Ruleset& rules) {
  switch (rules.opening) {
    case Opening::largest_set:
      return true;
    case Opening::youngest:
      return false;
  }
  return false;
}

Tile piece_of(const Ruleset& rules, Tile face) {
  return rules.pieces.rolled ? Tile{face.colour, Shape::circle} : face;
}

Tiles pieces_of(const Ruleset& rules, const Tiles& faces) {
  Tiles pieces;
  for (const Tile face : faces.kinds()) pieces.add(piece_of(rules, face), faces.count(face));
  return pieces;
}

Tiles faces_of(const Ruleset& rules, const Tiles& pieces) {
  if (!rules.pieces.rolled) return pieces;
  Tiles faces;
  for (const Tile face : all_tiles())
    if (pieces.contains(piece_of(rules, face))) faces.add(face);
  return faces;
}

Bag full_bag(const Ruleset& rules) {
  Bag bag;
  for (const Tile face : all_tiles())
    if (face == piece_of(rules, face)) bag.add(face, rules.pieces.copies);
  return bag;
}

bool on_board(const Ruleset& rules, Cell cell) {
  if (rules.layout) return rules.layout->inside(cell);
  const auto near = [](int coordinate) {
    return coordinate >= -coordinate_limit && coordinate <= coordinate_limit;
  };
  return near(cell.x) && near(cell.y);
}

}  // namespace sixfold
