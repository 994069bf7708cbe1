#include "server/table_command.hpp"

#include <algorithm>

#include "rules/indexed.hpp"
#include "server/names.hpp"

namespace sixfold::server {

namespace {

/// Applies the consequences of a command, event by event, to a copy of the table.
class Decider {
 public:
  Decider(Table table, const TableServices& services)
      : change_{{}, std::move(table)}, services_(services) {}

  void happen(TableEvent event) {
    change_.table.apply(event, services_.now_ms);
    change_.events.push_back(std::move(event));
  }

  /// Answers chance and makes forced passes until a player has to decide or the game is over.
  void settle() {
    while (table().status() == GameStatus::running) {
      const Game& game = *table().game();
      const Position& position = game.position();
      if (!std::holds_alternative<std::monostate>(position.question))
        happen(ChanceAnswered{answer(game)});
      else if (passes_automatically(open_acts(game.rules(), position)))
        happen(MoveMade{position.turn, Pass{}});
      else
        return;
    }
  }

  void start_if_ready() {
    if (table().is_full() && !table().waits_for_seeds()) start();
  }

  void start() {
    std::vector<Player> players;
    for (const TableSeat& seat : table().seats()) players.push_back({seat.name, std::nullopt});
    const TablePlan& plan = table().plan();
    if (table().secret())
      happen(GameStarted{deal(plan.rules, std::move(players), bag(), plan.favoured_opener)});
    else
      happen(GameStarted{services_.deal(plan.rules, std::move(players), plan.favoured_opener)});
    settle();
  }

  [[nodiscard]] const Table& table() const { return change_.table; }
  [[nodiscard]] TableChange take() && { return std::move(change_); }

 private:
  [[nodiscard]] FairBag bag() const { return {*table().secret(), table().seeds()}; }
  [[nodiscard]] std::vector<Tile> answer(const Game& game) const {
    if (!table().secret()) return services_.answer(game);
    return answer_for(game.rules(), game.position(), bag().picks(table().open_question()));
  }

