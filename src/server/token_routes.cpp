// The HTTP routes for personal tokens.
#include <algorithm>
#include <array>

#include "record/forms.hpp"
#include "rules/indexed.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

constexpr std::array<std::string_view, store::scope_count> scope_words{"read", "play"};
constexpr std::size_t longest_token_text = 300;

/// Empty if it is missing or something else.
std::string token_text(const Json& json, std::string_view name) {
  const Json* const found = FormReader::optional(json, name);
  if (found == nullptr || !found->is_string()) return {};
  std::string text = found->get<std::string>();
  return text.size() > longest_token_text ? std::string() : text;
}

/// At least one; empty if there is none, or one is unknown.
std::optional<unsigned> scopes_in(const Json& json) {
  const Json* const list = FormReader::optional(json, "scopes");
  if (list == nullptr || !list->is_array()) return std::nullopt;
  unsigned scopes = 0;
  for (const Json& one : *list) {
    if (!one.is_string()) return std::nullopt;
    const auto word = std::ranges::find(scope_words, one.get<std::string>());
    if (word == scope_words.end()) return std::nullopt;
    scopes |= 1U << static_cast<unsigned>(word - scope_words.begin());
  }
  return scopes == 0 ? std::nullopt : std::optional(scopes);
}

void show_tokens(const RouteServices& services, const RouteRequest& request,
                 std::string_view /*part*/, const AnswerHttp& reply) {
  using Tokens = std::vector<store::AccessToken>;
  services.accounts.tokens(request.asker.user, or_refuse<Tokens>(reply, [](const Tokens& all) {
                             return json_answer({{"tokens", tokens_json(all)}});
                           }));
}

void create_token(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  const auto json = parse_json(request.body);
  const auto scopes = json && json->is_object() ? scopes_in(*json) : std::nullopt;
  if (!scopes) return reply(http_error(400, "bad_request"));
  services.accounts.create_token(request.asker, token_text(*json, "name"), *scopes,
                                 token_text(*json, "passphrase"), token_text(*json, "code"),
                                 or_refuse<std::string>(reply, [](const std::string& token) {
                                   return json_answer({{"token", token}});
                                 }));
}

void end_token(const RouteServices& services, const RouteRequest& request, std::string_view part,
               const AnswerHttp& reply) {
  const auto token = parse_id(part);
  if (!token) return reply(refusal("no_token"));
  services.accounts.end_token(
      request.asker.user, *token,
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

constexpr std::array<Route, 3> token_route_list{{
    {"GET", "/api/me/tokens", show_tokens},
    {"POST", "/api/me/tokens", create_token},
    {"DELETE", "/api/me/tokens/{token}", end_token},
}};

}  // namespace

std::span<const Route> token_routes() { return token_route_list; }

Json tokens_json(const std::vector<store::AccessToken>& tokens) {
  Json json = Json::array();
  for (const store::AccessToken& one : tokens) {
    Json scopes = Json::array();
    for (std::size_t i = 0; i < scope_words.size(); ++i)
      if ((one.scopes >> i & 1U) != 0) scopes.push_back(scope_words.at(i));
    json.push_back({{"token", to_text(one.id)},
                    {"name", one.name},
                    {"scopes", std::move(scopes)},
                    {"created_ms", one.created_ms}});
    if (one.used_ms != 0) json.back()["used_ms"] = one.used_ms;
  }
  return json;
}

}  // namespace sixfold::server
