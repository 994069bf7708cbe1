// The state of a table in use: what is selected, placed, typed and viewed, and how keys change
// that. Nothing here draws or waits; actions are returned as commands.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "play/hint.hpp"
#include "play/preview.hpp"
#include "terminal/drawing/board_picture.hpp"
#include "terminal/drawing/key.hpp"
#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

struct DoAct {
  Move move;
};
struct DoResign {};
struct DoReveal {};
struct DoWish {
  std::string what;
};
/// A decision about the player of a seat who has been away for too long.
struct DoDecide {
  std::string what;
  int seat = 0;
};
struct DoSay {
  std::string phrase;
};
struct AskHint {};
struct KeepRack {};
struct PlayAgain {};
struct Quit {};
using Command = std::variant<DoAct, DoResign, DoReveal, DoWish, DoDecide, DoSay, AskHint, KeepRack,
                             PlayAgain, Quit>;

/// The purpose for which tiles of the hand are being selected.
enum class Mode : std::uint8_t { lay, trade, roll, take };
enum class Overlay : std::uint8_t { none, help, unseen, scores, resign, result };

/// What a click on a part of the picture means.
struct ClickArea {
  Rect area;
  std::variant<std::size_t, Key> target;  ///< a slot of the rack, or a key
};

/// How the table was last drawn, for scrolling and the mouse.
struct Drawn {
  Rect board;
  Camera camera;
  std::vector<ClickArea> click_areas;
};

struct TableState {
  Rack rack;
  std::optional<std::size_t> chosen;  ///< the selected slot
  std::vector<std::size_t> picked;    ///< slots, for a trade or a roll
  Cell cursor;
  std::optional<std::string> typing;  ///< what is being typed
  Mode mode = Mode::lay;
  std::optional<CellSize> zoom;

  Overlay overlay = Overlay::none;
  bool notice_is_bad = false;
  bool hint_wanted = false;
  bool ended = false;  ///< as of the last follow(), like the next ones
  std::optional<int> seat;
  int turn = -1;
  std::size_t history = 0;

  std::string notice;
  std::optional<Hint> hint;
  int hint_steps = 0;
  int scroll = 0;  ///< of the overlay

  Preview preview;
  std::vector<std::optional<Score>> scores;  ///< of the turns in the history
  Drawn drawn;
};

/// Starts with the table as it is; `kept` holds the tiles that were placed provisionally when it
/// was left.
[[nodiscard]] TableState sit_down(const Shown& shown, const Rack& kept);
/// Follows a change of the table: tiles that are still in the hand stay where they are.
void follow(TableState& state, const Shown& shown, const Words& words);
/// Handles a hint that has arrived.
void take_hint(TableState& state, const Shown& shown, Hint hint);
void refuse(TableState& state, std::string notice);

[[nodiscard]] std::vector<Command> handle(TableState& state, const Shown& shown, const Key& key,
                                          const Words& words);

/// Where the selected tile fits. If none is selected but some are placed, where any tile fits.
[[nodiscard]] std::vector<Cell> fitting_cells(const TableState& state);

}  // namespace sixfold::terminal
