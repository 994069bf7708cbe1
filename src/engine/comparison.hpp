// Acts compared over the same deals of the unseen tiles. The deals follow from the view alone: deal
// number N of a view is always the same, whoever asks and however long they think. So every figure
// for an act is the same everywhere, and more thought refines it. An act's figure does not depend
// on which other acts it is compared with.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "engine/quick/quick_act.hpp"
#include "rules/view.hpp"

namespace sixfold {

/// The deals that a hint looks at. They are the first of every longer comparison.
inline constexpr int hint_deals = 96;

struct ComparedMove {
  Move move;
  std::array<double, most_seats> chances{};  ///< of every seat to win
  double lead = 0;             ///< expected points ahead of the best of the others at the end
  bool exact = false;          ///< the rest was searched exhaustively
  std::vector<double> values;  ///< the player's chance, deal by deal

  /// The player's chance over the first deals.
  [[nodiscard]] double chance_over(int deals) const;
};

/// The error of the player's chance, half of a 95% interval.
[[nodiscard]] double error_of(const ComparedMove& move);
/// The same for the difference of two acts over the same deals.
[[nodiscard]] double error_of_difference(const ComparedMove& a, const ComparedMove& b);

/// Called now and then with the playouts made; true stops the comparison early.
using StopComparing = std::function<bool(int playouts)>;

/// The acts worth comparing and, if given, another legal one, each over all of the deals, best
/// first. Acts that fall behind are dropped, except for the other one. If the first hint_deals
/// leave hardly any doubt, as in a game that is decided, there are no more. Precondition: the
/// view's own seat is to move, and may place, trade, roll or take.
[[nodiscard]] std::vector<ComparedMove> compare_moves(const View& view,
                                                      const std::optional<Move>& other, int deals,
                                                      const StopComparing& stop = {});

/// The random source of a view's deals: the same for the same position and scores.
[[nodiscard]] std::uint64_t deal_seed(const View& view);

/// Deals the hidden tiles of deal `number`, from 1. Precondition: the game was set up from the
/// view, and the deals before this one were dealt in order.
void deal_number(QuickGame& game, const View& view, std::uint64_t seed, int number);
/// The source of the draws and rolls that follow that deal.
[[nodiscard]] Random chance_after_deal(std::uint64_t seed, int number);

}  // namespace sixfold
