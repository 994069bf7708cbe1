#include "support/properties.hpp"

#include <cstdlib>
#include <random>
#include <string_view>

namespace sixfold::tests {

namespace {

constexpr int long_factor = 20;

}  // namespace

bool long_tests() {
  const char* const value = std::getenv("SIXFOLD_LONG");
  return value != nullptr && std::string_view(value) == "1";
}

rc::detail::TestParams case_count(int cases) {
  rc::detail::TestParams params;
  params.seed = long_tests() ? std::random_device{}() : 6;
  params.maxSuccess = long_tests() ? long_factor * cases : cases;
  return params;
}

}  // namespace sixfold::tests
