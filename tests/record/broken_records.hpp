// Records of real games, as JSON, to be broken in one place.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "record/json.hpp"
#include "record/record.hpp"
#include "rules/position.hpp"

namespace sixfold::tests {

/// "turn 3: points", or "sound".
[[nodiscard]] std::string verdict(const Json& record);
[[nodiscard]] std::string verdict_of(int turn, std::string_view code);

/// The position before the act of a turn, after any roll and take; turns count from 0.
[[nodiscard]] Position before_act(const Json& record, std::size_t turn);
/// The position at the start of the turn.
[[nodiscard]] Position before_turn(const Json& record, std::size_t turn);

/// A tile that is not among these.
[[nodiscard]] std::string tile_missing_in(const Tiles& tiles);

/// For every edition: a game of two that trade and take at random, and one of three greedy bots.
class BrokenRecord : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;

  [[nodiscard]] const std::vector<Json>& records() const { return records_; }
  [[nodiscard]] bool on_a_board() const { return records_.front().contains("board"); }

  /// Calls `look(record, turn)` for some turns throughout the game that have the member; fails if
  /// there are none.
  template <class Look>
  void for_turns_with(std::string_view member, const Look& look) {
    int looked = 0;
    for (const Json& record : records_)
      for (const std::size_t turn : turns_with(record, member)) {
        look(record, turn);
        ++looked;
        if (HasFailure()) return;
      }
    EXPECT_GT(looked, 0) << "no turn has " << member;
  }

  /// Breaks every turn that has the member with `change(turn)` and expects this verdict.
  template <class Change>
  void expect_refused_turns(std::string_view member, std::string_view code, const Change& change) {
    for_turns_with(member, [&](const Json& record, std::size_t turn) {
      Json broken = record;
      change(broken["turns"][turn]);
      EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(turn) + 1, code))
          << dump(broken["turns"][turn]);
    });
  }

  /// Breaks the set-up (0) or the outcome (-1) of every record.
  template <class Change>
  void expect_refused(int turn, std::string_view code, const Change& change) {
    for (const Json& record : records_) {
      Json broken = record;
      change(broken);
      const int number = turn == 0 ? 0 : static_cast<int>(broken["turns"].size()) + 1;
      EXPECT_EQ(verdict(broken), verdict_of(number, code));
    }
  }
  static constexpr int outcome = -1;

 private:
  [[nodiscard]] static std::vector<std::size_t> turns_with(const Json& record,
                                                           std::string_view member);
  std::vector<Json> records_;
};

}  // namespace sixfold::tests
