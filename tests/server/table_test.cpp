// Tables computed from their events: whole games by commands, and random commands from random seats
// that never break them.
#include "server/table.hpp"

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "play/dealer.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "server/table_command.hpp"

namespace sixfold::server {
namespace {

Id user(int number) {
  Id id;
  id.bytes[0] = static_cast<std::uint8_t>(number + 1);
  return id;
}

/// A table with its log, as a server would keep it.
class TestTable {
 public:
  TestTable(const TablePlan& plan, std::uint64_t seed) : random_(seed) {
    services_.deal = [this](const Ruleset& rules, std::vector<Player> players, std::optional<int>) {
      return deal(rules, std::move(players), random_);
    };
    services_.answer = [this](const Game& game) {
      return answer_for(game.rules(), game.position(), random_);
    };
    services_.away = [this](int seat) { return away_ == seat; };
    services_.substitute_bot = "greedy";
    happen({TableCreated{plan, user(0), "BCDFGH"}});
  }

  std::optional<TableRefusal> command(int who, const TableCommand& what) {
    return command(TableUser(user(who)), what);
  }
  std::optional<TableRefusal> command(const TableUser& who, const TableCommand& what) {
    services_.now_ms = now_ms_;
    const TableOutcome outcome = decide(table_, who, what, services_);
    if (!outcome) return outcome.error();
    happen(outcome->events);
    return std::nullopt;
  }

  void time_out(std::int64_t now_ms) {
    now_ms_ = now_ms;
    services_.now_ms = now_ms;
    happen(decide_timeout(table_, services_).events);
  }

  /// The player to move makes a bot's move.
  void bot_move(Random& random) {
    const Game& game = *table_.game();
    const int seat = game.position().turn;
    const Move move = bot_named("greedy")->choose(view(game, seat), random);
    const TableOutcome outcome = decide_bot_move(table_, seat, move, services_);
    ASSERT_TRUE(outcome);
    happen(outcome->events);
  }

  /// The table read back from its stored events.
  [[nodiscard]] Table folded() const {
    Table table;
    for (const store::StoredEvent& stored : log_) {
      const auto event = from_stored(stored);
      EXPECT_TRUE(event) << stored.type << " " << stored.body;
      if (event) table.apply(*event, stored.time_ms);
    }
    return table;
  }

  void set_time(std::int64_t now_ms) { now_ms_ = now_ms; }
  void set_away(int seat) { away_ = seat; }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] std::size_t events() const { return log_.size(); }

 private:
  void happen(const std::vector<TableEvent>& events) {
    for (const TableEvent& event : events) {
      const store::NewEvent stored = to_stored(event);
      log_.push_back({log_.size() + 1, now_ms_, stored.type, stored.version, stored.body});
      table_.apply(event, now_ms_);
    }
  }

