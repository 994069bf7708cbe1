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
using Response = http::response<http::string_body>;

/// The target without its query.
[[nodiscard]] std::string path_of(const Request& request);
/// What follows the path after `?`.
[[nodiscard]] std::string query_of(const Request& request);
[[nodiscard]] bool is_reading(const Request& request);

[[nodiscard]] Response respond(const Request& request, HttpAnswer answer);
[[nodiscard]] Response respond(const Request& request, const WebFile& file);

}  // namespace sixfold
