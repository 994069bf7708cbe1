// Whatever happens at a table, in whatever order: nothing illegal comes of it, and the log folds to
// the same table. tests/server/table_random_test.cpp does the same with a random source.
#include <fuzzer/FuzzedDataProvider.h>

#include "require.hpp"
#include "support/table_driver.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  FuzzedDataProvider bytes(data, size);
  tests::TableDriver driver([&](int count) { return bytes.ConsumeIntegralInRange(0, count - 1); });
  while (bytes.remaining_bytes() > 0 && !driver.over() && driver.fault().empty()) driver.step();
  driver.check_views();
  fuzz::require(driver.fault().empty(), driver.fault());
  return 0;
}
