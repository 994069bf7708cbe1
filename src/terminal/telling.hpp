// Games in words: the names of tiles and cells, what happened, why something cannot be done.
#pragma once

#include <string>
#include <vector>

#include "engine/reason.hpp"
#include "rules/placement.hpp"
#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

[[nodiscard]] std::string game_name(const Words& words, const Ruleset& rules,
                                    std::string_view theme);
[[nodiscard]] std::string game_name(const Words& words, std::string_view variant,
                                    std::string_view theme);
/// A time for thinking, in the largest unit that it is a whole number of.
[[nodiscard]] std::string span_text(const Words& words, int seconds);
[[nodiscard]] std::string clock_text(const Words& words, const client::Clock& clock);
/// Game, clock, and what else was agreed on.
[[nodiscard]] std::string agreement_text(const Words& words, const client::Agreement& agreed);
[[nodiscard]] std::string bot_name(const Words& words, std::string_view bot);
[[nodiscard]] std::string tile_name(const Words& words, std::string_view theme, Tile tile);

/// `needed` is the size of the largest set, where that matters (B2).
[[nodiscard]] std::string reason_text(const Words& words, const IllegalMove& illegal,
                                      int needed = 0);
[[nodiscard]] std::string refusal_text(const Words& words, const Refusal& refusal);

/// One line of the points of a placement.
struct PointsLine {
  std::string text;
  int points = 0;
};
[[nodiscard]] std::vector<PointsLine> points_lines(const Words& words, const Score& score);

/// A turn with its tiles in the notation: `Rc@0,0 Rs@1,0`, after what was rolled or taken.
[[nodiscard]] std::string turn_text(const Words& words, const SeenTurn& turn);
/// Points of the turn; none where nothing was placed.
[[nodiscard]] std::optional<int> points_of(const SeenTurn& turn);
/// The turn with who made it and what it scored, as one line.
[[nodiscard]] std::string turn_line(const Words& words, const View& view, const SeenTurn& turn);

/// Who is to do what now. `to_place`: the message for a turn in which something can be placed.
[[nodiscard]] std::string status_text(const Words& words, const Shown& shown,
                                      std::string_view to_place = "terminal.status.place");
[[nodiscard]] std::string headline(const Words& words, const Shown& shown);
[[nodiscard]] std::string end_text(const Words& words, const Shown& shown);

/// Where the record is, and how to look at it.
[[nodiscard]] std::vector<std::string> kept_lines(const Words& words, const KeptRecord& kept);

[[nodiscard]] std::string hint_reason_text(const Words& words, std::string_view theme,
                                           const MoveReason& reason);

}  // namespace sixfold::terminal
