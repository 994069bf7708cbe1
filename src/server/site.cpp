#include "server/site.hpp"

#include <chrono>
#include <optional>

#include "net/clock.hpp"
#include "server/device_name.hpp"
#include "server/later.hpp"

namespace sixfold {

namespace asio = boost::asio;

namespace {

constexpr auto patience = std::chrono::seconds(30);
constexpr const char* plain_text = "text/plain; charset=utf-8";

RouteRequest route_request(const SiteRequest& request) {
  const Request& http = request.http;
  // A HEAD request is answered like GET, without the body.
  const std::string_view method = is_reading(http) ? "GET" : http.method_string();
  return {std::string(method), path_of(http), http.body(),
          Asker{request.visitor.who.user, request.visitor.session,
                device_name(http[boost::beast::http::field::user_agent]), request.address},
          query_of(http)};
}

}  // namespace

bool is_route(const Request& request) { return request.target().starts_with("/api/"); }

asio::awaitable<Response> Site::answer(const SiteRequest& request) {
  ++metrics_.requests;
  Response response = co_await answer_allowed(request);
  // For a year, browsers will then use only https for this site.
  if (is_https_) response.head.set("Strict-Transport-Security", "max-age=31536000");
  co_return response;
}

asio::awaitable<Response> Site::answer_allowed(const SiteRequest& request) {
  HttpAnswer refused = refusal_of(request);
  if (refused.status != 200) co_return respond(request.http, std::move(refused));
  if (is_route(request.http)) co_return co_await answer_route(request);
  co_return answer_at_once(request.http);
}

/// The error with which the request is rejected; status 200 if it is not.
HttpAnswer Site::refusal_of(const SiteRequest& request) {
  const bool changes = !is_reading(request.http);
  if (request.is_allowed) {
    if ((request.is_upgrade || changes) && !request.is_own)
      return http_error(403, "foreign_origin");
    if (const std::string& code = request.visitor.refusal; !code.empty())
      return http_error(code == "unavailable" ? 503 : 403, code);
    const bool is_guess = is_route(request.http) && changes;
    if (!is_guess || gate_.allow_guess(request.address, steady_ms())) return {};
  }
  ++metrics_.limited;
  return http_error(429, "too_fast");
}

asio::awaitable<Response> Site::answer_route(const SiteRequest& request) {
  const std::function<void(AnswerHttp)> ask = [this, &request](const AnswerHttp& reply) {
    sixfold::answer(routes_, route_request(request), reply);
  };
  HttpAnswer otherwise = http_error(503, "unavailable");
  HttpAnswer found = co_await answer_to<HttpAnswer>(ask, std::move(otherwise), patience);
  const std::optional<SignedIn> signed_in = found.signed_in;
  Response response = respond(request.http, std::move(found));
  if (signed_in)
    response.head.set(http::field::set_cookie, visitors_.cookie_for(*signed_in));
  else if (request.visitor.gets &&
           (request.visitor.session || request.http.target().starts_with("/api/me")))
    response.head.set(http::field::set_cookie, visitors_.cookie_for(*request.visitor.gets));
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
