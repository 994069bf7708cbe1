#include "play/bench.hpp"

#include "play/selfplay.hpp"

namespace sixfold {

namespace {

constexpr std::uint64_t bench_seed = 6;
constexpr int game_count = 20;

/// FNV-1a.
class Hash {
 public:
  void add(std::uint64_t value) {
    for (int byte = 0; byte < 8; ++byte) {
      state_ ^= value >> (8 * byte) & 0xff;
      state_ *= 0x100000001b3U;
    }
  }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

Record greedy_game(const Edition& edition, std::uint64_t number) {
  const BotLevel greedy = *bot_named("greedy");
  return play_game(edition, {greedy, greedy}, bench_seed, number, true);
}

}  // namespace

std::uint64_t combine(std::uint64_t signature, std::uint64_t other) {
  Hash hash;
  hash.add(signature);
  hash.add(other);
  return hash.value();
}

BenchResult bench_games(const Edition& edition) {
  BenchResult result;
  Hash hash;
  for (std::uint64_t number = 0; number < game_count; ++number) {
    const Record record = greedy_game(edition, number);
    hash.add(to_text(record));
    result.positions += record.turns.size();
    ++result.games;
  }
  result.signature = hash.value();
  return result;
}

BenchResult bench_generation(const Edition& edition) {
  BenchResult result;
  Hash hash;
  for (std::uint64_t number = 0; number < game_count; ++number) {
    const Record record = greedy_game(edition, number);
    auto replayer = Replayer::begin(record);
    if (!replayer) continue;
    Replayer at = *std::move(replayer);
    while (!at.at_end()) {
      const Game& game = at.game();
      const Decision decision = decision_of(game.position());
      for (const Place& place : legal_placements(game.rules(), decision)) {
        ++result.moves;
        hash.add(static_cast<std::uint64_t>(
            score(game.rules(), decision.board, place).points()));
      }
      ++result.positions;
      if (at.step()) break;
    }
  }
  result.signature = hash.value();
  return result;
}

}  // namespace sixfold
