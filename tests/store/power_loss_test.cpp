// Kills a process that appends at random moments, with files that lose everything not synced by
// then: what it acknowledged must be there, once and in order, and nothing must be there partially.
#include <algorithm>
#include <array>
#include <csignal>
#include <random>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/random.hpp"
#include "rules/indexed.hpp"
#include "simulation/power_loss_vfs.hpp"
#include "store/sqlite_store.hpp"
#include "support/properties.hpp"
#include "support/stored_logs.hpp"

namespace sixfold::tests {
namespace {

using namespace simulation;

constexpr int games = 8;
constexpr unsigned longest_life_s = 60;
constexpr std::uint32_t most_acks_in_a_life = 250;
constexpr std::uint64_t longest_log = 1'000;

/// For each game, the last acknowledged seq.
using Acknowledged = std::array<std::uint64_t, games>;

struct Ack {
  int game = 0;
  std::uint64_t seq = 0;
};

struct Life {
  std::string path;
  bool synchronous = true;
  int early_percent = 0;
  std::uint64_t seed = 0;
};

/// Appends to one game, each time after the previous answer, and reports every success.
void append_to(store::Store& store, int game, int times, int tell) {
  std::uint64_t seq = stored_seq(store, game);
  for (int i = 0; i < times; ++i) {
    const auto appended = append_and_wait(store, next_append(game, seq));
    if (!appended) _exit(3);
    seq = *appended;
    const Ack ack{game, seq};
    if (::write(tell, &ack, sizeof ack) != sizeof ack) _exit(4);
  }
}

/// Never returns. Reopens the store again and again, so that a kill may also hit the closing of a
/// WAL.
[[noreturn]] void live(const Life& life, int tell) {
  alarm(longest_life_s);
  Random random(life.seed);
  const store::SqliteOptions options{life.path, power_loss_vfs({life.early_percent, life.seed}),
                                     life.synchronous};
  while (true) {
    store::SqliteStore store(options);
    const int times = 5 + static_cast<int>(random.below(120));
    std::vector<std::jthread> threads;
    for (int game = 0; game < games; ++game)
      threads.emplace_back([&, game] { append_to(store, game, times, tell); });
  }
}

/// Lets a process append until it has acknowledged this much, and cuts its power a little later.
void live_and_die(const Life& life, Acknowledged& acknowledged) {
  Random random(life.seed, 1);
  std::array<int, 2> tells{};
  ASSERT_EQ(pipe(tells.data()), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) live(life, tells[1]);
  close(tells[1]);

  Ack ack;
  const auto hear = [&] {
    if (::read(tells[0], &ack, sizeof ack) != sizeof ack) return false;
    std::uint64_t& last = nth(acknowledged, ack.game);
    last = std::max(last, ack.seq);
    return true;
  };
  const std::uint32_t acks = random.below(most_acks_in_a_life);
  for (std::uint32_t i = 0; i < acks && hear(); ++i) continue;
  std::this_thread::sleep_for(std::chrono::microseconds(random.below(3'000)));
  kill(child, SIGKILL);
  while (hear()) continue;
  close(tells[0]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
}

/// Describes what is wrong with a copy of the files. The files themselves stay as the power loss
/// left them.
std::string fault_in_copy(const std::string& path, const Acknowledged& acknowledged) {
  const TemporaryFolder folder;
  const std::string copy = folder.path() / "copy.db";
  std::filesystem::copy_file(path, copy);
  if (std::filesystem::exists(path + "-wal"))
    std::filesystem::copy_file(path + "-wal", copy + "-wal");
  try {
    store::SqliteStore store({copy, "", false});
    for (int game = 0; game < games; ++game)
      if (auto fault = fault_in_log(store, game, nth(acknowledged, game)); !fault.empty())
        return fault;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

std::uint64_t first_seed() { return long_tests() ? std::random_device{}() : 1; }

TEST(PowerLoss, LosesNothingThatWasAcknowledged) {
  const TemporaryFolder folder;
  Acknowledged acknowledged{};
  const std::uint64_t seed = first_seed();
  const int kills = long_tests() ? 300 : 20;
  for (int i = 0; i < kills; ++i) {
    const Life life{folder.path() / "games.db", true, 25 * (i % 4),
                    seed + static_cast<std::uint64_t>(i)};
    ASSERT_NO_FATAL_FAILURE(live_and_die(life, acknowledged));
    ASSERT_EQ(fault_in_copy(life.path, acknowledged), "") << "seed " << life.seed;
    // Checking a long log is slow.
    if (*std::ranges::max_element(acknowledged) < longest_log) continue;
    std::filesystem::remove(life.path);
    std::filesystem::remove(life.path + "-wal");
    acknowledged = {};
  }
}

/// Tests the test: commits that do not wait for the disk are lost.
TEST(PowerLoss, IsNoticedWhereCommitsDoNotWaitForTheDisk) {
  for (const int early_percent : {0, 50}) {
    int noticed = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const TemporaryFolder folder;
      const Life life{folder.path() / "games.db", false, early_percent, seed};
      Acknowledged acknowledged{};
      ASSERT_NO_FATAL_FAILURE(live_and_die(life, acknowledged));
      if (!fault_in_copy(life.path, acknowledged).empty()) ++noticed;
    }
    EXPECT_GE(noticed, 3) << "with " << early_percent << " percent written early";
  }
}

}  // namespace
}  // namespace sixfold::tests