  TableChange change_;
  const TableServices& services_;
};

/// What happens without further consequences.
TableChange happening(const Table& table, std::vector<TableEvent> events,
                      const TableServices& services) {
  Decider decider(table, services);
  for (TableEvent& event : events) decider.happen(std::move(event));
  return std::move(decider).take();
}

TableOutcome refuse(RefusalCode code) { return Unexpected{TableRefusal{code, std::nullopt}}; }

bool is_person(const TableSeat& seat) { return seat.user.has_value() && seat.bot.empty(); }

bool is_in(const Table& table, int seat) { return nth(table.game()->position().seats, seat).in; }

TableOutcome make_move(const Table& table, int seat, const Move& move,
                       const TableServices& services) {
  if (table.status() != GameStatus::running) return refuse(RefusalCode::not_running);
  if (table.paused()) return refuse(RefusalCode::paused);
  const Game& game = *table.game();
  std::optional<IllegalMove> illegal;
  if (seat != game.position().turn)
    illegal = IllegalMove{Reason::not_your_turn, std::nullopt};
  else
    illegal = why_illegal(game.rules(), game.position(), move);
  if (illegal) return Unexpected{TableRefusal{RefusalCode::illegal, illegal}};
  Decider decider(table, services);
  decider.happen(MoveMade{seat, move});
  decider.settle();
  return std::move(decider).take();
}

TableChange leave_game(const Table& table, int seat, LeaveReason reason,
                       const TableServices& services) {
  Decider decider(table, services);
  decider.happen(PlayerLeft{seat, reason});
  decider.settle();
  return std::move(decider).take();
}

/// These players get up. A table without people is closed: nobody would come back to it.
template <class GetsUp>
TableChange free_seats(const Table& table, const GetsUp& gets_up, const TableServices& services) {
  std::vector<TableEvent> events;
  bool anybody_left = false;
  for (int seat = 0; seat < static_cast<int>(table.seats().size()); ++seat) {
    const TableSeat& at = nth(table.seats(), seat);
    if (gets_up(seat, at))
      events.emplace_back(SeatFreed{seat});
    else
      anybody_left |= at.user.has_value();
  }
  if (!anybody_left) events.emplace_back(TableClosed{});
  return happening(table, std::move(events), services);
}

TableChange free_seat(const Table& table, int freed, const TableServices& services) {
  return free_seats(
      table, [&](int seat, const TableSeat& /*at*/) { return seat == freed; }, services);
}

/// Removes players who sealed a seed and do not reveal it. Otherwise they could wait for the
/// others' seeds and start only the games they like.
TableChange free_silent_seats(const Table& table, const TableServices& services) {
  return free_seats(
      table, [](int /*seat*/, const TableSeat& at) { return at.user && at.seal && !at.seed; },
      services);
}

/// A stranger's seal or seed shows that somebody is at the table. Friends with a link may play
/// without one.
bool must_show_up(const Table& table, const TableSeat& at) {
  return table.plan().in_lobby && at.user && !at.seal && !at.seed;
}

/// What happens when a full table has waited long enough for seals; no events if it has to wait for
/// somebody who is there. Bots with an account need not seal anything, but must be there.
TableChange end_sealing(const Table& table, const TableServices& services) {
  // A page that is open may still be loading what makes the seal.
  const bool is_late = services.now_ms >= table.last_seal_ms();
  const auto watches = [&](int seat) { return services.watches && services.watches(seat); };
  const auto is_missing = [&](int seat, const TableSeat& at) {
    const bool is_bot = at.kind == SeatTaken::Kind::bot;
    return must_show_up(table, at) && (!watches(seat) || (is_late && !is_bot));
  };
  bool anybody_missing = false;
  bool anybody_slow = false;
  for (int seat = 0; seat < static_cast<int>(table.seats().size()); ++seat) {
    const TableSeat& at = nth(table.seats(), seat);
    anybody_missing |= is_missing(seat, at);
    anybody_slow |= must_show_up(table, at) && at.kind != SeatTaken::Kind::bot;
  }
  if (anybody_missing) return free_seats(table, is_missing, services);
  if (anybody_slow) return {};
  // Players who have not sealed or given a seed by now play without one.
  Decider decider(table, services);
  decider.happen(SealingEnded{});
  decider.start_if_ready();
  return std::move(decider).take();
}

/// Why somebody may not have this name at a table, if there is a reason.
std::optional<RefusalCode> name_fault(const Result<std::string, NameFault>& name, bool is_guest) {
  if (!name)
    return name.error() == NameFault::too_long ? RefusalCode::name_too_long : RefusalCode::bad_name;
  if (is_guest && is_reserved_for_guests(*name)) return RefusalCode::name_reserved;
  return std::nullopt;
}

/// One handler for each kind of command. `seat`: the user's, if any.
class Handler {
 public:
  Handler(const Table& table, const TableUser& user, const TableServices& services)
      : table_(table),
        user_(user.id),
        kind_(user.kind),
        seat_(table.seat_of(user.id)),
        services_(services) {}

  TableOutcome operator()(const JoinTable& join) const {
    if (seat_) return refuse(RefusalCode::already_seated);
    if (table_.status() == GameStatus::ended && !table_.game())
      return refuse(RefusalCode::table_closed);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    if (table_.locked()) return refuse(RefusalCode::table_locked);
    const bool is_guest = kind_ == SeatTaken::Kind::guest;
    const auto name = clean_player_name(join.name);
    if (const auto fault = name_fault(name, is_guest)) return refuse(*fault);
    if (table_.plan().rated && is_guest) return refuse(RefusalCode::account_needed);
    const auto seat = join.seat ? join.seat : best_free_seat();
    if (!seat || !table_.is_free(*seat, user_)) return refuse(RefusalCode::no_free_seat);
    Decider decider(table_, services_);
    decider.happen(SeatTaken{*seat, user_, *name, kind_});
    if (join.seed) decider.happen(SeedGiven{*seat, *join.seed});
    decider.start_if_ready();
    return std::move(decider).take();
  }

