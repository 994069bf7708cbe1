#include "server/routes.hpp"

#include <array>

#include "server/openapi.hpp"

namespace sixfold {

namespace {

constexpr std::size_t code_length = 6;

/// A route's handler; `part` is what stood where the path varies.
using Handler = void (*)(Hub& hub, const Id& user, std::string_view part, const AnswerHttp& reply);

HttpAnswer json_answer(const Json& json) { return {200, "application/json", dump(json)}; }

void show_version(Hub& /*hub*/, const Id& /*user*/, std::string_view /*part*/,
                  const AnswerHttp& reply) {
  reply(json_answer({{"program", "sixfold"},
                     {"version", SIXFOLD_VERSION},
                     {"protocol", client_protocol_version}}));
}

void show_openapi(Hub& /*hub*/, const Id& /*user*/, std::string_view /*part*/,
                  const AnswerHttp& reply) {
  reply({200, "application/json", std::string(openapi_text)});
}

void show_lobby(Hub& hub, const Id& /*user*/, std::string_view /*part*/, const AnswerHttp& reply) {
  reply({200, "application/json", hub.lobby_message()});
}

void show_me(Hub& /*hub*/, const Id& user, std::string_view /*part*/, const AnswerHttp& reply) {
  reply(json_answer({{"user", to_text(user)}}));
}

void show_my_games(Hub& hub, const Id& user, std::string_view /*part*/, const AnswerHttp& reply) {
  hub.games_of(user, [reply](const auto& rows) {
    if (!rows) return reply(http_error(503, "unavailable"));
    Json json;
    json["games"] = Json::array();
    for (const GameRow& row : *rows)
      json["games"].push_back({{"game", to_text(row.game)},
                               {"code", row.code},
                               {"status", code_of(row.status)},
                               {"seq", row.seq}});
    reply(json_answer(json));
  });
}

void show_code(Hub& hub, const Id& /*user*/, std::string_view part, const AnswerHttp& reply) {
  std::string code;
  for (const char letter : part)
    code += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  if (code.size() != code_length) return reply(http_error(404, "no_such_table"));
  hub.find_code(code, [reply](const auto& found) {
    if (!found) return reply(http_error(503, "unavailable"));
    if (!*found) return reply(http_error(404, "no_such_table"));
    reply(json_answer({{"game", to_text(**found)}}));
  });
}

void show_game(Hub& hub, const Id& /*user*/, std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(http_error(404, "no_such_table"));
  hub.look_at(*game, [reply](const std::optional<std::string>& message) {
    if (!message) return reply(http_error(404, "no_such_table"));
    reply({200, "application/json", *message});
  });
}

void show_record(Hub& hub, const Id& /*user*/, std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(http_error(404, "no_such_table"));
  hub.record(*game, [reply](const Result<std::string, std::string>& text) {
    if (!text) return reply(http_error(text.error() == "not_ended" ? 409 : 404, text.error()));
    reply({200, "application/json", *text + "\n"});
  });
}

struct Route {
  std::string_view path;
  Handler handler;
};

constexpr std::array<Route, 8> routes{{
    {"/api/version", show_version},
    {"/api/openapi.json", show_openapi},
    {"/api/lobby", show_lobby},
    {"/api/me", show_me},
    {"/api/me/games", show_my_games},
    {"/api/codes/{code}", show_code},
    {"/api/games/{game}", show_game},
    {"/api/games/{game}/record", show_record},
}};

/// What stands in the path where the route varies; none if it is another path.
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

}  // namespace

std::span<const std::string_view> route_paths() {
  static const auto paths = [] {
    std::array<std::string_view, routes.size()> all;
    for (std::size_t i = 0; i < routes.size(); ++i) all[i] = routes[i].path;
    return all;
  }();
  return paths;
}

HttpAnswer http_error(int status, std::string_view code) {
  Json json;
  json["error"]["code"] = code;
  return {status, "application/json", dump(json)};
}

void answer(Hub& hub, const Id& user, std::string_view path, const AnswerHttp& reply) {
  for (const Route& route : routes)
    if (const auto part = match(route.path, path)) return route.handler(hub, user, *part, reply);
  reply(http_error(404, "no_such_route"));
}

}  // namespace sixfold
