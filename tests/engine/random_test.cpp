// The expected numbers were computed with another implementation, in another language, which also
// reproduces the published numbers of xoshiro256** for the state 1, 2, 3, 4.
#include "engine/random.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

std::vector<std::uint64_t> first_numbers(Random random, std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::ranges::generate(numbers, [&] { return random.next(); });
  return numbers;
}

std::vector<std::uint32_t> first_below(Random random, std::uint32_t bound, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::ranges::generate(numbers, [&] { return random.below(bound); });
  return numbers;
}

using Numbers = std::vector<std::uint64_t>;
using Small = std::vector<std::uint32_t>;

TEST(Random, GivesTheKnownNumbersOfASeedAndStream) {
  EXPECT_EQ(first_numbers(Random(0), 4), (Numbers{0xfb5405f7bd79c540, 0x780c98e26cea5883,
                                                  0x2a146e0980febc66, 0x4851477db8791fca}));
  EXPECT_EQ(first_numbers(Random(1), 4), (Numbers{0x9fb83845efaf8163, 0xc7206727683b6ad3,
                                                  0xa9bcfc516e2b64d2, 0xcaee6ff16a25daaf}));
  EXPECT_EQ(first_numbers(Random(1, 1), 4), (Numbers{0xb6ff2b91c0296083, 0xa005753ceee4b49d,
                                                     0x4cb72c55b1577414, 0xef6b93a0440937b6}));
  const std::uint64_t highest = ~std::uint64_t{0};
  EXPECT_EQ(
      first_numbers(Random(highest, highest), 4),
      (Numbers{0xfb1edbec772356f0, 0xc29a2ac75aeb4af7, 0x294a75183e32e2f1, 0xde82a6d03799b753}));
  EXPECT_EQ(first_numbers(Random(7), 1000).back(), 0x4bba4a858db84b05U);
}

TEST(Random, GivesTheKnownNumbersBelowABound) {
  EXPECT_EQ(first_below(Random(6), 6, 24),
            (Small{1, 1, 5, 2, 3, 4, 4, 1, 2, 3, 3, 1, 1, 0, 4, 1, 2, 1, 5, 2, 5, 5, 4, 1}));
  EXPECT_EQ(first_below(Random(6, 2), 108, 12),
            (Small{54, 75, 105, 25, 9, 16, 76, 66, 82, 42, 40, 43}));
}

TEST(Random, ThrowsAwayNumbersThatWouldFavourSome) {
  // Just over half the range: nearly every second number is rejected.
  EXPECT_EQ(first_below(Random(6, 1), 0x80000001U, 6),
            (Small{932514696, 231709455, 1830886080, 170280607, 322378629, 1424510347}));
}

TEST(Random, GivesTheKnownShuffle) {
  std::vector<int> values(10);
  std::iota(values.begin(), values.end(), 0);
  Random(6, 3).shuffle(std::span(values));
  EXPECT_EQ(values, (std::vector{2, 1, 8, 5, 6, 4, 3, 0, 9, 7}));
}

TEST(Random, BelowOneIsAlwaysNought) {
  EXPECT_EQ(first_below(Random(6), 1, 5), (Small{0, 0, 0, 0, 0}));
}

TEST(Random, EveryNumberBelowABoundIsAboutEquallyLikely) {
  for (const std::uint32_t bound : {2U, 6U, 36U, 108U}) {
    std::vector<int> counts(bound);
    Random random(6, bound);
    constexpr int draws = 200'000;
    for (int i = 0; i < draws; ++i) ++counts[random.index(bound)];
    double chi_square = 0;
    const double expected = static_cast<double>(draws) / bound;
    for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
    // Far beyond chance: the mean is bound - 1, the variance twice that.
    EXPECT_LT(chi_square, bound - 1 + 6 * 1.5 * bound);
  }
}

TEST(Random, EveryOrderOfThreeIsAboutEquallyLikely) {
  Random random(6);
  std::map<std::vector<int>, int> counts;
  constexpr int of_each = 10'000;
  for (int i = 0; i < 6 * of_each; ++i) {
    std::vector values{1, 2, 3};
    random.shuffle(std::span(values));
    ++counts[values];
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, of_each, 400);
}

TEST(Random, SeedsAndStreamsAreDifferentSequences) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t stream = 0; stream < 100; ++stream)
      firsts.insert(Random(seed, stream).next());
  EXPECT_EQ(firsts.size(), 10'000U);
}

TEST(Random, ACopyGoesOnAlike) {
  Random random(6);
  static_cast<void>(random.next());
  Random copy = random;
  EXPECT_EQ(copy, random);
  EXPECT_EQ(copy.next(), random.next());
  static_cast<void>(copy.next());
  EXPECT_NE(copy, random);
}

}  // namespace
}  // namespace sixfold::tests
