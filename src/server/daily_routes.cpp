// The game of the day over HTTP. Its bag follows from a secret that is handed out once the day has
// begun; commitments to the secrets of the coming days are published before. What a player did is
// sent as a record; the server plays the game again, so that nobody can say more than they did.
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>

#include "record/forms.hpp"
#include "record/hex.hpp"
#include "record/record.hpp"
#include "server/names.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

Json json_of(const store::DailyTable& table, std::string_view day, const Id& asking) {
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

// Published in advance, besides today's.
constexpr std::chrono::days commitments_ahead{7};

Day today(const RouteServices& services) {
  return std::chrono::floor<std::chrono::days>(std::chrono::sys_time<std::chrono::milliseconds>(
      std::chrono::milliseconds(services.accounts.now_ms())));
}

DailyGame game_of(const RouteServices& services, Day day) {
  return day < first_secret_day ? daily_game(day)
                                : daily_game(day, day_secret(services.daily_key, day));
}

void show_commitments(const RouteServices& services, const RouteRequest& /*request*/,
                      std::string_view /*part*/, const AnswerHttp& reply) {
  const Day first = today(services);
  Json json = {{"today", sixfold::to_text(first)}, {"commitments", Json::array()}};
  for (Day day = std::max(first, first_secret_day); day <= first + commitments_ahead;
       day += std::chrono::days(1))
    json["commitments"].push_back(
        {{"day", sixfold::to_text(day)},
         {"commitment", to_hex(commitment_of(day, day_secret(services.daily_key, day)))}});
  reply(json_answer(json));
}

void show_game(const RouteServices& services, const RouteRequest& /*request*/,
               std::string_view part, const AnswerHttp& reply) {
  const auto day = parse_day(part);
  if (!day) return reply(refusal("wrong_day"));
  if (*day > today(services)) return reply(refusal("too_early"));
  const DailyGame game = game_of(services, *day);
  Json json = {{"day", sixfold::to_text(*day)},
               {"edition", game.edition},
               {"bot", daily_bot},
               {"seed", game.seed}};
  if (*day >= first_secret_day) {
    const DaySecret secret = day_secret(services.daily_key, *day);
    json["secret"] = to_hex(secret);
    json["commitment"] = to_hex(commitment_of(*day, secret));
  }
  reply(json_answer(json));
}

void show_day(const RouteServices& services, const RouteRequest& request, std::string_view part,
              const AnswerHttp& reply) {
  const std::string day(part);
  if (!parse_day(day)) return reply(refusal("wrong_day"));
  services.accounts.show_daily(
      day, request.asker.user,
      or_refuse<store::DailyTable>(
          reply, [day, user = request.asker.user](const store::DailyTable& table) {
            return json_answer(json_of(table, day, user));
          }));
}

/// A game that was begun before midnight may end after it.
bool is_open(const RouteServices& services, Day day) {
  return day == today(services) || day == today(services) - std::chrono::days(1);
}

void keep_result(const RouteServices& services, store::DailyResult result, const DailyScore& score,
                 const AnswerHttp& reply) {
  result.points = score.points;
  result.bot_points = score.bot_points;
  result.turns = score.turns;
  services.accounts.add_daily(
      result, or_refuse<store::DailyTable>(reply, [result](const store::DailyTable& table) {
        return json_answer(json_of(table, result.day, result.player));
      }));
}

void add_day(const RouteServices& services, const RouteRequest& request, std::string_view part,
             const AnswerHttp& reply) {
  const auto day = parse_day(part);
  if (!day) return reply(refusal("wrong_day"));
  if (!is_open(services, *day)) return reply(refusal("wrong_day"));
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return reply(http_error(400, "bad_request"));
  const Json* const name = FormReader::optional(*json, "name");
  const Json* const played = FormReader::optional(*json, "record");
  if (name == nullptr || !name->is_string() || played == nullptr)
    return reply(http_error(400, "bad_request"));
  const auto clean_name = clean_player_name(name->get<std::string>());
  if (!clean_name) return reply(http_error(400, code_of(clean_name.error())));
  if (is_reserved_for_guests(*clean_name)) return reply(refusal("name_reserved"));
  const auto record = parse_record(dump(*played));
  if (!record) return reply(http_error(400, "bad_request"));
  store::DailyResult result;
  result.day = part;
  result.player = request.asker.user;
  result.name = *clean_name;
  result.ended_ms = services.accounts.now_ms();
  // The bot's turns are played again, which takes its time.
  const auto score = std::make_shared<std::optional<Result<DailyScore, std::string>>>();
  const bool is_begun =
      services.elsewhere([score, game = game_of(services, *day),
                          record = *record] { *score = replay_daily(game, record); },
                         [score, services, result, reply] {
                           if (!**score) return reply(refusal((*score)->error()));
                           keep_result(services, result, ***score, reply);
                         });
  if (!is_begun) reply(refusal("busy"));
}

constexpr std::array<Route, 4> daily_route_list{{
    {"GET", "/api/daily", show_commitments, Access::open},
    {"GET", "/api/daily/{day}", show_game, Access::open},
    {"GET", "/api/me/daily/{day}", show_day, Access::read},
    {"POST", "/api/me/daily/{day}", add_day, Access::play},
}};

}  // namespace

std::span<const Route> daily_routes() { return daily_route_list; }

}  // namespace sixfold::server
