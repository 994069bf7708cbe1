// The HTTP routes for players' notes to themselves.
#include <array>

#include "record/forms.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

HttpAnswer note_answer(const std::string& text) { return json_answer({{"text", text}}); }

void show_note(const RouteServices& services, const RouteRequest& request, std::string_view part,
               const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(refusal("no_such_table"));
  services.accounts.note(request.asker.user, *game, or_refuse<std::string>(reply, note_answer));
}

void put_note(const RouteServices& services, const RouteRequest& request, std::string_view part,
              const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(refusal("no_such_table"));
  const auto json = parse_json(request.body);
  const Json* const text =
      json && json->is_object() ? FormReader::optional(*json, "text") : nullptr;
  if (text == nullptr || !text->is_string()) return reply(http_error(400, "bad_request"));
  services.accounts.put_note(request.asker.user, *game, text->get<std::string>(),
                             or_refuse<std::string>(reply, note_answer));
}

constexpr std::array<Route, 2> note_route_list{{
    {"GET", "/api/me/notes/{game}", show_note},
    {"POST", "/api/me/notes/{game}", put_note},
}};

}  // namespace

std::span<const Route> note_routes() { return note_route_list; }

}  // namespace sixfold::server
