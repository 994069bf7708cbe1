// SQLite's write-ahead log: it stays small, and whatever happens to its end, the store opens with
// what came before and continues.
#include <array>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "engine/random.hpp"
#include "rules/indexed.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"
#include "support/properties.hpp"
#include "support/stored_logs.hpp"

namespace sixfold::tests {
namespace {

constexpr int all_games = 3;
constexpr std::size_t frame_size = 24 + 4'096;

/// A file with its WAL, as left behind by a server that was killed.
struct Files {
  std::string database;
  std::string log;
};

class DamagedLog : public testing::Test {
 protected:
  DamagedLog() {
    const std::string path = folder_.path() / "games.db";
    store::SqliteStore store({path, "", false});
    for (int turn = 0; turn < 15; ++turn)
      for (int game = 0; game < all_games; ++game) {
        const auto at = static_cast<std::size_t>(game);
        before_[at] = seq_[at];
        seq_[at] = append_times(store, game, seq_[at], 1);
      }
    files_ = {text_of_path(path), text_of_path(path + "-wal")};
  }

  static std::string text_of_path(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// Opens a copy with this WAL; returns each game's seq, if the logs are valid and can be
  /// continued.
  std::array<std::uint64_t, all_games> opened_with(const std::string& log) const {
    const TemporaryFolder folder;
    const std::string path = folder.path() / "copy.db";
    std::ofstream(path, std::ios::binary) << files_.database;
    std::ofstream(path + "-wal", std::ios::binary) << log;
    std::array<std::uint64_t, all_games> seqs{};
    for (const bool again : {false, true}) {
      store::SqliteStore store({path, "", false});
      for (int game = 0; game < all_games; ++game) {
        EXPECT_EQ(fault_in_log(store, game, 0), "");
        if (again) continue;
        nth(seqs, game) = stored_seq(store, game);
        append_times(store, game, stored_seq(store, game), 2);
      }
    }
    return seqs;
  }

  TemporaryFolder folder_;
  Files files_;
  std::array<std::uint64_t, all_games> seq_{};
  std::array<std::uint64_t, all_games> before_{};  // without the last append
};

TEST_F(DamagedLog, LosesNothingByJunkBehindIt) {
  Random random(1);
  for (const std::size_t length : {1U, 24U, 4'096U, 50'000U}) {
    std::string junk(length, '\0');
    EXPECT_EQ(opened_with(files_.log + junk), seq_);
    for (char& byte : junk) byte = static_cast<char>(random.next());
    EXPECT_EQ(opened_with(files_.log + junk), seq_);
  }
  // A duplicate of a frame of the WAL, whose checksum belongs to another position.
  EXPECT_EQ(opened_with(files_.log + files_.log.substr(files_.log.size() - frame_size)), seq_);
}

TEST_F(DamagedLog, LosesOnlyTheLastAppendByADamagedLastFrame) {
  auto without_last = seq_;
  without_last.back() = before_.back();
  EXPECT_EQ(opened_with(files_.log.substr(0, files_.log.size() - 1)), without_last);
  EXPECT_EQ(opened_with(files_.log.substr(0, files_.log.size() - frame_size / 2)), without_last);
  std::string flipped = files_.log;
  flipped[flipped.size() - 100] ^= 1;
  EXPECT_EQ(opened_with(flipped), without_last);
}

TEST_F(DamagedLog, OpensWithWhatCameBeforeTheDamage) {
  Random random(long_tests() ? store::random_id().bytes[0] : 2);
  const int cases = long_tests() ? 2'000 : 60;
  std::uint64_t most = 0;
  for (int i = 0; i < cases; ++i) {
    std::string damaged = files_.log;
    const std::size_t at = random.index(damaged.size());
    if (i % 2 == 0)
      damaged.resize(at);
    else
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.below(8)));
    const auto seqs = opened_with(damaged);
    for (std::size_t game = 0; game < all_games; ++game) EXPECT_LE(seqs[game], seq_[game]);
    most = std::max(most, seqs.front());
    ASSERT_FALSE(HasFailure()) << "damaged at " << at;
  }
  EXPECT_GT(most, 0U);
}

TEST(WriteAheadLog, IsMovedIntoTheFileWhileTheStoreIsOpen) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "games.db";
  store::SqliteStore store({path, "", false});
  append_times(store, 0, 0, 1'500);
  EXPECT_GT(std::filesystem::file_size(path), 5'000'000U);
  EXPECT_LT(std::filesystem::file_size(path + "-wal"), 10'000'000U);
}

}  // namespace
}  // namespace sixfold::tests
