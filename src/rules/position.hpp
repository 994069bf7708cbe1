// The whole truth about a game at one moment, and how moves and chance change it. A move can leave
// a question to chance open (draw this many, roll these cubes), which the dealer answers.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/board.hpp"
#include "rules/indexed.hpp"
#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "rules/result.hpp"
#include "rules/ruleset.hpp"

namespace sixfold {

struct Seat {
  Hand hand;
  int score = 0;
  int discs = 0;
  bool in = true;  ///< false once the player has left (B14)

  friend bool operator==(const Seat&, const Seat&) = default;
};

/// Draw `count` pieces for the seat to move; in a game of cubes, also roll them.
struct DrawQuestion {
  int count = 0;
  Tiles set_aside;  ///< traded tiles, returned to the bag after the draw

  friend bool operator==(const DrawQuestion&, const DrawQuestion&) = default;
};

/// Roll these cubes of the seat to move.
struct RollQuestion {
  std::vector<Tile> cubes;  ///< as they are; for a compulsory roll the whole hand, in any order
  bool compulsory = false;  ///< C4

  friend bool operator==(const RollQuestion&, const RollQuestion&) = default;
};

using Question = std::variant<std::monostate, DrawQuestion, RollQuestion>;

enum class EndReason : std::uint8_t { out, dead, stalled, resigned, timeout, aborted };
[[nodiscard]] std::string_view code_of(EndReason reason);

struct End {
  EndReason reason{};
  std::optional<int> seat;  ///< the seat that went out, or that left last
  int bonus = 0;

  friend bool operator==(const End&, const End&) = default;
};

struct Position {
  Board board;
  std::vector<Cell> stars;  ///< still with their disc, sorted
  std::vector<Seat> seats;
  Bag bag;
  int turn = 0;                     ///< the seat to move
  bool opened = false;              ///< the opening is over
  bool rolled = false;              ///< this turn's optional roll is used up or waived
  std::optional<PlacedTile> taken;  ///< in this turn, with a disc
  Question question;
  int idle_turns = 0;  ///< finished turns in a row without a placement
  std::optional<End> end;

  [[nodiscard]] const Seat& mover() const { return nth(seats, turn); }
  [[nodiscard]] Seat& mover() { return nth(seats, turn); }
  [[nodiscard]] int seats_in() const;

  friend bool operator==(const Position&, const Position&) = default;
};

/// What a placement by the seat to move depends on.
[[nodiscard]] Decision decision_of(const Position& position);

/// Which kinds of act are open to the seat to move.
struct Acts {
  bool take = false;
  bool roll = false;
  bool place = false;
  bool trade = false;
  bool pass = false;

  friend bool operator==(const Acts&, const Acts&) = default;
};

/// No act is open once the game is over or while a question is open.
[[nodiscard]] Acts open_acts(const Ruleset& rules, const Position& position);

/// Whether the seat to move must roll everything until something fits (C4). If no face can ever
/// fit, it trades or passes instead (C5).
[[nodiscard]] bool must_roll(const Acts& acts);

/// Whether the seat to move passes without being asked (B3).
[[nodiscard]] bool passes_automatically(const Acts& acts);

/// How many tiles may be traded: from `fewest` to `most`; 0 and 0 if trading is not allowed.
struct TradeLimits {
  int fewest = 0;
  int most = 0;
};
[[nodiscard]] TradeLimits trade_limits(const Ruleset& rules, int held, int bag_size);
[[nodiscard]] inline TradeLimits trade_limits(const Ruleset& rules, const Hand& hand,
                                              int bag_size) {
  return trade_limits(rules, hand.size(), bag_size);
}

/// Whether the tile on this cell may be taken: not if it is in a line of six (S5). Precondition:
/// there is a tile on the cell.
[[nodiscard]] bool may_take(const Board& board, Cell cell);

[[nodiscard]] std::optional<IllegalMove> why_illegal(const Ruleset& rules, const Position& position,
                                                     const Move& move);

[[nodiscard]] Result<Position, IllegalMove> play(const Ruleset& rules, Position position,
                                                 const Move& move);

/// Precondition: the move is legal.
[[nodiscard]] Position play_legal(const Ruleset& rules, Position position, const Move& move);

enum class AnswerFault : std::uint8_t {
  no_question,
  wrong_count,
  not_in_bag,    ///< a tile that the bag does not hold
  wrong_colour,  ///< a face whose colour is not that of the rolled cube
};
[[nodiscard]] std::string_view code_of(AnswerFault fault);

/// Answers the open question: the tiles drawn (cubes: as rolled), or the faces rolled, in the order
/// of the cubes in the question.
[[nodiscard]] Result<Position, AnswerFault> answer(const Ruleset& rules, Position position,
                                                   const std::vector<Tile>& tiles);

/// Empty if the answer is possible. The second applies it. Precondition of the second: it is
/// possible.
[[nodiscard]] std::optional<AnswerFault> why_impossible(const Ruleset& rules,
                                                        const Position& position,
                                                        const std::vector<Tile>& tiles);
[[nodiscard]] Position answer_possible(const Ruleset& rules, Position position,
                                       const std::vector<Tile>& tiles);

enum class LeaveReason : std::uint8_t { resigned, timeout };
[[nodiscard]] std::string_view code_of(LeaveReason reason);

/// A seat leaves the game (B14), at any time except while a question is open. Its hand stays where
/// it was, and nobody can reach it.
[[nodiscard]] Result<Position, IllegalMove> leave(Position position, int seat, LeaveReason reason);

/// Whether no tile off the table fits anywhere, so that the game would be over (B13).
[[nodiscard]] bool is_dead(const Ruleset& rules, const Position& position);

/// Every seat still in with the highest score; empty while the game is on or if it was aborted.
[[nodiscard]] std::vector<int> winners(const Position& position);

/// The place of every seat: 1 for the highest score. Equal scores share a place, and so do the
/// seats that left, behind all others. Empty while the game is on or if it was aborted.
[[nodiscard]] std::vector<int> places(const Position& position);

}  // namespace sixfold
