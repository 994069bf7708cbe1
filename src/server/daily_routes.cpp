// The game of the day over HTTP. What a player did is sent as a record; the server plays the game
// again, so that nobody can say more than they did.
#include <array>
#include <memory>
#include <optional>

#include "play/daily.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"
#include "server/names.hpp"
#include "server/routes.hpp"

namespace sixfold {

namespace {

Json json_of(const DailyTable& table, std::string_view day, const Id& asking) {
  Json json = {{"day", day}, {"played", table.played}, {"results", Json::array()}};
  for (const auto& [place, one] : table.results)
    json["results"].push_back({{"place", place},
                               {"name", one.name},
                               {"account", one.has_account},
                               {"bot", one.is_bot},
                               {"points", one.points},
                               {"bot_points", one.bot_points},
                               {"turns", one.turns},
                               {"you", one.player == asking}});
  return json;
}

void show_day(const RouteWorld& world, const RouteRequest& request, std::string_view part,
              const AnswerHttp& reply) {
  const std::string day(part);
  if (!parse_day(day)) return reply(refusal("wrong_day"));
  world.accounts.show_daily(
      day, request.asker.user,
      or_refuse<DailyTable>(reply, [day, user = request.asker.user](const DailyTable& table) {
        return json_answer(json_of(table, day, user));
      }));
}

/// A game that was begun before midnight may end after it.
bool is_open(Day day, std::int64_t now_ms) {
  const Day today = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(now_ms)));
  return day == today || day == today - std::chrono::days(1);
}

void keep_result(const RouteWorld& world, DailyResult result, const DailyScore& score,
                 const AnswerHttp& reply) {
  result.points = score.points;
  result.bot_points = score.bot_points;
  result.turns = score.turns;
  world.accounts.add_daily(result, or_refuse<DailyTable>(reply, [result](const DailyTable& table) {
                             return json_answer(json_of(table, result.day, result.player));
                           }));
}

void add_day(const RouteWorld& world, const RouteRequest& request, std::string_view part,
             const AnswerHttp& reply) {
  const auto day = parse_day(part);
  if (!day) return reply(refusal("wrong_day"));
  const std::int64_t now_ms = world.accounts.now_ms();
  if (!is_open(*day, now_ms)) return reply(refusal("wrong_day"));
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return reply(http_error(400, "bad_request"));
  const Json* const name = FormReader::optional(*json, "name");
  const Json* const played = FormReader::optional(*json, "record");
  if (name == nullptr || !name->is_string() || played == nullptr)
    return reply(http_error(400, "bad_request"));
  const auto clean_name = clean_player_name(name->get<std::string>());
  if (!clean_name || is_reserved_for_guests(*clean_name)) return reply(http_error(400, "bad_name"));
  const auto record = parse_record(dump(*played));
  if (!record) return reply(http_error(400, "bad_request"));
  DailyResult result;
  result.day = part;
  result.player = request.asker.user;
  result.name = *clean_name;
  result.ended_ms = now_ms;
  // The bot's turns are played again, which takes its time.
  const auto score = std::make_shared<std::optional<Result<DailyScore, std::string>>>();
  const bool is_begun =
      world.elsewhere([score, day = *day, record = *record] { *score = replay_daily(day, record); },
                      [score, world, result, reply] {
                        if (!**score) return reply(refusal((*score)->error()));
                        keep_result(world, result, ***score, reply);
                      });
  if (!is_begun) reply(refusal("busy"));
}

constexpr std::array<Route, 2> routes{{
    {"GET", "/api/me/daily/{day}", show_day},
    {"POST", "/api/me/daily/{day}", add_day},
}};

}  // namespace

std::span<const Route> daily_routes() { return routes; }

}  // namespace sixfold
