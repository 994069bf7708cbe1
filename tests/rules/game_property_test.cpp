// What holds in every game from the first turn to the last.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "rules/game.hpp"
#include "rules/indexed.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

constexpr int most_steps = 200;

/// Every piece of the game, wherever it is.
Tiles all_pieces(const Ruleset& rules, const Position& position) {
  Tiles pieces = position.bag;
  for (const PlacedTile& placed : position.board.tiles()) pieces.add(piece_of(rules, placed.tile));
  for (const Seat& seat : position.seats) pieces.add(pieces_of(rules, seat.hand));
  if (const auto* draw = std::get_if<DrawQuestion>(&position.question))
    pieces.add(pieces_of(rules, draw->set_aside));
  return pieces;
}

int all_discs(const Position& position) {
  int discs = static_cast<int>(position.stars.size());
  for (const Seat& seat : position.seats) discs += seat.discs;
  return discs;
}

/// No game is longer: each placement uses a tile of the bag or one taken for a disc, and the number
/// of rounds without one before each is limited (B13).
std::size_t turn_limit(const Game& game) {
  const Ruleset& rules = game.rules();
  const std::size_t stars = rules.layout ? rules.layout->stars.size() : 0;
  const std::size_t seats = game.setup().players.size();
  const std::size_t placements = static_cast<std::size_t>(full_bag(rules).size()) + stars;
  return (placements + 1) * seats * static_cast<std::size_t>(rules.idle_rounds) + seats;
}

TEST(EveryGame, KeepsAllItsTilesAndNoMoreDiscsThanStars) {
  check_games(60, 0, [](std::uint64_t seed, int /*steps*/) {
    RandomPlay play(seed);
    const Ruleset& rules = play.game().rules();
    const int stars = rules.layout ? static_cast<int>(rules.layout->stars.size()) : 0;
    while (!play.over()) {
      RC_ASSERT(all_pieces(rules, play.game().position()) == full_bag(rules));
      RC_ASSERT(all_discs(play.game().position()) <= stars);
      play.step();
    }
    RC_ASSERT(all_pieces(rules, play.game().position()) == full_bag(rules));
  });
}

TEST(EveryGame, EndsAndAllEndingsComeAbout) {
  std::map<EndReason, int> endings;
  const int games = long_tests() ? 4'000 : 120;
  for (int seed = 0; seed < games; ++seed) {
    RandomPlay play(static_cast<std::uint64_t>(seed));
    while (!play.over()) {
      ASSERT_LE(play.game().turns().size(), turn_limit(play.game())) << "seed " << seed;
      play.step();
    }
    const Position& position = play.game().position();
    const EndReason reason = position.end->reason;
    ++endings[reason];
    EXPECT_FALSE(winners(position).empty()) << "seed " << seed;
    EXPECT_EQ(open_acts(play.game().rules(), position), Acts{}) << "seed " << seed;
    EXPECT_EQ(position.end->bonus, reason == EndReason::out ? 6 : 0) << "seed " << seed;
  }
  for (const auto& [reason, count] : endings) std::cout << "  " << reason << ": " << count << '\n';
  for (const EndReason reason : {EndReason::out, EndReason::stalled, EndReason::dead,
                                 EndReason::resigned, EndReason::timeout})
    EXPECT_GT(endings[reason], 0) << reason;
}

TEST(EveryGame, AddsUpToThePointsOfItsTurns) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    std::vector<int> points(game.setup().players.size(), 0);
    for (const Turn& turn : game.turns())
      if (const auto* laid = std::get_if<Placed>(&turn.act)) nth(points, turn.seat) += laid->points;
    // A turn whose draw is still open already has its points.
    if (const auto* laid = std::get_if<Placed>(&game.unfinished().act))
      nth(points, game.unfinished().seat) += laid->points;
    const auto& end = game.position().end;
    if (end && end->reason == EndReason::out) nth(points, *end->seat) += end->bonus;
    for (std::size_t seat = 0; seat < points.size(); ++seat)
      RC_ASSERT(game.position().seats[seat].score == points[seat]);
  });
}

TEST(EveryGame, CanBePlayedAgainFromItsSetupAndItsTurns) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    RandomPlay play(seed);
    play.steps(steps);
    play.finish_turn();
    const Game& game = play.game();
    const auto again = replayed(game.rules(), game.setup(), game.turns());
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == game);
  });
}

/// Renames the faces of a game everywhere.
template <class Rename>
std::pair<Setup, std::vector<Turn>> renamed(const Game& game, const Rename& rename) {
  const auto rename_all = [&](std::vector<Tile>& tiles) {
    for (Tile& tile : tiles) tile = rename(tile);
  };
  Setup setup = game.setup();
  rename_all(setup.presets);
  std::ranges::for_each(setup.hands, rename_all);
  std::vector<Turn> turns = game.turns();
  for (Turn& turn : turns) {
    if (turn.roll) rename_all(turn.roll->cubes);
    if (turn.roll) rename_all(turn.roll->faces);
    for (std::vector<Tile>& faces : turn.forced) {
      rename_all(faces);
      std::ranges::sort(faces, {}, &Tile::colour);  // in the order of the cubes in the question
    }
    if (turn.take) turn.take->tile = rename(turn.take->tile);
    if (auto* laid = std::get_if<Placed>(&turn.act))
      for (PlacedTile& placed : laid->tiles) placed.tile = rename(placed.tile);
    if (auto* traded = std::get_if<Traded>(&turn.act)) rename_all(traded->tiles);
    rename_all(turn.draw);
  }
  return {setup, turns};
}

