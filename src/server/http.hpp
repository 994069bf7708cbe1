// HTTP requests and responses, as the server reads and writes them.
#pragma once

#include <string>
#include <string_view>

#include <boost/beast/http.hpp>

#include "server/routes.hpp"
#include "server/web_files.hpp"

namespace sixfold::server {

namespace http = boost::beast::http;

using Request = http::request<http::string_body>;

/// A head, with a body of its own or one that lives as long as the server. A body of its own may be
/// only the beginning, with the rest made while it is sent.
struct Response {
  http::response<http::empty_body> head;
  std::string own_body;
  std::string_view shared_body;
  BodySource rest;
};

/// The target without its query.
[[nodiscard]] std::string path_of(const Request& request);
/// The part of the target after `?`.
[[nodiscard]] std::string query_of(const Request& request);
[[nodiscard]] bool is_reading(const Request& request);
/// Whether the request names its sender itself, instead of a browser's cookie.
[[nodiscard]] bool bears_token(const Request& request);
inline constexpr std::string_view bearer = "Bearer ";
/// Whether a browser asks for a page to show.
[[nodiscard]] bool wants_page(const Request& request);

/// Which pages may show a page in a frame.
enum class Framing : std::uint8_t { never, anywhere };

[[nodiscard]] Response respond(const Request& request, HttpAnswer answer);
/// A page made for this request.
[[nodiscard]] Response respond_page(const Request& request, std::string page, Framing framing);
/// The file must outlive the response.
[[nodiscard]] Response respond(const Request& request, const WebFile& file, int status = 200);

/// The head as sent, with the body's length (or that it comes in chunks) and whether the connection
/// stays open.
[[nodiscard]] std::string head_text(Response& response, const Request& request);

/// Part of a body that comes in chunks. Precondition: it is not empty.
[[nodiscard]] std::string chunk_text(std::string_view text);
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace sixfold::server
