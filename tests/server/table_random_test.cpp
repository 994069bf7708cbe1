// Random events at random tables: the result is always legal, and the log reproduces the same
// table. fuzz/table.cpp does the same with the fuzzer's choices.
#include <gtest/gtest.h>

#include "support/properties.hpp"
#include "support/table_driver.hpp"

namespace sixfold::tests {
namespace {

TEST(RandomTables, AreNeverBroken) {
  tests::check_games(250, 400, [](std::uint64_t seed, int steps) {
    sixfold::Random random(seed);
    tests::TableDriver driver([&](int count) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    });
    for (int i = 0; i < steps && !driver.over() && driver.fault().empty(); ++i) driver.step();
    driver.check_views();
    RC_ASSERT(driver.fault() == "");
  });
}

}  // namespace
}  // namespace sixfold::tests
