#include "play/fair_check.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "fair_verdict.hpp"
#include "play/fair_bag.hpp"
#include "play/selfplay.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {
namespace {

using BotRandom = sixfold::Random;

Record fair_game(std::string_view edition, int seats, std::string_view bot, std::uint64_t number) {
  SelfPlay plan{*edition_named(edition), {}, 11, number % 2 == 1, true};
  plan.names.assign(static_cast<std::size_t>(seats), std::string(bot));
  return play_game(plan, number, [bot](int /*bot*/, std::uint64_t stream) {
    return player_of(*bot_named(bot), stream);
  });
}

bool sound(const Record& record) { return replay(record).has_value(); }

/// The game before its first turn.
Record begun(Record record) {
  record.turns.clear();
  record.outcome = {};
  return record;
}

class FairGames : public testing::TestWithParam<std::string> {};

TEST_P(FairGames, PassWithAnyNumberOfSeats) {
  for (int seats = fewest_seats; seats <= most_seats; ++seats)
    for (std::uint64_t number = 0; number < 6; ++number) {
      const Record record = fair_game(GetParam(), seats, number < 4 ? "random" : "greedy", number);
      EXPECT_EQ(fair_verdict(record), "fair") << seats << " seats, game " << number;
      EXPECT_EQ(verify_fair(to_text(record)), std::nullopt);
      EXPECT_EQ(parse_record(to_text(record)).value(), record);
      EXPECT_TRUE(record.fair->skipped.empty());
    }
}

TEST_P(FairGames, FailWithAnotherSecretCommitmentOrGame) {
  const Record record = fair_game(GetParam(), 3, "greedy", 0);
  const std::string refused = "turn 0: fair_commitment";
  for (std::size_t byte = 0; byte < 32; byte += 5) {
    Record broken = record;
    proof_in(broken).secret[byte] ^= 1U;
    EXPECT_EQ(fair_verdict(broken), refused);
    broken = record;
    proof_in(broken).commitment[byte] ^= 128U;
    EXPECT_EQ(fair_verdict(broken), refused);
    broken = record;
    proof_in(broken).game[byte % 16] ^= 4U;
    EXPECT_EQ(fair_verdict(broken), refused);
  }
}

TEST_P(FairGames, FailWithASecretOrSeedsThatTheyWereNotDealtFrom) {
  const Record record = fair_game(GetParam(), 3, "greedy", 0);
  const std::string refused =
      record.setup.presets.empty() ? "turn 0: fair_hand" : "turn 0: fair_preset";
  Record broken = record;
  proof_in(broken).secret[0] ^= 1U;
  proof_in(broken).commitment = commitment_of(proof_in(broken).secret, proof_in(broken).game);
  EXPECT_EQ(fair_verdict(broken), refused);
  // Sealed seeds cannot be replaced; changes to others are noticed by what they deal.
  const auto expect_refused = [&] {
    EXPECT_EQ(fair_verdict(broken), "turn 0: fair_seal");
    proof_in(broken).seals.clear();
    EXPECT_EQ(fair_verdict(broken), refused);
  };
  for (std::size_t seat = 0; seat < 3; ++seat) {
    broken = record;
    proof_in(broken).seeds[seat][31] ^= 1U;
    expect_refused();
    broken = record;
    proof_in(broken).seeds[seat].clear();
    expect_refused();
    broken = record;
    std::swap(proof_in(broken).seeds[seat], proof_in(broken).seeds[(seat + 1) % 3]);
    expect_refused();
  }
}

TEST_P(FairGames, FailWithASealOfAnotherSeatOrGame) {
  const Record record = fair_game(GetParam(), 3, "greedy", 0);
  for (std::size_t seat = 0; seat < 3; ++seat) {
    Record broken = record;
    std::optional<FairSeal>& seal = proof_in(broken).seals[seat];
    const FairSeed& seed = proof_in(broken).seeds[seat];
    const int own = static_cast<int>(seat);
    ASSERT_EQ(seal, seal_of(seed, proof_in(broken).game, own));
    seal = seal_of(seed, proof_in(broken).game, own + 1);
    EXPECT_EQ(fair_verdict(broken), "turn 0: fair_seal");
    EXPECT_EQ(check_fair(broken)->seat, own);
    seal = seal_of(seed, FairGame{}, own);
    EXPECT_EQ(fair_verdict(broken), "turn 0: fair_seal");
    seal.reset();
    EXPECT_EQ(fair_verdict(broken), "fair") << "whoever seals nothing gives the seed openly";
  }
}

TEST_P(FairGames, FailWithTilesInAnotherOrderThanTheyCame) {
  const Record record = fair_game(GetParam(), 2, "greedy", 2);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Record broken = record;
    std::ranges::reverse(broken.setup.hands[seat]);
    ASSERT_TRUE(sound(broken));
    EXPECT_EQ(fair_verdict(broken), "turn 0: fair_hand");
    EXPECT_EQ(check_fair(broken)->seat, static_cast<int>(seat));
  }
  int broken_draws = 0;
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    Record broken = record;
    std::vector<Tile>& draw = broken.turns[i].draw;
    std::ranges::reverse(draw);
    if (draw == record.turns[i].draw) continue;
    ++broken_draws;
    ASSERT_TRUE(sound(broken));
    EXPECT_EQ(fair_verdict(broken), "turn " + std::to_string(i + 1) + ": fair_draw");
    EXPECT_EQ(check_fair(broken)->written, draw);
    EXPECT_EQ(check_fair(broken)->expected, record.turns[i].draw);
  }
  EXPECT_GT(broken_draws, 5);
}

