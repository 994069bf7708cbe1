#include "server/routes.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "server/openapi.hpp"
#include "server/url_text.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t code_length = 6;

struct Refusal {
  std::string_view code;
  int status;
};
constexpr std::array<Refusal, 40> refusals{
    {{"no_such_table", 404},    {"unavailable", 503},       {"busy", 503},
     {"wrong_passphrase", 403}, {"wrong_recovery", 403},    {"wrong_code", 403},
     {"banned", 403},           {"no_device", 404},         {"no_account", 404},
     {"no_session", 404},       {"no_second_factor", 404},  {"has_second_factor", 409},
     {"code_needed", 403},      {"not_at_table", 403},      {"no_such_player", 404},
     {"reported_before", 409},  {"too_fast", 429},          {"name_taken", 409},
     {"name_reserved", 409},    {"has_account", 409},       {"games_go_on", 409},
     {"too_many_bots", 409},    {"wrong_day", 409},         {"another_game", 409},
     {"not_ended", 409},        {"too_early", 409},         {"not_in_scope", 403},
     {"no_token", 404},         {"too_many_tokens", 409},   {"account_needed", 403},
     {"too_many_people", 409},  {"you_blocked", 409},       {"no_friend", 404},
     {"no_webhook", 404},       {"too_many_webhooks", 409}, {"too_many_streams", 429},
     {"has_holiday", 409},      {"no_holiday", 404},        {"too_many_days", 409},
     {"no_feed", 404}}};

void show_version(const RouteServices& /*services*/, const RouteRequest& /*request*/,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  reply(json_answer(
      {{"program", "sixfold"}, {"version", SIXFOLD_VERSION}, {"protocol", protocol::version}}));
}

void show_openapi(const RouteServices& /*services*/, const RouteRequest& /*request*/,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  reply({200, "application/json", std::string(openapi_text), {}});
}

void show_lobby(const RouteServices& services, const RouteRequest& request,
                std::string_view /*part*/, const AnswerHttp& reply) {
  std::optional<Id> after;
  if (const auto text = parameter(request.query, "after")) {
    after = parse_id(*text);
    if (!after) return reply(http_error(400, "id"));
  }
  std::optional<std::size_t> limit;
  if (const auto text = parameter(request.query, "limit")) {
    const auto read = std::from_chars(text->data(), text->data() + text->size(), limit.emplace());
    if (read.ec != std::errc{} || read.ptr != text->data() + text->size())
      return reply(http_error(400, "range"));
  }
  reply({200, "application/json", services.hub.lobby_page_after(after, limit), {}});
}

void show_code(const RouteServices& services, const RouteRequest& request, std::string_view part,
               const AnswerHttp& reply) {
  find_game(services, part, request.asker.address, [reply](const Result<Id, std::string>& game) {
    if (!game) return reply(refusal(game.error()));
    reply(json_answer({{"game", to_text(*game)}}));
  });
}

void show_game(const RouteServices& services, const RouteRequest& /*request*/,
               std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(http_error(404, "no_such_table"));
  services.hub.look_at(*game, [reply](const Result<std::string, std::string>& message) {
    if (!message) return reply(refusal(message.error()));
    reply({200, "application/json", *message, {}});
  });
}

void show_record(const RouteServices& services, const RouteRequest& /*request*/,
                 std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(http_error(404, "no_such_table"));
  services.hub.record(*game, [reply](const Result<std::string, std::string>& text) {
    if (!text) return reply(refusal(text.error()));
    reply({200, "application/json", *text + "\n", {}});
  });
}

void show_picture(const RouteServices& services, const RouteRequest& /*request*/,
                  std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  Pictures* const pictures = services.pictures;
  if (!game || pictures == nullptr || !pictures->are_drawn())
    return reply(http_error(404, "no_such_table"));
  const auto show = [reply](const std::string* png) {
    if (png == nullptr) return reply(http_error(503, "unavailable"));
    reply({200, "image/png", *png, {}, true});
  };
  if (const std::string* const kept = pictures->kept(*game)) return show(kept);
  services.hub.record(*game, [=](const Result<std::string, std::string>& text) {
    if (!text) return reply(refusal(text.error()));
    if (!pictures->draw(*game, *text, show)) reply(refusal("busy"));
  });
}

constexpr std::array<Route, 7> general_route_list{{
    {"GET", "/api/version", show_version, Access::open},
    {"GET", "/api/openapi.json", show_openapi, Access::open},
    {"GET", "/api/lobby", show_lobby, Access::open},
    {"GET", "/api/codes/{code}", show_code, Access::token},
    {"GET", "/api/games/{game}", show_game, Access::open},
    {"GET", "/api/games/{game}/record", show_record, Access::open},
    {"GET", "/api/games/{game}/picture", show_picture, Access::open},
}};

