// A table, computed by applying its events in order. It has no clock, random source or network;
// times come with the events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play/fair_bag.hpp"
#include "rules/game.hpp"
#include "rules/indexed.hpp"
#include "server/holiday_time.hpp"
#include "server/table_event.hpp"

namespace sixfold::server {

struct TableSeat {
  SeatPlan plan;
  std::optional<SeatPlan::Kind> before_bot;  ///< what a seat was planned as until a bot got it
  std::optional<Id> user;
  SeatTaken::Kind kind{};
  std::string name;
  std::string bot;  ///< the bot level that plays here now; empty: the user
  std::optional<Wish> wish;
  std::optional<int> lets_leave;  ///< the seat whose removal this player agrees to
  std::int64_t bank_ms = 0;
  std::optional<FairSeal> seal;   ///< a person's, before the seed is revealed
  std::optional<FairSeed> seed;   ///< a person's, before the deal
  std::vector<Holiday> holidays;  ///< of an account, in order

  friend bool operator==(const TableSeat&, const TableSeat&) = default;
};

class Table {
 public:
  /// The state before any event. Precondition of everything else: `created` was applied first.
  Table() = default;

  /// Applies the next event of the log. An event that decide() cannot have made from this state
  /// leaves the table broken and unusable.
  void apply(const TableEvent& event, std::int64_t time_ms);
  [[nodiscard]] bool is_broken() const { return broken_; }

  [[nodiscard]] const TablePlan& plan() const { return plan_; }
  [[nodiscard]] const Id& host() const { return host_; }
  [[nodiscard]] const std::string& code() const { return code_; }
  [[nodiscard]] std::int64_t created_ms() const { return created_ms_; }
  [[nodiscard]] const std::vector<TableSeat>& seats() const { return seats_; }
  [[nodiscard]] bool locked() const { return locked_; }
  [[nodiscard]] bool paused() const { return paused_; }
  [[nodiscard]] const std::optional<Game>& game() const { return game_; }
  [[nodiscard]] const std::optional<Id>& rematch() const { return rematch_; }
  [[nodiscard]] GameStatus status() const;
  [[nodiscard]] std::optional<int> seat_of(const Id& user) const;
  /// When the player to move runs out of time, or a table that nobody joins or watches is given up.
  /// Empty during a pause, after the end, and for people without a clock.
  [[nodiscard]] std::optional<std::int64_t> deadline_ms() const;
  /// How much of the time until the deadline the clock will run. Precondition: there is one.
  [[nodiscard]] std::int64_t time_left_ms(std::int64_t now_ms) const;
  /// Precondition: the game runs.
  [[nodiscard]] const std::vector<Holiday>& holidays_of_mover() const;
  /// Until when a full table waits for the seals of players who are there.
  [[nodiscard]] std::int64_t last_seal_ms() const;
  /// How long a table waits for players while none of its own are present.
  [[nodiscard]] std::int64_t reveal_wait_ms() const;
  [[nodiscard]] std::int64_t longest_wait_ms() const;
  /// Whether a person, or a bot in place of one, still plays. Precondition: the game has begun.
  [[nodiscard]] bool has_people_in() const;
  /// When the current turn began; while the table waits, when somebody last came or went.
  [[nodiscard]] std::int64_t turn_started_ms() const { return turn_started_ms_; }
  /// The secret from which chance is derived; empty for old tables.
  [[nodiscard]] const std::optional<FairSecret>& secret() const { return secret_; }
  [[nodiscard]] std::vector<FairSeed> seeds() const;
  /// The number of the open question, for the bag. Precondition: there is one.
  [[nodiscard]] std::uint64_t open_question() const;
  /// Everything needed to verify the bag, once the game is over.
  [[nodiscard]] std::optional<FairProof> fair_proof(const Id& game) const;
  /// Whether every seat is taken, and whether a player's seed is still missing.
  [[nodiscard]] bool is_full() const;
  [[nodiscard]] bool waits_for_seeds() const;
  /// Whether seals are no longer accepted, so that sealed seeds may be revealed.
  [[nodiscard]] bool reveals_seeds() const;
  [[nodiscard]] bool sealing_ended() const { return sealing_ended_; }

