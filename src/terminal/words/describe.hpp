// Games in words: names of tiles and cells, what happened, why something is not possible.
#pragma once

#include <string>
#include <vector>

#include "engine/reason.hpp"
#include "rules/placement.hpp"
#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

[[nodiscard]] std::string game_name(const Words& words, const Ruleset& rules,
                                    std::string_view theme);
[[nodiscard]] std::string game_name(const Words& words, std::string_view variant,
                                    std::string_view theme);
/// “label: text”, with the spaces that the language puts around the colon.
[[nodiscard]] std::string labelled(const Words& words, std::string_view label,
                                   std::string_view text);
/// A time limit, in the largest unit of which it is a whole number.
[[nodiscard]] std::string span_text(const Words& words, int seconds);
[[nodiscard]] std::string clock_text(const Words& words, const protocol::ClockPlan& clock);
/// The time left on a clock: days and hours or, if it is less than a day, as on a chess clock.
[[nodiscard]] std::string left_text(const Words& words, std::int64_t milliseconds);
/// Game, clock, and the other terms agreed.
[[nodiscard]] std::string agreement_text(const Words& words, const protocol::PlanSummary& agreed);
[[nodiscard]] std::string bot_name(const Words& words, std::string_view bot);
[[nodiscard]] std::string tile_name(const Words& words, std::string_view theme, Tile tile);

/// The names of several tiles as a list.
[[nodiscard]] std::string tile_names(const Words& words, std::string_view theme,
                                     const std::vector<Tile>& tiles);
/// For example “column 3, row −1”.
[[nodiscard]] std::string cell_name(const Words& words, Cell cell);
/// A move as advice, without naming the player.
[[nodiscard]] std::string act_text(const Words& words, std::string_view theme, const Move& move);

/// `needed`: the size of the largest set, if the reason depends on it (B2).
[[nodiscard]] std::string reason_text(const Words& words, const IllegalMove& illegal,
                                      int needed = 0);
[[nodiscard]] std::string refusal_text(const Words& words, const Refusal& refusal);

/// One line of a placement's score.
struct PointsLine {
  std::string text;
  int points = 0;
};
[[nodiscard]] std::vector<PointsLine> points_lines(const Words& words, const Score& score);

/// What happened in a turn, in a few words.
[[nodiscard]] std::string turn_text(const Words& words, std::string_view theme,
                                    const SeenTurn& turn);
/// What happened in a turn, in sentences: who placed which tiles where.
[[nodiscard]] std::string turn_sentence(const Words& words, const Shown& shown,
                                        const SeenTurn& turn);
/// The points of the turn; empty if nothing was placed.
[[nodiscard]] std::optional<int> points_of(const SeenTurn& turn);
/// The turn in a few words, with its player and its score.
[[nodiscard]] std::string turn_line(const Words& words, const Shown& shown, const SeenTurn& turn);

/// The requirement of the first turn (B2, S2, N2).
[[nodiscard]] std::string opening_text(const Words& words, const View& view);
/// Who is to do what now. `to_place`: the message for a turn in which something can be placed.
[[nodiscard]] std::string status_text(const Words& words, const Shown& shown,
                                      std::string_view to_place = "terminal.status.place");
[[nodiscard]] std::string headline(const Words& words, const Shown& shown);
[[nodiscard]] std::string end_text(const Words& words, const Shown& shown);

/// Where the record is, and how to view it.
[[nodiscard]] std::vector<std::string> kept_lines(const Words& words, const KeptRecord& kept);

[[nodiscard]] std::string hint_reason_text(const Words& words, std::string_view theme,
                                           const MoveReason& reason);

}  // namespace sixfold::terminal
