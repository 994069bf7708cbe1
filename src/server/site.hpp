// Answers to requests that are not for a WebSocket.
#pragma once

#include <functional>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/gate.hpp"
#include "server/http.hpp"
#include "server/link_preview.hpp"
#include "server/metrics.hpp"
#include "server/visitors.hpp"
#include "server/web_files.hpp"

namespace sixfold::server {

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
  /// `url`: the public one. `readiness`: the reason why the server cannot work now, as a code;
  /// empty if it can.
  Site(RouteServices routes, Gate& gate, Metrics& metrics, const Visitors& visitors, WebFiles files,
       const std::string& url, std::function<std::string()> readiness)
      : routes_(std::move(routes)),
        gate_(gate),
        metrics_(metrics),
        visitors_(visitors),
        files_(std::move(files)),
        links_(link_maker(url)),
        readiness_(std::move(readiness)) {
    routes_.links = &links_;
  }
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  [[nodiscard]] boost::asio::awaitable<Response> answer(const SiteRequest& request);

 private:
  [[nodiscard]] boost::asio::awaitable<Response> answer_allowed(const SiteRequest& request);
  [[nodiscard]] static bool is_preflight(const SiteRequest& request);
  [[nodiscard]] HttpAnswer refusal_of(const SiteRequest& request);
  [[nodiscard]] boost::asio::awaitable<Response> answer_route(const SiteRequest& request);
  [[nodiscard]] boost::asio::awaitable<Response> answer_page(const SiteRequest& request,
                                                             const WebFile& page,
                                                             LinkTarget target);
  [[nodiscard]] Response answer_at_once(const Request& request) const;
  [[nodiscard]] LinkMaker link_maker(const std::string& url) const;
  /// The message that shows a link's table to anyone; empty if there is none.
  void find_table(const LinkTarget& target, const std::string& address,
                  const std::function<void(std::string)>& answer);
  [[nodiscard]] HttpAnswer show_readiness() const;

  RouteServices routes_;
  Gate& gate_;
  Metrics& metrics_;
  const Visitors& visitors_;
  WebFiles files_;
  LinkMaker links_;
  std::function<std::string()> readiness_;
};

}  // namespace sixfold::server
