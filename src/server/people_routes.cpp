// The HTTP routes for friends and invitations.
#include <array>

#include "record/forms.hpp"
#include "server/routes.hpp"
#include "server/url_text.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t longest_given = 300;

/// A member of the body; empty if it is missing or no text of that length.
std::string given_text(const RouteRequest& request, std::string_view member) {
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return {};
  const Json* const found = FormReader::optional(*json, member);
  if (found == nullptr || !found->is_string()) return {};
  std::string text = found->get<std::string>();
  return text.size() > longest_given || !is_utf8(text) ? std::string() : text;
}

Json friends_json(const People::List& list) {
  Json friends = Json::array();
  for (const People::Friend& one : list.friends)
    friends.push_back(
        {{"name", one.who.name}, {"since_ms", one.who.since_ms}, {"here", one.is_here}});
  Json json = {{"friends", std::move(friends)},
               {"asking", names_json(list.asking)},
               {"requested", names_json(list.requested)},
               {"blocked", names_json(list.blocked)}};
  if (list.code) json["code"] = *list.code;
  return json;
}

void show_friends(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  services.people.list(request.asker.user,
                       or_refuse<People::List>(reply, [](const People::List& list) {
                         return json_answer(friends_json(list));
                       }));
}

void ask_friend(const RouteServices& services, const RouteRequest& request,
                std::string_view /*part*/, const AnswerHttp& reply) {
  const std::string name = given_text(request, "name");
  const std::string code = given_text(request, "code");
  if (name.empty() == code.empty()) return reply(http_error(400, "bad_request"));
  const auto answer = or_refuse<store::Relation>(reply, [](store::Relation relation) {
    return json_answer({{"friends", relation == store::Relation::friends}});
  });
  if (code.empty()) return services.people.ask(request.asker.user, name, answer);
  services.people.ask_code(request.asker.user, request.asker.address, code, answer);
}

/// A route that changes something about the account with the name in the body.
template <auto change>
void change_person(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  const std::string name = given_text(request, "name");
  if (name.empty()) return reply(http_error(400, "bad_request"));
  (services.people.*change)(
      request.asker.user, name,
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

void make_link(const RouteServices& services, const RouteRequest& request,
               std::string_view /*part*/, const AnswerHttp& reply) {
  services.people.make_code(request.asker.user,
                            or_refuse<std::string>(reply, [](const std::string& code) {
                              return json_answer({{"code", code}});
                            }));
}

void show_link(const RouteServices& services, const RouteRequest& request, std::string_view part,
               const AnswerHttp& reply) {
  services.people.find_code(request.asker.address, from_url(part),
                            or_refuse<std::string>(reply, [](const std::string& name) {
                              return json_answer({{"name", name}});
                            }));
}

void show_invitations(const RouteServices& services, const RouteRequest& request,
                      std::string_view /*part*/, const AnswerHttp& reply) {
  services.people.waiting(
      request.asker.user, or_refuse<People::Waiting>(reply, [](const People::Waiting& waiting) {
        Json list = Json::array();
        for (const store::WaitingInvitation& one : waiting.invitations) {
          const auto plan = parse_json(one.plan);
          list.push_back({{"game", to_text(one.game)},
                          {"code", one.code},
                          {"host", one.host},
                          {"plan", plan ? *plan : Json::object()},
                          {"seats", one.seats},
                          {"made_ms", one.made_ms},
                          {"until_ms", one.until_ms}});
        }
        return json_answer({{"invitations", std::move(list)}, {"asking", waiting.asking}});
      }));
}

void decline_invitation(const RouteServices& services, const RouteRequest& request,
                        std::string_view part, const AnswerHttp& reply) {
  const auto game = parse_id(part);
  if (!game) return reply(refusal("no_such_table"));
  services.people.decline(
      request.asker.user, *game,
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

constexpr std::array<Route, 9> people_route_list{{
    {"GET", "/api/me/friends", show_friends, Access::read},
    {"POST", "/api/me/friends", ask_friend},
    {"POST", "/api/me/friends/remove", change_person<&People::remove>},
    {"POST", "/api/me/friends/link", make_link},
    {"POST", "/api/me/blocked", change_person<&People::block>},
    {"POST", "/api/me/blocked/remove", change_person<&People::unblock>},
    {"GET", "/api/friends/{code}", show_link},
    {"GET", "/api/me/invitations", show_invitations, Access::read},
    {"DELETE", "/api/me/invitations/{game}", decline_invitation},
}};

}  // namespace

std::span<const Route> people_routes() { return people_route_list; }

Json names_json(const std::vector<store::Acquaintance>& people) {
  Json json = Json::array();
  for (const store::Acquaintance& one : people)
    json.push_back({{"name", one.name}, {"since_ms", one.since_ms}});
  return json;
}

}  // namespace sixfold::server
