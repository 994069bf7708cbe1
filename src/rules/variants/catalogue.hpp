// All games. Each variant is a ruleset in its own file; a game that players choose is a variant
// with a theme.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "rules/ruleset.hpp"

namespace sixfold {

namespace variants {
[[nodiscard]] Ruleset base();
[[nodiscard]] Ruleset star_wars();
[[nodiscard]] Ruleset cubes();
[[nodiscard]] Ruleset select();
[[nodiscard]] Ruleset connect();
[[nodiscard]] Ruleset select_connect();
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

/// The six games: the variants and the Star Wars edition (W1).
[[nodiscard]] std::span<const Edition> all_editions();
[[nodiscard]] std::optional<Edition> edition_named(std::string_view name);

}  // namespace sixfold
