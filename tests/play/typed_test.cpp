#include "play/typed.hpp"

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

const std::vector<CommandWords>& commands() {
  static const std::vector<CommandWords> german{
      {"trade", "tauschen tausche"}, {"roll", "würfeln"}, {"take", "nehmen"},
      {"pass", "aussetzen"},         {"play", "spielen"}, {"say", "sagen"}};
  return german;
}

std::string read_and_written(std::string_view text) {
  const auto typed = read_typed(text, commands());
  if (!typed) return "no move";
  if (const auto* move = std::get_if<Move>(&*typed)) return typed_text(*move);
  const auto& [word, rest] = std::get<TypedWord>(*typed);
  return "[" + word + "] " + rest;
}

TEST(Typed, MovesReadBack) {
  for (const std::string_view text :
       {"Rc@0,0 Rs@1,0", "Bt@-12,3", "trade Rc Gs", "roll Rc", "roll", "take Yd@3,4", "pass"})
    EXPECT_EQ(read_and_written(text), text);
}

TEST(Typed, LettersMayBeLargeOrSmall) {
  EXPECT_EQ(read_and_written("  rC@0,0;RS@1,0 "), "Rc@0,0 Rs@1,0");
  EXPECT_EQ(read_and_written("TRADE gs"), "trade Gs");
}

TEST(Typed, WhatIsNoMoveIsNone) {
  for (const std::string_view text :
       {"", "   ", "Rc@0", "Rz@0,0", "Rc@1,2,3", "trade", "trade x", "take Rc",
        "take Rc@0,0 Rs@1,0", "Rc@0,0 Rs", "Rc@99999999999,0"})
    EXPECT_EQ(read_and_written(text), "no move") << text;
}

TEST(Typed, SpacesAndTrueMinusSignsDoNotMatter) {
  EXPECT_EQ(read_and_written("  rC @ 0 , −3 "), "Rc@0,-3");
  EXPECT_EQ(read_and_written("Rc@0, 0 Rs @1 ,-2"), "Rc@0,0 Rs@1,-2");
  EXPECT_EQ(read_and_written("Rc@0,0\u00a0Rs@1,0"), "Rc@0,0 Rs@1,0");
  EXPECT_EQ(read_and_written("take Yd @ 3 , 4"), "take Yd@3,4");
}

TEST(Typed, CommandsMayBeInTheLanguageOrInEnglish) {
  EXPECT_EQ(read_and_written("Tausche rc Gs"), "trade Rc Gs");
  EXPECT_EQ(read_and_written("WÜRFELN"), "roll");
  EXPECT_EQ(read_and_written("trade Rc"), "trade Rc");
  EXPECT_EQ(read_and_written("échanger Rc"), "[échanger] Rc");
  EXPECT_EQ(read_and_written("Aussetzen"), "pass");
}

TEST(Typed, OtherWordsAreWordsAndWhatFollowsIsLeftAlone) {
  EXPECT_EQ(read_and_written("Spielen"), "[play] ");
  EXPECT_EQ(read_and_written("Sagen  Guten , Tag"), "[say] Guten , Tag");
  EXPECT_EQ(read_and_written("go"), "[go] ");
  EXPECT_EQ(read_and_written("Rc"), "[rc] ");
  EXPECT_EQ(read_and_written("ŻÓŁW ΑΩ ЖЁ"), "[żółw] ΑΩ ЖЁ");
}

}  // namespace
}  // namespace sixfold::tests
