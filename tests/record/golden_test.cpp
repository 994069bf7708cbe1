// Golden playthroughs: for every edition the records of some games and, next to them, the games as
// readable text with what each seat could see at every turn. The records are fixtures and never
// change. SIXFOLD_UPDATE_GOLDEN=1 rewrites the text; use it only after changing the form of the
// text on purpose.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <gtest/gtest.h>

#include "record/playthrough.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/bot_games.hpp"
#include "support/files.hpp"

namespace sixfold::tests {
namespace {

class Golden : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static std::string file(std::string_view ending) {
    return "tests/golden/" + GetParam() + std::string(ending);
  }
  [[nodiscard]] static std::vector<std::string> records() { return lines_of_file(file(".jsonl")); }
  [[nodiscard]] static bool any_record_has(std::string_view text) {
    return std::ranges::any_of(records(), [&](const std::string& record) {
      return record.find(text) != std::string::npos;
    });
  }
};

std::string all_playthroughs(const std::vector<std::string>& records) {
  std::string text;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto record = parse_record(records[i]);
    if (!record) return record.error().message;
    const auto shown = playthrough(*record);
    if (!shown) return shown.error().message;
    text += "== Game " + std::to_string(i + 1) + " ==\n" + *shown + "\n";
  }
  return text;
}

/// The first line in which two texts differ, and both versions of it.
std::string first_difference(const std::string& actual, const std::string& expected) {
  std::istringstream actual_lines(actual);
  std::istringstream expected_lines(expected);
  std::string now;
  std::string golden;
  for (int number = 1;; ++number) {
    const bool more_now = static_cast<bool>(std::getline(actual_lines, now));
    const bool more_golden = static_cast<bool>(std::getline(expected_lines, golden));
    if (!more_now && !more_golden) return "";
    if (more_now != more_golden || now != golden)
      return "line " + std::to_string(number) + "\n  now:    " + (more_now ? now : "(the end)") +
             "\n  golden: " + (more_golden ? golden : "(the end)");
  }
}

TEST_P(Golden, RecordsAreSoundAndOfTheEdition) {
  const auto edition = edition_named(GetParam());
  ASSERT_TRUE(edition);
  ASSERT_FALSE(records().empty());
  for (const std::string& text : records()) {
    EXPECT_EQ(verify(text), std::nullopt);
    const Record record = parse_record(text).value();
    EXPECT_EQ(record.rules.variant, edition->ruleset().variant);
    EXPECT_EQ(record.theme, edition->theme);
    EXPECT_EQ(to_text(record), text);
  }
}

TEST_P(Golden, ReadsAsItIsWrittenDown) {
  const std::string actual = all_playthroughs(records());
  const char* const update = std::getenv("SIXFOLD_UPDATE_GOLDEN");
  if (update != nullptr && std::string_view(update) == "1") write_file(file(".txt"), actual);
  const std::string difference = first_difference(actual, text_of_file(file(".txt")));
  EXPECT_EQ(difference, "") << file(".txt");
}

TEST_P(Golden, ShowsTheEditionsOwnActs) {
  EXPECT_TRUE(any_record_has("\"place\""));
  const Ruleset rules = edition_named(GetParam())->ruleset();
  EXPECT_EQ(any_record_has("\"take\""), rules.take_for_disc);
  EXPECT_EQ(any_record_has("\"roll\""), rules.roll_before_placing);
  EXPECT_EQ(any_record_has("\"forced\""), rules.roll_before_placing);
  const std::string text = text_of_file(file(".txt"));
  EXPECT_EQ(text.find("bonus cell") != std::string::npos,
            rules.layout && !rules.layout->bonus.empty());
}

INSTANTIATE_TEST_SUITE_P(Editions, Golden, testing::ValuesIn(edition_names()),
                         [](const auto& edition) { return test_name(edition.param); });

TEST(GoldenFirstDifference, IsFoundWhereverItIs) {
  EXPECT_EQ(first_difference("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(first_difference("a\nx\n", "a\nb\n"), "line 2\n  now:    x\n  golden: b");
  EXPECT_EQ(first_difference("a\n", "a\nb\n"), "line 2\n  now:    (the end)\n  golden: b");
  EXPECT_EQ(first_difference("a\nb\n", "a\n"), "line 2\n  now:    b\n  golden: (the end)");
}

}  // namespace
}  // namespace sixfold::tests
