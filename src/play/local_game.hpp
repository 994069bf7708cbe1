// A game run by one program alone, for people and bots at the same screen. It decides whose hand
// the screen shows, how its bots are seeded, and what is saved: the text of an unfinished record,
// so that closing the program loses nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/bots.hpp"
#include "record/record.hpp"
#include "rules/game.hpp"

namespace sixfold {

struct LocalSeat {
  std::string name;
  std::optional<int> age;
  std::string bot;  ///< as parse_bot() reads it; empty for a person

  friend bool operator==(const LocalSeat&, const LocalSeat&) = default;
};

struct LocalPlan {
  Ruleset rules;
  std::string theme = "classic";
  std::vector<LocalSeat> seats;
  std::uint64_t seed = 0;
  std::optional<int> opener;  ///< opens if it is among the seats between which lots are drawn (B2)
};

/// Whose hand the screen shows.
struct ScreenSeat {
  std::optional<int> shown;    ///< empty: nobody's
  std::optional<int> covered;  ///< the player who is to take over the screen before it shows a hand

  friend bool operator==(const ScreenSeat&, const ScreenSeat&) = default;
};

class LocalGame {
 public:
  /// Deals. Precondition: a plan that Game::begin accepts, with enough pieces for its board.
  static LocalGame begin(const LocalPlan& plan);
  /// Restores the game that save() wrote.
  static Result<LocalGame, RecordError> restore(std::string_view text);

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const std::string& theme() const { return theme_; }
  /// The bot that plays each seat; empty for a person.
  [[nodiscard]] const std::vector<std::string>& bots() const { return bots_; }
  [[nodiscard]] bool is_person(int seat) const;
  /// The bot that is to move; empty if a person is, or if the game is over.
  [[nodiscard]] const std::string& bot_to_move() const;

  /// The only person, or the one who has taken over the screen. Open hands need no cover.
  [[nodiscard]] ScreenSeat screen() const;
  /// The covered player has taken over.
  void reveal();
  /// Whose hand was shown last, for saved games that say so elsewhere.
  void set_revealed(std::optional<int> seat);

  /// What the bot to move plays: the same whenever it is asked, unless the budget is in time.
  /// Precondition: one of our own levels is to move.
  [[nodiscard]] Move bot_move(const Budget& budget = {}) const;

  /// Each answers chance, and passes for players who can do nothing else, until somebody has a
  /// choice or the game is over; each changes nothing if it returns a reason.
  [[nodiscard]] std::optional<IllegalMove> act(int seat, const Move& move);
  [[nodiscard]] std::optional<IllegalMove> leave(int seat);

  /// Goes back to the beginning of a turn that a person has taken or is taking: `turn` turns
  /// remain. False, with nothing changed, if it was not a person's, or if the seed is unknown.
  /// Chance gives the same answers again, so going back gains nothing but another choice.
  [[nodiscard]] bool undo_to(std::size_t turn);

  /// The record so far, with a member `local`: the bots, the seed of all chance and how often it
  /// has answered, the acts of the unfinished turn, and whose hand was shown last.
  [[nodiscard]] std::string save() const;
  /// The same in pieces, of which an act changes little: what comes before the turns, the finished
  /// turns, which commas separate, and what comes after them.
  [[nodiscard]] const std::string& saved_head() const { return saved_head_; }
  [[nodiscard]] const std::vector<std::string>& saved_turns() const { return saved_turns_; }
  [[nodiscard]] std::string saved_tail() const;

 private:
  /// A step within a turn: a move, or the answer of chance.
  using Step = std::variant<Move, std::vector<Tile>>;
  class Reader;

  LocalGame(Game game, std::string theme, std::vector<std::string> bots,
            std::optional<std::uint64_t> seed);
  static bool is_answer(const Step& step);
  void settle();
  void keep(Step step);
  void note_turns();
  void note_screen();
  [[nodiscard]] std::vector<int> people() const;

  Game game_;
  std::string theme_;
  std::vector<std::string> bots_;
  std::optional<std::uint64_t> seed_;  // earlier versions saved finished games without it
  std::uint64_t answers_ = 0;          // how often chance has been asked since the deal
  // The answers in turns that ended with a resignation, which turns do not contain.
  std::map<std::size_t, std::uint64_t> abandoned_;
  std::vector<Step> steps_;      // of the unfinished turn
  std::optional<int> revealed_;  // the seat whose hand was shown last
  std::string saved_head_;
  std::vector<std::string> saved_turns_;
};

}  // namespace sixfold
