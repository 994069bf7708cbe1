// The game of the day as the server's routes have it: its secret is known from its beginning, games
// are played again, and the first result stays.
#include <set>

#include "hub_fixture.hpp"
#include "record/durations.hpp"
#include "record/hex.hpp"
#include "server/people.hpp"
#include "server/routes.hpp"
#include "store/random_id.hpp"
#include "support/daily_games.hpp"

namespace sixfold::server {
namespace {

class DailyRoutes : public HubTest {
 protected:
  DailyRoutes() { now_ms_ = day_.time_since_epoch().count() * day_ms + day_ms / 2; }

  /// The record of that day's game, played against its bot by a level.
  static Json played(Day day, std::string_view level, int most_turns = 1000) {
    return played(daily_game(day), level, most_turns);
  }
  static Json played(const DailyGame& game, std::string_view level, int most_turns = 1000) {
    return *parse_json(tests::played_day(game, level, most_turns).save());
  }

  struct Answered {
    int status = 0;
    Json json;
  };
  Answered ask(const Id& user, const std::string& day, const Json& body = nullptr) {
    return ask_path(user, "/api/me/daily/" + day, body);
  }
  Answered ask_path(const Id& user, const std::string& path, const Json& body = nullptr) {
    const RouteRequest request{body.is_null() ? "GET" : "POST",
                               path,
                               body.is_null() ? "" : dump(body),
                               {user, {}, "", ""}};
    std::optional<Answered> answered;
    answer(
        {*hub_, accounts_, archive_, people_, elsewhere_, key_}, request,
        [&](const HttpAnswer& http) { answered = Answered{http.status, *parse_json(http.body)}; });
    tasks_.run_until([&] { return answered.has_value(); });
    return *answered;
  }
  Answered add(const Id& user, const std::string& name, const Json& record,
               const std::string& day = "2026-11-15") {
    return ask(user, day, {{"name", name}, {"record", record}});
  }

  /// The game as a page makes it from what the server says.
  Answered game_of(const std::string& day) {
    return ask_path(store::random_id(), "/api/daily/" + day);
  }
  static DaySecret secret_of(const Answered& game) {
    DaySecret secret{};
    std::ranges::copy(*parse_hex(game.json["secret"].get<std::string>()), secret.begin());
    return secret;
  }

