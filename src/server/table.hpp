// A table: the fold of its events. Pure: no clock, no random source, no network; times come with
// the events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "play/fair_bag.hpp"
#include "rules/game.hpp"
#include "server/table_event.hpp"

namespace sixfold {

struct TableSeat {
  SeatPlan plan;
  std::optional<Id> user;
  SeatTaken::Kind kind{};
  std::string name;
  std::string bot;  ///< the level that plays here now; empty: the user does
  std::optional<Wish> wish;
  std::optional<int> lets_leave;  ///< the seat that this one agrees to let go
  std::int64_t bank_ms = 0;
  std::optional<FairSeal> seal;  ///< of a person's seed, before it is revealed
  std::optional<FairSeed> seed;  ///< of a person, before the deal

  friend bool operator==(const TableSeat&, const TableSeat&) = default;
};

class Table {
 public:
  /// The state before any event. Precondition of everything else: `created` was applied first.
  Table() = default;

  /// Applies the next event of the log. One that decide() cannot have made from this state leaves
  /// the table broken: it is then of no use.
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
  /// When the seat at turn runs out of time, or a table for which nobody comes, or bots whom nobody
  /// watches, are given up; none in a pause, when all is over, and for people without a clock.
  [[nodiscard]] std::optional<std::int64_t> deadline_ms() const;
  /// How long a table waits for players while nobody of it is there.
  [[nodiscard]] std::int64_t longest_wait_ms() const;
  /// Whether a person, or a bot in place of one, still plays. Precondition: the game has begun.
  [[nodiscard]] bool has_people_in() const;
  /// When the turn in progress began; while the table waits, when somebody last came or went.
  [[nodiscard]] std::int64_t turn_started_ms() const { return turn_started_ms_; }
  /// What chance follows from; none in tables of old.
  [[nodiscard]] const std::optional<FairSecret>& secret() const { return secret_; }
  [[nodiscard]] std::vector<FairSeed> seeds() const;
  /// The number of the question that is open, for the bag. Precondition: one is.
  [[nodiscard]] std::uint64_t open_question() const;
  /// What anyone needs to check the bag, once the game is over.
  [[nodiscard]] std::optional<FairProof> fair_proof(const Id& game) const;
  /// Whether every seat is taken, and whether somebody's seed is still waited for.
  [[nodiscard]] bool is_full() const;
  [[nodiscard]] bool waits_for_seeds() const;
  /// Whether seals are no longer accepted, so that sealed seeds may be revealed.
  [[nodiscard]] bool reveals_seeds() const;
  [[nodiscard]] bool sealing_ended() const { return sealing_ended_; }

  /// Whether a stranger may sit down somewhere: invited and reserved seats are for others.
  [[nodiscard]] bool has_open_seat() const;
  /// Whether the user may sit down there now.
  [[nodiscard]] bool is_free(int seat, const Id& user) const;
  /// Whether the last turn that somebody chose, and what followed, revealed nothing, so that it may
  /// be taken back.
  [[nodiscard]] bool can_take_back() const;

 private:
  // What was put into the game, turn by turn, so that a turn can be left out again.
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

  void begin_game();
  void put_in(const Input& input);
  void go_on(const Input& input, std::int64_t time_ms);
  void charge(int index, std::int64_t time_ms);
  TableSeat& seat(int index) { return seats_[static_cast<std::size_t>(index)]; }
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
    std::size_t inputs = 0;  // how many there are up to the end of the turn
    bool automatic = false;  // a pass that nobody was asked about
  };
  std::vector<TurnEnd> turn_ends_;    // one for each finished turn
  std::int64_t turn_started_ms_ = 0;  // while the table waits: when somebody last came or went
  std::optional<Id> rematch_;
  std::optional<FairSecret> secret_;
  std::int64_t seed_wait_ms_ = 0;
  bool sealing_ended_ = false;
  FairQuestions questions_;
};

}  // namespace sixfold
