// Accounts over HTTP. Secrets come in bodies, never in addresses.
#include <array>
#include <charconv>
#include <map>

#include "record/forms.hpp"
#include "server/routes.hpp"

namespace sixfold {

namespace {

constexpr std::size_t longest_text = 300;

/// A part of a path, whose signs beyond letters and digits come as %41.
std::string from_url(std::string_view part) {
  std::string text;
  for (std::size_t i = 0; i < part.size(); ++i) {
    unsigned value = 0;
    const char* const digits = part.data() + i + 1;
    const bool is_escape = part[i] == '%' && i + 2 < part.size() &&
                           std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    text += is_escape ? static_cast<char>(value) : part[i];
    if (is_escape) i += 2;
  }
  return text;
}

HttpAnswer done() { return json_answer(Json::object()); }

HttpAnswer signed_in(const SignedIn& as) {
  HttpAnswer answer = json_answer({{"user", to_text(as.user)}});
  answer.signed_in = as;
  return answer;
}

Accounts::Answer<Accounts::Recoverable> signed_in_with_code(const AnswerHttp& reply) {
  return or_refuse<Accounts::Recoverable>(reply, [](const Accounts::Recoverable& recoverable) {
    HttpAnswer answer = json_answer(
        {{"user", to_text(recoverable.signed_in.user)}, {"recovery", recoverable.recovery}});
    answer.signed_in = recoverable.signed_in;
    return answer;
  });
}

/// Whoever leaves goes on as somebody who was never here.
HttpAnswer as_new_guest(std::monostate) { return signed_in({random_id(), {}, {}, {}}); }

/// Strings out of a body: `{"name":"…","passphrase":"…"}`. None if one is missing.
template <std::size_t count>
std::optional<std::array<std::string, count>> texts(const RouteRequest& request,
                                                    const std::array<const char*, count>& names) {
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return std::nullopt;
  std::array<std::string, count> found;
  for (std::size_t i = 0; i < count; ++i) {
    const auto member = json->find(names[i]);
    if (member == json->end() || !member->is_string()) return std::nullopt;
    found[i] = member->template get<std::string>();
    if (found[i].size() > longest_text) return std::nullopt;
  }
  return found;
}

Json json_of(const Rating& rating, std::int64_t games) {
  return {{"rating", rating.rating}, {"deviation", rating.deviation}, {"games", games}};
}

Json json_of(const std::vector<VariantRating>& ratings) {
  Json json = Json::array();
  for (const VariantRating& one : ratings) {
    json.push_back(json_of(one.rating, one.games));
    json.back()["variant"] = one.variant;
    json.back()["players"] = one.many ? "many" : "two";
  }
  return json;
}

Json json_of(const std::vector<StoredSession>& sessions, const std::optional<Id>& current) {
  Json json = Json::array();
  for (const StoredSession& one : sessions)
    json.push_back({{"session", to_text(one.id)},
                    {"name", one.device},
                    {"created_ms", one.created_ms},
                    {"used_ms", one.used_ms},
                    {"current", one.id == current}});
  return json;
}

/// Games one below the other, each with its seats.
Json json_of(const std::vector<KeptResult>& results, const Id& user) {
  Json json = Json::array();
  for (const KeptResult& result : results) {
    const std::string game = to_text(result.game);
    if (json.empty() || json.back()["game"] != game)
      json.push_back({{"game", game},
                      {"variant", result.variant},
                      {"rated", result.rated},
                      {"ended_ms", result.ended_ms},
                      {"seats", Json::array()}});
    if (!result.unrated.empty()) json.back()["unrated"] = result.unrated;
    if (result.player == user) json.back()["you"] = result.seat;
    json.back()["seats"].push_back({{"name", result.name},
                                    {"points", result.points},
                                    {"place", result.place},
                                    {"bot", !result.player.has_value()}});
  }
  return json;
}

Json json_of(const std::vector<DailyResult>& days) {
  Json json = Json::array();
  for (const DailyResult& one : days)
    json.push_back({{"day", one.day}, {"points", one.points}, {"bot_points", one.bot_points}});
  return json;
}

/// Per game: how many, won, and the points on average and at best.
Json statistics(const std::vector<KeptResult>& results, const Id& user) {
  struct Sum {
    int games = 0;
    int won = 0;
    int points = 0;
    int best = 0;
  };
  std::map<std::string, Sum> sums;
  for (const KeptResult& result : results) {
    if (result.player != user) continue;
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

/// Per game, the games of both: how many, and who came before whom.
Json head_to_head(const std::vector<KeptResult>& results, const Id& user, const Id& other) {
  std::map<Id, std::array<const KeptResult*, 2>> games;
  for (const KeptResult& result : results) {
    if (result.player == user) games[result.game][0] = &result;
    if (result.player == other) games[result.game][1] = &result;
  }
  Json json = Json::object();
  for (const auto& [game, both] : games) {
    if (both[0] == nullptr || both[1] == nullptr) continue;
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

void show_me(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  const Id user = request.asker.user;
  world.accounts.profile(
      user, or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& profile) {
        Json json = {{"user", to_text(user)},
                     {"ratings", json_of(profile.ratings)},
                     {"statistics", statistics(profile.results, user)}};
        if (profile.account) json["name"] = profile.account->name;
        return json_answer(json);
      }));
}

void show_my_results(const RouteWorld& world, const RouteRequest& request,
                     std::string_view /*part*/, const AnswerHttp& reply) {
  const Id user = request.asker.user;
  world.accounts.profile(
      user, or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& profile) {
        return json_answer({{"results", json_of(profile.results, user)}});
      }));
}

void compare(const RouteWorld& world, const RouteRequest& request, std::string_view part,
             const AnswerHttp& reply) {
  const Id user = request.asker.user;
  world.accounts.profile_named(
      from_url(part), or_refuse<Accounts::Profile>(reply, [user](const Accounts::Profile& other) {
        return json_answer({{"name", other.account->name},
                            {"games", head_to_head(other.results, user, other.account->id)}});
      }));
}

/// All that is stored about the one who asks.
void export_mine(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                 const AnswerHttp& reply) {
  const Id user = request.asker.user;
  world.accounts.export_of(
      user, or_refuse<Accounts::Export>(
                reply, [user, current = request.asker.session](const Accounts::Export& all) {
                  const Accounts::Profile& profile = all.profile;
                  Json json = {{"user", to_text(user)},
                               {"ratings", json_of(profile.ratings)},
                               {"results", json_of(profile.results, user)},
                               {"days", json_of(profile.days)},
                               {"sessions", json_of(all.sessions, current)},
                               {"bots", Json::array()}};
                  if (profile.account) {
                    json["name"] = profile.account->name;
                    json["created_ms"] = profile.account->created_ms;
                  }
                  for (const Account& bot : all.bots)
                    json["bots"].push_back({{"name", bot.name}, {"created_ms", bot.created_ms}});
                  return json_answer(json);
                }));
}

void create_account(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                    const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"name", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.create(request.asker, (*given)[0], (*given)[1], signed_in_with_code(reply));
}

void change_passphrase(const RouteWorld& world, const RouteRequest& request,
                       std::string_view /*part*/, const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"passphrase", "new"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.change_passphrase(request.asker, (*given)[0], (*given)[1],
                                   or_refuse<SignedIn>(reply, signed_in));
}

void sign_out_everywhere(const RouteWorld& world, const RouteRequest& request,
                         std::string_view /*part*/, const AnswerHttp& reply) {
  world.accounts.sign_out_everywhere(request.asker, or_refuse<SignedIn>(reply, signed_in));
}

void delete_account(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                    const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.remove(request.asker, (*given)[0], or_refuse<std::monostate>(reply, as_new_guest));
}

void delete_guest(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                  const AnswerHttp& reply) {
  world.accounts.forget_guest(request.asker.user, or_refuse<std::monostate>(reply, as_new_guest));
}

void log_in(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
            const AnswerHttp& reply) {
  const auto given = texts<2>(request, {"name", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.log_in(request.asker, (*given)[0], (*given)[1],
                        or_refuse<SignedIn>(reply, signed_in));
}

void recover(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  const auto given = texts<3>(request, {"name", "recovery", "passphrase"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.recover(request.asker, (*given)[0], (*given)[1], (*given)[2],
                         signed_in_with_code(reply));
}

void claim(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
           const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"code"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.claim_transfer(request.asker, (*given)[0], or_refuse<SignedIn>(reply, signed_in));
}

void log_out(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
             const AnswerHttp& reply) {
  world.accounts.log_out(request.asker, or_refuse<std::monostate>(reply, as_new_guest));
}

void show_sessions(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                   const AnswerHttp& reply) {
  using Sessions = std::vector<StoredSession>;
  world.accounts.sessions(
      request.asker.user,
      or_refuse<Sessions>(reply, [current = request.asker.session](const Sessions& sessions) {
        return json_answer({{"sessions", json_of(sessions, current)}});
      }));
}

void rename_session(const RouteWorld& world, const RouteRequest& request, std::string_view part,
                    const AnswerHttp& reply) {
  const auto session = parse_id(part);
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  if (!session) return reply(refusal("no_session"));
  world.accounts.rename_session(
      request.asker.user, *session, (*given)[0],
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void end_session(const RouteWorld& world, const RouteRequest& request, std::string_view part,
                 const AnswerHttp& reply) {
  const auto session = parse_id(part);
  if (!session) return reply(refusal("no_session"));
  world.accounts.end_session(
      request.asker.user, *session,
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void start_transfer(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                    const AnswerHttp& reply) {
  world.accounts.start_transfer(request.asker.user,
                                or_refuse<std::string>(reply, [](const std::string& code) {
                                  return json_answer({{"code", code}});
                                }));
}

void show_bots(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
               const AnswerHttp& reply) {
  world.accounts.bots(request.asker.user,
                      or_refuse<std::vector<Account>>(reply, [](const std::vector<Account>& bots) {
                        Json json;
                        json["bots"] = Json::array();
                        for (const Account& bot : bots) json["bots"].push_back(bot.name);
                        return json_answer(json);
                      }));
}

void create_bot(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.create_bot(request.asker.user, (*given)[0],
                            or_refuse<std::string>(reply, [](const std::string& token) {
                              return json_answer({{"token", token}});
                            }));
}

void delete_bot(const RouteWorld& world, const RouteRequest& request, std::string_view /*part*/,
                const AnswerHttp& reply) {
  const auto given = texts<1>(request, {"name"});
  if (!given) return reply(http_error(400, "bad_request"));
  world.accounts.delete_bot(
      request.asker.user, (*given)[0],
      or_refuse<std::monostate>(reply, [](std::monostate) { return done(); }));
}

void show_player(const RouteWorld& world, const RouteRequest& /*request*/, std::string_view part,
                 const AnswerHttp& reply) {
  world.accounts.profile_named(
      from_url(part), or_refuse<Accounts::Profile>(reply, [](const Accounts::Profile& found) {
        return json_answer({{"name", found.account->name},
                            {"bot", found.account->kind == Account::Kind::bot},
                            {"ratings", json_of(found.ratings)},
                            {"statistics", statistics(found.results, found.account->id)}});
      }));
}

void show_ranking(const RouteWorld& world, std::string_view variant, bool many,
                  const AnswerHttp& reply) {
  world.accounts.rank(
      std::string(variant), many,
      or_refuse<std::vector<RankedPlayer>>(reply, [](const std::vector<RankedPlayer>& players) {
        Json json;
        json["players"] = Json::array();
        for (const RankedPlayer& player : players) {
          json["players"].push_back(json_of(player.rating, player.games));
          json["players"].back()["name"] = player.name;
          json["players"].back()["bot"] = player.is_bot;
        }
        return json_answer(json);
      }));
}

void rank_two(const RouteWorld& world, const RouteRequest& /*request*/, std::string_view part,
              const AnswerHttp& reply) {
  show_ranking(world, part, false, reply);
}

void rank_many(const RouteWorld& world, const RouteRequest& /*request*/, std::string_view part,
               const AnswerHttp& reply) {
  show_ranking(world, part, true, reply);
}

constexpr std::array<Route, 23> routes{{
    {"GET", "/api/me", show_me},
    {"DELETE", "/api/me", delete_guest},
    {"GET", "/api/me/results", show_my_results},
    {"GET", "/api/me/sessions", show_sessions},
    {"POST", "/api/me/sessions/{session}", rename_session},
    {"DELETE", "/api/me/sessions/{session}", end_session},
    {"GET", "/api/me/export", export_mine},
    {"GET", "/api/me/against/{name}", compare},
    {"POST", "/api/account", create_account},
    {"POST", "/api/account/passphrase", change_passphrase},
    {"POST", "/api/account/sign-out-everywhere", sign_out_everywhere},
    {"POST", "/api/account/delete", delete_account},
    {"POST", "/api/session", log_in},
    {"POST", "/api/session/recover", recover},
    {"POST", "/api/session/claim", claim},
    {"POST", "/api/session/end", log_out},
    {"POST", "/api/transfer", start_transfer},
    {"GET", "/api/bots", show_bots},
    {"POST", "/api/bots", create_bot},
    {"POST", "/api/bots/delete", delete_bot},
    {"GET", "/api/players/{name}", show_player},
    {"GET", "/api/ranking/{variant}/two", rank_two},
    {"GET", "/api/ranking/{variant}/many", rank_many},
}};

}  // namespace

std::span<const Route> account_routes() { return routes; }

}  // namespace sixfold
