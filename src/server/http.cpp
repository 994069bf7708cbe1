#include "server/http.hpp"

#include <sstream>
#include <utility>

namespace sixfold::server {

namespace {

constexpr std::string_view policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// Of the page that others may embed: it has nothing to send.
constexpr std::string_view embedded_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors *";

http::response<http::empty_body> head_of(const Request& request, int status,
                                         std::string_view type) {
  http::response<http::empty_body> head{static_cast<http::status>(status), request.version()};
  head.set(http::field::server, "sixfold");
  head.set(http::field::content_type, type);
  head.set("X-Content-Type-Options", "nosniff");
  head.set("Referrer-Policy", "no-referrer");
  head.set("Cross-Origin-Opener-Policy", "same-origin");
  head.set("Cross-Origin-Resource-Policy", "same-origin");
  head.set("Content-Security-Policy", policy);
  return head;
}

}  // namespace

std::string path_of(const Request& request) {
  const std::string_view target = request.target();
  return std::string(target.substr(0, target.find('?')));
}

std::string query_of(const Request& request) {
  const std::string_view target = request.target();
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? "" : std::string(target.substr(mark + 1));
}

bool is_reading(const Request& request) {
  return request.method() == http::verb::get || request.method() == http::verb::head;
}

bool bears_token(const Request& request) {
  return std::string_view(request[http::field::authorization]).starts_with(bearer);
}

bool wants_page(const Request& request) {
  const std::string_view accepted = request[http::field::accept];
  return accepted.find("text/html") != std::string_view::npos;
}

Response respond(const Request& request, HttpAnswer answer) {
  Response response{head_of(request, answer.status, answer.content_type), {}, {}};
  response.head.set(http::field::cache_control,
                    answer.is_public ? "public, max-age=86400" : "no-store");
  if (answer.is_public) response.head.set("Cross-Origin-Resource-Policy", "cross-origin");
  response.own_body = std::move(answer.body);
  response.rest = std::move(answer.rest);
  return response;
}

Response respond_page(const Request& request, std::string page, Framing framing) {
  Response response{head_of(request, 200, "text/html; charset=utf-8"), {}, {}};
  http::response<http::empty_body>& head = response.head;
  if (framing == Framing::anywhere) head.set("Content-Security-Policy", embedded_policy);
  const std::string etag = etag_of(page);
  head.set(http::field::etag, etag);
  head.set(http::field::vary, "Accept-Language");
  head.set(http::field::cache_control, "no-cache");
  if (request[http::field::if_none_match] == etag)
    head.result(http::status::not_modified);
  else
    response.own_body = std::move(page);
  return response;
}

Response respond(const Request& request, const WebFile& file, int status) {
  Response response{head_of(request, status, file.content_type), {}, {}};
  http::response<http::empty_body>& head = response.head;
  head.set(http::field::etag, file.etag);
  head.set(http::field::vary, "Accept-Encoding");
  head.set(http::field::cache_control,
           file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (status == 200 && request[http::field::if_none_match] == file.etag) {
    head.result(http::status::not_modified);
    return response;
  }
  response.shared_body = file.body;
  http::ext_list accepted(request[http::field::accept_encoding]);
  for (std::size_t i = 0; i < packings.size(); ++i) {
    if (file.packed.at(i).empty() || !accepted.exists(packings.at(i).encoding)) continue;
    head.set(http::field::content_encoding, packings.at(i).encoding);
    response.shared_body = file.packed.at(i);
    break;
  }
  return response;
}

std::string head_text(Response& response, const Request& request) {
  http::response<http::empty_body>& head = response.head;
  head.keep_alive(request.keep_alive());
  // HTTP/1.0 has no chunks: there, the body ends with the connection.
  if (response.rest && request.version() < 11)
    head.keep_alive(false);
  else if (response.rest)
    head.chunked(true);
  else if (head.result() != http::status::not_modified)
    head.content_length(response.own_body.size() + response.shared_body.size());
  std::ostringstream text;
  text << head.base();
  return std::move(text).str();
}

std::string chunk_text(std::string_view text) {
  std::ostringstream chunk;
  chunk << std::hex << text.size() << "\r\n" << text << "\r\n";
  return std::move(chunk).str();
}

}  // namespace sixfold::server
