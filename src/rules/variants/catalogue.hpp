// All games. Each is a ruleset in its own file of this folder, and one line here. A variant is what
// a record can name; a game that players choose is a variant with a theme.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "rules/ruleset.hpp"

/// The function with the rules, the name and the theme (W1) of each game, in the order in which
/// they are offered. A game has the name of its variant unless it is an edition of another one.
#define SIXFOLD_GAMES(GAME)                         \
  GAME(base, "base", "classic")                     \
  GAME(star_wars, "star-wars", "star-wars")         \
  GAME(cubes, "cubes", "classic")                   \
  GAME(select, "select", "classic")                 \
  GAME(connect, "connect", "classic")               \
  GAME(select_connect, "select-connect", "classic") \
  /* one line per game */

namespace sixfold {

namespace variants {
#define SIXFOLD_DECLARE(function, name, theme) [[nodiscard]] Ruleset function();
SIXFOLD_GAMES(SIXFOLD_DECLARE)
#undef SIXFOLD_DECLARE
}  // namespace variants

struct Variant {
  std::string_view name;
  Ruleset (*ruleset)();
};

/// The rules that a record can name.
[[nodiscard]] std::span<const Variant> all_variants();
[[nodiscard]] std::optional<Ruleset> ruleset_named(std::string_view variant);

struct Edition {
  std::string_view name;
  Ruleset (*ruleset)();
  std::string_view theme;
};

/// The games that players choose: the variants and the Star Wars edition (W1).
[[nodiscard]] std::span<const Edition> all_editions();
[[nodiscard]] std::optional<Edition> edition_named(std::string_view name);

}  // namespace sixfold
