#include "support/decisions.hpp"

#include <array>

#include "support/bot_games.hpp"

namespace sixfold::tests {

namespace {

class Replaying {
 public:
  explicit Replaying(const Record& record) : game_(*Game::begin(record.rules, record.setup)) {}

  void play(const Turn& turn) {
    if (const auto* left = std::get_if<Left>(&turn.act)) {
      static_cast<void>(game_.leave(turn.seat, left->reason));
      return;
    }
    if (turn.roll) {
      act(Roll{turn.roll->cubes});
      answer(turn.roll->faces);
    } else if (!turn.forced.empty()) {
      act(Roll{});
    }
    for (const auto& faces : turn.forced) answer(faces);
    if (turn.take) act(Take{*turn.take});
    if (const auto* placed = std::get_if<Placed>(&turn.act))
      act(Place{placed->tiles});
    else if (const auto* traded = std::get_if<Traded>(&turn.act))
      act(Trade{traded->tiles});
    else
      static_cast<void>(game_.play(turn.seat, Pass{}));
    if (std::holds_alternative<DrawQuestion>(game_.position().question)) answer(turn.draw);
  }

  std::vector<RecordedDecision> take_all() { return std::move(decisions_); }

 private:
  void answer(const std::vector<Tile>& tiles) { static_cast<void>(game_.answer(tiles)); }
  void act(const Move& move) {
    const int seat = game_.position().turn;
    decisions_.push_back({view(game_, seat), move});
    static_cast<void>(game_.play(seat, move));
  }

  Game game_;
  std::vector<RecordedDecision> decisions_;
};

}  // namespace

std::vector<RecordedDecision> decisions_of(const Record& record) {
  Replaying replaying(record);
  for (const Turn& turn : record.turns) replaying.play(turn);
  return replaying.take_all();
}

std::vector<RecordedDecision> mixed_decisions(std::size_t count) {
  constexpr std::array<const char*, 4> levels{"beginner", "casual", "greedy", "skilled"};
  const auto editions = edition_names();
  std::vector<std::vector<RecordedDecision>> games;
  games.reserve(2 * editions.size());
  for (std::size_t i = 0; i < 2 * editions.size(); ++i)
    games.push_back(
        decisions_of(bot_game(editions[i % editions.size()], 2 + static_cast<int>(i % 3),
                              levels[i % levels.size()], 1 + i)));
  // From every game as many, spread over its length; the end as well as the beginning.
  const std::size_t each = (count + games.size() - 1) / games.size();
  std::vector<RecordedDecision> chosen;
  for (std::size_t i = 0; i < each; ++i)
    for (const auto& decisions : games)
      if (chosen.size() < count)
        chosen.push_back(
            decisions[i * (decisions.size() - 1) / std::max<std::size_t>(1, each - 1)]);
  return chosen;
}

}  // namespace sixfold::tests
