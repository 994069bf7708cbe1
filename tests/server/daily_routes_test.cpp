// The game of the day as the server's routes have it: played again, and the first result stays.
#include "hub_fixture.hpp"
#include "server/routes.hpp"
#include "support/daily_games.hpp"

namespace sixfold {
namespace {

constexpr std::int64_t day_ms = 86'400'000;

class DailyRoutes : public HubTest {
 protected:
  DailyRoutes() { now_ms_ = day_.time_since_epoch().count() * day_ms + day_ms / 2; }

  /// The record of that day's game, played against its bot by a level.
  static Json played(Day day, std::string_view level, int most_turns = 1000) {
    return *parse_json(tests::played_day(day, level, most_turns).save());
  }

  struct Answered {
    int status = 0;
    Json json;
  };
  Answered ask(const Id& user, const std::string& day, const Json& body = nullptr) {
    const RouteRequest request{body.is_null() ? "GET" : "POST",
                               "/api/me/daily/" + day,
                               body.is_null() ? "" : dump(body),
                               {user, {}, "", ""}};
    std::optional<Answered> answered;
    answer({*hub_, accounts_, elsewhere_}, request, [&](const HttpAnswer& http) {
      answered = Answered{http.status, *parse_json(http.body)};
    });
    tasks_.run_until([&] { return answered.has_value(); });
    return *answered;
  }
  Answered add(const Id& user, const std::string& name, const Json& record,
               const std::string& day = "2026-11-15") {
    return ask(user, day, {{"name", name}, {"record", record}});
  }

  Day day_ = *parse_day("2026-11-15");
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
};

TEST_F(DailyRoutes, PlayGamesAgainElsewhere) {
  const Json record = played(day_, "random");
  EXPECT_EQ(add(random_id(), "Ann", record).status, 200);
  EXPECT_EQ(replayed_, 1);
  elsewhere_ = [](const auto& /*work*/, const auto& /*then*/) { return false; };
  const Answered refused = add(random_id(), "Ben", record);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.json["error"]["code"], "busy");
}

TEST_F(DailyRoutes, ShowWhatEveryoneMade) {
  const Id ann = random_id();
  const Id ben = random_id();
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
  const Answered others = ask(random_id(), "2026-11-15");
  for (const Json& one : others.json["results"]) EXPECT_EQ(one["you"], false);
}

TEST_F(DailyRoutes, KeepThePlayersFirstResult) {
  const Id ann = random_id();
  const Json weak = add(ann, "Ann", played(day_, "random")).json;
  const Json again = add(ann, "Other", played(day_, "greedy")).json;
  EXPECT_EQ(again, weak);
}

TEST_F(DailyRoutes, RefuseWhatWasNotPlayedThatDay) {
  const Id ann = random_id();
  const Json good = played(day_, "greedy");
  const auto code = [](const Answered& answered) {
    return std::to_string(answered.status) + " " + answered.json["error"].value("code", "no error");
  };
  EXPECT_EQ(code(add(ann, "Ann", played(day_ - std::chrono::days(1), "greedy"))),
            "409 another_game");
  Json forged = good;
  forged["scores"][0] = 1000;
  EXPECT_EQ(add(ann, "Ann", forged).json["results"][0]["points"], good["scores"][0]);
  EXPECT_EQ(code(add(random_id(), "Ann", played(day_, "greedy", 8))), "409 not_ended");
  EXPECT_EQ(code(add(ann, " ", good)), "400 bad_name");
  EXPECT_EQ(code(add(ann, "Ann", 5)), "400 bad_request");
  EXPECT_EQ(code(ask(ann, "2026-11-15", Json::array())), "400 bad_request");
  EXPECT_EQ(code(add(ann, "Ann", good, "2026-11-13")), "409 wrong_day");
  EXPECT_EQ(code(add(ann, "Ann", good, "2026-11-16")), "409 wrong_day");
  EXPECT_EQ(code(ask(ann, "today")), "409 wrong_day");
}

TEST_F(DailyRoutes, TakeAGameThatEndedAfterMidnight) {
  now_ms_ += day_ms;
  EXPECT_EQ(add(random_id(), "Ann", played(day_, "greedy")).status, 200);
  now_ms_ += day_ms;
  EXPECT_EQ(add(random_id(), "Ann", played(day_, "greedy")).status, 409);
}

}  // namespace
}  // namespace sixfold
