// Answers to requests that are not for a WebSocket.
#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/gate.hpp"
#include "server/http.hpp"
#include "server/metrics.hpp"
#include "server/visitors.hpp"
#include "server/web_files.hpp"

namespace sixfold {

/// A request and what is known about it before it is answered.
struct SiteRequest {
  const Request& http;
  const Visitor& visitor;
  std::string address;      ///< for limits
  bool is_allowed = false;  ///< by the limits for its address
  bool is_own = false;      ///< from one of the server's own pages
  bool is_upgrade = false;  ///< to a WebSocket
};

/// Whether the request is for a route that needs to know the user.
[[nodiscard]] bool is_route(const Request& request);

class Site {
 public:
  /// `is_https`: the public URL uses https. `readiness`: the reason why the server cannot work now,
  /// as a code; empty if it can.
  Site(RouteServices routes, Gate& gate, Metrics& metrics, const Visitors& visitors, WebFiles files,
       bool is_https, std::function<std::string()> readiness)
      : routes_(routes),
        gate_(gate),
        metrics_(metrics),
        visitors_(visitors),
        files_(std::move(files)),
        is_https_(is_https),
        readiness_(std::move(readiness)) {}

  [[nodiscard]] boost::asio::awaitable<Response> answer(const SiteRequest& request);

 private:
  [[nodiscard]] boost::asio::awaitable<Response> answer_allowed(const SiteRequest& request);
  [[nodiscard]] HttpAnswer refusal_of(const SiteRequest& request);
  [[nodiscard]] boost::asio::awaitable<Response> answer_route(const SiteRequest& request);
  [[nodiscard]] Response answer_at_once(const Request& request) const;
  [[nodiscard]] HttpAnswer show_readiness() const;

  RouteServices routes_;
  Gate& gate_;
  Metrics& metrics_;
  const Visitors& visitors_;
  WebFiles files_;
  bool is_https_;
  std::function<std::string()> readiness_;
};

}  // namespace sixfold
