// The HTTP routes for the holidays of an account.
#include <array>

#include "record/forms.hpp"
#include "server/holiday_time.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

HttpAnswer holidays_answer(const Accounts::Holidays& holidays) {
  Json json = {{"days_a_year", holiday_days_a_year}, {"days_left", holidays.days_left}};
  if (const auto& next = holidays.next)
    json["holiday"] = {{"from_ms", next->from_ms}, {"until_ms", next->until_ms}};
  return json_answer(json);
}

void show_holidays(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.holidays(request.asker.user,
                             or_refuse<Accounts::Holidays>(reply, holidays_answer));
}

void take_holiday(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  const auto json = parse_json(request.body);
  if (!json || !json->is_object()) return reply(http_error(400, "bad_request"));
  FormReader reader;
  const Json* const days = FormReader::optional(*json, "days");
  const Json* const from = FormReader::optional(*json, "from_ms");
  const auto count =
      days == nullptr ? std::nullopt : reader.integer(*days, {}, 1, int{holiday_days_a_year});
  if (!count || (from != nullptr && !from->is_number_integer()))
    return reply(http_error(400, "bad_request"));
  services.accounts.take_holiday(
      request.asker.user, from == nullptr ? std::nullopt : std::optional(from->get<std::int64_t>()),
      *count, or_refuse<Accounts::Holidays>(reply, holidays_answer));
}

void end_holiday(const RouteServices& services, const RouteRequest& request,
                 std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.end_holiday(request.asker.user,
                                or_refuse<Accounts::Holidays>(reply, holidays_answer));
}

constexpr std::array<Route, 3> holiday_route_list{{
    {"GET", "/api/me/holiday", show_holidays},
    {"POST", "/api/me/holiday", take_holiday},
    {"DELETE", "/api/me/holiday", end_holiday},
}};

}  // namespace

std::span<const Route> holiday_routes() { return holiday_route_list; }

}  // namespace sixfold::server
