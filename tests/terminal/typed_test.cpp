#include "terminal/typed.hpp"

#include <gtest/gtest.h>

namespace sixfold::terminal {
namespace {

std::string read_and_written(std::string_view text) {
  const auto typed = read_typed(text, Words("en"));
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

TEST(Typed, CommandsHaveWordsInEveryLanguage) {
  const auto read = [](std::string_view text, std::string_view language) {
    const auto typed = read_typed(text, Words(language));
    if (!typed) return std::string("no move");
    if (const auto* move = std::get_if<Move>(&*typed)) return typed_text(*move);
    return std::get<TypedWord>(*typed).word;
  };
  EXPECT_EQ(read("tauschen rc Gs", "de"), "trade Rc Gs");
  EXPECT_EQ(read("WÜRFELN", "de"), "roll");
  EXPECT_EQ(read("Échanger Rc", "fr"), "trade Rc");
  EXPECT_EQ(read("prendi Yd@3,4", "it"), "take Yd@3,4");
  EXPECT_EQ(read("pas", "nl"), "pass");
  EXPECT_EQ(read("pista", "es"), "hint");
  EXPECT_EQ(read("tauschen Rc", "fr"), "tauschen");
  for (const std::string& language : languages()) EXPECT_EQ(read("trade Rc", language), "trade Rc");
}

TEST(Typed, OtherWordsAreWords) {
  EXPECT_EQ(read_and_written("Hint"), "[hint] ");
  EXPECT_EQ(read_and_written("say  good_luck"), "[say] good_luck");
}

}  // namespace
}  // namespace sixfold::terminal
