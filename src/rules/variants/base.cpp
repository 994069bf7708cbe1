#include "rules/variants/catalogue.hpp"

namespace sixfold::variants {

Ruleset base() { return {}; }

}  // namespace sixfold::variants
