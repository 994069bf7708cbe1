// Games that last days: holidays, reminders and restarts, with simulated time.
#include <cstdlib>
#include <map>
#include <set>

#include "hub_fixture.hpp"
#include "push/base64url.hpp"
#include "record/durations.hpp"
#include "server/chores.hpp"
#include "server/holiday_time.hpp"
#include "server/notifier.hpp"
#include "server/table_view.hpp"
#include "store/waiting.hpp"
#include "support/properties.hpp"

namespace sixfold::server {
namespace {

constexpr unsigned all_kinds = (1U << static_cast<unsigned>(store::notice_kinds)) - 1;

class Days : public HubTest {
 protected:
  struct Sent {
    std::string kind;
    Id player;
    std::int64_t time_ms = 0;
  };

  Days() { serve(); }

  void serve() {
    const auto post = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    const auto now = [this] { return now_ms_; };
    notifier_ = std::make_unique<Notifier>(
        *store_, *hub_,
        NotifierServices{now, now, post,
                         [this](const PushMessage& message,
                                const std::function<void(const PushReply&)>& answer) {
                           const int number = std::atoi(message.to.target.c_str() + 1);
                           sent_.push_back({(*parse_json(message.text))["kind"].get<std::string>(),
                                            numbered_id(number), now_ms_});
                           answer({201, 0, ""});
                         },
                         [](std::string_view /*event*/, const Json& /*with*/) {}});
    chores_ = std::make_unique<Chores>(*store_, *hub_, ChoresServices{now, now, post});
  }

  /// Nobody serves for this long.
  void restart_after(std::int64_t ms) {
    SCOPED_TRACE("restart");
    // The last sign of life is recent.
    for (int i = 0; i < 3; ++i) pass(second_ms);
    for (Client* const client : {&ann_, &ben_}) leave(*client);
    notifier_.reset();
    chores_.reset();
    stop();
    const std::int64_t began = now_ms_;
    now_ms_ += ms;
    start();
    serve();
    outages_.push_back({began, now_ms_});
  }

  void subscribe(const Client& client, unsigned kinds = all_kinds) {
    const push::KeyPair keys = push::KeyPair::random().value();
    const store::Subscription wanted{
        store::random_id(),
        client.user,
        client.user,
        "https://push.example/" + std::to_string(client.user.bytes[15]),
        push::to_base64url(keys.public_bytes()),
        push::to_base64url(std::string(push::auth_bytes, 'a')),
        kinds,
        0,
        0,
        "Etc/UTC",
        "en",
        now_ms_};
    store::write_now(*store_, [&](store::Sql& sql) { store::put_subscription(sql, wanted); });
  }

  void take_holiday(const Client& client, const Holiday& holiday) {
    store::write_now(*store_,
                     [&](store::Sql& sql) { store::put_holiday(sql, client.user, holiday); });
  }

  /// Lets time pass, then does all that is due.
  void pass(std::int64_t ms) {
    now_ms_ += ms;
    // The first look may lead to something that the next one finds.
    for (int look = 0; look < 3; ++look) {
      if (look > 0) now_ms_ += second_ms;
      hub_->tick();
      chores_->tick();
      notifier_->tick();
      come_to_rest();
    }
  }

  void come_to_rest() {
    const auto is_at_rest = [&] {
      return notifier_->is_at_rest() && chores_->is_at_rest() && hub_->is_at_rest();
    };
    do {
      // What was asked of the store before this has been answered after it.
      store::write_now(*store_, [](store::Sql& /*sql*/) {});
      store::look_up_now(*store_, [](store::Sql& /*sql*/) {});
      bool is_over = false;
      tasks_.post([&] { is_over = true; });
      tasks_.run_until([&] { return is_over; });
    } while (!is_at_rest() && !HasFatalFailure());
  }

