// HTTP routes for what players have played: their own games and data, other players, rankings.
#include <array>
#include <map>
#include <utility>

#include "engine/bots.hpp"
#include "record/forms.hpp"
#include "server/result_json.hpp"
#include "server/routes.hpp"
#include "server/url_text.hpp"

namespace sixfold::server {

namespace {

Json json_of(const store::Rating& rating, std::int64_t games) {
  return {{"rating", rating.rating}, {"deviation", rating.deviation}, {"games", games}};
}

Json json_of(const std::vector<store::VariantRating>& ratings) {
  Json json = Json::array();
  for (const store::VariantRating& one : ratings) {
    json.push_back(json_of(one.rating, one.games));
    json.back()["variant"] = one.variant;
    json.back()["players"] = one.many ? "many" : "two";
  }
  return json;
}

Json json_of(const std::vector<store::RatingStep>& steps) {
  Json json = Json::array();
  for (const store::RatingStep& one : steps)
    json.push_back({{"variant", one.variant},
                    {"players", one.many ? "many" : "two"},
                    {"ended_ms", one.ended_ms},
                    {"rating", one.rating}});
  return json;
}

Json json_of(const std::vector<store::Report>& reports) {
  Json json = Json::array();
  for (const store::Report& one : reports)
    json.push_back({{"game", to_text(one.game)},
                    {"seat", one.seat},
                    {"reason", one.reason},
                    {"time_ms", one.time_ms}});
  return json;
}

Json json_of(const std::vector<store::StoredSession>& sessions, const std::optional<Id>& current) {
  Json json = Json::array();
  for (const store::StoredSession& one : sessions)
    json.push_back({{"session", to_text(one.id)},
                    {"name", one.device},
                    {"created_ms", one.created_ms},
                    {"used_ms", one.used_ms},
                    {"current", one.id == current}});
  return json;
}

Json json_of(const std::vector<store::DailyResult>& days) {
  Json json = Json::array();
  for (const store::DailyResult& one : days)
    json.push_back({{"day", one.day}, {"points", one.points}, {"bot_points", one.bot_points}});
  return json;
}

/// Per variant: games played and won, average and best score.
Json statistics(const std::vector<store::KeptResult>& results, const Id& user) {
  struct Sum {
    int games = 0;
    int won = 0;
    int points = 0;
    int best = 0;
  };
  std::map<std::string, Sum> sums;
  for (const store::KeptResult& result : results) {
    if (result.player != user || result.place == 0) continue;
    Sum& sum = sums[result.variant];
    ++sum.games;
    sum.won += result.place == 1 ? 1 : 0;
    sum.points += result.points;
    sum.best = std::max(sum.best, result.points);
  }
  Json json = Json::object();
  for (const auto& [variant, sum] : sums)
    json[variant] = {{"games", sum.games},
                     {"won", sum.won},
                     {"average", static_cast<double>(sum.points) / sum.games},
                     {"best", sum.best}};
  return json;
}

/// Per level of the server's bots, the games against it and those that the user finished before it.
Json against_bots(const std::vector<store::KeptResult>& results, const Id& user) {
  std::map<Id, int> place;
  for (const store::KeptResult& result : results)
    if (result.player == user) place[result.game] = result.place;
  Json json = Json::object();
  for (const store::KeptResult& result : results) {
    const auto own = place.find(result.game);
    if (result.player || own == place.end() || own->second == 0 || !bot_named(result.name))
      continue;
    Json& sum = json[result.name];
    if (sum.is_null()) sum = {{"games", 0}, {"won", 0}};
    sum["games"] = sum["games"].get<int>() + 1;
    if (own->second < result.place) sum["won"] = sum["won"].get<int>() + 1;
  }
  return json;
}

/// Per variant, the games of both players: how many, and who finished ahead.
Json head_to_head(const std::vector<store::KeptResult>& results, const Id& user, const Id& other) {
  std::map<Id, std::array<const store::KeptResult*, 2>> games;
  for (const store::KeptResult& result : results) {
    if (result.player == user) games[result.game][0] = &result;
    if (result.player == other) games[result.game][1] = &result;
  }
  Json json = Json::object();
  for (const auto& [game, both] : games) {
    if (both[0] == nullptr || both[1] == nullptr || both[0]->place == 0) continue;
    Json& sum = json[both[0]->variant];
    if (sum.is_null()) sum = {{"games", 0}, {"before", 0}, {"behind", 0}, {"level", 0}};
    const char* const how = both[0]->place < both[1]->place   ? "before"
                            : both[0]->place > both[1]->place ? "behind"
                                                              : "level";
    sum["games"] = sum["games"].get<int>() + 1;
    sum[how] = sum[how].get<int>() + 1;
  }
  return json;
}

void show_me(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  const Id user = request.asker.user;
  services.accounts.profile(
      user, or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& profile) {
        Json json = {{"user", to_text(user)},
                     {"ratings", json_of(profile.ratings)},
                     {"statistics", statistics(profile.results, user)}};
        if (profile.account) json["name"] = profile.account->name;
        if (profile.has_second_factor) json["second_factor"] = true;
        if (profile.is_closed) json["closed"] = true;
        return json_answer(json);
      }));
}

