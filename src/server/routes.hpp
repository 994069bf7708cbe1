// What can be asked without a stream, over HTTP: one table of routes, described in
// docs/openapi.json.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "server/hub.hpp"

namespace sixfold {

struct HttpAnswer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
};

using AnswerHttp = std::function<void(HttpAnswer)>;

/// The paths that answer() knows, with `{…}` for what varies.
[[nodiscard]] std::span<const std::string_view> route_paths();

/// Answers a GET, at once or later. `path` is without the query.
void answer(Hub& hub, const Id& user, std::string_view path, const AnswerHttp& reply);

/// `{"error":{"code":…}}`.
[[nodiscard]] HttpAnswer http_error(int status, std::string_view code);

}  // namespace sixfold
