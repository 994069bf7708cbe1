#include "engine/bench.hpp"

#include <gtest/gtest.h>

namespace sixfold {
namespace {

// Change this only if moves, scores or choices are meant to change.
constexpr std::uint64_t expected = 0x1b30'e0da'161f'2e32;

TEST(BenchTest, HasTheSignatureOfEveryOtherBuild) {
  std::uint64_t signature = 0;
  for (const BenchWork& work : bench_work()) signature = combine(signature, work.run().signature);
  EXPECT_EQ(signature, expected) << std::hex << signature;
}

}  // namespace
}  // namespace sixfold
