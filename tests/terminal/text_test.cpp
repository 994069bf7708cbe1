#include "terminal/drawing/text.hpp"

#include <gtest/gtest.h>

namespace sixfold::terminal {
namespace {

TEST(Text, ColumnsAreThoseOfATerminal) {
  EXPECT_EQ(columns_of("Sixfold"), 7);
  EXPECT_EQ(columns_of("Größe"), 5);
  EXPECT_EQ(columns_of("e\u0301"), 1);
  EXPECT_EQ(columns_of("六"), 2);
  EXPECT_EQ(columns_of("R●"), 2);
}

TEST(Text, IsCutWithAnEllipsis) {
  EXPECT_EQ(fitted("Sixfold", 7), "Sixfold");
  EXPECT_EQ(fitted("Sixfold", 4), "Six…");
  EXPECT_EQ(fitted("六六六", 4), "六…");
  EXPECT_EQ(fitted("Sixfold", 0), "");
  EXPECT_EQ(padded("Ann", 5), "Ann  ");
  EXPECT_EQ(columns_of(padded("六六六", 4)), 4);
}

TEST(Text, CannotSteerATerminal) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\uFFFD[2Jb");
  EXPECT_EQ(printable("\u202Eabc\n"), "\uFFFDabc\uFFFD");
  EXPECT_EQ(printable("\xff\xfe"), "\uFFFD\uFFFD");
}

TEST(Text, IsBrokenAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("one\ntwo", 9), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(wrapped("abcdefgh", 3), (std::vector<std::string>{"abc", "def", "gh"}));
  EXPECT_TRUE(wrapped("", 5).empty());
}

TEST(Text, CharactersBecomeUtf8) {
  EXPECT_EQ(utf8_of(U'a'), "a");
  EXPECT_EQ(utf8_of(U'é'), "é");
  EXPECT_EQ(utf8_of(U'●'), "●");
  EXPECT_EQ(utf8_of(U'\U0001F600'), "\U0001F600");
}

}  // namespace
}  // namespace sixfold::terminal
