// Positions and games made for a test, and moves that must succeed: each of these functions throws
// if the rules refuse.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/game.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"
#include "rules/variants/catalogue.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {

inline const Ruleset base = variants::base();

/// Hands whose best line at the opening has four, three and two tiles.
inline constexpr std::string_view set_of_four = "Rc Rs Rd Rl Bx Yt";
inline constexpr std::string_view set_of_three = "Gc Gs Gd Bl Yx Pt";
inline constexpr std::string_view set_of_two = "Pc Ps Od Bl Yx Gt";

/// In the middle of a game: the opening is over and it is seat 0's turn. There are no star cells:
/// set them if they matter.
[[nodiscard]] Position midgame(Board board, std::initializer_list<std::string_view> hands,
                               std::string_view bag = "");

/// The reason why a move is refused; empty if it is legal.
[[nodiscard]] std::optional<Reason> refusal(const Ruleset& rules, const Position& position,
                                            const Move& move);
[[nodiscard]] std::optional<Reason> refusal(const Ruleset& rules, const Decision& decision,
                                            const Place& place);

[[nodiscard]] Position played(const Ruleset& rules, const Position& position, const Move& move);
/// The position after the move and after the answer to the question it raises.
[[nodiscard]] Position played(const Ruleset& rules, const Position& position, const Move& move,
                              std::string_view answer);
[[nodiscard]] Position answered(const Ruleset& rules, const Position& position,
                                std::string_view answer);
[[nodiscard]] Position left(const Position& position, int seat,
                            LeaveReason reason = LeaveReason::resigned);

/// The open question; throws if there is none, or one of the other kind.
[[nodiscard]] DrawQuestion draw_question(const Position& position);
[[nodiscard]] RollQuestion roll_question(const Position& position);
[[nodiscard]] bool asks_nothing(const Position& position);

/// Players named a, b, c, d, each with an age, or all without.
[[nodiscard]] std::vector<Player> players(int seats, std::initializer_list<int> ages = {});
[[nodiscard]] std::vector<std::vector<Tile>> hands(std::initializer_list<std::string_view> texts);

/// A game whose players give no age, so that any of the equal seats may open.
[[nodiscard]] Game begun(const Ruleset& rules, std::initializer_list<std::string_view> hands,
                         int opener = 0, std::string_view presets = "");
/// Plays for the player to move.
void play(Game& game, const Move& move);
void play(Game& game, const Move& move, std::string_view answer);
void answer(Game& game, std::string_view tiles);
void leave(Game& game, int seat, LeaveReason reason = LeaveReason::resigned);

}  // namespace sixfold::tests
