#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset connect() {
  using enum Tableau::Kind;
  Ruleset rules;
  rules.variant = "connect";
  // The black diagonals form a diamond.
  rules.layout = assemble(
      {Tableau{connect, 1}, Tableau{connect, 0}, Tableau{connect, 0}, Tableau{connect, 1}});
  rules.opening = Opening::youngest;
  rules.tie = Tie::youngest;
  rules.largest_set_may_open = false;
  return rules;
}

}  // namespace sixfold::variants
