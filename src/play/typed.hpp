// Parses what people type: moves such as `Rc@0,0 Rs@1,0`, `trade Rc Gs`, `roll Rc`, `take Yd@3,4`
// and `pass`, and words for everything else that can be done at a table. Each command has words in
// every language; its own name always works.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/move.hpp"

namespace sixfold {

/// The words for a command in the user's language, in lower case and separated by spaces.
struct CommandWords {
  std::string command;
  std::string words;
};

/// A word that is not a move, in lower case and in English if it is a command, and what followed
/// it.
struct TypedWord {
  std::string word;
  std::string rest;

  friend bool operator==(const TypedWord&, const TypedWord&) = default;
};

using Typed = std::variant<Move, TypedWord>;

/// Empty if the text starts like a move but is not one; whether a move is legal is for the rules to
/// decide. Letters may be upper or lower case: the first of a tile is always its colour. Spaces may
/// stand around `@` and the comma, semicolons instead of spaces, and a true minus sign for `-`.
[[nodiscard]] std::optional<Typed> read_typed(std::string_view text,
                                              const std::vector<CommandWords>& commands);

/// The command that a word stands for, or the word itself in lower case.
[[nodiscard]] std::string command_named(std::string_view word,
                                        const std::vector<CommandWords>& commands);

/// A move as it is typed.
[[nodiscard]] std::string typed_text(const Move& move);

}  // namespace sixfold
