#include "play/fair_bag.hpp"

#include <algorithm>
#include <cassert>
#include <string_view>

namespace sixfold {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Names what is hashed, so that no other text can be mistaken for it.
Bytes begun_with(std::string_view name) {
  Bytes bytes(name.begin(), name.end());
  bytes.push_back(0);
  return bytes;
}

void append(Bytes& bytes, std::span<const std::uint8_t> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

void append_number(Bytes& bytes, std::uint64_t number, int size) {
  for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
    bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

std::uint64_t number_at(const Digest& key, std::uint64_t question, std::uint32_t pick,
                        std::uint32_t attempt) {
  Bytes place;
  append_number(place, question, 8);
  append_number(place, pick, 4);
  append_number(place, attempt, 4);
  const Digest digest = hmac_sha256(key, place);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8U | digest[i];
  return number;
}

std::uint32_t index_at(const Digest& key, std::uint64_t question, std::uint32_t pick,
                       std::uint32_t bound) {
  for (std::uint32_t attempt = 0;; ++attempt)
    if (const auto index = fair_index(number_at(key, question, pick, attempt), bound))
      return *index;
}

std::size_t answers_in(const Turn& turn) {
  return (turn.roll ? 1U : 0U) + turn.forced.size() + (turn.draw.empty() ? 0U : 1U);
}

/// How many draws and rolls the game contains.
std::size_t answers_in(const Game& game) {
  // A roll is part of the unfinished turn as soon as it is asked for; its faces come later.
  const bool open_roll = game.unfinished().roll && game.unfinished().roll->faces.empty();
  std::size_t count = answers_in(game.unfinished()) - (open_roll ? 1 : 0);
  for (const Turn& turn : game.turns()) count += answers_in(turn);
  return count;
}

}  // namespace

FairCommitment commitment_of(const FairSecret& secret, const FairGame& game) {
  Bytes bytes = begun_with("sixfold bag 1");
  append(bytes, game);
  append(bytes, secret);
  return sha256(bytes);
}

FairSeal seal_of(const FairSeed& seed, const FairGame& game, int seat) {
  Bytes bytes = begun_with("sixfold seal 1");
  append(bytes, game);
  bytes.push_back(static_cast<std::uint8_t>(seat));
  append(bytes, seed);
  return sha256(bytes);
}

std::optional<std::uint32_t> fair_index(std::uint64_t number, std::uint32_t bound) {
  assert(bound > 0);
  // 2^64 mod bound: that many numbers are left over above the largest multiple of bound.
  const std::uint64_t left_over = (std::uint64_t{0} - bound) % bound;
  if (number > ~left_over) return std::nullopt;
  return static_cast<std::uint32_t>(number % bound);
}

FairBag::FairBag(const FairSecret& secret, std::span<const FairSeed> seeds) {
  Bytes bytes = begun_with("sixfold key 1");
  for (const FairSeed& seed : seeds) {
    assert(seed.size() <= longest_fair_seed);
    bytes.push_back(static_cast<std::uint8_t>(seed.size()));
    append(bytes, seed);
  }
  key_ = hmac_sha256(secret, bytes);
}

Pick FairBag::picks(std::uint64_t question) const {
  return [key = key_, question, pick = std::uint32_t{0}](std::uint32_t bound) mutable {
    return index_at(key, question, pick++, bound);
  };
}

Setup deal(const Ruleset& rules, std::vector<Player> players, const FairBag& bag,
           std::optional<int> favoured) {
  Setup setup = deal(rules, std::move(players), bag.picks(0));
  const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
  if (favoured && std::ranges::find(openers, *favoured) != openers.end()) setup.opener = *favoured;
  return setup;
}

std::vector<int> FairQuestions::skipped(const Game& game) const {
  // A leave undoes the last answers, if any.
  const int there = static_cast<int>(answers_in(game) + skipped_.size());
  std::vector<int> all = skipped_;
  for (int number = there + 1; number <= asked_; ++number) all.push_back(number);
  return all;
}

std::uint64_t FairQuestions::next(const Game& game) {
  skipped_ = skipped(game);
  return static_cast<std::uint64_t>(++asked_);
}

}  // namespace sixfold
