// The pages that describe records name every option and every value.
#include "rules/options.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

TEST(Options, AreOnThePagesAboutRulesRecordsAndBots) {
  for (const char* const page : {"rules.md", "notation.md", "bots.md"}) {
    std::ifstream input(std::filesystem::path(SIXFOLD_SOURCE_DIR) / "docs" / page);
    const std::string text{std::istreambuf_iterator<char>(input), {}};
    for (const RuleOption& option : rule_options()) {
      const auto is_named = [&](std::string_view word) {
        return text.find("`" + std::string(word) + "`") != std::string::npos;
      };
      EXPECT_TRUE(is_named(option.name)) << page << ": " << option.name;
      for (const std::string_view value : option.values)
        EXPECT_TRUE(is_named(value)) << page << ": " << option.name << ' ' << value;
    }
  }
}

}  // namespace
}  // namespace sixfold::tests
