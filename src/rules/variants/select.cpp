#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset select() {
  using enum Tableau::Kind;
  Ruleset rules;
  rules.variant = "select";
  // Every start corner points to the middle (S1).
  rules.layout =
      assemble({Tableau{select, 0}, Tableau{select, 1}, Tableau{select, 3}, Tableau{select, 2}});
  rules.start_cells_count = true;
  rules.take_for_disc = true;
  rules.tie = Tie::youngest;
  return rules;
}

}  // namespace sixfold::variants
