// Properties of random games, checked with RapidCheck as Google Tests. A counterexample is a seed
// and a number of steps, and shrinks to the fewest steps that still fail. Runs are reproducible;
// with SIXFOLD_LONG=1 they are longer and every run is different.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <unordered_map>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestListenerAdapter.h>

namespace sixfold::tests {

/// Whether the environment asks for long tests.
[[nodiscard]] bool long_tests();

/// The parameters for this number of cases.
[[nodiscard]] rc::detail::TestParams case_count(int cases);

/// Checks `property(seed, steps)` for random seeds and 0 to `most_steps` steps.
template <class Property>
void check_games(int cases, int most_steps, const Property& property) {
  const auto testable = [&] {
    const auto seed =
        *rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint32_t>()))
             .as("seed");
    const int steps = *rc::gen::inRange(0, most_steps + 1).as("steps");
    property(std::uint64_t{seed}, steps);
  };
  rc::detail::TestListenerAdapter silent;
  const auto result =
      rc::detail::checkTestable(testable, rc::detail::TestMetadata{}, case_count(cases), silent,
                                std::unordered_map<std::string, rc::detail::Reproduce>{});
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

}  // namespace sixfold::tests
