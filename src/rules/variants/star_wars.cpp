#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset star_wars() {
  Ruleset rules = base();
  rules.tie = Tie::youngest;
  return rules;
}

}  // namespace sixfold::variants