  TableOutcome operator()(const GiveSeed& give) const {
    if (!seat_) return refuse(RefusalCode::not_at_table);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    const TableSeat& own = *seat_at(*seat_);
    if (own.seed) return refuse(RefusalCode::seed_given);
    if (own.seal && !table_.reveals_seeds()) return refuse(RefusalCode::too_early);
    if (own.seal && *own.seal != seal_of(give.seed, services_.game.bytes, *seat_))
      return refuse(RefusalCode::wrong_seed);
    if (!own.seal && table_.sealing_ended()) return refuse(RefusalCode::seals_closed);
    Decider decider(table_, services_);
    decider.happen(SeedGiven{*seat_, give.seed});
    decider.start_if_ready();
    return std::move(decider).take();
  }

  TableOutcome operator()(const GiveSeal& give) const {
    if (!seat_) return refuse(RefusalCode::not_at_table);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    if (seat_at(*seat_)->seal || seat_at(*seat_)->seed) return refuse(RefusalCode::seed_given);
    if (table_.sealing_ended() || !table_.waits_for_seeds())
      return refuse(RefusalCode::seals_closed);
    return happen(SealGiven{*seat_, give.seal});
  }

  TableOutcome operator()(const LeaveTable& /*leave*/) const {
    const auto seat = seat_ ? seat_ : declined_seat();
    if (!seat) return refuse(RefusalCode::not_at_table);
    if (table_.status() == GameStatus::waiting) return free_seat(table_, *seat, services_);
    if (!seat_ || table_.status() == GameStatus::ended || !is_in(table_, *seat_))
      return refuse(RefusalCode::not_running);
    return leave_game(table_, *seat_, LeaveReason::resigned, services_);
  }

  TableOutcome operator()(const RemovePlayer& remove) const {
    if (user_ != table_.host()) return refuse(RefusalCode::not_host);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    const TableSeat* const at = seat_at(remove.seat);
    if (at == nullptr || (!at->user && !at->plan.reserved && at->bot.empty()))
      return refuse(RefusalCode::not_at_table);
    return free_seat(table_, remove.seat, services_);
  }

  TableOutcome operator()(const FillSeat& fill) const {
    if (user_ != table_.host()) return refuse(RefusalCode::not_host);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    if (table_.plan().rated) return refuse(RefusalCode::rated);
    const TableSeat* const at = seat_at(fill.seat);
    if (at == nullptr || at->user || at->plan.reserved || !at->bot.empty())
      return refuse(RefusalCode::no_free_seat);
    Decider decider(table_, services_);
    decider.happen(BotSeated{fill.seat, fill.bot});
    decider.start_if_ready();
    return std::move(decider).take();
  }

  TableOutcome operator()(const LockTable& /*lock*/) const { return lock(true); }
  TableOutcome operator()(const UnlockTable& /*unlock*/) const { return lock(false); }
  [[nodiscard]] TableOutcome lock(bool locked) const {
    if (user_ != table_.host()) return refuse(RefusalCode::not_host);
    if (table_.status() != GameStatus::waiting) return refuse(RefusalCode::already_started);
    if (table_.locked() == locked) return TableChange{};
    return happen(TableLocked{locked});
  }

  TableOutcome operator()(const MakeMove& make) const {
    if (!seat_) return refuse(RefusalCode::not_at_table);
    if (!seat_at(*seat_)->bot.empty()) return refuse(RefusalCode::bot_plays);
    return make_move(table_, *seat_, make.move, services_);
  }

  TableOutcome operator()(const AskPause& /*ask*/) const { return ask(Wish::pause); }
  TableOutcome operator()(const AskTakeBack& /*ask*/) const { return ask(Wish::take_back); }
  [[nodiscard]] TableOutcome ask(Wish wish) const {
    if (const auto code = in_play()) return refuse(*code);
    if (wish == Wish::pause && table_.paused()) return refuse(RefusalCode::paused);
    if (wish == Wish::take_back && !table_.can_take_back())
      return refuse(RefusalCode::nothing_to_take_back);
    if (seat_at(*seat_)->wish == wish) return TableChange{};
    Decider decider(table_, services_);
    decider.happen(WishMade{*seat_, wish});
    if (all_wish(decider.table(), wish)) {
      if (wish == Wish::pause)
        decider.happen(GamePaused{});
      else
        decider.happen(TurnTakenBack{});
    }
    return std::move(decider).take();
  }

