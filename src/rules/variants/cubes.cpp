#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset cubes() {
  Ruleset rules;
  rules.variant = "cubes";
  rules.pieces = {.copies = 15, .rolled = true};
  rules.open_hands = true;
  rules.roll_before_placing = true;
  rules.trading = Trading::when_no_face_fits;
  rules.tie = Tie::youngest;
  return rules;
}

}  // namespace sixfold::variants
