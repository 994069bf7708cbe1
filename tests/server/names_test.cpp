#include "server/names.hpp"

#include <gtest/gtest.h>

namespace sixfold {
namespace {

TEST(Names, ThatLookAlikeAreOneName) {
  EXPECT_EQ(name_key("Ann"), name_key("ANN"));
  EXPECT_EQ(name_key("Ann"), name_key("a.n-n"));
  EXPECT_EQ(name_key("Bill"), name_key("BiII"));
  EXPECT_EQ(name_key("ILYA"), name_key("ilya"));
  EXPECT_EQ(name_key("Lou1"), name_key("Loul"));
  EXPECT_EQ(name_key("Otto 0"), name_key("Otto O"));
  EXPECT_NE(name_key("Ann"), name_key("Anna"));
  EXPECT_NE(name_key("Zoë"), name_key("Zoo"));
}

TEST(Names, OfEveryScriptAreGood) {
  for (const char* const name : {"Jörg", "Иван", "Ζωή", "李小龙", "さくら", "محمد", "Ann 2"})
    EXPECT_TRUE(name_key(name)) << name;
}

TEST(Names, ThatNobodyCouldReadOrTellApartAreNone) {
  for (const char* const name :
       {"", "a", "   ", " Ann", "Ann ", "Ann\n", "A\u200bnn", "\u0410nn", "<b>Ann</b>", "...",
        "a name that is longer than any table can show"})
    EXPECT_FALSE(name_key(name)) << name;
}

}  // namespace
}  // namespace sixfold