  Id begin_game(const Json& clock) {
    for (Client* const client : {&ann_, &ben_}) client->connect(*hub_);
    const Id game = create(ann_, "base", 2, 0, {{"clock", clock}});
    join(ben_, game, "Ben");
    tasks_.run_until([&] { return ann_.at_turn() || ben_.at_turn(); });
    return game;
  }
  static Json per_move(std::int64_t days) {
    return {{"kind", "per-move"}, {"seconds", days * day_ms / second_ms}};
  }
  static Json bank(std::int64_t days, std::int64_t added_s) {
    return {{"kind", "bank"}, {"seconds", days * day_ms / second_ms}, {"increment", added_s}};
  }
  Client& mover() { return ann_.at_turn() ? ann_ : ben_; }
  Client& other() { return ann_.at_turn() ? ben_ : ann_; }
  void leave(Client& client) {
    if (client.viewer != 0) hub_->disconnect(client.viewer);
    client.viewer = 0;
  }
  /// The table as the client sees it now.
  const Json& look(Client& client, const Id& game) {
    SCOPED_TRACE("look");
    if (client.viewer == 0) client.connect(*hub_);
    watch(client, game);
    return client.table;
  }
  std::size_t events_of(const Id& game, std::string_view type) {
    std::size_t count = 0;
    store::look_up_now(*store_, [&](store::Sql& sql) {
      for (const store::StoredEvent& event : store::events_of(sql, game, 0))
        if (event.type == type) ++count;
    });
    return count;
  }
  std::vector<std::string> kinds() const {
    std::vector<std::string> all;
    for (const Sent& one : sent_) all.push_back(one.kind);
    return all;
  }

