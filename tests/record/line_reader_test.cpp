#include "record/line_reader.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

constexpr std::size_t limit = 10;

/// Supplies a text in pieces of at most `piece` bytes.
LineReader::Source source(std::string text, std::size_t piece) {
  return [text = std::move(text), piece, at = std::size_t{0}](std::span<char> into) mutable {
    const std::size_t count = std::min({piece, into.size(), text.size() - at});
    std::copy_n(text.data() + at, count, into.data());
    at += count;
    return count;
  };
}

/// Every line with its number, with `~` after those that are too long.
std::vector<std::string> lines(const std::string& text, std::size_t piece) {
  LineReader reader(source(text, piece), limit);
  std::vector<std::string> found;
  while (const auto line = reader.next())
    found.push_back(std::to_string(line->number) + ":" + std::string(line->text) +
                    (line->too_long ? "~" : ""));
  EXPECT_FALSE(reader.next());
  return found;
}

using Lines = std::vector<std::string>;

class EveryPieceSize : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryPieceSize, PartsTheTextAtLineEnds) {
  EXPECT_EQ(lines("a\nbc\nd\n", GetParam()), (Lines{"1:a", "2:bc", "3:d"}));
}

TEST_P(EveryPieceSize, CountsALastLineWithoutAnEnd) {
  EXPECT_EQ(lines("a\nb", GetParam()), (Lines{"1:a", "2:b"}));
}

TEST_P(EveryPieceSize, FindsNoLineInAnEmptyText) { EXPECT_EQ(lines("", GetParam()), Lines{}); }

TEST_P(EveryPieceSize, KeepsEmptyLines) {
  EXPECT_EQ(lines("\n\nx\n\n", GetParam()), (Lines{"1:", "2:", "3:x", "4:"}));
}

TEST_P(EveryPieceSize, TakesACarriageReturnForPartOfTheEnd) {
  EXPECT_EQ(lines("a\r\nb\r\r\n\r\nc\r", GetParam()), (Lines{"1:a", "2:b\r", "3:", "4:c"}));
}

TEST_P(EveryPieceSize, MarksALineThatIsTooLongAndSkipsItsRest) {
  EXPECT_EQ(lines("0123456789\n0123456789A\nok\n" + std::string(100, 'x'), GetParam()),
            (Lines{"1:0123456789", "2:0123456789~", "3:ok", "4:xxxxxxxxxx~"}));
}

TEST_P(EveryPieceSize, KeepsBytesThatAreNoText) {
  EXPECT_EQ(lines(std::string("\0\xff\n\x80", 4), GetParam()),
            (Lines{std::string("1:\0\xff", 4), "2:\x80"}));
}

INSTANTIATE_TEST_SUITE_P(LineReader, EveryPieceSize, testing::Values(1, 2, 3, 7, 1 << 20));

TEST(LineReader, ReadsLinesLongerThanItsOwnBlocks) {
  const std::string longest(300'000, 'y');
  LineReader reader(source(longest + "\nz\n", std::size_t{1} << 20), 400'000);
  auto line = reader.next();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, longest);
  EXPECT_FALSE(line->too_long);
  line = reader.next();
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text, "z");
  EXPECT_EQ(line->number, 2U);
}

}  // namespace
}  // namespace sixfold::tests