std::array<std::span<const Route>, 12> all_routes() {
  return {general_route_list, archive_routes(), profile_routes(), account_routes(),
          notice_routes(),    daily_routes(),   token_routes(),   people_routes(),
          event_routes(),     holiday_routes(), note_routes(),    feed_routes()};
}

/// The part of the path that matches the variable part of the route; empty if the path is a
/// different one.
std::optional<std::string_view> match(std::string_view route, std::string_view path) {
  const auto open = route.find('{');
  if (open == std::string_view::npos) return route == path ? std::optional("") : std::nullopt;
  const std::string_view before = route.substr(0, open);
  const std::string_view after = route.substr(route.find('}') + 1);
  if (path.size() < before.size() + after.size() || !path.starts_with(before) ||
      !path.ends_with(after))
    return std::nullopt;
  const std::string_view part =
      path.substr(before.size(), path.size() - before.size() - after.size());
  if (part.empty() || part.find('/') != std::string_view::npos) return std::nullopt;
  return part;
}

/// Whether a personal token, if there is one, may be used for the route.
bool is_in_scope(Access access, const std::optional<unsigned>& scopes) {
  if (!scopes) return true;
  switch (access) {
    case Access::owner:
      return false;
    case Access::read:
      return (*scopes & bit_of(store::Scope::read)) != 0;
    case Access::play:
      return (*scopes & bit_of(store::Scope::play)) != 0;
    case Access::token:
    case Access::open:
      return true;
  }
  return false;
}

}  // namespace

std::vector<RouteName> route_names() {
  std::vector<RouteName> names;
  for (const std::span<const Route> some : all_routes())
    for (const Route& route : some) names.push_back({route.method, route.path});
  return names;
}

std::optional<Access> access_of(std::string_view method, std::string_view path) {
  for (const std::span<const Route> some : all_routes())
    for (const Route& route : some)
      if (route.method == method && match(route.path, path)) return route.access;
  return std::nullopt;
}

std::string methods_elsewhere(std::string_view path) {
  std::string methods;
  for (const std::span<const Route> some : all_routes())
    for (const Route& route : some)
      if (route.access != Access::owner && match(route.path, path))
        methods.append(methods.empty() ? "" : ", ").append(route.method);
  return methods;
}

std::optional<std::string_view> parameter(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), one.size() + 1));
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos && one.substr(0, equals) == name)
      return one.substr(equals + 1);
  }
  return std::nullopt;
}

void find_game(const RouteServices& services, std::string_view code, const std::string& address,
               const std::function<void(Result<Id, std::string>)>& answer) {
  std::string capitals;
  for (const char letter : code)
    capitals += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  if (capitals.size() != code_length) return answer(Unexpected{std::string("no_such_table")});
  Accounts& accounts = services.accounts;
  if (!accounts.guesses().may_search(address, accounts.steady_ms()))
    return answer(Unexpected{std::string("too_fast")});
  services.hub.find_code(capitals, [&accounts, address, answer](const auto& found) {
    if (!found) return answer(Unexpected{std::string("unavailable")});
    if (*found) return answer(**found);
    accounts.guesses().missed(address, accounts.steady_ms());
    answer(Unexpected{std::string("no_such_table")});
  });
}

HttpAnswer http_error(int status, std::string_view code) {
  Json json;
  json["error"]["code"] = code;
  return {status, "application/json", dump(json), {}};
}

HttpAnswer refusal(const std::string& code) {
  for (const Refusal& known : refusals)
    if (known.code == code) return http_error(known.status, code);
  return http_error(400, code);
}

HttpAnswer json_answer(const Json& json) { return {200, "application/json", dump(json), {}}; }

void answer(const RouteServices& services, const RouteRequest& request, const AnswerHttp& reply) {
  // PostgreSQL refuses text that is not UTF-8, which would count as a fault of the store.
  if (!is_utf8(from_url(request.path))) return reply(http_error(404, "no_such_route"));
  bool is_known = false;
  for (const std::span<const Route> some : all_routes())
    for (const Route& route : some) {
      const auto part = match(route.path, request.path);
      if (part && route.method == request.method)
        return is_in_scope(route.access, request.asker.scopes)
                   ? route.handler(services, request, *part, reply)
                   : reply(refusal("not_in_scope"));
      is_known |= part.has_value();
    }
  reply(is_known ? http_error(405, "method_not_allowed") : http_error(404, "no_such_route"));
}

}  // namespace sixfold::server
