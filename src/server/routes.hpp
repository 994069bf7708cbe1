// Requests over plain HTTP: one table of routes, described in docs/openapi.json.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "play/daily.hpp"
#include "server/accounts.hpp"
#include "server/hub.hpp"

namespace sixfold {

/// A request and the user who makes it.
struct RouteRequest {
  std::string method;  ///< GET, POST, …
  std::string path;    ///< without the query
  std::string body;
  Asker asker;
  std::string query;  ///< the part after `?`
};

struct HttpAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::optional<SignedIn> signed_in;  ///< the new identity, whose cookie the client gets
};

using AnswerHttp = std::function<void(HttpAnswer)>;

/// A route that answer() knows: method and path, with `{…}` for the variable part.
struct RouteName {
  std::string_view method;
  std::string_view path;
};
[[nodiscard]] std::vector<RouteName> route_names();

/// Runs work on another thread, then `then` on this one; false if the queue is full.
using WorkElsewhere = std::function<bool(std::function<void()> work, std::function<void()> then)>;

/// The services from which routes answer.
struct RouteServices {
  Hub& hub;
  Accounts& accounts;
  WorkElsewhere elsewhere;    ///< for slow work
  const DailyKey& daily_key;  ///< determines the games of the day
};

/// Answers now or later.
void answer(const RouteServices& services, const RouteRequest& request, const AnswerHttp& reply);

/// `{"error":{"code":…}}`.
[[nodiscard]] HttpAnswer http_error(int status, std::string_view code);
[[nodiscard]] HttpAnswer json_answer(const Json& json);
/// The error, with the status for its code.
[[nodiscard]] HttpAnswer refusal(const std::string& code);

/// Passes a value on, or answers with the error code.
template <class T, class Then>
Accounts::Answer<T> or_refuse(const AnswerHttp& reply, Then then) {
  return [reply, then = std::move(then)](const Result<T, std::string>& found) {
    if (!found) return reply(refusal(found.error()));
    reply(then(*found));
  };
}

/// A route; `part` is the variable part of the path.
struct Route {
  std::string_view method;
  std::string_view path;
  void (*handler)(const RouteServices& services, const RouteRequest& request, std::string_view part,
                  const AnswerHttp& reply);
};
/// Routes about what players have played.
[[nodiscard]] std::span<const Route> profile_routes();
/// Routes that need accounts.
[[nodiscard]] std::span<const Route> account_routes();
/// Routes of the game of the day.
[[nodiscard]] std::span<const Route> daily_routes();

}  // namespace sixfold
