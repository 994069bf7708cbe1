#include "server/gate.hpp"

#include <algorithm>

namespace sixfold {

namespace {

/// The part of a URL that names the host and port.
std::string_view authority_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find('/'));
}

}  // namespace

std::string Gate::address_of(const Request& request, const std::string& peer) const {
  if (std::ranges::find(options_.trusted_proxies, peer) == options_.trusted_proxies.end())
    return peer;
  std::string_view forwarded = request["X-Forwarded-For"];
  const auto last = forwarded.rfind(',');
  if (last != std::string_view::npos) forwarded.remove_prefix(last + 1);
  while (forwarded.starts_with(' ')) forwarded.remove_prefix(1);
  return forwarded.empty() ? peer : std::string(forwarded);
}

bool Gate::is_own_page(const Request& request) const {
  const auto origin = request.find(http::field::origin);
  if (origin == request.end()) {
    // No browser leaves both out.
    const std::string_view site = request["Sec-Fetch-Site"];
    return site.empty() || site == "same-origin" || site == "none";
  }
  const std::string_view page = authority_of(origin->value());
  return !page.empty() &&
         (page == request[http::field::host] || page == authority_of(options_.public_url));
}

bool Gate::allow_request(const std::string& address, bool opens_socket, std::int64_t now_ms) {
  if (options_.sockets_per_address == 0) return true;
  if (!address_buckets_.take(address, now_ms)) return false;
  const auto open = sockets_of_.find(address);
  return !opens_socket || open == sockets_of_.end() || open->second < options_.sockets_per_address;
}

bool Gate::allow_message(const Id& user, std::int64_t now_ms) {
  return user_buckets_.take(user, now_ms);
}

bool Gate::allow_guess(const std::string& address, std::int64_t now_ms) {
  return options_.sockets_per_address == 0 || guess_buckets_.take(address, now_ms);
}

void Gate::socket_closed(const std::string& address) {
  if (--sockets_of_[address] == 0) sockets_of_.erase(address);
}

void Gate::forget_idle(std::int64_t now_ms) {
  user_buckets_.forget_idle(now_ms);
  address_buckets_.forget_idle(now_ms);
  guess_buckets_.forget_idle(now_ms);
}

}  // namespace sixfold
