#include "server/http.hpp"

#include <sstream>
#include <utility>

namespace sixfold {

namespace {

http::response<http::empty_body> head_of(const Request& request, int status,
                                         std::string_view type) {
  http::response<http::empty_body> head{static_cast<http::status>(status), request.version()};
  head.set(http::field::server, "sixfold");
  head.set(http::field::content_type, type);
  head.set("X-Content-Type-Options", "nosniff");
  head.set("Referrer-Policy", "no-referrer");
  head.set("Cross-Origin-Opener-Policy", "same-origin");
  head.set("Cross-Origin-Resource-Policy", "same-origin");
  head.set("Content-Security-Policy",
           "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
           "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
           "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
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

Response respond(const Request& request, HttpAnswer answer) {
  Response response{head_of(request, answer.status, answer.content_type), {}, {}};
  response.head.set(http::field::cache_control, "no-store");
  response.own_body = std::move(answer.body);
  return response;
}

Response respond(const Request& request, const WebFile& file) {
  Response response{head_of(request, 200, file.content_type), {}, {}};
  http::response<http::empty_body>& head = response.head;
  head.set(http::field::etag, file.etag);
  head.set(http::field::vary, "Accept-Encoding");
  head.set(http::field::cache_control,
           file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  const std::string_view encodings = request[http::field::accept_encoding];
  if (request[http::field::if_none_match] == file.etag) {
    head.result(http::status::not_modified);
  } else if (!file.gzip.empty() && encodings.find("gzip") != std::string_view::npos) {
    head.set(http::field::content_encoding, "gzip");
    response.shared_body = file.gzip;
  } else {
    response.shared_body = file.body;
  }
  return response;
}

std::string head_text(Response& response, const Request& request) {
  http::response<http::empty_body>& head = response.head;
  head.keep_alive(request.keep_alive());
  if (head.result() != http::status::not_modified)
    head.content_length(response.own_body.size() + response.shared_body.size());
  std::ostringstream text;
  text << head.base();
  return std::move(text).str();
}

}  // namespace sixfold
