// Consistency of the review: sums, classes, and games of good and bad players.
#include "engine/review.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "record/record.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {
namespace {

constexpr ReviewOptions quick{.deals = 16};

int thousandths(double wins) { return static_cast<int>(1000 * wins + (wins < 0 ? -0.5 : 0.5)); }

Review review_of(const Record& record, const ReviewOptions& options) {
  return review(record.rules, record.setup, record.turns, options);
}

class Reviews : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Editions, Reviews, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST_P(Reviews, StartSkillAndLuckAddUpToTheResult) {
  for (const int seats : {2, 3}) {
    const Record record = bot_game(GetParam(), seats, "greedy", 1);
    const Review reviewed = review_of(record, quick);
    ASSERT_TRUE(reviewed.finished);
    ASSERT_EQ(reviewed.seats.size(), static_cast<std::size_t>(seats));
    int results = 0;
    int adjusted = 0;
    for (std::size_t seat = 0; seat < reviewed.seats.size(); ++seat) {
      const SeatReview& summary = reviewed.seats[seat];
      EXPECT_EQ(thousandths(summary.start) + thousandths(summary.skill) + thousandths(summary.luck),
                thousandths(summary.result));
      EXPECT_GE(summary.adjusted, 0);
      EXPECT_LE(summary.adjusted, 1);
      const bool won = std::ranges::count(*record.outcome.winners, static_cast<int>(seat)) != 0;
      EXPECT_NEAR(summary.result,
                  won ? 1.0 / static_cast<double>(record.outcome.winners->size()) : 0.0, 1e-3);
      results += thousandths(summary.result);
      adjusted += thousandths(summary.adjusted);
    }
    EXPECT_EQ(results, 1000);
    EXPECT_EQ(adjusted, 1000);
    for (const ReviewedAct& act : reviewed.acts) {
      EXPECT_GE(act.given_up, 0);
      EXPECT_LE(act.grade, class_of(act.given_up));
      EXPECT_FALSE(act.candidates.empty());
      EXPECT_FALSE(act.played.reasons.empty());
    }
  }
}

TEST_P(Reviews, OfSomeTurnsAloneJudgesThemTheSame) {
  const Record record = bot_game(GetParam(), 2, "greedy", 1);
  const Review whole = review_of(record, quick);
  ReviewOptions some = quick;
  some.first = 3;
  some.last = 5;
  const Review part = review_of(record, some);
  std::vector<ReviewedAct> wanted;
  for (const ReviewedAct& act : whole.acts)
    if (act.turn >= some.first && act.turn <= some.last) wanted.push_back(act);
  ASSERT_EQ(part.acts.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(part.acts[i].turn, wanted[i].turn);
    EXPECT_EQ(part.acts[i].given_up, wanted[i].given_up);
    EXPECT_EQ(part.acts[i].candidates.front().move, wanted[i].candidates.front().move);
    EXPECT_EQ(part.acts[i].seen, wanted[i].seen);
  }
}

int errors_of(const Review& reviewed) {
  int errors = 0;
  for (const SeatReview& seat : reviewed.seats)
    errors += seat.grades[2] + seat.grades[3] + seat.grades[4];
  return errors;
}

TEST(Review, FindsMoreErrorsOfABeginnerThanOfTheSkilled) {
  constexpr ReviewOptions options{.deals = 100};
  const int few = errors_of(review_of(bot_game("base", 2, "skilled", 1), options));
  const int many = errors_of(review_of(bot_game("base", 2, "beginner", 1), options));
  EXPECT_GT(many, few + 5);
}

TEST(Review, OfTheFirstTurnsHasNoResultYet) {
  Record record = bot_game("base", 2, "greedy", 1);
  record.turns.resize(5);
  const Review reviewed = review_of(record, quick);
  EXPECT_FALSE(reviewed.finished);
  EXPECT_EQ(reviewed.acts.size(), 5U);
  EXPECT_NEAR(reviewed.seats[0].start + reviewed.seats[0].skill + reviewed.seats[0].luck,
              reviewed.seats[0].result, 1e-9);
}

TEST(Review, OfAGameThatSomebodyLeftBooksNothingAsLuck) {
  Record record = bot_game("base", 2, "greedy", 1);
  record.turns.resize(6);
  const Review before = review_of(record, quick);
  const int seat = record.turns[0].seat;
  record.turns.push_back(Turn{.seat = seat, .act = Left{LeaveReason::resigned}});
  const Review reviewed = review_of(record, quick);
  EXPECT_FALSE(reviewed.finished);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(thousandths(reviewed.seats[i].result), thousandths(before.seats[i].result));
    EXPECT_EQ(thousandths(reviewed.seats[i].luck), thousandths(before.seats[i].luck));
  }
}

TEST(Review, SaysNothingOfRepliesToTheActThatEndsTheGame) {
  const auto has = [](const std::vector<MoveReason>& reasons, ReasonCode code) {
    return std::ranges::count(reasons, code, &MoveReason::code) != 0;
  };
  int ends = 0;
  for (std::uint64_t seed = 1; seed < 40; ++seed) {
    const Record record = bot_game("base", 2, "beginner", seed);
    const int last = static_cast<int>(record.turns.size());
    const Review reviewed = review_of(record, {.deals = 4, .first = last - 5, .last = last});
    for (const ReviewedAct& act : reviewed.acts)
      for (const auto* reasons : {&act.explanation.played, &act.explanation.better})
        if (has(*reasons, ReasonCode::goes_out)) {
          ++ends;
          for (const ReasonCode reply : {ReasonCode::next_scores, ReasonCode::opens,
                                         ReasonCode::leaves_five, ReasonCode::blocks_six})
            EXPECT_FALSE(has(*reasons, reply)) << code_of(reply);
        }
  }
  EXPECT_GT(ends, 0);
}

TEST(MoveClass, HasItsLimits) {
  EXPECT_EQ(class_of(0), MoveClass::best);
  EXPECT_EQ(class_of(0.02), MoveClass::good);
  EXPECT_EQ(class_of(0.05), MoveClass::inaccuracy);
  EXPECT_EQ(class_of(0.1), MoveClass::mistake);
  EXPECT_EQ(class_of(0.3), MoveClass::blunder);
  EXPECT_EQ(code_of(MoveClass::blunder), "blunder");
}

}  // namespace
}  // namespace sixfold::tests
