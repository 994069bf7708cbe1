// Take-backs late in a game, when turns no longer draw: found by playing until they are possible.
#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/table_command.hpp"

namespace sixfold::server {
namespace {

constexpr int most_games = 300;

/// A table of people who play by themselves until the bag is empty.
class LateTable {
 public:
  LateTable(const Ruleset& rules, int seats, std::uint64_t seed, ClockPlan clock = {})
      : random_(seed) {
    services_.deal = [this](const Ruleset& dealt, std::vector<Player> players, std::optional<int>) {
      return deal(dealt, std::move(players), random_);
    };
    services_.answer = [this](const Game& game) {
      return answer_for(game.rules(), game.position(), random_);
    };
    TablePlan plan;
    plan.rules = rules;
    plan.clock = clock;
    plan.seats.resize(static_cast<std::size_t>(seats));
    table_.apply(TableCreated{plan, user(0)}, 0);
    for (int seat = 0; seat < seats; ++seat) command(seat, JoinTable{"p", seat});
    while (running() && !game().position().bag.empty()) play_on();
  }

  [[nodiscard]] bool running() const { return table_.status() == GameStatus::running; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] const Game& game() const { return *table_.game(); }
  [[nodiscard]] int turn() const { return game().position().turn; }

  bool command(int seat, const TableCommand& what) {
    const TableOutcome outcome = decide(table_, user(seat), what, services_);
    if (!outcome) return false;
    if (!outcome->events.empty()) table_ = outcome->table;
    return true;
  }
  bool move(const Move& move) { return command(turn(), MakeMove{move}); }
  void play_on() { ASSERT_TRUE(move(bot_named("random")->choose(view(game(), turn()), random_))); }
  void take_back() {
    for (int seat = 0; seat < static_cast<int>(table_.seats().size()); ++seat)
      static_cast<void>(command(seat, AskTakeBack{}));
  }

 private:
  static Id user(int seat) { return Id{{static_cast<std::uint8_t>(seat + 1)}}; }

  Random random_;
  TableServices services_;
  Table table_;
};

std::optional<PlacedTile> tile_to_take(const Position& position) {
  for (const PlacedTile& placed : position.board.tiles())
    if (may_take(position.board, placed.cell)) return placed;
  return std::nullopt;
}

TEST(TakeBacks, UndoTheWholeTurnAlsoWhereAnotherSeatLeftInTheMiddleOfIt) {
  for (std::uint64_t seed = 0; seed < most_games; ++seed) {
    LateTable late(variants::select_connect(), 3, seed);
    while (late.running() && !open_acts(late.game().rules(), late.game().position()).take)
      late.play_on();
    if (!late.running()) continue;
    const Position before = late.game().position();
    const int mover = late.turn();
    ASSERT_TRUE(late.move(Take{*tile_to_take(before)}));
    if (!late.running() || late.turn() != mover) continue;
    ASSERT_TRUE(late.command((mover + 1) % 3, LeaveTable{}));
    late.play_on();
    if (!late.running() || late.turn() == mover || !late.table().can_take_back()) continue;
    late.take_back();
    EXPECT_EQ(late.turn(), mover);
    EXPECT_EQ(late.game().position().board, before.board);
    EXPECT_EQ(late.game().position().mover(), nth(before.seats, mover));
    EXPECT_FALSE(late.game().unfinished().take);
    EXPECT_EQ(late.game().position().seats_in(), 2);
    return;
  }
  FAIL() << "no game came so far";
}

TEST(TakeBacks, AreOverOnceTheNextSeatHadToRoll) {
  for (std::uint64_t seed = 0; seed < most_games; ++seed) {
    LateTable late(variants::cubes(), 2, seed);
    while (late.running()) {
      const int mover = late.turn();
      const auto placements =
          legal_placements(late.game().rules(), decision_of(late.game().position()));
      if (placements.empty() || late.game().position().rolled) {
        late.play_on();
        continue;
      }
      ASSERT_TRUE(late.move(placements.front()));
      if (!late.running() || late.turn() == mover) continue;
      ASSERT_TRUE(late.table().can_take_back());
      // Possible only if nothing can be placed, and then everything is rolled (C4).
      if (!late.move(Roll{})) continue;
      EXPECT_FALSE(late.table().can_take_back());
      return;
    }
  }
  FAIL() << "no game came so far";
}

TEST(TakeBacks, GiveBackWhatTheClockGave) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= most_games && found == 0; ++seed) {
    LateTable late(variants::base(), 2, seed, {ClockPlan::Kind::bank, 600, 5});
    while (late.running() && found == 0) {
      const int mover = late.turn();
      const std::int64_t bank = nth(late.table().seats(), mover).bank_ms;
      late.play_on();
      if (!late.table().can_take_back()) continue;
      late.take_back();
      EXPECT_EQ(nth(late.table().seats(), mover).bank_ms, bank);
      ++found;
    }
  }
  EXPECT_EQ(found, 1);
}

}  // namespace
}  // namespace sixfold::server
