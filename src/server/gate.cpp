#include "server/gate.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "server/addresses.hpp"

namespace sixfold::server {

namespace ip = boost::asio::ip;

namespace {

constexpr std::string_view forwarded_for = "X-Forwarded-For";

/// All entries of all header lines, in the order in which proxies added them.
std::vector<std::string_view> forwarded_hops(const Request& request) {
  std::vector<std::string_view> hops;
  const auto [first, last] = request.equal_range(forwarded_for);
  for (auto line = first; line != last; ++line) {
    std::string_view rest = line->value();
    while (true) {
      const auto comma = rest.find(',');
      hops.push_back(rest.substr(0, comma));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  return hops;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return result;
}

}  // namespace

std::string origin_of(std::string_view url) {
  const auto colon = url.find("://");
  if (colon == std::string_view::npos) return {};
  const std::string scheme = lower(url.substr(0, colon));
  if (scheme != "http" && scheme != "https") return {};
  url.remove_prefix(colon + 3);
  std::string authority = lower(url.substr(0, url.find_first_of("/?#")));
  const std::string_view default_port = scheme == "https" ? ":443" : ":80";
  if (authority.ends_with(default_port)) authority.resize(authority.size() - default_port.size());
  if (authority.empty()) return {};
  return scheme + "://" + authority;
}

Gate::Gate(GateOptions options) : options_(std::move(options)) {
  for (const std::string& proxy : options_.trusted_proxies) {
    const auto address = parse_address(proxy);
    if (!address)
      throw std::runtime_error("--trusted-proxy: \"" + proxy + "\" is not an IP address");
    trusted_.push_back(*address);
  }
  for (const std::string* const url : {&options_.public_url, &options_.own_url})
    if (std::string origin = origin_of(*url); !origin.empty())
      origins_.push_back(std::move(origin));
}

bool Gate::is_trusted_proxy(const ip::address& address) const {
  return std::ranges::find(trusted_, normalized(address)) != trusted_.end();
}

std::string Gate::address_of(const Request& request, const ip::address& peer) const {
  ip::address hop = peer;
  if (is_trusted_proxy(hop)) {
    const std::vector<std::string_view> hops = forwarded_hops(request);
    for (auto entry = hops.rbegin(); entry != hops.rend() && is_trusted_proxy(hop); ++entry) {
      const auto before = parse_address(*entry);
      // Entries to the left of an unreadable one cannot be trusted.
      if (!before) break;
      hop = *before;
    }
  }
  return group_of(hop);
}

bool Gate::is_own_page(const Request& request) const {
  const auto origin = request.find(http::field::origin);
  if (origin == request.end()) {
    // Browsers always send at least one of the two headers.
    const std::string_view site = request["Sec-Fetch-Site"];
    return site.empty() || site == "same-origin" || site == "none";
  }
  const std::string page = origin_of(origin->value());
  if (page.empty()) return false;
  if (std::ranges::find(origins_, page) != origins_.end()) return true;
  // Without a public URL the server does not know its own host names.
  if (!options_.public_url.empty()) return false;
  const std::string scheme = options_.own_url.starts_with("https:") ? "https://" : "http://";
  return page == origin_of(scheme + std::string(request[http::field::host]));
}

void Gate::ban(const std::vector<std::string>& ranges) {
  banned_.clear();
  for (const std::string& text : ranges)
    if (const auto range = parse_range(text)) banned_.push_back(*range);
}

bool Gate::allow_request(const std::string& address, bool opens_socket, std::int64_t now_ms) {
  if (!limits_addresses()) return true;
  if (!address_buckets_.take(address, now_ms)) return false;
  const auto open = sockets_of_.find(address);
  return !opens_socket || open == sockets_of_.end() || open->second < options_.sockets_per_address;
}

bool Gate::allow_message(const Id& user, const std::string& address, std::int64_t now_ms) {
  return user_buckets_.take(user, now_ms) &&
         (!limits_addresses() || message_buckets_.take(address, now_ms));
}

bool Gate::allow_guess(const std::string& address, std::int64_t now_ms) {
  return !limits_addresses() || guess_buckets_.take(address, now_ms);
}

bool Gate::allow_picture(const std::string& address, std::int64_t now_ms) {
  return !limits_addresses() || picture_buckets_.take(address, now_ms);
}

void Gate::socket_closed(const std::string& address) {
  if (--sockets_of_[address] == 0) sockets_of_.erase(address);
}

void Gate::forget_idle(std::int64_t now_ms) {
  user_buckets_.forget_idle(now_ms);
  message_buckets_.forget_idle(now_ms);
  address_buckets_.forget_idle(now_ms);
  guess_buckets_.forget_idle(now_ms);
  picture_buckets_.forget_idle(now_ms);
}

}  // namespace sixfold::server
