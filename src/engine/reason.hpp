// Why an act is good, as data: codes with parameters that clients word in each language.
#pragma once

#include <string_view>
#include <vector>

#include "rules/view.hpp"

namespace sixfold {

enum class ReasonCode : std::uint8_t {
  points,          ///< `number`: points scored at once
  line_of_six,     ///< `number`: completed lines of six
  leaves_five,     ///< a line of five is left open: `tile` completes it, `number` copies are unseen
  goes_out,        ///< places the last tile
  keeps_together,  ///< of the kept tiles, `number` share a colour or a shape
  takes_disc,      ///< `number`: discs collected
  trades,          ///< `number`: tiles traded
  rolls,           ///< `number`: cubes rolled
  takes_tile,      ///< `tile` is taken with a disc
};

/// As written in JSON: its own name.
[[nodiscard]] std::string_view code_of(ReasonCode code);

struct MoveReason {
  ReasonCode code{};
  int number = 0;
  std::optional<Tile> tile;

  friend bool operator==(const MoveReason&, const MoveReason&) = default;
};

/// What speaks for or against a legal move, most important first.
[[nodiscard]] std::vector<MoveReason> reasons_for(const View& view, const Move& move);

}  // namespace sixfold
