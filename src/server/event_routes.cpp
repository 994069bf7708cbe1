// The HTTP routes for programs that want to be told what happens: the stream of events, webhooks.
#include <algorithm>
#include <array>

#include "push/message.hpp"
#include "record/forms.hpp"
#include "server/event_streams.hpp"
#include "server/notice_forms.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

void stream_events(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  if (services.events == nullptr) return reply(refusal("busy"));
  services.events->open(request.asker, or_refuse<BodySource>(reply, [](const BodySource& stream) {
                          return HttpAnswer{200, "application/jsonl", "", {}, false, stream};
                        }));
}

/// Every kind if they are not named; empty if one is unknown.
std::optional<unsigned> event_kinds_in(const Json& json) {
  const Json* const list = FormReader::optional(json, "events");
  if (list == nullptr) return (1U << notice_words.size()) - 1;
  if (!list->is_array()) return std::nullopt;
  unsigned kinds = 0;
  for (const Json& one : *list) {
    if (!one.is_string()) return std::nullopt;
    const auto word = std::ranges::find(notice_words, one.get<std::string>());
    if (word == notice_words.end()) return std::nullopt;
    kinds |= 1U << static_cast<unsigned>(word - notice_words.begin());
  }
  return kinds;
}

void show_webhooks(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  using Webhooks = std::vector<store::Webhook>;
  services.accounts.webhooks(request.asker.user,
                             or_refuse<Webhooks>(reply, [](const Webhooks& all) {
                               return json_answer({{"webhooks", webhooks_json(all)}});
                             }));
}

void create_webhook(const RouteServices& services, const RouteRequest& request,
                    std::string_view /*part*/, const AnswerHttp& reply) {
  const auto json = parse_json(request.body);
  const Json* const url = json && json->is_object() ? FormReader::optional(*json, "url") : nullptr;
  const auto kinds = url == nullptr ? std::nullopt : event_kinds_in(*json);
  if (!kinds || !url->is_string()) return reply(http_error(400, "bad_request"));
  services.accounts.create_webhook(
      request.asker, url->get<std::string>(), *kinds,
      or_refuse<store::Webhook>(reply, [](const store::Webhook& made) {
        return json_answer({{"webhook", to_text(made.id)}, {"secret", made.secret}});
      }));
}

void delete_webhook(const RouteServices& services, const RouteRequest& request,
                    std::string_view part, const AnswerHttp& reply) {
  const auto webhook = parse_id(part);
  if (!webhook) return reply(refusal("no_webhook"));
  services.accounts.delete_webhook(
      request.asker.user, *webhook,
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

constexpr std::array<Route, 4> event_route_list{{
    {"GET", "/api/me/events", stream_events, Access::read},
    {"GET", "/api/me/webhooks", show_webhooks},
    {"POST", "/api/me/webhooks", create_webhook},
    {"DELETE", "/api/me/webhooks/{webhook}", delete_webhook},
}};

}  // namespace

std::span<const Route> event_routes() { return event_route_list; }

Json webhooks_json(const std::vector<store::Webhook>& webhooks) {
  Json json = Json::array();
  for (const store::Webhook& one : webhooks) {
    Json events = Json::array();
    for (std::size_t i = 0; i < notice_words.size(); ++i)
      if ((one.kinds >> i & 1U) != 0) events.push_back(notice_words.at(i));
    json.push_back({{"webhook", to_text(one.id)},
                    {"url", one.url},
                    {"events", std::move(events)},
                    {"created_ms", one.created_ms},
                    {"failures", one.failures},
                    {"off", one.is_off}});
    if (one.status != 0) json.back()["status"] = one.status;
  }
  return json;
}

}  // namespace sixfold::server
