#include "fair_verdict.hpp"

#include <gtest/gtest.h>

#include "play/fair_check.hpp"

namespace sixfold::tests {

std::string fair_verdict(const Record& record) {
  const auto fault = check_fair(record);
  if (!fault) return "fair";
  EXPECT_FALSE(describe(*fault).empty());
  EXPECT_LT(describe(*fault).size(), 300U);
  const auto error = verify_fair(to_text(record));
  EXPECT_TRUE(error);
  if (fault->reason != FairReason::unsound) {
    EXPECT_EQ(error,
              (RecordError{fault->turn, std::string(code_of(fault->reason)), describe(*fault)}));
  }
  return "turn " + std::to_string(fault->turn) + ": " + std::string(code_of(fault->reason));
}

FairProof& proof_in(Record& record) { return record.fair.value(); }

}  // namespace sixfold::tests
