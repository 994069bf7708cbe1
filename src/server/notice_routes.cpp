// The HTTP routes for notices to devices.
#include <algorithm>
#include <array>

#include "push/message.hpp"
#include "record/forms.hpp"
#include "server/notice_forms.hpp"
#include "server/quiet_hours.hpp"
#include "server/result_json.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

/// As a text of limited length; empty if it is missing or something else.
std::string text_in(const Json& json, std::string_view name) {
  const Json* const found = FormReader::optional(json, name);
  if (found == nullptr || !found->is_string()) return {};
  std::string text = found->get<std::string>();
  return text.size() > push::longest_endpoint ? std::string() : text;
}

std::optional<unsigned> kinds_in(const Json& json) {
  const Json* const list = FormReader::optional(json, "kinds");
  if (list == nullptr || !list->is_array()) return std::nullopt;
  unsigned kinds = 0;
  for (const Json& one : *list) {
    if (!one.is_string()) return std::nullopt;
    const auto word = std::ranges::find(notice_words, one.get<std::string>());
    if (word == notice_words.end()) return std::nullopt;
    kinds |= 1U << static_cast<unsigned>(word - notice_words.begin());
  }
  return kinds;
}

std::optional<store::Subscription> read_subscription(const std::string& body) {
  const auto json = parse_json(body);
  if (!json || !json->is_object()) return std::nullopt;
  const Json* const keys = FormReader::optional(*json, "keys");
  const auto kinds = kinds_in(*json);
  if (keys == nullptr || !keys->is_object() || !kinds) return std::nullopt;
  FormReader reader;
  const auto minute = [&](std::string_view name) {
    const Json* const found = FormReader::optional(*json, name);
    return found == nullptr ? std::optional(0) : reader.integer(*found, {}, 0, minutes_of_day - 1);
  };
  const auto from = minute("quiet_from");
  const auto until = minute("quiet_until");
  if (!from || !until) return std::nullopt;
  store::Subscription wanted;
  wanted.endpoint = text_in(*json, "endpoint");
  wanted.key = text_in(*keys, "p256dh");
  wanted.auth = text_in(*keys, "auth");
  wanted.kinds = *kinds;
  wanted.quiet_from = *from;
  wanted.quiet_until = *until;
  wanted.zone = text_in(*json, "zone");
  wanted.language = text_in(*json, "language");
  return wanted;
}

void show_devices(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  using Devices = std::vector<store::Subscription>;
  services.accounts.subscriptions(
      request.asker.user, or_refuse<Devices>(reply, [key = services.push_key](const Devices& all) {
        return json_answer({{"key", key}, {"devices", devices_json(all)}});
      }));
}

void put_device(const RouteServices& services, const RouteRequest& request,
                std::string_view /*part*/, const AnswerHttp& reply) {
  auto wanted = read_subscription(request.body);
  if (!wanted) return reply(http_error(400, "bad_request"));
  services.accounts.subscribe(request.asker, *std::move(wanted),
                              or_refuse<Id>(reply, [](const Id& device) {
                                return json_answer({{"device", to_text(device)}});
                              }));
}

void delete_device(const RouteServices& services, const RouteRequest& request,
                   std::string_view part, const AnswerHttp& reply) {
  const auto device = parse_id(part);
  if (!device) return reply(refusal("no_device"));
  services.accounts.unsubscribe(
      request.asker.user, *device,
      or_refuse<std::monostate>(reply, [](std::monostate) { return json_answer(Json::object()); }));
}

constexpr std::array<Route, 3> notice_route_list{{
    {"GET", "/api/me/push", show_devices},
    {"POST", "/api/me/push", put_device},
    {"DELETE", "/api/me/push/{device}", delete_device},
}};

}  // namespace

std::span<const Route> notice_routes() { return notice_route_list; }

Json devices_json(const std::vector<store::Subscription>& devices) {
  Json json = Json::array();
  for (const store::Subscription& one : devices) {
    Json kinds = Json::array();
    for (std::size_t i = 0; i < notice_words.size(); ++i)
      if ((one.kinds >> i & 1U) != 0) kinds.push_back(notice_words.at(i));
    const auto endpoint = push::parse_endpoint(one.endpoint);
    json.push_back({{"device", to_text(one.id)},
                    {"service", endpoint ? endpoint->host : ""},
                    {"kinds", std::move(kinds)},
                    {"quiet_from", one.quiet_from},
                    {"quiet_until", one.quiet_until},
                    {"zone", one.zone},
                    {"language", one.language}});
  }
  return json;
}

}  // namespace sixfold::server