  /// Whether a stranger may take a seat. Invited and reserved seats do not count.
  [[nodiscard]] bool has_open_seat() const;
  /// Whether the user may take this seat now.
  [[nodiscard]] bool is_free(int seat, const Id& user) const;
  /// Whether the last turn that a player chose, and what followed, revealed nothing, so that it may
  /// be taken back.
  [[nodiscard]] bool can_take_back() const;

 private:
  // The inputs of the game, turn by turn, so that a turn can be removed again.
  using Input = std::variant<MoveMade, ChanceAnswered, PlayerLeft>;

  void on(const TableCreated& event, std::int64_t time_ms);
  void on(const SeatTaken& event, std::int64_t time_ms);
  void on(const SeatFreed& event, std::int64_t time_ms);
  void on(const TableLocked& event, std::int64_t time_ms);
  void on(const GameStarted& event, std::int64_t time_ms);
  void on(const MoveMade& event, std::int64_t time_ms);
  void on(const ChanceAnswered& event, std::int64_t time_ms);
  void on(const PlayerLeft& event, std::int64_t time_ms);
  void on(const BotTookOver& event, std::int64_t time_ms);
  void on(const PlayerReturned& event, std::int64_t time_ms);
  void on(const WishMade& event, std::int64_t time_ms);
  void on(const WishRefused& event, std::int64_t time_ms);
  void on(const GamePaused& event, std::int64_t time_ms);
  void on(const GameResumed& event, std::int64_t time_ms);
  void on(const TurnTakenBack& event, std::int64_t time_ms);
  void on(const TimeGivenBack& event, std::int64_t time_ms);
  void on(const RematchMade& event, std::int64_t time_ms);
  void on(const TableClosed& event, std::int64_t time_ms);
  void on(const SeedGiven& event, std::int64_t time_ms);
  void on(const GameAborted& event, std::int64_t time_ms);
  void on(const LeaveAgreed& event, std::int64_t time_ms);
  void on(const SealGiven& event, std::int64_t time_ms);
  void on(const SealingEnded& event, std::int64_t time_ms);
  void on(const BotSeated& event, std::int64_t time_ms);
  void on(const HolidayTaken& event, std::int64_t time_ms);

  void begin_game();
  void put_in(const Input& input);
  void go_on(const Input& input, std::int64_t time_ms);
  void charge(int index, std::int64_t time_ms);
  void stop_clock(int mover, std::int64_t time_ms);
  void plan_seat(int index, SeatPlan planned);
  TableSeat& seat(int index) { return nth(seats_, index); }
  void clear_wishes();
  [[nodiscard]] std::optional<std::size_t> last_free_turn() const;

  TablePlan plan_;
  Id host_;
  std::string code_;
  std::int64_t created_ms_ = 0;
  std::vector<TableSeat> seats_;
  bool locked_ = false;
  bool paused_ = false;
  bool closed_ = false;
  bool broken_ = false;
  std::optional<Setup> setup_;
  std::optional<Game> game_;
  std::vector<Input> inputs_;
  struct TurnEnd {
    std::size_t inputs = 0;  // the number of inputs up to the end of the turn
    bool automatic = false;  // a forced pass, made without asking
  };
  std::vector<TurnEnd> turn_ends_;    // one for each finished turn
  std::int64_t turn_started_ms_ = 0;  // while the table waits: when somebody last came or went
  std::optional<Id> rematch_;
  std::optional<FairSecret> secret_;
  std::int64_t seed_wait_ms_ = 0;
  std::int64_t wait_ms_ = 0;
  bool sealing_ended_ = false;
  FairQuestions questions_;
};

}  // namespace sixfold::server