/// Everything in a record that came by chance, in order.
std::vector<Tile*> chances_in(Record& record) {
  std::vector<Tile*> chances;
  const auto add = [&](std::vector<Tile>& tiles) {
    for (Tile& tile : tiles) chances.push_back(&tile);
  };
  add(record.setup.presets);
  for (std::vector<Tile>& hand : record.setup.hands) add(hand);
  for (Turn& turn : record.turns) {
    if (turn.roll) add(turn.roll->faces);
    for (std::vector<Tile>& faces : turn.forced) add(faces);
    add(turn.draw);
  }
  return chances;
}

TEST_P(FairGames, FailWithAnyTwoTilesExchangedOrAnyFaceTurned) {
  const Record record = fair_game(GetParam(), 2, "random", 4);
  BotRandom random(5);
  int would_else_pass = 0;
  for (int i = 0; i < 150; ++i) {
    Record broken = record;
    const std::vector<Tile*> chances = chances_in(broken);
    Tile& one = *chances[random.index(chances.size())];
    Tile& other = *chances[random.index(chances.size())];
    if (one == other || (record.rules.pieces.rolled && i % 2 == 0)) {
      one.shape = static_cast<Shape>((static_cast<int>(one.shape) + 1) % shape_count);
    } else {
      std::swap(one, other);
    }
    EXPECT_NE(fair_verdict(broken), "fair");
    would_else_pass += sound(broken) ? 1 : 0;
  }
  EXPECT_GT(would_else_pass, 0);
}

