// What people type: moves as `Rc@0,0 Rs@1,0`, `trade Rc Gs`, `roll Rc`, `take Yd@3,4`, `pass`, and
// words for everything else that can be done at a table. Each command has its words in every
// language, the message `command.<name>`; the English ones are understood everywhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "rules/move.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// A word that is no move, in lower case and in English if it is a command, and what came after it.
struct TypedWord {
  std::string word;
  std::string rest;

  friend bool operator==(const TypedWord&, const TypedWord&) = default;
};

using Typed = std::variant<Move, TypedWord>;

/// Nothing where the text begins like a move and is none; which are legal is for the rules to say.
/// Letters may be large or small: the first of a tile is always its colour.
[[nodiscard]] std::optional<Typed> read_typed(std::string_view text, const Words& language);

/// The name of the command that a word means, or the word itself in lower case.
[[nodiscard]] std::string command_named(std::string_view word, const Words& words);

/// A move as it is typed.
[[nodiscard]] std::string typed_text(const Move& move);

}  // namespace sixfold::terminal
