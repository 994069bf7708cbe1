#include "server/table.hpp"

#include <algorithm>
#include <type_traits>

#include "record/durations.hpp"
#include "rules/indexed.hpp"

namespace sixfold::server {

namespace {

template <class Event>
constexpr bool needs_game =
    std::is_same_v<Event, MoveMade> || std::is_same_v<Event, ChanceAnswered> ||
    std::is_same_v<Event, PlayerLeft> || std::is_same_v<Event, GamePaused> ||
    std::is_same_v<Event, TurnTakenBack> || std::is_same_v<Event, GameAborted> ||
    std::is_same_v<Event, HolidayTaken>;
// Strangers arrive soon or not at all; an invited friend may take a day.
constexpr std::int64_t lobby_wait_ms = 10 * minute_ms;
constexpr std::int64_t link_wait_ms = day_ms;
// For bots that nobody watches.
constexpr std::int64_t bots_wait_ms = 10 * minute_ms;
// Players who have sealed a seed get more time to reveal it, because they lose their seat if they
// do not. Whoever sends friends the link of a table is often in another program when they come.
constexpr std::int64_t reveal_waits = 3;
constexpr std::int64_t link_reveal_waits = 120;
// Players at the table who have not sealed a seed yet get more time too.
constexpr std::int64_t seal_waits = 3;

}  // namespace

void Table::apply(const TableEvent& event, std::int64_t time_ms) {
  std::visit(
      [&]<class Event>(const Event& what) {
        if constexpr (requires { what.seat; })
          broken_ |= what.seat < 0 || what.seat >= static_cast<int>(seats_.size());
        if constexpr (needs_game<Event>) broken_ |= !game_;
        if (!broken_) on(what, time_ms);
      },
      event);
}

GameStatus Table::status() const {
  if (!game_) return closed_ ? GameStatus::ended : GameStatus::waiting;
  return game_->position().end ? GameStatus::ended : GameStatus::running;
}

std::optional<int> Table::seat_of(const Id& user) const {
  const auto found = std::ranges::find(seats_, std::optional(user), &TableSeat::user);
  if (found == seats_.end()) return std::nullopt;
  return static_cast<int>(found - seats_.begin());
}

bool Table::is_free(int seat, const Id& user) const {
  if (seat < 0 || seat >= static_cast<int>(seats_.size())) return false;
  const TableSeat& at = nth(seats_, seat);
  return !at.user && at.bot.empty() && at.plan.reserved.value_or(user) == user;
}

std::optional<std::int64_t> Table::deadline_ms() const {
  if (status() == GameStatus::waiting)
    return turn_started_ms_ + (reveals_seeds() ? reveal_wait_ms()
                               : is_full()     ? seed_wait_ms_
                                               : longest_wait_ms());
  if (status() != GameStatus::running || paused_) return std::nullopt;
  switch (plan_.clock.kind) {
    case ClockPlan::Kind::none:
      if (has_people_in()) return std::nullopt;
      return turn_started_ms_ + bots_wait_ms;
    case ClockPlan::Kind::per_move:
      return runs_out_ms(holidays_of_mover(), turn_started_ms_, plan_.clock.seconds * second_ms);
    case ClockPlan::Kind::bank:
      return runs_out_ms(holidays_of_mover(), turn_started_ms_,
                         nth(seats_, game_->position().turn).bank_ms);
  }
  return std::nullopt;
}

const std::vector<Holiday>& Table::holidays_of_mover() const {
  return nth(seats_, game_->position().turn).holidays;
}

std::int64_t Table::time_left_ms(std::int64_t now_ms) const {
  if (status() != GameStatus::running) return *deadline_ms() - now_ms;
  return running_ms(holidays_of_mover(), now_ms, *deadline_ms());
}

std::int64_t Table::last_seal_ms() const { return turn_started_ms_ + seal_waits * seed_wait_ms_; }

std::int64_t Table::reveal_wait_ms() const {
  return (plan_.in_lobby ? reveal_waits : link_reveal_waits) * seed_wait_ms_;
}

std::int64_t Table::longest_wait_ms() const {
  if (wait_ms_ > 0) return wait_ms_;
  return plan_.in_lobby ? lobby_wait_ms : link_wait_ms;
}

/// The last turn chosen by its player, before any automatic passes. Empty if something was revealed
/// since (by a draw or a roll) or a player left, because that cannot be undone.
std::optional<std::size_t> Table::last_free_turn() const {
  if (status() != GameStatus::running) return std::nullopt;
  const Turn& now = game_->unfinished();
  if (now.roll || !now.forced.empty()) return std::nullopt;
  for (std::size_t i = game_->turns().size(); i > 0; --i) {
    const Turn& turn = game_->turns()[i - 1];
    if (!turn.draw.empty() || turn.roll || !turn.forced.empty() ||
        std::holds_alternative<Left>(turn.act))
      return std::nullopt;
    if (!turn_ends_[i - 1].automatic) return i - 1;
  }
  return std::nullopt;
}

bool Table::is_full() const {
  return std::ranges::all_of(seats_,
                             [](const TableSeat& seat) { return seat.user || !seat.bot.empty(); });
}

bool Table::has_open_seat() const {
  return std::ranges::any_of(seats_, [](const TableSeat& seat) {
    return seat.plan.kind == SeatPlan::Kind::open && !seat.plan.reserved && !seat.user &&
           seat.bot.empty();
  });
}

bool Table::waits_for_seeds() const {
  return seed_wait_ms_ > 0 && std::ranges::any_of(seats_, [this](const TableSeat& seat) {
           return seat.user && !seat.seed && (seat.seal || !sealing_ended_);
         });
}

bool Table::reveals_seeds() const {
  const auto is_bound = [](const TableSeat& seat) {
    return !seat.user || seat.seal.has_value() || seat.seed.has_value();
  };
  return status() == GameStatus::waiting && is_full() &&
         (sealing_ended_ || std::ranges::all_of(seats_, is_bound)) &&
         std::ranges::any_of(seats_, [](const TableSeat& seat) { return seat.seal.has_value(); });
}

std::vector<FairSeed> Table::seeds() const {
  std::vector<FairSeed> seeds;
  seeds.reserve(seats_.size());
  for (const TableSeat& seat : seats_) seeds.push_back(seat.seed.value_or(FairSeed{}));
  return seeds;
}

std::uint64_t Table::open_question() const {
  FairQuestions questions = questions_;
  return questions.next(*game_);
}

std::optional<FairProof> Table::fair_proof(const Id& game) const {
  if (!secret_ || !game_ || !game_->position().end) return std::nullopt;
  FairProof proof;
  proof.game = game.bytes;
  proof.commitment = commitment_of(*secret_, game.bytes);
  proof.secret = *secret_;
  proof.seeds = seeds();
  if (std::ranges::any_of(seats_, [](const TableSeat& at) { return at.seal.has_value(); }))
    for (const TableSeat& at : seats_) proof.seals.push_back(at.seal);
  proof.skipped = questions_.skipped(*game_);
  proof.favoured = plan_.favoured_opener;
  return proof;
}

bool Table::can_take_back() const { return last_free_turn().has_value(); }

void Table::on(const TableCreated& event, std::int64_t time_ms) {
  created_ms_ = time_ms;
  turn_started_ms_ = time_ms;
  plan_ = event.plan;
  host_ = event.host;
  code_ = event.code;
  secret_ = event.secret;
  seed_wait_ms_ = event.seed_wait_ms;
  wait_ms_ = event.wait_ms;
  for (const SeatPlan& planned : plan_.seats) {
    TableSeat seat;
    seat.plan = planned;
    seat.bot = planned.bot;
    seat.name = planned.bot;
    seat.bank_ms = plan_.clock.seconds * second_ms;
    seats_.push_back(std::move(seat));
  }
}

void Table::on(const SeatTaken& event, std::int64_t time_ms) {
  turn_started_ms_ = time_ms;
  seat(event.seat).user = event.user;
  seat(event.seat).kind = event.kind;
  seat(event.seat).name = event.name;
}

void Table::on(const SeatFreed& event, std::int64_t time_ms) {
  turn_started_ms_ = time_ms;
  // Seeds that may have been revealed cannot protect players who sit down later.
  if (reveals_seeds())
    for (TableSeat& at : seats_) {
      at.seal.reset();
      at.seed.reset();
    }
  sealing_ended_ = false;
  TableSeat& freed = seat(event.seat);
  if (!freed.bot.empty())
    plan_seat(event.seat, {freed.before_bot.value_or(plan_.in_lobby ? SeatPlan::Kind::open
                                                                    : SeatPlan::Kind::invited)});
  const bool was_host = freed.user == host_;
  freed.user.reset();
  freed.kind = {};
  freed.plan.reserved.reset();
  freed.seal.reset();
  freed.seed.reset();
  freed.name.clear();
  // The table needs a host who can remove players and lock it.
  const auto next =
      std::ranges::find_if(seats_, [](const TableSeat& at) { return at.user.has_value(); });
  if (was_host && next != seats_.end()) host_ = *next->user;
}

void Table::on(const BotSeated& event, std::int64_t time_ms) {
  broken_ |= status() != GameStatus::waiting || seat(event.seat).user.has_value();
  if (broken_) return;
  turn_started_ms_ = time_ms;
  seat(event.seat).before_bot = seat(event.seat).plan.kind;
  plan_seat(event.seat, {SeatPlan::Kind::bot, event.bot, std::nullopt});
}

/// Changes what was agreed about a seat that nobody has taken.
void Table::plan_seat(int index, SeatPlan planned) {
  TableSeat& at = seat(index);
  at.bot = planned.bot;
  at.name = planned.bot;
  nth(plan_.seats, index) = planned;
  at.plan = std::move(planned);
}

void Table::on(const TableLocked& event, std::int64_t /*time_ms*/) { locked_ = event.locked; }

void Table::on(const GameStarted& event, std::int64_t time_ms) {
  setup_ = event.setup;
  begin_game();
  turn_started_ms_ = time_ms;
}

void Table::begin_game() {
  auto game = Game::begin(plan_.rules, *setup_);
  broken_ |= !game;
  if (game) game_ = *std::move(game);
}

void Table::put_in(const Input& input) {
  // Inputs up to here belong to finished turns.
  const std::size_t finished = turn_ends_.empty() ? 0 : turn_ends_.back().inputs;
  std::size_t at = inputs_.size();
  bool automatic = false;
  if (const auto* made = std::get_if<MoveMade>(&input)) {
    automatic = std::holds_alternative<Pass>(made->move) && at == finished &&
                passes_automatically(open_acts(game_->rules(), game_->position()));
    broken_ |= game_->play(made->seat, made->move).has_value();
  } else if (const auto* answered = std::get_if<ChanceAnswered>(&input)) {
    broken_ |= game_->answer(answered->tiles).has_value();
  } else if (const auto* left = std::get_if<PlayerLeft>(&input)) {
    const int mover = game_->position().turn;
    broken_ |= game_->leave(left->seat, left->reason).has_value();
    // A player who leaves during another's turn counts as having left before it, in case it is
    // taken back.
    if (left->seat != mover) at = finished;
  }
  inputs_.insert(inputs_.begin() + static_cast<std::ptrdiff_t>(at), input);
  if (turn_ends_.size() < game_->turns().size()) turn_ends_.push_back({at + 1, automatic});
}

/// Charges the seat for the time since the turn began.
void Table::charge(int index, std::int64_t time_ms) {
  if (plan_.clock.kind != ClockPlan::Kind::bank) return;
  TableSeat& at = seat(index);
  const std::int64_t spent = running_ms(at.holidays, turn_started_ms_, time_ms);
  at.bank_ms = std::max<std::int64_t>(0, at.bank_ms - spent);
}

/// Ends the turn of a seat that has not moved. The time before a pause has already been charged.
void Table::stop_clock(int mover, std::int64_t time_ms) {
  if (!paused_) charge(mover, time_ms);
  turn_started_ms_ = time_ms;
}

/// Applies what the player to move did or drew. If that ends the turn, stops the clock.
void Table::go_on(const Input& input, std::int64_t time_ms) {
  const int mover = game_->position().turn;
  const std::size_t turns = game_->turns().size();
  put_in(input);
  if (game_->turns().size() == turns) return;
  charge(mover, time_ms);
  if (plan_.clock.kind == ClockPlan::Kind::bank)
    seat(mover).bank_ms += plan_.clock.increment * second_ms;
  turn_started_ms_ = time_ms;
  clear_wishes();
}

void Table::on(const MoveMade& event, std::int64_t time_ms) { go_on(event, time_ms); }

void Table::on(const ChanceAnswered& event, std::int64_t time_ms) {
  static_cast<void>(questions_.next(*game_));
  go_on(event, time_ms);
}

void Table::on(const SeedGiven& event, std::int64_t /*time_ms*/) {
  seat(event.seat).seed = event.seed;
}

void Table::on(const SealGiven& event, std::int64_t time_ms) {
  seat(event.seat).seal = event.seal;
  if (reveals_seeds()) turn_started_ms_ = time_ms;
}

void Table::on(const SealingEnded& /*event*/, std::int64_t time_ms) {
  sealing_ended_ = true;
  turn_started_ms_ = time_ms;
}

void Table::on(const PlayerLeft& event, std::int64_t time_ms) {
  const int mover = game_->position().turn;
  put_in(event);
  seat(event.seat).bot.clear();
  if (game_->position().turn != mover || game_->position().end) stop_clock(mover, time_ms);
  clear_wishes();
  if (!paused_ || has_people_in()) return;
  // No player is left who could end the pause.
  paused_ = false;
  turn_started_ms_ = time_ms;
}

void Table::on(const BotTookOver& event, std::int64_t /*time_ms*/) {
  seat(event.seat).bot = event.bot;
}

void Table::on(const PlayerReturned& event, std::int64_t /*time_ms*/) {
  seat(event.seat).bot.clear();
}

void Table::on(const WishMade& event, std::int64_t /*time_ms*/) {
  seat(event.seat).wish = event.wish;
}

void Table::on(const WishRefused& /*event*/, std::int64_t /*time_ms*/) { clear_wishes(); }

void Table::on(const GamePaused& /*event*/, std::int64_t time_ms) {
  charge(game_->position().turn, time_ms);
  paused_ = true;
  clear_wishes();
}

void Table::on(const GameResumed& /*event*/, std::int64_t time_ms) {
  paused_ = false;
  turn_started_ms_ = time_ms;
}

void Table::on(const TurnTakenBack& /*event*/, std::int64_t time_ms) {
  // The time before a pause has already been charged.
  if (!paused_) charge(game_->position().turn, time_ms);
  const auto turn = last_free_turn();
  broken_ |= !turn;
  if (broken_) return;
  // Remove the increments of turns that are taken back.
  if (plan_.clock.kind == ClockPlan::Kind::bank)
    for (std::size_t i = *turn; i < game_->turns().size(); ++i) {
      std::int64_t& bank = seat(game_->turns()[i].seat).bank_ms;
      bank = std::max<std::int64_t>(0, bank - plan_.clock.increment * second_ms);
    }
  const std::size_t keep = *turn == 0 ? 0 : turn_ends_[*turn - 1].inputs;
  const std::vector<Input> inputs(inputs_.begin(),
                                  inputs_.begin() + static_cast<std::ptrdiff_t>(keep));
  begin_game();
  inputs_.clear();
  turn_ends_.clear();
  for (const Input& input : inputs) put_in(input);
  turn_started_ms_ = time_ms;
  clear_wishes();
}

void Table::on(const TimeGivenBack& event, std::int64_t time_ms) {
  if (status() != GameStatus::running || event.milliseconds <= 0) {
    turn_started_ms_ += event.milliseconds;
    return;
  }
  // During a holiday no time was lost.
  const std::vector<Holiday>& holidays = holidays_of_mover();
  const std::int64_t lost = running_ms(holidays, time_ms - event.milliseconds, time_ms);
  if (holidays.empty()) {
    turn_started_ms_ += lost;
    return;
  }
  // The outage may have been counted from a moment before the turn. No turn begins in the future,
  // perhaps after a holiday.
  const std::int64_t back = std::min(lost, running_ms(holidays, turn_started_ms_, time_ms));
  if (back > 0) turn_started_ms_ = runs_out_ms(holidays, turn_started_ms_, back);
}

void Table::on(const HolidayTaken& event, std::int64_t /*time_ms*/) {
  std::vector<Holiday>& holidays = seat(event.seat).holidays;
  std::erase_if(holidays, [&](const Holiday& one) { return one.from_ms == event.from_ms; });
  if (event.until_ms <= event.from_ms) return;
  // A later holiday shows that an earlier one did not last, whatever the table was told.
  std::erase_if(holidays, [&](const Holiday& one) {
    return one.from_ms > event.from_ms && one.from_ms < event.until_ms;
  });
  for (Holiday& one : holidays)
    if (one.from_ms < event.from_ms) one.until_ms = std::min(one.until_ms, event.from_ms);
  holidays.insert(std::ranges::lower_bound(holidays, event.from_ms, {}, &Holiday::from_ms),
                  {event.from_ms, event.until_ms});
}

void Table::on(const TableClosed& /*event*/, std::int64_t /*time_ms*/) { closed_ = true; }

void Table::on(const GameAborted& /*event*/, std::int64_t time_ms) {
  const Position& position = game_->position();
  broken_ |= position.end || !std::holds_alternative<std::monostate>(position.question);
  if (broken_) return;
  stop_clock(position.turn, time_ms);
  game_->abort();
  clear_wishes();
}

void Table::on(const LeaveAgreed& event, std::int64_t /*time_ms*/) {
  broken_ |= event.about < 0 || event.about >= static_cast<int>(seats_.size());
  if (!broken_) seat(event.seat).lets_leave = event.about;
}

void Table::on(const RematchMade& event, std::int64_t /*time_ms*/) { rematch_ = event.game; }

bool Table::has_people_in() const {
  for (std::size_t i = 0; i < seats_.size(); ++i)
    if (seats_[i].user && game_->position().seats[i].in) return true;
  return false;
}

void Table::clear_wishes() {
  for (TableSeat& seat : seats_) {
    seat.wish.reset();
    seat.lets_leave.reset();
  }
}

}  // namespace sixfold::server
