// What can be asked without a stream, over HTTP: one table of routes, described in
// docs/openapi.json.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/accounts.hpp"
#include "server/hub.hpp"

namespace sixfold {

/// What is asked, and by whom.
struct RouteRequest {
  std::string method;  ///< GET, POST, …
  std::string path;    ///< without the query
  std::string body;
  Asker asker;
  std::string query;  ///< what followed the path after `?`
};

struct HttpAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::optional<SignedIn> signed_in;  ///< as whom the client goes on: it gets their cookie
};

using AnswerHttp = std::function<void(HttpAnswer)>;

/// The routes that answer() knows: the method and the path, with `{…}` for what varies.
struct RouteName {
  std::string_view method;
  std::string_view path;
};
[[nodiscard]] std::vector<RouteName> route_names();

/// Runs work on another thread, then `then` on this one; false if too much work waits already.
using WorkElsewhere = std::function<bool(std::function<void()> work, std::function<void()> then)>;

/// What routes answer from.
struct RouteWorld {
  Hub& hub;
  Accounts& accounts;
  WorkElsewhere elsewhere;  ///< for what takes longer than an answer may
};

/// Answers at once or later.
void answer(const RouteWorld& world, const RouteRequest& request, const AnswerHttp& reply);

/// `{"error":{"code":…}}`.
[[nodiscard]] HttpAnswer http_error(int status, std::string_view code);
[[nodiscard]] HttpAnswer json_answer(const Json& json);
/// The error with the status that belongs to its code.
[[nodiscard]] HttpAnswer refusal(const std::string& code);

/// Passes a value on, or answers with the code of what is in the way.
template <class T, class Then>
Accounts::Answer<T> or_refuse(const AnswerHttp& reply, Then then) {
  return [reply, then = std::move(then)](const Result<T, std::string>& found) {
    if (!found) return reply(refusal(found.error()));
    reply(then(*found));
  };
}

/// A route; `part` is what stood where the path varies.
struct Route {
  std::string_view method;
  std::string_view path;
  void (*handler)(const RouteWorld& world, const RouteRequest& request, std::string_view part,
                  const AnswerHttp& reply);
};
/// What players have played.
[[nodiscard]] std::span<const Route> profile_routes();
/// Those that need accounts.
[[nodiscard]] std::span<const Route> account_routes();
/// Those of the game of the day.
[[nodiscard]] std::span<const Route> daily_routes();

}  // namespace sixfold