  TableOutcome operator()(const RefuseWish& /*refused*/) const {
    if (const auto code = in_play()) return refuse(*code);
    if (std::ranges::none_of(table_.seats(),
                             [](const TableSeat& seat) { return seat.wish.has_value(); }))
      return refuse(RefusalCode::no_wish);
    return happen(WishRefused{*seat_});
  }

  TableOutcome operator()(const ResumeGame& /*resume*/) const {
    if (const auto code = in_play()) return refuse(*code);
    if (!table_.paused()) return refuse(RefusalCode::not_paused);
    return happen(GameResumed{});
  }

  TableOutcome operator()(const LetBotPlay& let) const {
    if (const auto code = vanished(let.seat)) return refuse(*code);
    return happen(BotTookOver{let.seat, services_.substitute_bot});
  }

  TableOutcome operator()(const LetSeatLeave& let) const {
    if (const auto code = vanished(let.seat)) return refuse(*code);
    if (all_let_leave(let.seat))
      return leave_game(table_, let.seat, LeaveReason::timeout, services_);
    if (seat_at(*seat_)->lets_leave == let.seat) return TableChange{};
    return happen(LeaveAgreed{*seat_, let.seat});
  }

  TableOutcome operator()(const ReturnToSeat& /*back*/) const {
    if (const auto code = in_play()) return refuse(*code);
    if (seat_at(*seat_)->bot.empty()) return refuse(RefusalCode::not_away);
    return happen(PlayerReturned{*seat_});
  }

  TableOutcome operator()(const AskRematch& /*ask*/) const {
    if (!seat_) return refuse(RefusalCode::not_at_table);
    if (table_.status() != GameStatus::ended) return refuse(RefusalCode::not_ended);
    // Whoever asks second gets the same table.
    if (table_.rematch()) return TableChange{};
    return happen(RematchMade{services_.rematch});
  }

 private:
  [[nodiscard]] TableChange happen(TableEvent event) const {
    return happening(table_, {std::move(event)}, services_);
  }

  /// The seat reserved for the user or, failing that, the first free one.
  [[nodiscard]] std::optional<int> best_free_seat() const {
    std::optional<int> best;
    for (int seat = static_cast<int>(table_.seats().size()) - 1; seat >= 0; --seat)
      if (table_.is_free(seat, user_) && !(best && seat_at(*best)->plan.reserved)) best = seat;
    return best;
  }

  /// The seat of a rematch that was reserved for the user, who does not want it.
  [[nodiscard]] std::optional<int> declined_seat() const {
    const auto seat = best_free_seat();
    if (!seat || !seat_at(*seat)->plan.reserved) return std::nullopt;
    return seat;
  }

  [[nodiscard]] const TableSeat* seat_at(int seat) const {
    if (seat < 0 || seat >= static_cast<int>(table_.seats().size())) return nullptr;
    return &nth(table_.seats(), seat);
  }

  /// The reason why the user cannot act in a running game, if any.
  [[nodiscard]] std::optional<RefusalCode> in_play() const {
    if (!seat_) return RefusalCode::not_at_table;
    if (table_.status() != GameStatus::running || !is_in(table_, *seat_))
      return RefusalCode::not_running;
    return std::nullopt;
  }

  [[nodiscard]] std::optional<RefusalCode> vanished(int seat) const {
    if (const auto code = in_play()) return code;
    if (table_.plan().clock.kind != ClockPlan::Kind::none) return RefusalCode::clock_decides;
    if (seat_at(seat) == nullptr || seat == *seat_ || !is_person(*seat_at(seat)) ||
        !is_in(table_, seat) || !services_.away(seat))
      return RefusalCode::not_away;
    return std::nullopt;
  }

  /// Whether all others agree, counting this user, who plays and is neither that player nor away.
  [[nodiscard]] bool all_let_leave(int gone) const {
    for (int seat = 0; seat < static_cast<int>(table_.seats().size()); ++seat) {
      const TableSeat& at = *seat_at(seat);
      if (seat != gone && seat != *seat_ && is_person(at) && is_in(table_, seat) &&
          at.lets_leave != gone && !services_.away(seat))
        return false;
    }
    return true;
  }

