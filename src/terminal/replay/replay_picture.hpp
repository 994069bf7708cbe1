// Steps through a record with the review's figures: handles keys and draws the picture.
#pragma once

#include <optional>

#include "engine/review.hpp"
#include "terminal/drawing/board_picture.hpp"
#include "terminal/drawing/key.hpp"
#include "terminal/drawing/tile_look.hpp"
#include "terminal/words/moment.hpp"

namespace sixfold::terminal {

struct ReplayState {
  int turn = 0;
  int turns = 0;
  bool running = false;  ///< advances automatically
  bool better = false;   ///< shows the best placement instead of the actual one
  bool reviewing = false;
  std::optional<Review> review;
  std::optional<CellSize> zoom;
  Camera camera;
};

/// Whether to continue.
[[nodiscard]] bool handle(ReplayState& state, const Key& key);

struct ReplayPicture {
  Canvas canvas;
  Camera camera;
};
[[nodiscard]] ReplayPicture replay_picture(const ReplayState& state, const Moment& moment,
                                           const Words& words, const Look& look, Size window);

/// The figures of one act: its class, what it gave up, the chance after it, the luck that followed.
[[nodiscard]] std::string figures_text(const Words& words, const ReviewedAct& act);
/// Describes the better alternative, if it is worth mentioning.
[[nodiscard]] std::optional<std::string> better_text(const Words& words, std::string_view theme,
                                                     const ReviewedAct& act);
/// A seat's figures for the whole game.
[[nodiscard]] std::string summary_text(const Words& words, const SeatReview& seat);

}  // namespace sixfold::terminal
