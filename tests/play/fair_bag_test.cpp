#include "play/fair_bag.hpp"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "record/hex.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

/// The bytes `first`, `first` + 1, …
template <class Bytes>
Bytes counting(Bytes bytes, int first = 0) {
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(first++);
  return bytes;
}

const FairSecret secret = counting(FairSecret{});
const FairGame game = counting(FairGame{}, 100);
const std::vector<FairSeed> seeds{counting(FairSeed(32), 200), {}, {7}};

std::vector<std::uint32_t> picked(const FairBag& bag, std::uint64_t question,
                                  const std::vector<std::uint32_t>& bounds) {
  const Pick pick = bag.picks(question);
  std::vector<std::uint32_t> indices;
  for (const std::uint32_t bound : bounds) indices.push_back(pick(bound));
  return indices;
}

// These were computed in Python, from the description in docs/fairness.md.
TEST(FairBag, AgreesWithAnotherProgram) {
  EXPECT_EQ(to_hex(commitment_of(secret, game)),
            "8e5f386486cffc6301d9dd972622e15081f1859651b150c4a242164f33e74ec0");
  const FairBag bag(secret, seeds);
  const std::vector<std::uint32_t> bounds{108, 107, 106, 6, 6, 1, 3, 4'000'000'000U};
  EXPECT_EQ(picked(bag, 0, bounds),
            (std::vector<std::uint32_t>{45, 45, 80, 3, 5, 0, 0, 1421780827}));
  EXPECT_EQ(picked(bag, 1'000'000'000'000U, bounds),
            (std::vector<std::uint32_t>{97, 106, 11, 3, 2, 0, 0, 1277914446}));
}

TEST(FairBag, PicksTheSameForTheSameQuestionInWhateverOrder) {
  const FairBag bag(secret, seeds);
  const std::vector<std::uint32_t> bounds(20, 108);
  const auto second = picked(bag, 2, bounds);
  EXPECT_NE(picked(bag, 1, bounds), second);
  EXPECT_EQ(picked(bag, 2, bounds), second);
  EXPECT_EQ(picked(FairBag(secret, seeds), 2, bounds), second);
}

TEST(FairBag, EveryBitOfTheSecretAndOfEverySeedMatters) {
  const std::vector<std::uint32_t> bounds(8, 108);
  std::set<std::vector<std::uint32_t>> different{picked(FairBag(secret, seeds), 1, bounds)};
  std::size_t changes = 1;
  const auto note = [&](const FairSecret& other, const std::vector<FairSeed>& others) {
    different.insert(picked(FairBag(other, others), 1, bounds));
    ++changes;
  };
  for (std::size_t bit = 0; bit < 256; ++bit) {
    const auto flip = static_cast<std::uint8_t>(1U << bit % 8);
    FairSecret other = secret;
    other[bit / 8] ^= flip;
    note(other, seeds);
    std::vector<FairSeed> others = seeds;
    others[0][bit / 8] ^= flip;
    note(secret, others);
  }
  EXPECT_EQ(different.size(), changes);
}

TEST(FairBag, TellsApartWhichSeatGaveWhichBytes) {
  const std::vector<std::uint32_t> bounds(8, 108);
  std::set<std::vector<std::uint32_t>> different;
  const std::vector<std::vector<FairSeed>> divisions{{{1, 2}, {}}, {{1}, {2}}, {{}, {1, 2}},
                                                     {{2}, {1}},   {{1, 2}},   {{1, 2}, {}, {}},
                                                     {{0}, {1, 2}}};
  for (const auto& division : divisions)
    different.insert(picked(FairBag(secret, division), 1, bounds));
  EXPECT_EQ(different.size(), divisions.size());
}

TEST(FairCommitment, EveryBitOfTheSecretAndOfTheGameMatters) {
  std::set<FairCommitment> different{commitment_of(secret, game)};
  for (std::size_t bit = 0; bit < 256; ++bit) {
    FairSecret other = secret;
    other[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    different.insert(commitment_of(other, game));
  }
  for (std::size_t bit = 0; bit < 128; ++bit) {
    FairGame other = game;
    other[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    different.insert(commitment_of(secret, other));
  }
  EXPECT_EQ(different.size(), 1U + 256 + 128);
}

TEST(FairIndex, RefusesExactlyTheNumbersAboveTheLargestMultiple) {
  constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t bound = 1; bound <= 1000; ++bound) {
    const std::uint64_t left_over = (highest % bound + 1) % bound;
    const auto at = [&](std::uint64_t below_the_top) {
      return fair_index(highest - below_the_top, static_cast<std::uint32_t>(bound));
    };
    EXPECT_EQ(at(left_over), bound - 1) << bound;
    for (std::uint64_t i = 0; i < left_over; ++i) EXPECT_EQ(at(i), std::nullopt) << bound;
    EXPECT_EQ(fair_index(0, static_cast<std::uint32_t>(bound)), 0U);
    EXPECT_EQ(fair_index(bound, static_cast<std::uint32_t>(bound)), 0U);
  }
}

TEST(FairIndex, GivesEveryIndexAboutEquallyOften) {
  const FairBag bag(secret, seeds);
  constexpr int picks_for_each = 40;
  for (std::uint32_t bound = 1; bound <= 108; ++bound) {
    std::vector<int> counts(bound);
    const Pick pick = bag.picks(bound);
    for (std::uint32_t i = 0; i < picks_for_each * bound; ++i) ++counts.at(pick(bound));
    double sum = 0;
    for (const int count : counts) sum += (count - picks_for_each) * (count - picks_for_each);
    const double freedom = bound - 1;
    // Five standard deviations of the chi-square distribution.
    EXPECT_LE(sum / picks_for_each, freedom + 5 * std::sqrt(2 * freedom)) << bound;
  }
}

TEST(FairDeal, IsOneThatTheRulesAccept) {
  for (const std::string& edition : edition_names())
    for (int seats = fewest_seats; seats <= most_seats; ++seats)
      for (int number = 0; number < 10; ++number) {
        const Ruleset rules = edition_named(edition)->ruleset();
        const FairBag bag(counting(FairSecret{}, number), seeds);
        const auto setup = deal(rules, players(seats), bag);
        EXPECT_TRUE(Game::begin(rules, setup)) << edition;
        EXPECT_EQ(deal(rules, players(seats), bag), setup);
      }
}

TEST(FairDeal, LetsTheFavouredSeatOpenWhereItMay) {
  int opened = 0;
  for (int number = 0; number < 40; ++number) {
    const FairBag bag(counting(FairSecret{}, number), seeds);
    const auto by_lot = deal(variants::base(), players(2), bag);
    for (const int favoured : {0, 1}) {
      auto expected = by_lot;
      if (possible_openers(variants::base(), by_lot.players, by_lot.hands).size() == 2)
        expected.opener = favoured;
      EXPECT_EQ(deal(variants::base(), players(2), bag, favoured), expected);
      opened += expected.opener != by_lot.opener ? 1 : 0;
    }
  }
  EXPECT_GT(opened, 0);
}

}  // namespace
}  // namespace sixfold::tests
