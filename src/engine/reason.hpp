// Why an act is good, as data: codes with parameters that clients word in each language.
#pragma once

#include <string_view>
#include <vector>

#include "rules/view.hpp"

namespace sixfold {

enum class ReasonCode : std::uint8_t {
  points,          ///< `number`: points made at once
  line_of_six,     ///< `number`: lines of six that are completed
  leaves_five,     ///< a line of five is left open: `tile` completes it, `number` of it are unseen
  goes_out,        ///< lays the last tile
  keeps_together,  ///< of what is kept, `number` tiles share a colour or a shape
  takes_disc,      ///< `number`: discs that are collected
  trades,          ///< `number`: tiles that are traded
  rolls,           ///< `number`: cubes that are rolled
  takes_tile,      ///< `tile` is taken up for a disc
};

/// As it is written in JSON: its own name.
[[nodiscard]] std::string_view code_of(ReasonCode code);

struct MoveReason {
  ReasonCode code{};
  int number = 0;
  std::optional<Tile> tile;

  friend bool operator==(const MoveReason&, const MoveReason&) = default;
};

/// What speaks for or against a legal move, the weightiest first.
[[nodiscard]] std::vector<MoveReason> reasons_for(const View& view, const Move& move);

}  // namespace sixfold
