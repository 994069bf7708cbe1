#include "support/table_driver.hpp"

#include <algorithm>
#include <utility>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "record/forms.hpp"
#include "rules/indexed.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"
#include "rules/view.hpp"
#include "server/table_view.hpp"

namespace sixfold::tests {

namespace {

constexpr int users = 5;

std::vector<int> seats_and_spectator(const Game& game) {
  std::vector<int> viewers;
  for (int seat = -1; seat < static_cast<int>(game.position().seats.size()); ++seat)
    viewers.push_back(seat);
  return viewers;
}

bool are_equal(const server::Table& one, const server::Table& other) {
  return one.plan() == other.plan() && one.host() == other.host() && one.seats() == other.seats() &&
         one.locked() == other.locked() && one.paused() == other.paused() &&
         one.status() == other.status() && one.deadline_ms() == other.deadline_ms() &&
         one.turn_started_ms() == other.turn_started_ms() &&
         one.can_take_back() == other.can_take_back() && one.game() == other.game();
}

}  // namespace

TableDriver::TableDriver(Choose choose)
    : choose_(std::move(choose)), chance_(static_cast<std::uint64_t>(choose_(1 << 30))) {
  services_.deal = [this](const Ruleset& rules, std::vector<Player> players,
                          std::optional<int> /*favoured*/) {
    return deal(rules, std::move(players), chance_);
  };
  services_.answer = [this](const Game& game) {
    return answer_for(game.rules(), game.position(), chance_);
  };
  services_.away = [this](int seat) { return nth(away_, seat); };
  services_.substitute_bot = "greedy";
  server::TableCreated created{any_plan(), user(0)};
  if (one_in(3)) {
    created.secret.emplace().fill(static_cast<std::uint8_t>(below(256)));
    created.seed_wait_ms = 5'000;
  }
  happen(std::vector<server::TableEvent>{created});

  // Many things are possible only late in a game, which few games would reach if anything could
  // happen earlier.
  const int quiet_moves = below(150);
  const Choose choose_later = std::exchange(choose_, [this](int count) {
    return static_cast<int>(chance_.below(static_cast<std::uint32_t>(count)));
  });
  for (int i = 0; i < quiet_moves && !over(); ++i) play();
  choose_ = choose_later;
}

Id TableDriver::user(int number) {
  Id id;
  id.bytes[0] = static_cast<std::uint8_t>(number + 1);
  return id;
}

protocol::TablePlan TableDriver::any_plan() {
  const auto editions = all_editions();
  const Edition& edition = nth(editions, below(static_cast<int>(editions.size())));
  protocol::TablePlan plan;
  plan.rules = edition.ruleset();
  plan.theme = edition.theme;
  for (const RuleOption& option : rule_options()) {
    const std::vector<std::string_view> values = values_for(option, plan.rules);
    if (one_in(4)) option.set(plan.rules, nth(values, below(static_cast<int>(values.size()))));
  }
  if (plan.rules.layout && one_in(2)) plan.rules.layout = random_layout(plan.rules, chance_);
  const int seats = fewest_seats + below(most_seats - fewest_seats + 1);
  for (int seat = 0; seat < seats; ++seat) {
    // With bots only, nobody could give commands.
    const auto kind = static_cast<protocol::SeatPlan::Kind>(below(seat == 0 ? 2 : 3));
    plan.seats.push_back({kind, kind == protocol::SeatPlan::Kind::bot ? "random" : ""});
  }
  plan.clock.kind = static_cast<protocol::ClockPlan::Kind>(below(3));
  if (plan.clock.kind != protocol::ClockPlan::Kind::none) plan.clock.seconds = 1 + below(300);
  if (plan.clock.kind == protocol::ClockPlan::Kind::bank) plan.clock.increment = below(10);
  plan.in_lobby = one_in(2);
  if (one_in(2)) plan.favoured_opener = below(most_seats);
  return plan;
}

// Events

void TableDriver::step() {
  now_ms_ += one_in(30) ? below(1'000'000) : below(5'000);
  if (one_in(8)) nth(away_, below(most_seats)) = one_in(2);
  switch (below(24)) {
    default:
      play();
      break;
    case 17:
      agree(one_in(3) ? protocol::Wish::pause : protocol::Wish::take_back);
      break;
    case 18:
    case 19:
    case 20:
    case 21:
      happen(server::decide(table_, user(below(users)), any_command(), services()));
      break;
    case 22:
      happen(server::decide_bot_move(table_, below(most_seats + 2) - 1, any_move(), services()));
      break;
    case 23:
      if (table_.deadline_ms() && one_in(2)) now_ms_ = std::max(now_ms_, *table_.deadline_ms());
      happen(server::decide_timeout(table_, services()));
      // The server is down for up to a hundred days.
      if (table_.deadline_ms() && one_in(4)) {
        const std::int64_t down_ms = 1'000LL * below(100 * 24 * 3'600);
        now_ms_ += down_ms;
        happen(std::vector<server::TableEvent>{server::TimeGivenBack{down_ms}});
      }
      break;
  }
  check();
}

/// Makes progress: people sit down, and the player to move moves.
void TableDriver::play() {
  if (table_.status() == GameStatus::waiting && table_.is_full()) return add_to_chance();
  if (table_.status() == GameStatus::waiting)
    return happen(server::decide(table_, user(below(users)),
                                 protocol::JoinTable{"somebody", std::nullopt}, services()));
  if (over()) return;
  const int seat = table_.game()->position().turn;
  const server::TableSeat& at = nth(table_.seats(), seat);
  if (table_.paused() && at.user)
    return happen(server::decide(table_, *at.user, protocol::ResumeGame{}, services()));
  if (table_.paused()) return;
  const Move move = sensible_move();
  const server::TableOutcome outcome =
      at.bot.empty() ? server::decide(table_, *at.user, protocol::MakeMove{move}, services())
                     : server::decide_bot_move(table_, seat, move, services());
  require(outcome.has_value(), "a bot's move is legal");
  happen(outcome);
}

/// A player at a full table seals a seed and reveals it, gives it openly, or does nothing.
void TableDriver::add_to_chance() {
  const Id who = user(below(users));
  const auto seat = table_.seat_of(who);
  if (!seat || one_in(6)) {
    now_ms_ = std::max(now_ms_, table_.deadline_ms().value_or(0));
    return happen(server::decide_timeout(table_, services()));
  }
  const FairSeed seed{static_cast<std::uint8_t>(*seat)};
  if (table_.reveals_seeds() || one_in(8))
    return happen(server::decide(table_, who, protocol::GiveSeed{seed}, services()));
  happen(server::decide(table_, who, protocol::GiveSeal{seal_of(seed, services_.game.bytes, *seat)},
                        services()));
}

/// Wishes of one user rarely coincide with those of the others by chance.
void TableDriver::agree(protocol::Wish wish) {
  for (int number = 0; number < users; ++number)
    happen(server::decide(table_, user(number), *protocol::command_tagged(protocol::word_of(wish)),
                          services()));
}

Move TableDriver::sensible_move() {
  const Game& game = *table_.game();
  const auto level = bot_named(one_in(2) ? "greedy" : "random");
  return level->choose(view(game, game.position().turn), chance_);
}

Move TableDriver::any_move() {
  const auto tile = [this] { return tile_at(below(face_count)); };
  const auto placed = [&] { return PlacedTile{{below(16) - 2, below(16) - 2}, tile()}; };
  switch (below(6)) {
    case 0:
      return Pass{};
    case 1:
      return Trade{{tile()}};
    case 2:
      return Take{placed()};
    case 3:
      return Roll{};
    case 4:
      return Place{{placed(), placed()}};
    default:
      if (table_.status() != GameStatus::running) return Pass{};
      return Trade{table_.game()->position().mover().hand.list()};
  }
}

/// Fills the members of any command.
template <class Command>
void TableDriver::fill(Command& command) {
  if constexpr (requires { command.name; }) command.name = one_in(8) ? "" : "somebody";
  if constexpr (requires { command.seat; })
    if (!std::is_same_v<Command, protocol::JoinTable> || one_in(2))
      command.seat = below(most_seats + 2) - 1;
  if constexpr (requires { command.bot; }) command.bot = "random";
  if constexpr (requires { command.locked; }) command.locked = one_in(2);
  if constexpr (requires { command.move; }) command.move = any_move();
  if constexpr (requires { command.seal; })
    command.seal = seal_of({0}, services_.game.bytes, below(most_seats));
  if constexpr (std::is_same_v<Command, protocol::GiveSeed>) command.seed = {0};
  if constexpr (requires { command.wish; })
    command.wish = one_in(2) ? protocol::Wish::take_back : protocol::Wish::pause;
}

protocol::TableCommand TableDriver::any_command() {
  const auto kind = static_cast<std::size_t>(below(std::variant_size_v<protocol::TableCommand>));
  const auto of_kind = [&]<std::size_t... i>(std::index_sequence<i...>) {
    protocol::TableCommand command;
    static_cast<void>(((kind == i ? (command.template emplace<i>(), true) : false) || ...));
    return command;
  };
  protocol::TableCommand command =
      of_kind(std::make_index_sequence<std::variant_size_v<protocol::TableCommand>>{});
  std::visit([this](auto& what) { fill(what); }, command);
  return command;
}

void TableDriver::happen(const server::TableChange& change) {
  happen(change.events);
  if (!change.events.empty())
    require(are_equal(change.table, table_), "a decision leads to the table that it says");
}

void TableDriver::happen(const server::TableOutcome& outcome) {
  if (outcome)
    happen(*outcome);
  else
    require(!code_of(outcome.error().code).empty(), "a refusal has a code");
}

void TableDriver::happen(const std::vector<server::TableEvent>& events) {
  for (const server::TableEvent& event : events) {
    const store::NewEvent stored = server::to_stored(event);
    const auto read =
        server::from_stored({++seq_, now_ms_, stored.type, stored.version, stored.body});
    require(read && *read == event, "an event is read as it was written");
    if (!read) return;
    const server::Table before = table_;
    table_.apply(event, now_ms_);
    folded_.apply(*read, now_ms_);
    if (std::holds_alternative<server::TurnTakenBack>(event)) check_take_back(before);
  }
}

// Invariants

void TableDriver::require(bool holds, const char* what) {
  if (!holds && fault_.empty()) fault_ = std::string(what) + ", event " + std::to_string(seq_);
}

void TableDriver::check() {
  require(are_equal(folded_, table_), "the log folds to the same table");
  if (!table_.game()) return;
  check_conserved();
  require(
      std::ranges::all_of(table_.seats(),
                          [](const server::TableSeat& seat) { return !seat.seal || seat.seed; }),
      "a game begins with all sealed seeds revealed");
  if (table_.status() != GameStatus::running) return;
  const Game& game = *table_.game();
  require(std::holds_alternative<std::monostate>(game.position().question),
          "chance has answered all questions");
  require(!passes_automatically(open_acts(game.rules(), game.position())),
          "who can only pass has passed");
  require(game.position().mover().in, "the seat at turn has not left");
  const server::TableSeat& at = nth(table_.seats(), game.position().turn);
  require(at.user || !at.bot.empty(), "somebody plays the seat at turn");
  const bool clock_runs =
      table_.plan().clock.kind != protocol::ClockPlan::Kind::none && !table_.paused();
  require(table_.deadline_ms().has_value() == (clock_runs || !table_.has_people_in()),
          "a deadline where a clock runs or bots play alone");
  require(std::ranges::all_of(table_.seats(),
                              [](const server::TableSeat& seat) { return seat.bank_ms >= 0; }),
          "no bank is overdrawn");
  if (!table_.paused()) return;
  bool can_resume = false;
  for (std::size_t seat = 0; seat < table_.seats().size(); ++seat)
    can_resume |= table_.seats()[seat].user && game.position().seats[seat].in;
  require(can_resume, "somebody can end the pause");
}

void TableDriver::check_conserved() {
  const Ruleset& rules = table_.game()->rules();
  const Position& position = table_.game()->position();
  Tiles faces;
  for (const PlacedTile& placed : position.board.tiles()) faces.add(placed.tile);
  for (const Seat& seat : position.seats) faces.add(seat.hand);
  if (const auto* draw = std::get_if<DrawQuestion>(&position.question)) faces.add(draw->set_aside);
  Tiles pieces = position.bag;
  pieces.add(pieces_of(rules, faces));
  require(pieces == full_bag(rules), "no piece is lost or made");
}

void TableDriver::check_take_back(const server::Table& before) {
  const Game& was = *before.game();
  const Game& is = *table_.game();
  require(is.unfinished() == Turn{.seat = is.position().turn},
          "after a take-back the turn begins anew");
  require(is.turns().size() < was.turns().size() &&
              std::equal(is.turns().begin(), is.turns().end(), was.turns().begin()),
          "a take-back leaves the turns before");
  for (std::size_t i = is.turns().size(); i < was.turns().size(); ++i)
    require(was.turns()[i].draw.empty() && !was.turns()[i].roll && was.turns()[i].forced.empty(),
            "a take-back undoes no draw and no roll");
  require(!was.unfinished().roll && was.unfinished().forced.empty(),
          "a take-back undoes no roll of the next seat");
  if (!before.paused() || table_.plan().clock.kind != protocol::ClockPlan::Kind::bank) return;
  for (std::size_t seat = 0; seat < before.seats().size(); ++seat) {
    const auto undone = std::count_if(
        was.turns().begin() + static_cast<std::ptrdiff_t>(is.turns().size()), was.turns().end(),
        [&](const Turn& turn) { return turn.seat == static_cast<int>(seat); });
    const std::int64_t given = undone * table_.plan().clock.increment * 1'000;
    require(table_.seats()[seat].bank_ms ==
                std::max<std::int64_t>(0, before.seats()[seat].bank_ms - given),
            "a pause costs no time, and a turn that never was brings none");
  }
}

void TableDriver::check_views() {
  const auto never_away = [](const Id& /*user*/) { return std::optional<std::int64_t>(); };
  const server::TableMoment moment{services_.game, seq_, now_ms_, never_away};
  server::TableMessages messages(table_, moment);
  for (int number = -1; number <= users; ++number) {
    const auto viewer = number < 0 ? std::nullopt : std::optional(user(number));
    require(messages.to(viewer) ==
                to_text(protocol::ServerMessage(server::shown_to(viewer, table_, moment))),
            "everyone is sent what they are shown");
  }
  if (!table_.game()) return;
  for (const int viewer : seats_and_spectator(*table_.game())) {
    const auto seat = viewer < 0 ? std::nullopt : std::optional(viewer);
    const Json shown = to_json(view(*table_.game(), seat));
    require(shown == to_json(view(*folded_.game(), seat)), "the log shows the same view");
    FormReader reader;
    require(read_view(reader, shown, {}).has_value(), "a view can be read");
  }
}

}  // namespace sixfold::tests
