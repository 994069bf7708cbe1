// The result of checking the fair bag of a record.
#pragma once

#include <string>

#include "record/record.hpp"

namespace sixfold::tests {

/// "turn 3: fair_draw", or "fair".
[[nodiscard]] std::string fair_verdict(const Record& record);

/// Throws if there is no proof.
[[nodiscard]] FairProof& proof_in(Record& record);

}  // namespace sixfold::tests
