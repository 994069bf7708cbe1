#include "perft.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/bot_games.hpp"
#include "support/files.hpp"

namespace sixfold::tests {
namespace {

constexpr std::size_t depth = 3;

class Perft : public testing::TestWithParam<std::string> {
 protected:
  static std::vector<PerftPosition> positions() {
    std::vector<PerftPosition> found;
    for (const std::string& line : lines_of_file("tests/perft/" + GetParam() + ".jsonl"))
      found.push_back(read_perft(line));
    return found;
  }
};

TEST_P(Perft, RulesCountWhatIsWrittenDown) {
  for (const PerftPosition& position : positions())
    EXPECT_EQ(perft_by_rules(position, depth), (PerftTotals{position.counts, position.points}))
        << position.id;
}

TEST_P(Perft, JudgeCountsWhatIsWrittenDown) {
  for (const PerftPosition& position : positions())
    EXPECT_EQ(perft_by_judge(position, depth), (PerftTotals{position.counts, position.points}))
        << position.id;
}

TEST_P(Perft, CoversOpeningsAndTheMiddleOfGames) {
  const std::vector<PerftPosition> all = positions();
  EXPECT_GE(all.size(), 6U);
  const auto any = [&](auto holds) { return std::ranges::any_of(all, holds); };
  const Ruleset& rules = all.front().form.rules;
  const bool preset = rules.variant == "connect" || rules.variant == "select-connect";
  EXPECT_NE(any([](const PerftPosition& p) { return p.form.decision.board.empty(); }), preset);
  EXPECT_TRUE(any([](const PerftPosition& p) { return p.form.decision.board.size() >= 25; }));
  EXPECT_EQ(any([](const PerftPosition& p) { return p.discs[0] + p.discs[1] > 0; }),
            rules.take_for_disc);
  EXPECT_EQ(any([](const PerftPosition& p) { return p.form.decision.barred.has_value(); }),
            rules.take_for_disc);
}

INSTANTIATE_TEST_SUITE_P(Editions, Perft, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

}  // namespace
}  // namespace sixfold::tests
