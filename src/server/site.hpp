// What the server answers to a request that is not for a WebSocket.
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

/// A request with what is known about it before it is answered.
struct Asked {
  const Request& request;
  const Visitor& visitor;
  std::string address;      ///< for limits
  bool is_allowed = false;  ///< by the limits of its address
  bool is_own = false;      ///< from one of the server's own pages
  bool is_upgrade = false;  ///< to a WebSocket
};

/// Whether it is one of the routes that need to know who asks.
[[nodiscard]] bool is_route(const Request& request);

class Site {
 public:
  /// `is_https`: people reach the server over https alone. `readiness`: the code of why the server
  /// cannot do its work now; empty if it can.
  Site(RouteWorld routes, Gate& gate, Metrics& metrics, const Visitors& visitors, WebFiles files,
       bool is_https, std::function<std::string()> readiness)
      : routes_(routes),
        gate_(gate),
        metrics_(metrics),
        visitors_(visitors),
        files_(std::move(files)),
        is_https_(is_https),
        readiness_(std::move(readiness)) {}

  [[nodiscard]] boost::asio::awaitable<Response> answer(const Asked& asked);

 private:
  [[nodiscard]] boost::asio::awaitable<Response> answer_allowed(const Asked& asked);
  [[nodiscard]] HttpAnswer refusal_of(const Asked& asked);
  [[nodiscard]] boost::asio::awaitable<Response> answer_route(const Asked& asked);
  [[nodiscard]] Response answer_at_once(const Request& request) const;
  [[nodiscard]] HttpAnswer show_readiness() const;

  RouteWorld routes_;
  Gate& gate_;
  Metrics& metrics_;
  const Visitors& visitors_;
  WebFiles files_;
  bool is_https_;
  std::function<std::string()> readiness_;
};

}  // namespace sixfold