  /// Bots agree to everything.
  static bool all_wish(const Table& table, Wish wish) {
    for (int seat = 0; seat < static_cast<int>(table.seats().size()); ++seat) {
      const TableSeat& at = nth(table.seats(), seat);
      if (is_person(at) && is_in(table, seat) && at.wish != wish) return false;
    }
    return true;
  }

  const Table& table_;
  const Id& user_;
  SeatTaken::Kind kind_;
  std::optional<int> seat_;
  const TableServices& services_;
};

/// Closes a table when none of its players have been present for long enough.
TableEvent close_or_wait(const Table& table, std::int64_t deadline_ms,
                         const TableServices& services) {
  const std::int64_t attended_ms = services.attended_ms ? services.attended_ms() : 0;
  const std::int64_t until_ms = attended_ms + table.longest_wait_ms();
  if (until_ms <= services.now_ms) return TableClosed{};
  return TimeGivenBack{until_ms - deadline_ms};
}

}  // namespace

TableOutcome decide(const Table& table, const TableUser& user, const TableCommand& command,
                    const TableServices& services) {
  return std::visit(Handler(table, user, services), command);
}

TableOutcome decide_create(const TableCreated& created, const JoinTable& join, SeatTaken::Kind kind,
                           const TableServices& services) {
  Decider decider(Table(), services);
  decider.happen(created);
  auto joined = decide(decider.table(), {created.host, kind}, join, services);
  if (joined) {
    TableChange change = *std::move(joined);
    change.events.insert(change.events.begin(), created);
    return change;
  }
  if (joined.error().code != RefusalCode::no_free_seat) return joined;
  // If only bots play, the creator watches.
  decider.start_if_ready();
  return std::move(decider).take();
}

TablePlan rematch_plan(const Table& table) {
  TablePlan plan = table.plan();
  plan.in_lobby = false;
  for (std::size_t i = 0; i < plan.seats.size(); ++i) {
    if (plan.seats[i].kind == SeatPlan::Kind::bot) continue;
    plan.seats[i].kind = SeatPlan::Kind::invited;
    plan.seats[i].reserved = table.seats()[i].user;
  }
  return plan;
}

TableOutcome decide_bot_move(const Table& table, int seat, const Move& move,
                             const TableServices& services) {
  return make_move(table, seat, move, services);
}

TableChange decide_holidays(const Table& table, const Id& user, std::span<const Holiday> holidays,
                            const TableServices& services) {
  const auto seat = table.seat_of(user);
  if (!seat || table.status() != GameStatus::running || !is_in(table, *seat) ||
      !is_of_days(table.plan().clock))
    return {};
  const std::vector<Holiday>& known = nth(table.seats(), *seat).holidays;
  std::vector<TableEvent> events;
  // First those that are over sooner than the table knows, so that others may take their place.
  for (const Holiday& one : known)
    if (one.until_ms > table.turn_started_ms() &&
        std::ranges::find(holidays, one.from_ms, &Holiday::from_ms) == holidays.end())
      events.emplace_back(HolidayTaken{*seat, one.from_ms, one.from_ms});
  for (const Holiday& one : holidays) {
    const auto same = std::ranges::find(known, one.from_ms, &Holiday::from_ms);
    const bool is_news =
        same == known.end() ? one.until_ms > table.turn_started_ms() : *same != one;
    if (is_news) events.emplace_back(HolidayTaken{*seat, one.from_ms, one.until_ms});
  }
  if (events.empty()) return {};
  return happening(table, std::move(events), services);
}

TableChange decide_timeout(const Table& table, const TableServices& services) {
  const auto deadline = table.deadline_ms();
  if (!deadline || services.now_ms < *deadline) return {};
  if (table.status() == GameStatus::waiting) {
    if (!table.is_full())
      return happening(table, {close_or_wait(table, *deadline, services)}, services);
    if (table.reveals_seeds()) return free_silent_seats(table, services);
    return end_sealing(table, services);
  }
  if (!table.has_people_in() && table.plan().clock.kind == ClockPlan::Kind::none)
    return happening(table, {GameAborted{}}, services);
  // A person must never win because a bot was not asked.
  const int seat = table.game()->position().turn;
  if (table.has_people_in() && !nth(table.seats(), seat).bot.empty()) return {};
  return leave_game(table, seat, LeaveReason::timeout, services);
}

}  // namespace sixfold::server