void show_my_results(const RouteServices& services, const RouteRequest& request,
                     std::string_view /*part*/, const AnswerHttp& reply) {
  const Id user = request.asker.user;
  services.accounts.profile(
      user, or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& profile) {
        return json_answer({{"results", results_json(profile.results, user)}});
      }));
}

void compare(const RouteServices& services, const RouteRequest& request, std::string_view part,
             const AnswerHttp& reply) {
  const Id user = request.asker.user;
  services.accounts.profile_named(
      from_url(part), or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& other) {
        return json_answer({{"name", other.account->name},
                            {"games", head_to_head(other.results, user, other.account->id)}});
      }));
}

/// The members of an export before its results, without the end of the object.
std::string export_head(const Accounts::Export& all, const std::vector<store::GameRow>& games,
                        const Asker& asker) {
  const Accounts::Profile& profile = all.profile;
  Json json = {{"user", to_text(asker.user)},
               {"ratings", json_of(profile.ratings)},
               {"days", json_of(profile.days)},
               {"sessions", json_of(all.sessions, asker.session)},
               {"reports", json_of(all.reports)},
               {"second_factor", profile.has_second_factor},
               {"bots", Json::array()},
               {"tables", Json::array()},
               {"devices", devices_json(all.subscriptions)},
               {"tokens", tokens_json(all.tokens)},
               {"steps", json_of(profile.steps)},
               {"closed", profile.is_closed},
               {"friends", names_json(all.friends)},
               {"requested", names_json(all.requested)},
               {"blocked", names_json(all.blocked)},
               {"webhooks", webhooks_json(all.webhooks)}};
  if (profile.account) {
    json["name"] = profile.account->name;
    json["created_ms"] = profile.account->created_ms;
  }
  json["holidays"] = Json::array();
  for (const store::Holiday& one : all.holidays)
    json["holidays"].push_back({{"from_ms", one.from_ms}, {"until_ms", one.until_ms}});
  json["notes"] = Json::array();
  for (const store::Note& one : all.notes)
    json["notes"].push_back(
        {{"game", to_text(one.game)}, {"text", one.text}, {"changed_ms", one.changed_ms}});
  for (const store::Account& bot : all.bots)
    json["bots"].push_back({{"name", bot.name}, {"created_ms", bot.created_ms}});
  for (const store::GameRow& row : games)
    if (row.status != GameStatus::ended) json["tables"].push_back(row_json(row));
  std::string text = dump(json);
  text.pop_back();
  return text + ",\"results\":[";
}