  Day day_ = *parse_day("2026-11-15");
  DailyKey key_{1, 2, 3};
  int replayed_ = 0;
  WorkElsewhere elsewhere_ = [this](const auto& work, const auto& then) {
    tasks_.post([this, work, then] {
      ++replayed_;
      work();
      then();
    });
    return true;
  };
  Accounts accounts_{*store_,
                     {[this] { return now_ms_; }, [this] { return now_ms_; },
                      [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                      [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                      [](const std::vector<Id>& /*sessions*/) {}}};
  Archive archive_{
      *store_,
      {[this] { return now_ms_; },
       [this](std::function<void()> task) { tasks_.post(std::move(task)); }, elsewhere_}};
  People people_{*store_,
                 accounts_.guesses(),
                 {[this] { return now_ms_; }, [this] { return now_ms_; },
                  [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                  [this](const Id& user) { return hub_->is_here(user); },
                  [this](const Id& game, const Id& user) { hub_->decline(game, user); }}};
};

TEST_F(DailyRoutes, PlayGamesAgainElsewhere) {
  const Json record = played(day_, "random");
  EXPECT_EQ(add(store::random_id(), "Ann", record).status, 200);
  EXPECT_EQ(replayed_, 1);
  elsewhere_ = [](const auto& /*work*/, const auto& /*then*/) { return false; };
  const Answered refused = add(store::random_id(), "Ben", record);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.json["error"]["code"], "busy");
}

TEST_F(DailyRoutes, ShowWhatEveryoneMade) {
  const Id ann = store::random_id();
  const Id ben = store::random_id();
  const Json greedy = played(day_, "greedy");
  EXPECT_EQ(ask(ann, "2026-11-15").json["played"], 0);
  const Answered first = add(ann, "Ann", played(day_, "random"));
  ASSERT_EQ(first.status, 200) << dump(first.json);
  EXPECT_EQ(first.json["results"][0]["place"], 1);
  const Answered second = add(ben, "Ben", greedy);
  ASSERT_EQ(second.status, 200) << dump(second.json);
  EXPECT_EQ(second.json["played"], 2);
  EXPECT_EQ(second.json["results"][0]["name"], "Ben");
  EXPECT_EQ(second.json["results"][0]["you"], true);
  EXPECT_EQ(second.json["results"][0]["points"], greedy["scores"][0]);
  EXPECT_EQ(second.json["results"][0]["bot_points"], greedy["scores"][1]);
  EXPECT_EQ(second.json["results"][1]["you"], false);
  EXPECT_EQ(second.json["results"][1]["place"], 2);
  const Answered others = ask(store::random_id(), "2026-11-15");
  for (const Json& one : others.json["results"]) EXPECT_EQ(one["you"], false);
}

TEST_F(DailyRoutes, KeepThePlayersFirstResult) {
  const Id ann = store::random_id();
  const Json weak = add(ann, "Ann", played(day_, "random")).json;
  const Json again = add(ann, "Other", played(day_, "greedy")).json;
  EXPECT_EQ(again, weak);
}

TEST_F(DailyRoutes, RefuseWhatWasNotPlayedThatDay) {
  const Id ann = store::random_id();
  const Json good = played(day_, "greedy");
  const auto code = [](const Answered& answered) {
    return std::to_string(answered.status) + " " + answered.json["error"].value("code", "no error");
  };
  EXPECT_EQ(code(add(ann, "Ann", played(day_ - std::chrono::days(1), "greedy"))),
            "409 another_game");
  Json forged = good;
  forged["scores"][0] = 1000;
  EXPECT_EQ(add(ann, "Ann", forged).json["results"][0]["points"], good["scores"][0]);
  EXPECT_EQ(code(add(store::random_id(), "Ann", played(day_, "greedy", 8))), "409 not_ended");
  EXPECT_EQ(code(add(ann, " ", good)), "400 bad_name");
  EXPECT_EQ(code(add(ann, "Ann", 5)), "400 bad_request");
  EXPECT_EQ(code(ask(ann, "2026-11-15", Json::array())), "400 bad_request");
  EXPECT_EQ(code(add(ann, "Ann", good, "2026-11-13")), "409 wrong_day");
  EXPECT_EQ(code(add(ann, "Ann", good, "2026-11-16")), "409 wrong_day");
  EXPECT_EQ(code(ask(ann, "today")), "409 wrong_day");
}

TEST_F(DailyRoutes, TakeAGameThatEndedAfterMidnight) {
  now_ms_ += day_ms;
  EXPECT_EQ(add(store::random_id(), "Ann", played(day_, "greedy")).status, 200);
  now_ms_ += day_ms;
  EXPECT_EQ(add(store::random_id(), "Ann", played(day_, "greedy")).status, 409);
}

TEST_F(DailyRoutes, CommitToComingDaysAndRevealEachWhenItBegins) {
  const Json ahead = ask_path(store::random_id(), "/api/daily").json;
  EXPECT_EQ(ahead["today"], "2026-11-15");
  // The first day with a secret is the next one.
  ASSERT_EQ(ahead["commitments"].size(), 7U);
  EXPECT_EQ(ahead["commitments"][0]["day"], "2026-11-16");
  EXPECT_EQ(ahead["commitments"][6]["day"], "2026-11-22");
  std::set<std::string> secrets;
  for (const Json& one : ahead["commitments"]) {
    const auto day = one["day"].get<std::string>();
    const Answered before = game_of(day);
    EXPECT_EQ(before.status, 409) << day;
    EXPECT_EQ(before.json["error"]["code"], "too_early");
    now_ms_ = parse_day(day)->time_since_epoch().count() * day_ms - 1;
    EXPECT_EQ(game_of(day).status, 409) << day;
    now_ms_ += 1;
    const Answered game = game_of(day);
    ASSERT_EQ(game.status, 200) << day;
    EXPECT_EQ(game.json["commitment"], one["commitment"]);
    const DaySecret secret = secret_of(game);
    EXPECT_EQ(to_hex(commitment_of(*parse_day(day), secret)), one["commitment"].get<std::string>());
    EXPECT_EQ(game.json["seed"], daily_game(*parse_day(day), secret).seed);
    secrets.insert(game.json["secret"].get<std::string>());
  }
  EXPECT_EQ(secrets.size(), 7U);
  EXPECT_EQ(ask_path(store::random_id(), "/api/daily").json["commitments"].size(), 8U);
}

TEST_F(DailyRoutes, DealTheDaysBeforeThereWereSecretsByTheirDates) {
  for (const char* const day : {"2026-11-15", "2026-02-01"}) {
    const Answered game = game_of(day);
    EXPECT_EQ(game.status, 200);
    EXPECT_EQ(game.json["seed"], daily_game(*parse_day(day)).seed);
    EXPECT_FALSE(game.json.contains("secret"));
  }
  EXPECT_EQ(game_of("2026-02-30").json["error"]["code"], "wrong_day");
}

TEST_F(DailyRoutes, AreTheSameOnEveryServerWithTheSameKey) {
  now_ms_ += day_ms;
  const Json one = game_of("2026-11-16").json;
  EXPECT_EQ(game_of("2026-11-16").json, one);
  key_[31] ^= 1U;
  EXPECT_NE(game_of("2026-11-16").json["secret"], one["secret"]);
}

TEST_F(DailyRoutes, TakeOnlyGamesWithTheBagOfTheSecret) {
  now_ms_ += day_ms;
  const Day day = *parse_day("2026-11-16");
  const Answered guessed = add(store::random_id(), "Ann", played(day, "greedy"), "2026-11-16");
  EXPECT_EQ(guessed.json["error"]["code"], "another_game");
  const DailyGame game = daily_game(day, secret_of(game_of("2026-11-16")));
  EXPECT_EQ(add(store::random_id(), "Ann", played(game, "greedy"), "2026-11-16").status, 200);
}

}  // namespace
}  // namespace sixfold::server
