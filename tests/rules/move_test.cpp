// The names of reasons and endings, as used by protocols and files.
#include "rules/move.hpp"

#include <array>
#include <utility>

#include <gtest/gtest.h>

#include "rules/game.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {
namespace {

// In order of precedence.
constexpr std::array<std::pair<Reason, std::string_view>, 22> reasons{{
    {Reason::game_over, "game_over"},
    {Reason::not_your_turn, "not_your_turn"},
    {Reason::waiting_for_chance, "waiting_for_chance"},
    {Reason::act_not_open, "act_not_open"},
    {Reason::no_tiles, "no_tiles"},
    {Reason::occupied, "occupied"},
    {Reason::off_board, "off_board"},
    {Reason::not_in_hand, "not_in_hand"},
    {Reason::same_cell, "same_cell"},
    {Reason::not_one_line, "not_one_line"},
    {Reason::no_start_field, "no_start_field"},
    {Reason::no_contact, "no_contact"},
    {Reason::too_long, "too_long"},
    {Reason::duplicate, "duplicate"},
    {Reason::mixed, "mixed"},
    {Reason::not_largest_set, "not_largest_set"},
    {Reason::no_disc, "no_disc"},
    {Reason::not_at_start, "not_at_start"},
    {Reason::pickup_in_qwirkle, "pickup_in_qwirkle"},
    {Reason::no_tile, "no_tile"},
    {Reason::trade_size, "trade_size"},
    {Reason::bag_too_small, "bag_too_small"},
}};

TEST(Reasons, AreWrittenByTheirNamesAndStandInTheOrderOfPrecedence) {
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    EXPECT_EQ(code_of(reasons[i].first), reasons[i].second);
    EXPECT_EQ(static_cast<std::size_t>(reasons[i].first), i) << reasons[i].second;
  }
}

TEST(Endings, AreWrittenByTheirNames) {
  EXPECT_EQ(code_of(EndReason::out), "out");
  EXPECT_EQ(code_of(EndReason::dead), "dead");
  EXPECT_EQ(code_of(EndReason::stalled), "stalled");
  EXPECT_EQ(code_of(EndReason::resigned), "resigned");
  EXPECT_EQ(code_of(EndReason::timeout), "timeout");
  EXPECT_EQ(code_of(EndReason::aborted), "aborted");
}

TEST(Faults, AreWrittenByTheirNames) {
  EXPECT_EQ(code_of(AnswerFault::no_question), "no_question");
  EXPECT_EQ(code_of(AnswerFault::wrong_count), "wrong_count");
  EXPECT_EQ(code_of(AnswerFault::not_in_bag), "not_in_bag");
  EXPECT_EQ(code_of(AnswerFault::wrong_colour), "wrong_colour");
  EXPECT_EQ(code_of(SetupFault::seats), "seats");
  EXPECT_EQ(code_of(SetupFault::layout), "layout");
  EXPECT_EQ(code_of(SetupFault::preset), "preset");
  EXPECT_EQ(code_of(SetupFault::hand_size), "hand_size");
  EXPECT_EQ(code_of(SetupFault::not_in_bag), "not_in_bag");
  EXPECT_EQ(code_of(SetupFault::opener), "opener");
  EXPECT_EQ(code_of(SetupFault::option), "option");
}

}  // namespace
}  // namespace sixfold::tests
