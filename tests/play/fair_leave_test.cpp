// Rolls undone by a player who leaves during the turn.
#include <algorithm>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "fair_verdict.hpp"
#include "play/fair_bag.hpp"
#include "rules/variants/catalogue.hpp"
#include "rules/view.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// A game of cubes from a fair bag, in which players roll and then leave.
class CubesTable {
 public:
  CubesTable(int seats, std::uint8_t number)
      : bag_(FairSecret{number}, seeds_of(seats)),
        game_(Game::begin(rules_, deal(rules_, players(seats), bag_)).value()) {
    proof_.secret = {number};
    proof_.seeds = seeds_of(seats);
    proof_.commitment = commitment_of(proof_.secret, proof_.game);
  }

  [[nodiscard]] bool over() const { return game_.position().end.has_value(); }
  [[nodiscard]] int turn() const { return game_.position().turn; }
  [[nodiscard]] bool can_roll() const { return open_acts(rules_, game_.position()).roll; }

  void play(const Move& move) {
    ASSERT_FALSE(game_.play(turn(), move));
    while (!over() && !std::holds_alternative<std::monostate>(game_.position().question))
      ASSERT_FALSE(
          game_.answer(answer_for(rules_, game_.position(), bag_.picks(questions_.next(game_)))));
  }
  void play_turn() {
    const std::size_t turns = game_.turns().size();
    while (!over() && game_.turns().size() == turns) {
      const View seen = view(game_, turn());
      play(passes_automatically(seen.acts) ? Move(Pass{})
                                           : bot_named("greedy")->choose(seen, random_, Budget{}));
    }
  }
  void play_turns(int count) {
    for (int i = 0; i < count && !over(); ++i) play_turn();
  }
  /// Uses the hand in reverse: cubes get their faces in the order in which they are named.
  void roll_all() {
    std::vector<Tile> cubes = game_.position().mover().hand.list();
    std::ranges::reverse(cubes);
    play(Roll{cubes});
  }
  void leave(int seat) { ASSERT_FALSE(game_.leave(seat, LeaveReason::resigned)); }
  void abort() { game_.abort(); }
  void play_out() {
    while (!over()) play_turn();
  }

  [[nodiscard]] Record record() const {
    Record record = record_of(*FinishedGame::of(game_), "classic");
    record.fair = proof_;
    record.fair->skipped = questions_.skipped(game_);
    return record;
  }

 private:
  static std::vector<FairSeed> seeds_of(int seats) {
    return std::vector<FairSeed>(static_cast<std::size_t>(seats), FairSeed{9, 9});
  }

  Ruleset rules_ = variants::cubes();
  FairBag bag_;
  Game game_;
  FairProof proof_;
  FairQuestions questions_;
  sixfold::Random random_{4};
};

void expect_fair_as_skipped(const Record& record) {
  EXPECT_EQ(fair_verdict(record), "fair");
  Record earlier = record;
  for (int& question : proof_in(earlier).skipped) --question;
  EXPECT_NE(fair_verdict(earlier), "fair");
}

/// None can be missing, since the game went on: a question that is not skipped would have been
/// drawn.
void expect_needed(const Record& record) {
  expect_fair_as_skipped(record);
  const std::vector<int>& skipped = record.fair->skipped;
  for (std::size_t i = 0; i < skipped.size(); ++i) {
    Record fewer = record;
    proof_in(fewer).skipped.erase(proof_in(fewer).skipped.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(fair_verdict(fewer), "fair");
  }
}

TEST(FairLeave, InMidTurnSkipsWhatWasRolled) {
  for (std::uint8_t number = 1; number <= 6; ++number) {
    CubesTable table(3, number);
    table.play_turns(4);
    ASSERT_TRUE(table.can_roll());
    table.roll_all();
    table.leave(table.turn());
    table.play_out();
    EXPECT_GE(table.record().fair->skipped.size(), 1U);
    expect_needed(table.record());
    // No choice of cubes can lead to this many compulsory rolls.
    Record more = table.record();
    const int last = more.fair->skipped.back();
    for (int i = 1; i <= 40; ++i) proof_in(more).skipped.push_back(last + i);
    EXPECT_TRUE(fair_verdict(more).ends_with(": fair_skipped"));
  }
}

TEST(FairLeave, OfSeveralInARowSkipsForEach) {
  for (std::uint8_t number = 1; number <= 6; ++number) {
    CubesTable table(4, number);
    table.play_turns(6);
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(table.can_roll());
      table.roll_all();
      table.leave(table.turn());
    }
    table.play_out();
    EXPECT_GE(table.record().fair->skipped.size(), 2U);
    expect_needed(table.record());
  }
}

TEST(FairLeave, OfAnotherSeatSkipsNothing) {
  CubesTable table(3, 1);
  table.play_turns(4);
  table.roll_all();
  table.leave((table.turn() + 1) % 3);
  table.play_out();
  Record record = table.record();
  EXPECT_TRUE(record.fair->skipped.empty());
  EXPECT_EQ(fair_verdict(record), "fair");
  const auto leave = std::ranges::find_if(
      record.turns, [](const Turn& turn) { return std::holds_alternative<Left>(turn.act); });
  const auto before = std::count_if(record.turns.begin(), leave,
                                    [](const Turn& turn) { return turn.roll.has_value(); });
  ASSERT_GT(before, 0);
  for (int question = 1; question < 12; ++question) {
    proof_in(record).skipped = {question};
    EXPECT_NE(fair_verdict(record), "fair");
  }
}

TEST(FairLeave, ThatEndsTheGameSkipsWhatTheLastPlayerRolled) {
  CubesTable table(2, 1);
  table.play_turns(4);
  table.roll_all();
  table.leave(1 - table.turn());
  ASSERT_TRUE(table.over());
  EXPECT_EQ(table.record().fair->skipped.size(), 1U);
  expect_fair_as_skipped(table.record());
}

TEST(FairLeave, OfTheOtherSeatThenOfTheOneInMidTurn) {
  CubesTable table(4, 1);
  table.play_turns(4);
  table.roll_all();
  table.leave((table.turn() + 1) % 4);
  table.leave(table.turn());
  table.play_out();
  EXPECT_EQ(table.record().fair->skipped.size(), 1U);
  expect_needed(table.record());
}

TEST(FairAbort, SkipsWhatWasRolled) {
  CubesTable table(2, 1);
  table.play_turns(4);
  table.roll_all();
  table.abort();
  EXPECT_EQ(table.record().fair->skipped.size(), 1U);
  expect_fair_as_skipped(table.record());
}

}  // namespace
}  // namespace sixfold::tests
