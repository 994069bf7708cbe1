// Random things happen at random tables: nothing illegal comes of it, and the log folds to the same
// table. fuzz/table.cpp does the same with choices of the fuzzer's.
#include <gtest/gtest.h>

#include "support/properties.hpp"
#include "support/table_driver.hpp"

namespace sixfold::tests {
namespace {

TEST(RandomTables, AreNeverBroken) {
  check_games(250, 400, [](std::uint64_t seed, int steps) {
    sixfold::Random random(seed);
    TableDriver driver([&](int count) {
      return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    });
    for (int i = 0; i < steps && !driver.over() && driver.fault().empty(); ++i) driver.step();
    driver.check_views();
    RC_ASSERT(driver.fault() == "");
  });
}

}  // namespace
}  // namespace sixfold::tests