  Random random_;
  TableServices services_;
  Table table_;
  std::vector<store::StoredEvent> log_;
  std::int64_t now_ms_ = 0;
  int away_ = -1;
};

TablePlan plan_of(const Ruleset& rules, int people, int bots) {
  TablePlan plan;
  plan.rules = rules;
  for (int i = 0; i < people; ++i) plan.seats.push_back({SeatPlan::Kind::open, ""});
  for (int i = 0; i < bots; ++i) plan.seats.push_back({SeatPlan::Kind::bot, "greedy"});
  return plan;
}

TestTable running(const TablePlan& plan, int people, std::uint64_t seed = 1) {
  TestTable table(plan, seed);
  for (int i = 0; i < people; ++i)
    EXPECT_FALSE(table.command(i, JoinTable{"player " + std::to_string(i), std::nullopt}));
  EXPECT_EQ(table.table().status(), GameStatus::running);
  return table;
}

void expect_folds_back(const TestTable& table) {
  const Table again = table.folded();
  EXPECT_EQ(again.game(), table.table().game());
  EXPECT_EQ(again.seats(), table.table().seats());
  EXPECT_EQ(again.status(), table.table().status());
  EXPECT_EQ(again.deadline_ms(), table.table().deadline_ms());
}

TEST(Tables, StartWhenTheLastSeatIsTaken) {
  TestTable table(plan_of(variants::base(), 2, 1), 1);
  EXPECT_EQ(table.table().status(), GameStatus::waiting);
  EXPECT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  EXPECT_EQ(table.command(0, JoinTable{"Ann", std::nullopt})->code, RefusalCode::already_seated);
  EXPECT_EQ(table.table().status(), GameStatus::waiting);
  EXPECT_FALSE(table.command(1, JoinTable{"Ben", std::nullopt}));
  EXPECT_EQ(table.table().status(), GameStatus::running);
  EXPECT_EQ(table.command(2, JoinTable{"Cas", std::nullopt})->code, RefusalCode::already_started);
}

TEST(Tables, GiveAFreeSeatToABotAndTakeItBack) {
  TestTable table(plan_of(variants::base(), 3, 0), 1);
  EXPECT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  EXPECT_FALSE(table.command(1, JoinTable{"Ben", std::nullopt}));
  EXPECT_EQ(table.command(1, FillSeat{2, "greedy"})->code, RefusalCode::not_host);
  for (const int seat : {-1, 0, 1, 3})
    EXPECT_EQ(table.command(0, FillSeat{seat, "greedy"})->code, RefusalCode::no_free_seat) << seat;
  EXPECT_FALSE(table.command(1, LeaveTable{}));
  EXPECT_FALSE(table.command(0, FillSeat{2, "greedy"}));
  EXPECT_EQ(table.table().plan().seats[2].bot, "greedy");
  EXPECT_EQ(table.command(0, FillSeat{2, "greedy"})->code, RefusalCode::no_free_seat);
  EXPECT_FALSE(table.command(0, RemovePlayer{2}));
  EXPECT_TRUE(table.table().plan().seats[2].bot.empty());
  EXPECT_FALSE(table.command(2, JoinTable{"Cas", 2}));
  EXPECT_FALSE(table.command(0, FillSeat{1, "random"}));
  EXPECT_EQ(table.table().status(), GameStatus::running);
  EXPECT_EQ(table.command(0, FillSeat{1, "random"})->code, RefusalCode::already_started);
  expect_folds_back(table);
}

/// A seat for friends stays one when the bot that had it is removed.
TEST(Tables, GiveASeatBackAsItWasBeforeTheBot) {
  TablePlan plan = plan_of(variants::base(), 3, 0);
  plan.in_lobby = true;
  plan.seats[2].kind = SeatPlan::Kind::invited;
  TestTable table(plan, 1);
  EXPECT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  for (const int seat : {1, 2}) {
    EXPECT_FALSE(table.command(0, FillSeat{seat, "greedy"}));
    EXPECT_FALSE(table.command(0, RemovePlayer{seat}));
  }
  EXPECT_EQ(table.table().plan(), plan);
  expect_folds_back(table);
}

TEST(Tables, GiveNoReservedSeatToABot) {
  TablePlan plan = plan_of(variants::base(), 3, 0);
  plan.seats[1] = {SeatPlan::Kind::invited, "", user(1)};
  TestTable table(plan, 1);
  EXPECT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  EXPECT_EQ(table.command(0, FillSeat{1, "greedy"})->code, RefusalCode::no_free_seat);
  EXPECT_FALSE(table.command(0, RemovePlayer{1}));
  EXPECT_FALSE(table.command(0, FillSeat{1, "greedy"}));
}

TEST(Tables, ForgetWhatKindOfAccountSatThere) {
  TestTable table(plan_of(variants::base(), 3, 0), 1);
  EXPECT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  EXPECT_FALSE(table.command({user(1), SeatTaken::Kind::person}, JoinTable{"Ben", std::nullopt}));
  EXPECT_EQ(table.table().seats()[1].kind, SeatTaken::Kind::person);
  EXPECT_FALSE(table.command(1, LeaveTable{}));
  EXPECT_EQ(table.table().seats()[1].kind, SeatTaken::Kind::guest);
  EXPECT_FALSE(table.command(0, FillSeat{1, "greedy"}));
  EXPECT_EQ(table.table().seats()[1].kind, SeatTaken::Kind::guest);
}

TEST(Tables, HaveNoBotsInRatedGames) {
  TablePlan plan = plan_of(variants::base(), 2, 0);
  plan.rated = true;
  TestTable table(plan, 1);
  EXPECT_EQ(table.command(0, FillSeat{1, "greedy"})->code, RefusalCode::rated);
}

TEST(Tables, SayWhyANameIsRefused) {
  TestTable table(plan_of(variants::base(), 2, 0), 1);
  for (const auto& [name, code] : {std::pair{std::string(" "), RefusalCode::bad_name},
                                   {std::string("Admin"), RefusalCode::name_reserved},
                                   {std::string(41, 'a'), RefusalCode::name_too_long}})
    EXPECT_EQ(table.command(0, JoinTable{name, std::nullopt})->code, code) << name;
}

TEST(Tables, PlayWholeGamesOfEveryEditionAndFoldBack) {
  for (const Edition& edition : all_editions())
    for (int seats = 2; seats <= 4; ++seats) {
      TestTable table = running(plan_of(edition.ruleset(), seats, 0), seats, 7);
      Random random(3);
      while (table.table().status() == GameStatus::running) table.bot_move(random);
      expect_folds_back(table);
    }
}

TEST(Tables, ChargeThinkingToTheBankAndTimeOut) {
  TablePlan plan = plan_of(variants::base(), 3, 0);
  plan.clock = {ClockPlan::Kind::bank, 60, 5};
  TestTable table = running(plan, 3);
  const int first = table.table().game()->position().turn;
  EXPECT_EQ(table.table().deadline_ms(), 60'000);
  Random random(3);
  table.set_time(10'000);
  table.bot_move(random);
  EXPECT_EQ(nth(table.table().seats(), first).bank_ms, 55'000);
  EXPECT_EQ(table.table().deadline_ms(), 70'000);
  table.time_out(69'999);
  EXPECT_EQ(table.table().game()->position().seats_in(), 3);
  table.time_out(70'000);
  EXPECT_EQ(table.table().game()->position().seats_in(), 2);
  expect_folds_back(table);
}

TEST(Tables, PauseOnlyByConsentOfAllAndStopTheClock) {
  TablePlan plan = plan_of(variants::base(), 2, 0);
  plan.clock = {ClockPlan::Kind::per_move, 30, 0};
  TestTable table = running(plan, 2);
  EXPECT_FALSE(table.command(0, AskPause{}));
  EXPECT_FALSE(table.table().paused());
  EXPECT_FALSE(table.command(1, AskPause{}));
  EXPECT_TRUE(table.table().paused());
  EXPECT_FALSE(table.table().deadline_ms());
  EXPECT_EQ(table.command(0, MakeMove{Pass{}})->code, RefusalCode::paused);
  table.set_time(90'000);
  EXPECT_FALSE(table.command(1, ResumeGame{}));
  EXPECT_EQ(table.table().deadline_ms(), 120'000);
  expect_folds_back(table);
}

TEST(Tables, LetABotPlayForWhoIsAwayUntilTheReturn) {
  TestTable table = running(plan_of(variants::base(), 2, 0), 2);
  EXPECT_EQ(table.command(0, LetBotPlay{1})->code, RefusalCode::not_away);
  table.set_away(1);
  EXPECT_FALSE(table.command(0, LetBotPlay{1}));
  EXPECT_EQ(table.table().seats()[1].bot, "greedy");
  EXPECT_EQ(table.command(1, MakeMove{Pass{}})->code, RefusalCode::bot_plays);
  EXPECT_FALSE(table.command(1, ReturnToSeat{}));
  EXPECT_TRUE(table.table().seats()[1].bot.empty());
  expect_folds_back(table);
}

TEST(Tables, CloseWhenTheHostRemovesTheLastPlayer) {
  TestTable table(plan_of(variants::base(), 3, 0), 1);
  ASSERT_FALSE(table.command(0, JoinTable{"Ann", std::nullopt}));
  ASSERT_FALSE(table.command(1, JoinTable{"Ben", std::nullopt}));
  ASSERT_FALSE(table.command(0, RemovePlayer{1}));
  EXPECT_EQ(table.table().status(), GameStatus::waiting);
  ASSERT_FALSE(table.command(0, RemovePlayer{0}));
  EXPECT_EQ(table.table().status(), GameStatus::ended);
}

TEST(Tables, TakeBackOnlyWhatRevealedNothing) {
  TestTable table = running(plan_of(variants::base(), 2, 0), 2, 11);
  Random random(5);
  table.bot_move(random);
  EXPECT_EQ(table.command(0, AskTakeBack{})->code, RefusalCode::nothing_to_take_back);
  while (table.table().status() == GameStatus::running && !table.table().can_take_back())
    table.bot_move(random);
  ASSERT_EQ(table.table().status(), GameStatus::running);
  const std::size_t turns = table.table().game()->turns().size();
  EXPECT_FALSE(table.command(0, AskTakeBack{}));
  EXPECT_FALSE(table.command(1, AskTakeBack{}));
  EXPECT_EQ(table.table().game()->turns().size(), turns - 1);
  expect_folds_back(table);
}

TEST(Tables, SurviveRandomCommandsFromRandomSeats) {
  Random random(17);
  for (int round = 0; round < 60; ++round) {
    const Edition& edition = all_editions()[random.index(all_editions().size())];
    TablePlan plan = plan_of(edition.ruleset(), 2 + static_cast<int>(random.below(2)),
                             static_cast<int>(random.below(2)));
    plan.clock = {static_cast<ClockPlan::Kind>(random.below(3)), 20, 2};
    TestTable table(plan, random.next());
    std::int64_t now = 0;
    for (int step = 0; step < 200 && table.table().status() != GameStatus::ended; ++step) {
      table.set_time(now += random.below(4'000));
      table.set_away(static_cast<int>(random.below(5)) - 1);
      const int who = static_cast<int>(random.below(5));
      const int seat = static_cast<int>(random.below(5)) - 1;
      const std::array<TableCommand, 13> commands{JoinTable{"somebody", std::nullopt},
                                                  LeaveTable{},
                                                  RemovePlayer{seat},
                                                  LockTable{},
                                                  UnlockTable{},
                                                  MakeMove{Pass{}},
                                                  AskPause{},
                                                  AskTakeBack{},
                                                  RefuseWish{},
                                                  ResumeGame{},
                                                  LetBotPlay{seat},
                                                  ReturnToSeat{},
                                                  FillSeat{seat, "greedy"}};
      const bool play = table.table().status() == GameStatus::running && !table.table().paused() &&
                        random.below(3) != 0;
      if (play)
        table.bot_move(random);
      else
        static_cast<void>(table.command(who, commands[random.index(commands.size())]));
      if (random.below(40) == 0) table.time_out(now);
    }
    expect_folds_back(table);
  }
}

Result<TableEvent, FormError> read_back(const TableEvent& event, std::string_view text = "",
                                        std::string_view instead = "") {
  store::NewEvent stored = to_stored(event);
  if (const std::size_t at = stored.body.find(text); at != std::string::npos)
    stored.body.replace(at, text.size(), instead);
  return from_stored({1, 0, stored.type, stored.version, stored.body});
}

TEST(TableEvents, WithOptionsOfANewerVersionAreNotRead) {
  TablePlan plan = plan_of(variants::base(), 2, 0);
  plan.rules.tie = Tie::youngest;
  const TableCreated created{plan, user(0), "BCDFGH"};
  ASSERT_TRUE(read_back(created));
  const auto read = read_back(created, "\"tie\"", "\"night\"");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, "unknown_option");
}

/// Servers of the previous version that share the database must not play it with a full bag.
TEST(TableEvents, OfASmallBagHaveAVersionOfTheirOwn) {
  TablePlan plan = plan_of(variants::base(), 2, 0);
  EXPECT_EQ(to_stored(TableCreated{plan, user(0), "BCDFGH"}).version, 2);
  plan.rules.pieces.copies = 1;
  EXPECT_EQ(to_stored(TableCreated{plan, user(0), "BCDFGH"}).version, 3);
  EXPECT_TRUE(read_back(TableCreated{plan, user(0), "BCDFGH"}));
}

TEST(TableEvents, OfBotsThatThereAreNotAreNotRead) {
  for (const TableEvent& event :
       {TableEvent(BotSeated{1, "greedy"}), TableEvent(BotTookOver{1, "greedy"})}) {
    EXPECT_TRUE(read_back(event));
    const auto read = read_back(event, "greedy", "nobody");
    ASSERT_FALSE(read) << type_of(event);
    EXPECT_EQ(read.error().code, "bot");
  }
}

}  // namespace
}  // namespace sixfold::server
