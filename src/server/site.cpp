#include "server/site.hpp"

#include <chrono>
#include <optional>

#include "net/clock.hpp"
#include "server/device_name.hpp"
#include "server/later.hpp"

namespace sixfold::server {

namespace asio = boost::asio;

namespace {

constexpr auto answer_patience = std::chrono::seconds(30);
constexpr const char* plain_text = "text/plain; charset=utf-8";

RouteRequest route_request(const SiteRequest& request) {
  const Request& http = request.http;
  // A HEAD request is answered like GET, without the body.
  const std::string_view method = is_reading(http) ? "GET" : http.method_string();
  return {std::string(method), path_of(http), http.body(),
          Asker{request.visitor.who.user, request.visitor.session,
                device_name(http[boost::beast::http::field::user_agent]), request.address,
                request.visitor.scopes, request.visitor.who.session},
          query_of(http)};
}

/// Whether pages of other sites may read the answer: it is the same for everyone, or the request
/// has a token. Cookies never count there.
bool is_for_every_site(const Request& request) {
  return is_route(request) &&
         (bears_token(request) ||
          access_of(is_reading(request) ? "GET" : std::string_view(request.method_string()),
                    path_of(request)) == Access::open);
}

/// What a browser wants to know before it sends a token from a page of another site.
Response preflight_answer(const Request& request) {
  Response response = respond(request, HttpAnswer{200, plain_text, {}, {}});
  http::response<http::empty_body>& head = response.head;
  head.set(http::field::access_control_allow_origin, "*");
  head.set(http::field::access_control_allow_methods, methods_elsewhere(path_of(request)));
  head.set(http::field::access_control_allow_headers, "Authorization, Content-Type");
  head.set(http::field::access_control_max_age, "86400");
  return response;
}

/// If not even the beginning of the body can be made, the answer is an error.
asio::awaitable<HttpAnswer> with_first_piece(HttpAnswer answer) {
  const std::function<void(TakePiece)> ask = answer.rest;
  BodyPiece otherwise;
  BodyPiece first = co_await answer_to<BodyPiece>(ask, std::move(otherwise), answer_patience);
  if (first.kind == BodyPiece::Kind::fault) co_return http_error(503, "unavailable");
  if (first.kind == BodyPiece::Kind::end) answer.rest = nullptr;
  answer.body = std::move(first.text);
  co_return answer;
}

}  // namespace

bool is_route(const Request& request) {
  return request.target().starts_with("/api/") || request.target().starts_with("/feeds/");
}

asio::awaitable<Response> Site::answer(const SiteRequest& request) {
  ++metrics_.requests;
  Response response = co_await answer_allowed(request);
  // For a year, browsers will then use only https for this site.
  if (links_.url.starts_with("https:"))
    response.head.set("Strict-Transport-Security", "max-age=31536000");
  if (is_for_every_site(request.http))
    response.head.set(http::field::access_control_allow_origin, "*");
  co_return response;
}

asio::awaitable<Response> Site::answer_allowed(const SiteRequest& request) {
  if (request.is_allowed && is_preflight(request)) co_return preflight_answer(request.http);
  HttpAnswer refused = refusal_of(request);
  if (refused.status != 200) co_return respond(request.http, std::move(refused));
  if (is_route(request.http)) co_return co_await answer_route(request);
  const std::string path = path_of(request.http);
  const WebFile* page = is_reading(request.http) ? files_.find(path) : nullptr;
  if (page != nullptr && page == files_.page()) {
    LinkTarget target = link_target(path);
    if (target.embedded) page = files_.file("/embed.html");
    if (page != nullptr) co_return co_await answer_page(request, *page, std::move(target));
  }
  co_return answer_at_once(request.http);
}

asio::awaitable<Response> Site::answer_page(const SiteRequest& request, const WebFile& page,
                                            LinkTarget target) {
  const std::function<void(std::function<void(std::string)>)> ask =
      [this, &request, &target](std::function<void(std::string)> answer) {
        find_table(target, request.address, std::move(answer));
      };
  std::string none;
  const std::string message =
      co_await answer_to<std::string>(ask, std::move(none), answer_patience);
  const auto json = parse_json(message);
  const Json* const table = json ? FormReader::optional(*json, "table") : nullptr;
  const std::string language =
      links_.texts.language_for(request.http[http::field::accept_language]);
  const LinkPreview preview = links_.preview(target, table == nullptr ? Json() : *table, language);
  co_return respond_page(request.http, page_with(page.body, preview),
                         target.embedded ? Framing::anywhere : Framing::never);
}

LinkMaker Site::link_maker(const std::string& url) const {
  const WebFile* const texts = files_.file("/link-texts.json");
  std::string base = url;
  while (base.ends_with('/')) base.pop_back();
  return {std::move(base), routes_.pictures != nullptr && routes_.pictures->are_drawn(),
          texts == nullptr ? LinkTexts() : LinkTexts(texts->body)};
}

void Site::find_table(const LinkTarget& target, const std::string& address,
                      const std::function<void(std::string)>& answer) {
  const auto look = [this, answer](const Id& game) {
    routes_.hub.look_at(game, [answer](const Result<std::string, std::string>& message) {
      answer(message ? *message : std::string());
    });
  };
  if (const auto game = parse_id(target.part)) return look(*game);
  if (target.kind != LinkTarget::Kind::table) return answer({});
  find_game(routes_, target.part, address, [look, answer](const Result<Id, std::string>& game) {
    if (game) return look(*game);
    answer({});
  });
}

bool Site::is_preflight(const SiteRequest& request) {
  return request.http.method() == http::verb::options &&
         request.http.count(http::field::access_control_request_method) > 0 &&
         is_route(request.http) && !methods_elsewhere(path_of(request.http)).empty();
}

/// The error with which the request is rejected; status 200 if it is not.
HttpAnswer Site::refusal_of(const SiteRequest& request) {
  const bool changes = !is_reading(request.http);
  if (request.is_allowed) {
    const bool is_elsewhere = !request.is_own && (request.is_upgrade || !bears_token(request.http));
    if ((request.is_upgrade || changes) && is_elsewhere) return http_error(403, "foreign_origin");
    if (const std::string& code = request.visitor.refusal; !code.empty())
      return http_error(code == "unavailable" ? 503 : 403, code);
    const bool is_guess = is_route(request.http) && changes;
    const bool is_picture = is_route(request.http) && path_of(request.http).ends_with("/picture");
    const std::int64_t now_ms = net::steady_ms();
    if ((!is_guess || gate_.allow_guess(request.address, now_ms)) &&
        (!is_picture || gate_.allow_picture(request.address, now_ms)))
      return {};
  }
  ++metrics_.limited;
  return http_error(429, "too_fast");
}

asio::awaitable<Response> Site::answer_route(const SiteRequest& request) {
  const std::function<void(AnswerHttp)> ask = [this, &request](const AnswerHttp& reply) {
    server::answer(routes_, route_request(request), reply);
  };
  HttpAnswer otherwise = http_error(503, "unavailable");
  HttpAnswer found = co_await answer_to<HttpAnswer>(ask, std::move(otherwise), answer_patience);
  if (found.rest) found = co_await with_first_piece(std::move(found));
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
  if (const WebFile* const page = files_.page(); page && wants_page(request))
    return respond(request, *page, 404);
  return respond(request, http_error(404, "no_such_route"));
}

HttpAnswer Site::show_readiness() const {
  const std::string fault = readiness_();
  if (!fault.empty()) return http_error(503, fault);
  return {200, plain_text, "ok\n", {}};
}

}  // namespace sixfold::server
