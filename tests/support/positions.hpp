// Positions and games made for a test, and moves that must succeed: each of these functions throws
// where the rules refuse.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/game.hpp"
#include "rules/position.hpp"
#include "rules/ruleset.hpp"
#include "support/notation.hpp"

namespace sixfold::tests {

/// In the middle of a game: the opening is over and seat 0 is at turn. The stars are those of no
/// board: set them where they matter.
[[nodiscard]] Position midgame(Board board, std::initializer_list<std::string_view> hands,
                               std::string_view bag = "");

/// The reason why a move is refused; none if it is legal.
[[nodiscard]] std::optional<Reason> refusal(const Ruleset& rules, const Position& position,
                                            const Move& move);
[[nodiscard]] std::optional<Reason> refusal(const Ruleset& rules, const Decision& decision,
                                            const Place& place);

[[nodiscard]] Position played(const Ruleset& rules, const Position& position, const Move& move);
/// The position after the move and after the answer to the question that it leaves open.
[[nodiscard]] Position played(const Ruleset& rules, const Position& position, const Move& move,
                              std::string_view answer);
[[nodiscard]] Position answered(const Ruleset& rules, const Position& position,
                                std::string_view answer);
[[nodiscard]] Position left(const Position& position, int seat,
                            LeaveReason reason = LeaveReason::resigned);

/// The question that is open; throws if it is of the other kind, or none.
[[nodiscard]] DrawQuestion draw_question(const Position& position);
[[nodiscard]] RollQuestion roll_question(const Position& position);
[[nodiscard]] bool asks_nothing(const Position& position);

/// Players named a, b, c, d; an age for each seat, or none at all.
[[nodiscard]] std::vector<Player> players(int seats, std::initializer_list<int> ages = {});
[[nodiscard]] std::vector<std::vector<Tile>> hands(std::initializer_list<std::string_view> texts);

/// A game whose players give no age, so that any seat among the equals may be the opener.
[[nodiscard]] Game begun(const Ruleset& rules, std::initializer_list<std::string_view> hands,
                         int opener = 0, std::string_view presets = "");
/// Plays for the seat at turn.
void play(Game& game, const Move& move);
void play(Game& game, const Move& move, std::string_view answer);
void answer(Game& game, std::string_view tiles);
void leave(Game& game, int seat, LeaveReason reason = LeaveReason::resigned);

}  // namespace sixfold::tests
