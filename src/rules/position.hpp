// The whole truth of a game at one moment, and how moves and chance change it. A move can leave a
// question to chance open (draw these many, roll these cubes): whoever deals answers it.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/board.hpp"
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

/// Draw `count` pieces for the seat at turn; in a game of cubes roll them as well.
struct DrawQuestion {
  int count = 0;
  Tiles set_aside;  ///< traded tiles: they go back into the bag after the draw

  friend bool operator==(const DrawQuestion&, const DrawQuestion&) = default;
};

/// Roll these cubes of the seat at turn.
struct RollQuestion {
  std::vector<Tile> cubes;  ///< as they lie; for a compulsory roll the whole hand, in no order
  bool compulsory = false;  ///< C4

  friend bool operator==(const RollQuestion&, const RollQuestion&) = default;
};

using Question = std::variant<std::monostate, DrawQuestion, RollQuestion>;

enum class EndReason : std::uint8_t { out, dead, stalled, resigned, timeout, aborted };
[[nodiscard]] std::string_view code_of(EndReason reason);

struct End {
  EndReason reason{};
  std::optional<int> seat;  ///< who went out, or who left last
  int bonus = 0;

  friend bool operator==(const End&, const End&) = default;
};

struct Position {
  Board board;
  std::vector<Cell> stars;  ///< that still have their disc, sorted
  std::vector<Seat> seats;
  Bag bag;
  int turn = 0;                     ///< the seat at turn
  bool opened = false;              ///< the opening is over
  bool rolled = false;              ///< this turn's roll by choice is spent, or waived
  std::optional<PlacedTile> taken;  ///< this turn, for a disc
  Question question;
  int idle_turns = 0;  ///< finished turns in a row without a placement
  std::optional<End> end;

  [[nodiscard]] const Seat& mover() const { return seats[static_cast<std::size_t>(turn)]; }
  [[nodiscard]] Seat& mover() { return seats[static_cast<std::size_t>(turn)]; }
  [[nodiscard]] int seats_in() const;

  friend bool operator==(const Position&, const Position&) = default;
};

/// What a placement by the seat at turn depends on.
[[nodiscard]] Decision decision_of(const Position& position);

/// Which kinds of act the seat at turn may choose from.
struct Acts {
  bool take = false;
  bool roll = false;
  bool place = false;
  bool trade = false;
  bool pass = false;

  friend bool operator==(const Acts&, const Acts&) = default;
};

/// None once the game is over or while a question is open.
[[nodiscard]] Acts open_acts(const Ruleset& rules, const Position& position);

/// Whether the seat at turn passes without being asked (B3).
[[nodiscard]] bool passes_automatically(const Acts& acts);

/// How many tiles may be traded: from `fewest` to `most`; 0 and 0 if none.
struct TradeLimits {
  int fewest = 0;
  int most = 0;
};
[[nodiscard]] TradeLimits trade_limits(const Ruleset& rules, const Hand& hand, int bag_size);

/// Whether the tile on this cell may be taken up: not out of a line of six (S5). Precondition: a
/// tile lies there.
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
  wrong_colour,  ///< a face of another colour than the cube that was rolled
};
[[nodiscard]] std::string_view code_of(AnswerFault fault);

/// Answers the open question: the tiles drawn (cubes: as they were rolled), or the faces that came,
/// in the order of the cubes in question.
[[nodiscard]] Result<Position, AnswerFault> answer(const Ruleset& rules, Position position,
                                                   const std::vector<Tile>& tiles);

/// Empty if the answer could have come; and what it does then. Precondition of the second: it
/// could.
[[nodiscard]] std::optional<AnswerFault> why_impossible(const Ruleset& rules,
                                                        const Position& position,
                                                        const std::vector<Tile>& tiles);
[[nodiscard]] Position answer_possible(const Ruleset& rules, Position position,
                                       const std::vector<Tile>& tiles);

enum class LeaveReason : std::uint8_t { resigned, timeout };
[[nodiscard]] std::string_view code_of(LeaveReason reason);

/// A seat leaves the game (B14), at any time but while a question is open. Its hand stays where it
/// was, out of everyone's reach.
[[nodiscard]] Result<Position, IllegalMove> leave(Position position, int seat, LeaveReason reason);

/// Every seat still in with the highest score; none while the game goes on or if it was aborted.
[[nodiscard]] std::vector<int> winners(const Position& position);

/// Of every seat: 1 for the highest score; equal scores share a place, and so do those who left,
/// behind all others. None while the game goes on or if it was aborted.
[[nodiscard]] std::vector<int> places(const Position& position);

}  // namespace sixfold