TEST_P(FairGames, FailWithTurnsThatDrewSwappedOrLeftOut) {
  const Record record = fair_game(GetParam(), 2, "random", 4);
  int changed = 0;
  for (std::size_t i = 0; i + 2 < record.turns.size(); ++i) {
    const Turn& one = record.turns[i];
    const Turn& other = record.turns[i + 2];
    if (one.draw.empty() || one.draw == other.draw) continue;
    ++changed;
    Record broken = record;
    std::swap(broken.turns[i], broken.turns[i + 2]);
    EXPECT_NE(fair_verdict(broken), "fair") << i;
    broken = record;
    std::swap(broken.turns[i].draw, broken.turns[i + 2].draw);
    EXPECT_NE(fair_verdict(broken), "fair") << i;
    broken = record;
    broken.turns.erase(broken.turns.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(fair_verdict(broken), "fair") << i;
  }
  EXPECT_GT(changed, 5);
}

TEST_P(FairGames, FailWithQuestionsSkippedThatNoLeaveUndid) {
  const Record record = fair_game(GetParam(), 3, "greedy", 0);
  const int end = static_cast<int>(record.turns.size()) + 1;
  for (const int question : {1, 2, 5, 1000}) {
    Record broken = record;
    proof_in(broken).skipped = {question};
    EXPECT_TRUE(fair_verdict(broken).ends_with(": fair_skipped")) << question;
  }
  Record broken = record;
  proof_in(broken).skipped = {1000};
  EXPECT_EQ(fair_verdict(broken), "turn " + std::to_string(end) + ": fair_skipped");
}

TEST_P(FairGames, FailWithAnotherOpenerUnlessItWasFavoured) {
  int by_lot = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Record record = begun(fair_game(GetParam(), 2, "random", number));
    ASSERT_EQ(fair_verdict(record), "fair");
    if (possible_openers(record.rules, record.setup.players, record.setup.hands).size() < 2)
      continue;
    ++by_lot;
    Record other = record;
    other.setup.opener = 1 - other.setup.opener;
    EXPECT_EQ(fair_verdict(other), "turn 0: fair_opener");
    EXPECT_EQ(check_fair(other)->seat, record.setup.opener);
    proof_in(other).favoured = record.setup.opener;
    EXPECT_EQ(fair_verdict(other), "turn 0: fair_opener");
    proof_in(other).favoured = other.setup.opener;
    EXPECT_EQ(fair_verdict(other), "fair");
    other.setup.opener = record.setup.opener;
    EXPECT_EQ(fair_verdict(other), "turn 0: fair_opener");
  }
  EXPECT_GT(by_lot, 0);
}

INSTANTIATE_TEST_SUITE_P(Editions, FairGames, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

/// Swaps the faces of two cubes of the same colour, if there are any.
bool exchange(std::vector<Tile>& faces) {
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (faces[i].colour == faces[j].colour && faces[i] != faces[j]) {
        std::swap(faces[i], faces[j]);
        return true;
      }
  return false;
}

TEST(FairCheck, NamesTheTurnOfARollThatCameOtherwise) {
  int by_choice = 0;
  int compulsory = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    const Record record = fair_game("cubes", 2, "random", number);
    for (std::size_t i = 0; i < record.turns.size(); ++i) {
      const Turn& turn = record.turns[i];
      const std::string refused = "turn " + std::to_string(i + 1) + ": fair_roll";
      Record broken = record;
      if (number == 0 && turn.roll && exchange(broken.turns[i].roll->faces)) {
        EXPECT_EQ(fair_verdict(broken), refused);
        ++by_choice;
      }
      broken = record;
      if (!turn.forced.empty() && exchange(broken.turns[i].forced.back())) {
        EXPECT_EQ(fair_verdict(broken), refused);
        ++compulsory;
      }
    }
  }
  EXPECT_GT(by_choice, 0);
  EXPECT_GT(compulsory, 0);
}

TEST(FairCheck, NeedsAProof) {
  Record record = fair_game("base", 2, "greedy", 0);
  record.fair.reset();
  EXPECT_EQ(fair_verdict(record), "turn 0: no_proof");
}

TEST(FairCheck, NeedsARecordThatReplays) {
  Record record = fair_game("base", 2, "greedy", 0);
  std::get<Placed>(record.turns[2].act).points += 1;
  EXPECT_EQ(fair_verdict(record), "turn 3: unsound");
  EXPECT_EQ(verify_fair(to_text(record))->code, "points");
}

TEST(FairCheck, SeedsMayBeMissingOrShort) {
  const Ruleset rules = variants::base();
  const FairSecret secret{1, 2, 3};
  const std::vector<FairSeed> seeds{{}, {5}, {}};
  const auto setup = deal(rules, players(3), FairBag(secret, seeds));
  Record record{rules, "classic", setup, {}, {}, {}, FairProof{}};
  proof_in(record).secret = secret;
  proof_in(record).seeds = seeds;
  proof_in(record).commitment = commitment_of(secret, proof_in(record).game);
  EXPECT_EQ(fair_verdict(record), "fair");
}

}  // namespace
}  // namespace sixfold::tests
