#include "server/http.hpp"

#include <utility>

namespace sixfold {

namespace {

Response with_headers(const Request& request, int status, std::string_view type) {
  Response response{static_cast<http::status>(status), request.version()};
  response.set(http::field::server, "sixfold");
  response.set(http::field::content_type, type);
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Content-Security-Policy",
               "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
               "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
               "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  return response;
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
  Response response = with_headers(request, answer.status, answer.content_type);
  response.set(http::field::cache_control, "no-store");
  response.body() = std::move(answer.body);
  return response;
}

Response respond(const Request& request, const WebFile& file) {
  Response response = with_headers(request, 200, file.content_type);
  response.set(http::field::etag, file.etag);
  response.set(http::field::vary, "Accept-Encoding");
  response.set(http::field::cache_control,
               file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  const std::string_view encodings = request[http::field::accept_encoding];
  if (request[http::field::if_none_match] == file.etag) {
    response.result(http::status::not_modified);
  } else if (!file.gzip.empty() && encodings.find("gzip") != std::string_view::npos) {
    response.set(http::field::content_encoding, "gzip");
    response.body() = file.gzip;
  } else {
    response.body() = file.body;
  }
  return response;
}

}  // namespace sixfold
