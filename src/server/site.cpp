#include "server/site.hpp"

#include <chrono>
#include <optional>

#include "server/clock.hpp"
#include "server/device_name.hpp"
#include "server/later.hpp"

namespace sixfold {

namespace asio = boost::asio;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr const char* plain_text = "text/plain; charset=utf-8";

RouteRequest route_request(const Asked& asked) {
  const Request& request = asked.request;
  // A HEAD request is answered like GET, without the body.
  const std::string_view method = is_reading(request) ? "GET" : request.method_string();
  return {std::string(method), path_of(request), request.body(),
          Asker{asked.visitor.who.user, asked.visitor.session,
                device_name(request[http::field::user_agent]), asked.address},
          query_of(request)};
}

}  // namespace

bool is_route(const Request& request) { return request.target().starts_with("/api/"); }

asio::awaitable<Response> Site::answer(const Asked& asked) {
  ++metrics_.requests;
  Response response = co_await answer_allowed(asked);
  // For a year, browsers will then use only https for this site.
  if (is_https_) response.head.set("Strict-Transport-Security", "max-age=31536000");
  co_return response;
}

asio::awaitable<Response> Site::answer_allowed(const Asked& asked) {
  HttpAnswer refused = refusal_of(asked);
  if (refused.status != 200) co_return respond(asked.request, std::move(refused));
  if (is_route(asked.request)) co_return co_await answer_route(asked);
  co_return answer_at_once(asked.request);
}

/// The error with which the request is rejected; status 200 if it is not.
HttpAnswer Site::refusal_of(const Asked& asked) {
  const bool changes = !is_reading(asked.request);
  if (asked.is_allowed) {
    if ((asked.is_upgrade || changes) && !asked.is_own) return http_error(403, "foreign_origin");
    if (const std::string& code = asked.visitor.refusal; !code.empty())
      return http_error(code == "unavailable" ? 503 : 403, code);
    const bool is_guess = is_route(asked.request) && changes;
    if (!is_guess || gate_.allow_guess(asked.address, steady_ms())) return {};
  }
  ++metrics_.limited;
  return http_error(429, "too_fast");
}

asio::awaitable<Response> Site::answer_route(const Asked& asked) {
  const std::function<void(AnswerHttp)> ask = [this, &asked](const AnswerHttp& reply) {
    sixfold::answer(routes_, route_request(asked), reply);
  };
  HttpAnswer otherwise = http_error(503, "unavailable");
  HttpAnswer found = co_await answer_to<HttpAnswer>(ask, std::move(otherwise), patience);
  const std::optional<SignedIn> signed_in = found.signed_in;
  Response response = respond(asked.request, std::move(found));
  if (signed_in)
    response.head.set(http::field::set_cookie, visitors_.cookie_for(*signed_in));
  else if (asked.visitor.gets &&
           (asked.visitor.session || asked.request.target().starts_with("/api/me")))
    response.head.set(http::field::set_cookie, visitors_.cookie_for(*asked.visitor.gets));
  co_return response;
}

Response Site::answer_at_once(const Request& request) const {
  const std::string path = path_of(request);
  if (!is_reading(request)) return respond(request, http_error(405, "method_not_allowed"));
  if (path == "/healthz") return respond(request, HttpAnswer{200, plain_text, "ok\n", {}});
  if (path == "/readyz") return respond(request, show_readiness());
  if (path == "/metrics")
    return respond(request,
                   HttpAnswer{200, plain_text, metrics_text(metrics_, routes_.hub.figures()), {}});
  if (const WebFile* const file = files_.find(path)) return respond(request, *file);
  if (path == "/")
    return respond(
        request,
        HttpAnswer{200, plain_text, "This is a Sixfold server without the web app.\n", {}});
  return respond(request, http_error(404, "no_such_route"));
}

HttpAnswer Site::show_readiness() const {
  const std::string fault = readiness_();
  if (!fault.empty()) return http_error(503, fault);
  return {200, plain_text, "ok\n", {}};
}

}  // namespace sixfold
