#include <gtest/gtest.h>

#include "terminal/words/command_words.hpp"

namespace sixfold::terminal {
namespace {

std::string read_and_written(std::string_view text) {
  const auto typed = read_typed(text, command_words(Words("en")));
  if (!typed) return "no move";
  if (const auto* move = std::get_if<Move>(&*typed)) return typed_text(*move);
  const auto& [word, rest] = std::get<TypedWord>(*typed);
  return "[" + word + "] " + rest;
}

TEST(Typed, CommandsHaveWordsInEveryLanguage) {
  const auto read = [](std::string_view text, std::string_view language) {
    const auto typed = read_typed(text, command_words(Words(language)));
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
