#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset select_connect() {
  using enum Tableau::Kind;
  Ruleset rules;
  rules.variant = "select-connect";
  rules.layout =
      assemble({Tableau{select, 0}, Tableau{connect, 0}, Tableau{connect, 0}, Tableau{select, 2}});
  rules.take_for_disc = true;
  rules.opening = Opening::youngest;
  rules.tie = Tie::youngest;
  rules.largest_set_may_open = false;
  return rules;
}

}  // namespace sixfold::variants
