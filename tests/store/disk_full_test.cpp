// A full disk: appends fail with an error, nothing is stored partially, and everything continues
// once there is room again.
#include <csignal>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "rules/indexed.hpp"
#include "simulation/power_loss_vfs.hpp"
#include "store/sqlite_store.hpp"
#include "support/stored_logs.hpp"

namespace sixfold::tests {
namespace {

using namespace simulation;

using Refused = store::AppendRefusal::Kind;

/// Limits the size of all files of this process during its lifetime.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(std::uintmax_t bytes) {
    // Without this, the process would be killed instead of getting an error.
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    static_cast<void>(std::signal(SIGXFSZ, handler_));
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

/// Appends until it fails; returns the refusals of a few more attempts.
std::vector<store::AppendRefusal> append_until_full(store::Store& store, int game,
                                                    std::uint64_t& seq) {
  constexpr std::size_t attempts = 5;
  std::vector<store::AppendRefusal> refusals;
  while (refusals.size() < attempts) {
    const auto appended = append_and_wait(store, next_append(game, seq));
    if (appended)
      seq = *appended;
    else
      refusals.push_back(appended.error());
  }
  return refusals;
}

void expect_unavailable(const std::vector<store::AppendRefusal>& refusals) {
  for (const store::AppendRefusal& refusal : refusals) {
    EXPECT_EQ(refusal.kind, Refused::unavailable);
    EXPECT_FALSE(refusal.why.empty());
  }
}

TEST(DiskFull, IsAnsweredAndLeavesNothingHalfStored) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "games.db";
  store::SqliteStore store({path, "", true});
  std::uint64_t seq = append_times(store, 0, 0, 5);
  const std::uint64_t other = append_times(store, 1, 0, 5);

  std::vector<store::AppendRefusal> refusals;
  std::string fault;
  {
    // Do not report anything here: the test's own output may be a file.
    const FileSizeLimit limit(std::filesystem::file_size(path + "-wal") + 50'000);
    refusals = append_until_full(store, 0, seq);
    fault = fault_in_log(store, 0, seq) + fault_in_log(store, 1, other);
  }
  expect_unavailable(refusals);
  EXPECT_EQ(fault, "");
  EXPECT_EQ(stored_seq(store, 0), seq);

  seq = append_times(store, 0, seq, 5);
  EXPECT_EQ(fault_in_log(store, 0, seq), "");
  EXPECT_EQ(fault_in_log(store, 1, other), "");
}

TEST(DiskFull, MayComeAtAnyWrite) {
  const TemporaryFolder folder;
  const store::SqliteOptions options{folder.path() / "games.db", power_loss_vfs({}), true};
  std::vector<std::uint64_t> seqs;
  for (int game = 0; game < 40; ++game) {
    store::SqliteStore store(options);
    // Some of it while the WAL is short, some while it is about to be checkpointed.
    std::uint64_t seq = append_times(store, game, 0, game % 2 == 0 ? 10 : 200);
    set_disk_room(1'500 * game);
    const auto refusals = append_until_full(store, game, seq);
    const std::string fault = fault_in_log(store, game, seq);
    set_disk_room(std::nullopt);
    expect_unavailable(refusals);
    ASSERT_EQ(fault, "");
    seqs.push_back(append_times(store, game, seq, 1));
  }
  store::SqliteStore store(options);
  for (int game = 0; game < 40; ++game) EXPECT_EQ(fault_in_log(store, game, nth(seqs, game)), "");
}

TEST(DiskFull, DoesNotKeepAStoreFromBeingClosedAndOpenedLater) {
  const TemporaryFolder folder;
  const store::SqliteOptions options{folder.path() / "games.db", power_loss_vfs({}), true};
  std::uint64_t seq = 0;
  {
    store::SqliteStore store(options);
    seq = append_times(store, 0, 0, 20);
    set_disk_room(0);
    expect_unavailable(append_until_full(store, 0, seq));
  }
  set_disk_room(std::nullopt);
  store::SqliteStore store(options);
  seq = append_times(store, 0, seq, 3);
  EXPECT_EQ(fault_in_log(store, 0, seq), "");
}

TEST(DiskFull, KeepsAStoreFromBeingOpened) {
  const TemporaryFolder folder;
  const store::SqliteOptions options{folder.path() / "games.db", power_loss_vfs({}), true};
  {
    const store::SqliteStore store(options);
  }
  set_disk_room(0);
  std::string fault;
  try {
    const store::SqliteStore store(options);
  } catch (const std::runtime_error& error) {
    fault = error.what();
  }
  set_disk_room(std::nullopt);
  EXPECT_NE(fault.find("games.db"), std::string::npos) << fault;
  EXPECT_NE(fault.find("full"), std::string::npos) << fault;
  EXPECT_NO_THROW(const store::SqliteStore store(options));
}

TEST(DiskFull, IsKnownToWhoAsksWhetherTheStoreIsReady) {
  const TemporaryFolder folder;
  store::SqliteStore store({folder.path() / "games.db", power_loss_vfs({}), true});
  std::uint64_t seq = append_times(store, 0, 0, 5);
  EXPECT_TRUE(store.is_ready());
  set_disk_room(0);
  expect_unavailable(append_until_full(store, 0, seq));
  EXPECT_FALSE(store.is_ready());
  set_disk_room(std::nullopt);
  append_times(store, 0, seq, 1);
  EXPECT_TRUE(store.is_ready());
}

}  // namespace
}  // namespace sixfold::tests
