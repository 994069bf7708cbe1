// Views contain what the seat may know and no more: two games that differ only in tiles which a
// seat never saw look the same to it.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "rules/indexed.hpp"
#include "rules/view.hpp"
#include "support/notation.hpp"
#include "support/properties.hpp"
#include "support/random_games.hpp"

namespace sixfold::tests {
namespace {

constexpr int most_steps = 160;

/// A game told in single pieces instead of faces: every tile has its own number, and everything the
/// game says about tiles is kept as a list of numbers, in the same order.
class Pieces {
 public:
  explicit Pieces(const Game& game) : hands_(game.setup().players.size()) {
    for (const Tile tile : full_bag(game.rules()).list()) {
      in_bag_[tile].push_back(static_cast<int>(faces_.size()));
      faces_.push_back(tile);
    }
    for (std::size_t i = 0; i < game.setup().presets.size(); ++i)
      lay(game.rules().layout->presets[i], mention(from_bag(game.setup().presets[i])));
    for (std::size_t seat = 0; seat < hands_.size(); ++seat) draw(seat, game.setup().hands[seat]);
    for (const Turn& turn : game.turns()) follow(turn);
  }

  /// The numbers of the tiles that were never on the table or in this seat's hand.
  [[nodiscard]] std::vector<int> hidden_from(std::optional<int> seat) const {
    std::vector<int> hidden;
    for (int piece = 0; piece < static_cast<int>(faces_.size()); ++piece)
      if (!shown_.contains(piece) && !(seat && held_.contains({*seat, piece})))
        hidden.push_back(piece);
    return hidden;
  }

  /// The game with other faces on its pieces; empty if it could not have happened like that.
  [[nodiscard]] std::optional<Game> retold(const Game& game, const std::vector<Tile>& faces) const {
    auto next = mentioned_.begin();
    const auto rename = [&](std::vector<Tile>& tiles) {
      for (Tile& tile : tiles) tile = nth(faces, *next++);
    };
    Setup setup = game.setup();
    rename(setup.presets);
    for (std::vector<Tile>& hand : setup.hands) rename(hand);
    std::vector<Turn> turns = game.turns();
    for (Turn& turn : turns) {
      if (auto* traded = std::get_if<Traded>(&turn.act)) rename(traded->tiles);
      rename(turn.draw);
    }
    return replayed(game.rules(), setup, turns);
  }

  [[nodiscard]] const std::vector<Tile>& faces() const { return faces_; }

 private:
  using Heap = std::map<Tile, std::vector<int>>;

  static int pop(Heap& from, Tile tile) {
    const int piece = from.at(tile).back();
    from.at(tile).pop_back();
    return piece;
  }
  int from_bag(Tile tile) { return pop(in_bag_, tile); }
  int mention(int piece) { return mentioned_.emplace_back(piece); }
  void hold(std::size_t seat, int piece) {
    hands_[seat][nth(faces_, piece)].push_back(piece);
    held_.insert({static_cast<int>(seat), piece});
  }
  void lay(Cell cell, int piece) {
    on_table_[cell] = piece;
    shown_.insert(piece);
  }
  void draw(std::size_t seat, const std::vector<Tile>& tiles) {
    for (const Tile tile : tiles) hold(seat, mention(from_bag(tile)));
  }
  void follow(const Turn& turn) {
    const auto seat = static_cast<std::size_t>(turn.seat);
    if (turn.take) hold(seat, on_table_.at(turn.take->cell));
    if (const auto* laid = std::get_if<Placed>(&turn.act))
      for (const PlacedTile& placed : laid->tiles) lay(placed.cell, pop(hands_[seat], placed.tile));
    std::vector<int> set_aside;
    if (const auto* traded = std::get_if<Traded>(&turn.act))
      for (const Tile tile : traded->tiles) set_aside.push_back(mention(pop(hands_[seat], tile)));
    draw(seat, turn.draw);
    for (const int piece : set_aside) in_bag_[nth(faces_, piece)].push_back(piece);
  }

