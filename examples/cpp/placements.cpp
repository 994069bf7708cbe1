// Lists what a hand can do beside three red tiles, with the points of each placement.

#include <iostream>

#include <sixfold/rules/placement.hpp>
#include <sixfold/rules/variants/catalogue.hpp>
#include <sixfold/version.hpp>

int main() {
  using namespace sixfold;
  const Ruleset rules = variants::base();

  Decision decision;
  decision.board.put({Cell{0, 0}, Tile{Colour::red, Shape::circle}});
  decision.board.put({Cell{1, 0}, Tile{Colour::red, Shape::square}});
  decision.board.put({Cell{2, 0}, Tile{Colour::red, Shape::diamond}});
  decision.hand.add(Tile{Colour::green, Shape::diamond});
  decision.hand.add(Tile{Colour::green, Shape::clover});

  std::cout << "Sixfold " << library_version << '\n';
  for (const Place& place : legal_placements(rules, decision)) {
    for (const auto& [cell, tile] : place.tiles)
      std::cout << (tile.shape == Shape::diamond ? "diamond" : "clover") << " at " << cell.x << ','
                << cell.y << ", ";
    std::cout << "points: " << score(rules, decision.board, place, false).points() << '\n';
  }
}
