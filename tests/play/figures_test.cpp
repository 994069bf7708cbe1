// Whoever asks about an act gets the same figures: the review, a single question, a longer list, a
// view that has been written and read; and hints are never errors.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <gtest/gtest.h>

#include "engine/comparison.hpp"
#include "engine/review.hpp"
#include "play/hint.hpp"
#include "record/forms.hpp"
#include "rules/indexed.hpp"
#include "support/bot_games.hpp"
#include "support/decisions.hpp"
#include "support/properties.hpp"

namespace sixfold::tests {
namespace {

constexpr int few_deals = 40;

std::vector<RecordedDecision> some_decisions() { return mixed_decisions(long_tests() ? 200 : 12); }

void expect_same_figures(const ReviewedMove& one, const ReviewedMove& other) {
  EXPECT_EQ(one.chances, other.chances);
  EXPECT_EQ(one.error, other.error);
  EXPECT_EQ(one.lead, other.lead);
  EXPECT_EQ(one.exact, other.exact);
  EXPECT_EQ(one.points, other.points);
}

TEST(Figures, OfAListedActAreThoseOfAQuestionAboutIt) {
  for (const auto& [seen, act] : some_decisions()) {
    const ReviewedAct listed = judge_act(seen, act, few_deals);
    for (const ReviewedMove& candidate : listed.candidates) {
      const ReviewedAct asked = judge_act(seen, candidate.move, few_deals);
      expect_same_figures(asked.played, candidate);
      const ReviewedMove& best = listed.candidates.front();
      // The played act may be the best and yet not be in the list of another question.
      if (listed.played.behind > 0) {
        EXPECT_EQ(asked.given_up, candidate.behind);
        expect_same_figures(asked.candidates.front(), best);
      }
    }
  }
}

TEST(Figures, AreTheSameForAViewThatWasWrittenAndRead) {
  for (const auto& [seen, act] : some_decisions()) {
    FormReader reader;
    const auto read = read_view(reader, to_json(seen), {});
    ASSERT_TRUE(read);
    expect_same_figures(judge_act(*read, act, few_deals).played,
                        judge_act(seen, act, few_deals).played);
  }
}

TEST(Figures, OfMoreDealsBeginWithThoseOfFewer) {
  for (const auto& [seen, act] : some_decisions()) {
    const auto find = [&, &played = act](const std::vector<ComparedMove>& moves) {
      return *std::ranges::find_if(moves,
                                   [&](const ComparedMove& one) { return one.move == played; });
    };
    const ComparedMove fewer = find(compare_moves(seen, act, few_deals));
    const ComparedMove more = find(compare_moves(seen, act, 2 * few_deals));
    ASSERT_EQ(fewer.values.size(), static_cast<std::size_t>(few_deals));
    ASSERT_EQ(more.values.size(), static_cast<std::size_t>(2 * few_deals));
    EXPECT_TRUE(std::equal(fewer.values.begin(), fewer.values.end(), more.values.begin()));
  }
}

TEST(Figures, AreChances) {
  for (const auto& [seen, act] : some_decisions())
    for (const ReviewedMove& one : judge_act(seen, act, few_deals).candidates) {
      int all = 0;
      for (const double chance : one.chances) {
        EXPECT_GE(chance, 0);
        EXPECT_LE(chance, 1);
        all += static_cast<int>(std::lround(1000 * chance));
      }
      EXPECT_EQ(all, 1000);
      EXPECT_GE(one.behind, 0);
    }
}

TEST(Figures, NeverCallAHintAnError) {
  for (const auto& [seen, act] : some_decisions()) {
    const Hint hint = hint_for(seen, {});
    for (const int deals : {hint_deals, deals_for(1000)}) {
      const ReviewedAct judged = judge_act(seen, hint.move, deals);
      EXPECT_LE(judged.grade, MoveClass::good);
      EXPECT_TRUE(judged.equal || judged.given_up <= 0.03);
    }
  }
}

TEST(Figures, CallAnActWorseOnlyBeyondTheError) {
  for (const auto& [seen, act] : some_decisions()) {
    const ReviewedAct judged = judge_act(seen, act, hint_deals);
    if (judged.grade > MoveClass::good) {
      EXPECT_GT(judged.given_up, judged.played.behind_error);
      EXPECT_FALSE(judged.equal);
    }
  }
}

TEST(Figures, OfASolvedEndAreExact) {
  const auto decisions = decisions_of(bot_game("base", 2, "skilled", 1));
  const auto& [seen, act] = decisions.back();
  ASSERT_EQ(seen.bag, 0);
  const ReviewedAct judged = judge_act(seen, act, few_deals);
  EXPECT_TRUE(judged.played.exact);
  EXPECT_EQ(judged.played.error, 0);
}

/// Playouts flatter some acts that the solver knows only not to be better.
TEST(Figures, OfASolvedEndBeginWithAProvedAct) {
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const auto& [seen, act] : decisions_of(bot_game("base", 2, "skilled", seed))) {
      if (seen.bag > 0) continue;
      const auto moves = compare_moves(seen, act, few_deals);
      if (std::ranges::none_of(moves, &ComparedMove::exact)) continue;
      ++solved;
      EXPECT_TRUE(moves.front().exact);
    }
  }
  EXPECT_GT(solved, 20);
}

}  // namespace
}  // namespace sixfold::tests
