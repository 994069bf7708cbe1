#include "terminal/words.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"
#include "terminal/telling.hpp"

namespace sixfold::terminal {
namespace {

TEST(Words, ArePutTogetherByIcu) {
  const Words english("en");
  EXPECT_EQ(english("table.held", {{"count", 1}}), "1 tile");
  EXPECT_EQ(english("table.held", {{"count", 3}}), "3 tiles");
  EXPECT_EQ(english("no.such.message"), "no.such.message");
  EXPECT_EQ(tile_name(english, "star-wars", *parse_tile("Rl")), "red Yoda");
}

TEST(Words, EveryReasonHasWordsInEveryLanguage) {
  for (const std::string& language : languages()) {
    const Words words(language);
    EXPECT_EQ(words.language(), language);
    for (int i = 0; i <= static_cast<int>(Reason::bag_too_small); ++i) {
      const auto reason = static_cast<Reason>(i);
      EXPECT_EQ(reason_text(words, {reason, {}}).find("reason."), std::string::npos);
      EXPECT_TRUE(words.has("reason." + std::string(code_of(reason))));
    }
    for (int i = 0; i <= static_cast<int>(ReasonCode::takes_tile); ++i)
      EXPECT_TRUE(words.has("why." + std::string(code_of(static_cast<ReasonCode>(i)))));
  }
}

TEST(Words, TheFirstLanguageThatIsNamedCounts) {
  EXPECT_EQ(language_among({"", "de_AT.UTF-8", "fr"}), "de");
  EXPECT_EQ(language_among({"C.UTF-8", "de"}), "en");
  EXPECT_EQ(language_among({"NL"}), "nl");
  EXPECT_EQ(language_among({}), "en");
}

}  // namespace
}  // namespace sixfold::terminal