  Client ann_{1};
  Client ben_{2};
  std::vector<Holiday> outages_;
  std::vector<Sent> sent_;
  std::unique_ptr<Notifier> notifier_;
  std::unique_ptr<Chores> chores_;
};

TEST(HolidayTime, StandsStill) {
  const std::vector<Holiday> holidays{{100, 200}, {300, 310}};
  EXPECT_EQ(running_ms(holidays, 0, 50), 50);
  EXPECT_EQ(running_ms(holidays, 50, 150), 50);
  EXPECT_EQ(running_ms(holidays, 120, 180), 0);
  EXPECT_EQ(running_ms(holidays, 0, 400), 290);
  EXPECT_EQ(runs_out_ms(holidays, 0, 100), 100);
  EXPECT_EQ(runs_out_ms(holidays, 0, 101), 201);
  EXPECT_EQ(runs_out_ms(holidays, 150, 10), 210);
  EXPECT_EQ(runs_out_ms(holidays, 0, 250), 360);
  EXPECT_EQ(next_holiday(holidays, 200), holidays[1]);
  EXPECT_EQ(next_holiday(holidays, 310), std::nullopt);
}

TEST(HolidayTime, IsTheInverseOfTheTimeThatRuns) {
  EXPECT_TRUE(rc::check("what runs until a clock has run out is its time", [] {
    std::vector<Holiday> holidays;
    std::int64_t at = 0;
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      const std::int64_t from = at + *rc::gen::inRange(0, 30);
      at = from + *rc::gen::inRange(1, 30);
      holidays.push_back({from, at});
    }
    const std::int64_t from = *rc::gen::inRange(0, 60);
    const std::int64_t time = *rc::gen::inRange(0, 60);
    RC_ASSERT(running_ms(holidays, from, runs_out_ms(holidays, from, time)) == time);
  }));
}

TEST_F(Days, StandStillDuringAHoliday) {
  const Id game = begin_game(per_move(2));
  Client& away = mover();
  Client& here = other();
  const auto before = here.table["deadline_ms"].get<std::int64_t>();
  pass(hour_ms);
  const Holiday holiday{now_ms_, now_ms_ + 5 * day_ms};
  take_holiday(away, holiday);
  pass(second_ms);
  EXPECT_EQ(here.table["deadline_ms"], before + 5 * day_ms);
  const Json& seat = here.table["seats"][away.table["you"].get<std::size_t>()];
  EXPECT_EQ(seat["holiday"], (Json{{"from_ms", holiday.from_ms}, {"until_ms", holiday.until_ms}}));
  EXPECT_FALSE(here.table["seats"][here.table["you"].get<std::size_t>()].contains("holiday"));
  for (int i = 0; i < 6 * 24; ++i) pass(hour_ms);
  EXPECT_EQ(look(here, game)["status"], "running");
  // Afterwards nothing is said of it.
  EXPECT_FALSE(here.table["seats"][away.table["you"].get<std::size_t>()].contains("holiday"));
  for (int i = 0; i < 24; ++i) pass(hour_ms);
  EXPECT_EQ(look(here, game)["end"]["reason"], "timeout");
}

TEST_F(Days, OfAHolidayAreNotChargedToTheBank) {
  begin_game(bank(7, 0));
  Client& away = mover();
  const auto seat = away.table["you"].get<std::size_t>();
  take_holiday(away, {now_ms_ + day_ms, now_ms_ + 3 * day_ms});
  pass(second_ms);
  const std::int64_t began = away.table["deadline_ms"].get<std::int64_t>() - 9 * day_ms;
  now_ms_ = began + 4 * day_ms;
  pass(0);
  const std::int64_t moved = now_ms_;
  ASSERT_TRUE(act(away).contains("seq"));
  EXPECT_EQ(away.table["seats"][seat]["bank_ms"], 7 * day_ms - (moved - began - 2 * day_ms));
}

TEST_F(Days, ThatHaveRunOutAreNotGivenBackByAHoliday) {
  const Id game = begin_game(per_move(1));
  Client& late = mover();
  // The hub has not looked at the clock yet.
  now_ms_ += 25 * hour_ms;
  take_holiday(late, {now_ms_, now_ms_ + 5 * day_ms});
  chores_->tick();
  tasks_.run_until([&] { return chores_->is_at_rest(); });
  pass(second_ms);
  EXPECT_EQ(look(other(), game)["end"]["reason"], "timeout");
}

TEST_F(Days, EndWithTheHolidayThatIsEndedEarly) {
  const Id game = begin_game(per_move(2));
  Client& away = mover();
  const auto before = away.table["deadline_ms"].get<std::int64_t>();
  const std::int64_t from = now_ms_;
  take_holiday(away, {from, from + 10 * day_ms});
  pass(day_ms);
  EXPECT_EQ(away.table["deadline_ms"], before + 10 * day_ms);
  const std::int64_t until = now_ms_;
  take_holiday(away, {from, until});
  pass(second_ms);
  EXPECT_EQ(away.table["deadline_ms"], before + until - from);
  // One that never begins changes nothing.
  const std::int64_t later = now_ms_ + hour_ms;
  take_holiday(away, {later, later + day_ms});
  pass(second_ms);
  take_holiday(away, {later, later});
  pass(second_ms);
  EXPECT_EQ(away.table["deadline_ms"], before + until - from);
  EXPECT_EQ(events_of(game, "holiday-taken"), 4U);
}

TEST_F(Days, BeginOnAHolidayThatWasTakenBefore) {
  const Holiday holiday{now_ms_, now_ms_ + 5 * day_ms};
  take_holiday(ann_, holiday);
  take_holiday(ben_, holiday);
  begin_game(per_move(2));
  pass(second_ms);
  EXPECT_GT(ann_.table["deadline_ms"], now_ms_ + 6 * day_ms);
}

TEST_F(Days, OfFastClocksHaveNoHolidays) {
  const Id game = begin_game({{"kind", "per-move"}, {"seconds", 3'600}});
  take_holiday(mover(), {now_ms_, now_ms_ + 5 * day_ms});
  pass(second_ms);
  EXPECT_EQ(events_of(game, "holiday-taken"), 0U);
  pass(hour_ms);
  EXPECT_EQ(look(other(), game)["end"]["reason"], "timeout");
}

TEST_F(Days, BringNoReminderDuringAHoliday) {
  begin_game(per_move(2));
  Client& away = other();
  subscribe(away, bit_of(store::NoticeKind::reminder));
  leave(away);
  ASSERT_TRUE(act(mover()).contains("seq"));
  // It would come after a day and a half.
  pass(35 * hour_ms);
  const Holiday holiday{now_ms_, now_ms_ + 3 * day_ms};
  take_holiday(away, holiday);
  while (now_ms_ < holiday.until_ms) {
    pass(hour_ms);
    EXPECT_TRUE(sent_.empty() || sent_.back().time_ms >= holiday.until_ms);
  }
  for (int i = 0; i < 12; ++i) pass(hour_ms);
  EXPECT_EQ(kinds(), std::vector<std::string>{"reminder"});
}

TEST_F(Days, WithoutAServerAreGivenBackButNotThoseOfAHoliday) {
  const Id game = begin_game(per_move(2));
  Client& away = mover();
  pass(hour_ms);
  const auto before = away.table["deadline_ms"].get<std::int64_t>();
  take_holiday(away, {now_ms_, now_ms_ + 5 * day_ms});
  pass(second_ms);
  restart_after(2 * day_ms);
  EXPECT_EQ(look(away, game)["deadline_ms"], before + 5 * day_ms);
  const std::int64_t end_ms = now_ms_ + 3 * day_ms;
  while (now_ms_ < end_ms) pass(hour_ms);
  restart_after(day_ms);
  const auto deadline = look(away, game)["deadline_ms"].get<std::int64_t>();
  EXPECT_NEAR(static_cast<double>(deadline), static_cast<double>(before + 6 * day_ms), 5'000.0);
}

/// A turn that began during a holiday, and was given back the time of an outage, began at its end:
/// in the future, like everything that happened at the table from then on.
TEST_F(Days, WithoutAServerMoveNoTurnIntoTheFuture) {
  const Id game = begin_game(per_move(2));
  Client& first = mover();
  Client& away = other();
  take_holiday(away, {now_ms_, now_ms_ + 5 * day_ms});
  pass(hour_ms);
  ASSERT_TRUE(act(first).contains("seq"));
  restart_after(hour_ms);
  look(away, game);
  ASSERT_TRUE(act(away).contains("seq"));
  EXPECT_LE(look(first, game)["deadline_ms"], now_ms_ + 2 * day_ms);
}

/// Games of days, played through: what the players do, when they go on holiday and when the server
/// stops is drawn by lot. A clock of the test's own runs alongside.
class PlayedThrough : public Days, public testing::WithParamInterface<int> {
 protected:
  std::int64_t below(std::int64_t count) { return lot_.below(static_cast<std::uint32_t>(count)); }
  bool one_in(std::int64_t count) { return below(count) == 0; }

  [[nodiscard]] bool is_on_holiday(const Client& client, std::int64_t time_ms) const {
    const auto of = holidays_.find(client.user);
    return of != holidays_.end() && std::ranges::any_of(of->second, [&](const Holiday& one) {
             return one.from_ms <= time_ms && time_ms < one.until_ms;
           });
  }

  /// For how long the clock of the test ran: neither in a holiday nor while nobody served.
  [[nodiscard]] std::int64_t ran_ms(const Id& user, std::int64_t from_ms) {
    std::vector<Holiday> still = holidays_[user];
    still.insert(still.end(), outages_.begin(), outages_.end());
    std::ranges::sort(still, {}, &Holiday::from_ms);
    std::int64_t ran = 0;
    std::int64_t at = from_ms;
    for (const Holiday& one : still) {
      if (one.until_ms <= at || one.from_ms >= now_ms_ || one.until_ms <= one.from_ms) continue;
      ran += std::max<std::int64_t>(0, one.from_ms - at);
      at = std::min(now_ms_, std::max(at, one.until_ms));
    }
    return ran + now_ms_ - at;
  }

  void perhaps_holiday(Client& client) {
    std::vector<Holiday>& own = holidays_[client.user];
    if (!own.empty() && own.back().until_ms > now_ms_) {
      if (!one_in(40)) return;
      // Ended early, or cancelled.
      own.back().until_ms = std::max(own.back().from_ms, now_ms_);
      return take_holiday(client, own.back());
    }
    if (!one_in(120)) return;
    const std::int64_t from = now_ms_ + (one_in(2) ? 0 : below(72) * hour_ms);
    own.push_back({from, from + (1 + below(6)) * day_ms});
    take_holiday(client, own.back());
  }

  Random lot_{static_cast<std::uint64_t>(GetParam())};
  std::map<Id, std::vector<Holiday>> holidays_;
  std::int64_t turn_ms_ = 0;
};

TEST_P(PlayedThrough, LoseNothingAndTellEverythingOnce) {
  const bool with_bank = one_in(2);
  const std::int64_t budget = (with_bank ? 7 : 2) * day_ms;
  const std::int64_t added = with_bank ? 12 * hour_ms : 0;
  for (const Client* const client : {&ann_, &ben_}) subscribe(*client);
  const Id game = begin_game(with_bank ? bank(7, added / second_ms) : per_move(2));
  const Id mover_at_first = mover().user;
  turn_ms_ = now_ms_;
  for (Client* const client : {&ann_, &ben_}) leave(*client);
  std::map<Id, std::int64_t> banks{{ann_.user, budget}, {ben_.user, budget}};
  Client* to_move = mover_at_first == ann_.user ? &ann_ : &ben_;
  // What a restart and the looks of an hour may add up to.
  constexpr std::int64_t tolerance_ms = hour_ms + 10 * minute_ms;
  int moves = 0;
  int reminders = 0;
  std::size_t seen = sent_.size();
  bool moved_before = false;
  std::int64_t patience = below(60);
  bool ended = false;
  for (int hour = 0; hour < 24 * 365 && !ended; ++hour) {
    for (Client* const client : {&ann_, &ben_}) perhaps_holiday(*client);
    pass(0);
    if (one_in(60)) restart_after(below(30) * hour_ms);
    pass(hour_ms);
    const std::int64_t left = banks[to_move->user] - ran_ms(to_move->user, turn_ms_);
    // Notices: the player to move gets one for the turn, reminders only while the clock runs.
    for (; seen < sent_.size(); ++seen) {
      const Sent& one = sent_[seen];
      if (one.kind == "reminder") {
        ++reminders;
        EXPECT_EQ(one.player, to_move->user);
        EXPECT_FALSE(is_on_holiday(*to_move, one.time_ms)) << "hour " << hour;
        EXPECT_LT(left, 14 * hour_ms);
      }
    }
    const Json& shown = look(*to_move, game);
    ended = shown["status"] == "ended";
    if (ended) {
      EXPECT_EQ(shown["end"]["reason"], "timeout");
      EXPECT_LT(left, tolerance_ms) << "too early";
      leave(*to_move);
      break;
    }
    ASSERT_GT(left, -tolerance_ms) << "too late, hour " << hour;
    const auto deadline = shown["deadline_ms"].get<std::int64_t>();
    if (is_on_holiday(*to_move, now_ms_)) {
      EXPECT_GT(deadline, holidays_[to_move->user].back().until_ms) << "hour " << hour;
    }
    if (--patience > 0 || moves > 14) {
      leave(*to_move);
      continue;
    }
    // Only one who has been told moves, if somebody moved before.
    if (moved_before) {
      const auto told = std::ranges::count_if(sent_, [&](const Sent& one) {
        return one.kind == "turn" && one.player == to_move->user && one.time_ms > turn_ms_;
      });
      EXPECT_EQ(told, 1) << "hour " << hour;
    }
    turn_ms_ = now_ms_;
    SCOPED_TRACE("act");
    ASSERT_TRUE(act(*to_move).contains("seq"));
    ++moves;
    moved_before = true;
    const bool passed = to_move->table["view"]["turn"] != to_move->table["you"];
    const std::size_t next = 1 - to_move->table["you"].get<std::size_t>();
    const std::int64_t table_bank =
        with_bank ? to_move->table["seats"][next]["bank_ms"].get<std::int64_t>() : budget;
    leave(*to_move);
    banks[to_move->user] = left;
    if (!passed) continue;
    // What the log says of the bank of the next player; that of this one has been checked.
    banks[to_move->user] = with_bank ? left + added : budget;
    to_move = to_move == &ann_ ? &ben_ : &ann_;
    if (with_bank) banks[to_move->user] = table_bank;
    patience = 2 + below(40);
  }
  ASSERT_TRUE(ended);
  EXPECT_GT(reminders, 0);
  for (int i = 0; i < 5; ++i) pass(hour_ms);
  std::map<std::pair<std::string, Id>, int> told;
  for (const Sent& one : sent_) ++told[{one.kind, one.player}];
  for (const Client* const client : {&ann_, &ben_}) EXPECT_EQ((told[{"over", client->user}]), 1);
  EXPECT_EQ((told[{"turn", ann_.user}] + told[{"turn", ben_.user}]), moves);
  // The log alone explains the same table.
  const Json last = look(ann_, game);
  restart_after(day_ms);
  EXPECT_EQ(look(ann_, game)["seq"], last["seq"]);
  EXPECT_EQ(ann_.table["view"], last["view"]);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PlayedThrough,
                         testing::Range(1, std::getenv("SIXFOLD_LONG") != nullptr ? 41 : 5));

}  // namespace
}  // namespace sixfold::server