TEST(EveryGame, GoesTheSameWayInOtherColoursAndShapes) {
  check_games(60, most_steps, [](std::uint64_t seed, int steps) {
    RandomPlay play(seed);
    play.steps(steps);
    play.finish_turn();
    const Game& game = play.game();
    // Rotate colours by one and shapes by two and, unless tiles are cubes, swap colours and shapes.
    const bool exchanged = !game.rules().pieces.rolled && seed % 2 == 0;
    const auto [setup, turns] = renamed(game, [&](Tile tile) {
      const int colour = (static_cast<int>(tile.colour) + 1) % colour_count;
      const int shape = (static_cast<int>(tile.shape) + 2) % shape_count;
      return tile_at(exchanged ? shape * shape_count + colour : colour * shape_count + shape);
    });
    const auto other = replayed(game.rules(), setup, turns);
    RC_ASSERT(other.has_value());
    RC_ASSERT(other->turns() == turns);  // including the points
    RC_ASSERT(other->position().end == game.position().end);
    RC_ASSERT(open_acts(other->rules(), other->position()) ==
              open_acts(game.rules(), game.position()));
  });
}

bool legal(const Game& game, const Move& move) {
  return !why_illegal(game.rules(), game.position(), move);
}

/// Whether some trade is legal, trying each size; also checks that exactly the allowed sizes are.
bool some_trade_is_legal(const Game& game) {
  const Hand& hand = game.position().mover().hand;
  const auto limits = trade_limits(game.rules(), hand, game.position().bag.size());
  const bool open = open_acts(game.rules(), game.position()).trade;
  Trade trade;
  bool some = false;
  for (const Tile tile : hand.list()) {
    trade.tiles.push_back(tile);
    const int size = static_cast<int>(trade.tiles.size());
    const bool accepted = legal(game, trade);
    some = some || accepted;
    RC_ASSERT(accepted == (open && size >= limits.fewest && size <= limits.most));
  }
  return some;
}

TEST(EveryGame, OpensExactlyTheActsThatItAccepts) {
  check_games(150, most_steps, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    const Position& position = game.position();
    const Acts acts = open_acts(game.rules(), position);
    const bool asks = !std::holds_alternative<std::monostate>(position.question);
    if (position.end || asks) {
      RC_ASSERT(acts == Acts{});
      RC_ASSERT(why_illegal(game.rules(), position, Pass{})->reason ==
                (position.end ? Reason::game_over : Reason::waiting_for_chance));
      return;
    }
    RC_ASSERT(acts != Acts{});  // there is always something to do
    RC_ASSERT(acts.place == !legal_placements(game.rules(), decision_of(position)).empty());
    RC_ASSERT(acts.pass == legal(game, Pass{}));
    RC_ASSERT(acts.trade == some_trade_is_legal(game));
    RC_ASSERT(acts.roll == legal(game, Roll{{position.mover().hand.list().front()}}));
    bool takes = false;
    for (const PlacedTile& placed : position.board.tiles())
      takes = takes || legal(game, Take{placed});
    RC_ASSERT(acts.take == takes);
    if (acts.pass) RC_ASSERT(!acts.place && !acts.trade && position.bag.empty());
  });
}

TEST(EveryGame, IsUnchangedByWhatItRefuses) {
  check_games(100, most_steps, [](std::uint64_t seed, int steps) {
    Game game = random_game(seed, steps);
    const Game before = game;
    const std::vector<Move> moves{Place{{{{500, 500}, tile_at(0)}}}, Trade{}, Roll{},
                                  Take{{{500, 500}, tile_at(0)}}, Pass{}};
    for (int seat = -1; seat <= static_cast<int>(game.setup().players.size()); ++seat)
      for (const Move& move : moves)
        if (Game tried = game; tried.play(seat, move)) RC_ASSERT(tried == before);
    RC_ASSERT(game.answer(std::vector<Tile>(50)));
    RC_ASSERT(game == before);
    RC_ASSERT(game.leave(-1, LeaveReason::resigned));
    RC_ASSERT(game == before);
  });
}

/// A legal move in this position, chosen from the position alone.
std::optional<Move> some_move(const Game& game) {
  const Acts acts = open_acts(game.rules(), game.position());
  if (acts.place) return legal_placements(game.rules(), decision_of(game.position())).at(0);
  if (acts.roll) return Roll{game.position().mover().hand.list()};
  if (acts.pass) return Pass{};
  return std::nullopt;
}

TEST(EveryGame, PlaysOnFromACopyAndLeavesThePositionAsItWas) {
  check_games(30, most_steps, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    const Position before = random_game(seed, steps).position();
    const auto move = some_move(game);
    RC_PRE(move.has_value());
    const auto once = sixfold::play(game.rules(), game.position(), *move);
    const auto twice = sixfold::play(game.rules(), game.position(), *move);
    RC_ASSERT(game.position() == before);
    RC_ASSERT(*once == *twice);
    RC_ASSERT(*once != before);
  });
}

}  // namespace
}  // namespace sixfold::tests
