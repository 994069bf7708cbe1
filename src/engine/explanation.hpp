// Why one act is better than another: what made the difference, as data that clients put into
// words.
#pragma once

#include <vector>

#include "engine/reason.hpp"

namespace sixfold {

struct Explanation {
  std::vector<MoveReason> played;
  std::vector<MoveReason> better;  ///< of the better act; empty if there is none
};

/// An act to explain. If the end was solved, it leads to this lead.
struct ExplainedAct {
  Move move;
  std::optional<int> proved_lead;
};

/// What distinguishes two legal acts, or what is most important about one of them. Chances are
/// counted over this many deals of the view.
[[nodiscard]] Explanation explain(const View& view, const ExplainedAct& played,
                                  const std::optional<ExplainedAct>& better, int deals);

}  // namespace sixfold