/// What is stored about the user, with the records of all finished games. Unfinished games have no
/// record that could be shown.
void export_mine(const RouteServices& services, const RouteRequest& request,
                 std::string_view /*part*/, const AnswerHttp& reply) {
  ArchiveForm form;
  form.head = [&accounts = services.accounts, &hub = services.hub,
               asker = request.asker](const Accounts::Answer<std::string>& answer) {
    accounts.export_of(asker.user,
                       [&hub, asker, answer](const Result<Accounts::Export, std::string>& all) {
                         if (!all) return answer(Unexpected{all.error()});
                         hub.games_of(asker.user, [all = *all, asker, answer](const auto& games) {
                           if (!games) return answer(Unexpected{std::string("unavailable")});
                           answer(export_head(all, *games, asker));
                         });
                       });
  };
  form.game = [user = request.asker.user, is_first = true](const store::ArchivedGame& game,
                                                           const std::string& record) mutable {
    std::string text = dump(result_json(game.seats, user));
    if (!record.empty()) {
      text.pop_back();
      text += ",\"record\":" + record + "}";
    }
    return (std::exchange(is_first, false) ? "\n" : ",\n") + text;
  };
  form.tail = "]}\n";
  auto stream = services.archive.stream(request.asker.user, {}, std::move(form));
  if (!stream) return reply(refusal(stream.error()));
  reply({200, "application/json", "", {}, false, *std::move(stream)});
}

void show_sessions(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  using Sessions = std::vector<store::StoredSession>;
  services.accounts.sessions(
      request.asker.user,
      or_refuse<Sessions>(reply, [current = request.asker.session](const Sessions& sessions) {
        return json_answer({{"sessions", json_of(sessions, current)}});
      }));
}

/// What everyone may know of a player, whose name they know; `asking` may be the player.
Json public_profile(const Accounts::Profile& found, const Id& asking) {
  const store::Account& account = *found.account;
  Json json = {{"name", account.name}, {"bot", account.kind == store::Account::Kind::bot}};
  if (found.is_closed) json["closed"] = true;
  if (found.is_closed && account.id != asking) return json;
  json["ratings"] = json_of(found.ratings);
  json["steps"] = json_of(found.steps);
  json["statistics"] = statistics(found.results, account.id);
  json["against_bots"] = against_bots(found.results, account.id);
  return json;
}

void show_player(const RouteServices& services, const RouteRequest& request, std::string_view part,
                 const AnswerHttp& reply) {
  services.accounts.profile_named(
      from_url(part), or_refuse<Accounts::Profile>(
                          reply, [asking = request.asker.user](const Accounts::Profile& found) {
                            return json_answer(public_profile(found, asking));
                          }));
}

void close_profile(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  const auto json = parse_json(request.body);
  const Json* const closed =
      json && json->is_object() ? FormReader::optional(*json, "closed") : nullptr;
  if (closed == nullptr || !closed->is_boolean()) return reply(http_error(400, "bad_request"));
  services.accounts.close_profile(
      request.asker.user, closed->get<bool>(),
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

void show_ranking(const RouteServices& services, std::string_view variant, bool many,
                  const AnswerHttp& reply) {
  services.accounts.rank(std::string(variant), many,
                         or_refuse<std::vector<store::RankedPlayer>>(
                             reply, [](const std::vector<store::RankedPlayer>& players) {
                               Json json;
                               json["players"] = Json::array();
                               for (const store::RankedPlayer& player : players) {
                                 json["players"].push_back(json_of(player.rating, player.games));
                                 json["players"].back()["name"] = player.name;
                                 json["players"].back()["bot"] = player.is_bot;
                               }
                               return json_answer(json);
                             }));
}

void rank_two(const RouteServices& services, const RouteRequest& /*request*/, std::string_view part,
              const AnswerHttp& reply) {
  show_ranking(services, part, false, reply);
}

void rank_many(const RouteServices& services, const RouteRequest& /*request*/,
               std::string_view part, const AnswerHttp& reply) {
  show_ranking(services, part, true, reply);
}

constexpr std::array<Route, 9> profile_route_list{{
    {"GET", "/api/me", show_me, Access::read},
    {"GET", "/api/me/results", show_my_results, Access::read},
    {"GET", "/api/me/sessions", show_sessions},
    {"GET", "/api/me/export", export_mine},
    {"GET", "/api/me/against/{name}", compare, Access::read},
    {"GET", "/api/players/{name}", show_player, Access::open},
    {"POST", "/api/account/profile", close_profile},
    {"GET", "/api/ranking/{variant}/two", rank_two, Access::open},
    {"GET", "/api/ranking/{variant}/many", rank_many, Access::open},
}};

}  // namespace

std::span<const Route> profile_routes() { return profile_route_list; }

}  // namespace sixfold::server
