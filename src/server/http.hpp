// HTTP requests and responses, as the server reads and writes them.
#pragma once

#include <string>
#include <string_view>

#include <boost/beast/http.hpp>

#include "server/routes.hpp"
#include "server/web_files.hpp"

namespace sixfold {

namespace http = boost::beast::http;

using Request = http::request<http::string_body>;

/// A head, with a body of its own or one that lives as long as the server.
struct Response {
  http::response<http::empty_body> head;
  std::string own_body;
  std::string_view shared_body;
};

/// The target without its query.
[[nodiscard]] std::string path_of(const Request& request);
/// The part of the target after `?`.
[[nodiscard]] std::string query_of(const Request& request);
[[nodiscard]] bool is_reading(const Request& request);

[[nodiscard]] Response respond(const Request& request, HttpAnswer answer);
/// The file must outlive the response.
[[nodiscard]] Response respond(const Request& request, const WebFile& file);

/// The head as sent, with the body's length and whether the connection stays open.
[[nodiscard]] std::string head_text(Response& response, const Request& request);

}  // namespace sixfold