  std::vector<Tile> faces_;  // by number
  Heap in_bag_;
  std::vector<Heap> hands_;
  std::map<Cell, int> on_table_;
  std::vector<int> mentioned_;
  std::set<int> shown_;
  std::set<std::pair<int, int>> held_;  // seat and number
};

/// The same game with a few of the hidden tiles swapped among hands and bag.
std::optional<Game> with_hidden_tiles_exchanged(Random& random, const Game& game,
                                                std::optional<int> viewer) {
  const Pieces pieces(game);
  const std::vector<int> hidden = pieces.hidden_from(viewer);
  if (hidden.size() < 2) return std::nullopt;
  std::vector<Tile> faces = pieces.faces();
  for (int i = 1 + random.below(4); i > 0; --i)
    std::swap(nth(faces, random.pick(hidden)), nth(faces, random.pick(hidden)));
  return pieces.retold(game, faces);
}

bool same_hands(const Game& a, const Game& b) {
  return std::ranges::equal(a.position().seats, b.position().seats, {}, &Seat::hand, &Seat::hand);
}

TEST(Views, AreEqualForWhatASeatOrASpectatorCannotTellApart) {
  int compared = 0;
  int hands_differ = 0;
  check_games(300, most_steps, [&](std::uint64_t seed, int steps) {
    RandomPlay play(seed);
    play.steps(steps);
    play.finish_turn();
    const Game& game = play.game();
    RC_PRE(!game.rules().open_hands);
    Random random(seed);
    std::optional<int> viewer = random.below(static_cast<int>(game.setup().players.size()) + 1);
    if (*viewer == static_cast<int>(game.setup().players.size())) viewer.reset();

    // Different hands can lead to a different opener, a different forced pass or an earlier end.
    // Everyone sees these, so it is then a different game.
    const auto other = with_hidden_tiles_exchanged(random, game, viewer);
    const bool same_game = other.has_value() && other->position().end == game.position().end;
    RC_PRE(same_game);
    ++compared;
    hands_differ += same_hands(game, *other) ? 0 : 1;
    RC_ASSERT(view(*other, viewer) == view(game, viewer));
    RC_ASSERT(view(*other, std::nullopt) == view(game, std::nullopt));
  });
  EXPECT_GT(compared, 200);
  EXPECT_GT(hands_differ, compared / 3);
}

TEST(Views, CountEveryPieceThatIsNotInSightAsUnseen) {
  check_games(100, most_steps, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    const Position& position = game.position();
    for (int seat = 0; seat < static_cast<int>(position.seats.size()); ++seat) {
      const View seen = view(game, seat);
      int hidden = position.bag.size();
      if (!game.rules().open_hands) {
        if (const auto* draw = std::get_if<DrawQuestion>(&position.question))
          hidden += draw->set_aside.size();
        for (int other = 0; other < static_cast<int>(position.seats.size()); ++other) {
          const Seat& held = nth(position.seats, other);
          if (other != seat || !held.in) hidden += held.hand.size();
        }
      }
      RC_ASSERT(seen.unseen.size() == hidden);
      RC_ASSERT(seen.bag == position.bag.size());
    }
  });
}

TEST(Views, GiveTheSeatAtTurnTheDecisionThatItHas) {
  check_games(100, most_steps, [](std::uint64_t seed, int steps) {
    const Game game = random_game(seed, steps);
    const Position& position = game.position();
    RC_PRE(position.mover().in);
    const View own = view(game, position.turn);
    RC_ASSERT(decision_of(own) == decision_of(position));
    RC_ASSERT(own.acts == open_acts(game.rules(), position));
    for (int seat = 0; seat < static_cast<int>(position.seats.size()); ++seat)
      if (seat != position.turn) RC_ASSERT(view(game, seat).acts == Acts{});
  });
}

}  // namespace
}  // namespace sixfold::tests
