#include "client/address.hpp"

#include <algorithm>
#include <cctype>

namespace sixfold::client {

namespace {

constexpr std::size_t code_length = 6;
constexpr std::string_view table_path = "/t/";

bool is_port(std::string_view text) {
  constexpr int highest_port = 65535;
  return !text.empty() && text.size() <= 5 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; }) &&
         std::stoi(std::string(text)) <= highest_port;
}

/// Splits the text into the host and what follows its colon; an IPv6 address is in brackets.
std::pair<std::string_view, std::string_view> split_host(std::string_view text) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return {text, ""};
  const std::size_t colon = text.find(':', bracket);
  if (colon == std::string_view::npos) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

}  // namespace

std::string Address::origin() const {
  const bool usual = port == (secure ? "443" : "80");
  return (secure ? "https://" : "http://") + host + (usual ? "" : ":" + port);
}

std::optional<std::string> parse_code(std::string_view text) {
  std::string code(text);
  std::ranges::transform(code, code.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool letters = std::ranges::all_of(code, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (code.size() != code_length || !letters) return std::nullopt;
  return code;
}

Result<Link, std::string> parse_link(std::string_view text) {
  const std::string whole(text);
  Link link;
  const std::size_t scheme = text.find("://");
  if (scheme != std::string_view::npos) {
    const std::string_view name = text.substr(0, scheme);
    if (name != "http" && name != "https")
      return Unexpected{whole + ": the address of a server starts with http:// or https://"};
    link.address.secure = name == "https";
    text.remove_prefix(scheme + 3);
  }
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string_view path = text.substr(slash);
  const auto [host, port] = split_host(text.substr(0, slash));
  if (host.empty()) return Unexpected{whole + ": the host is missing"};
  const bool has_port = host.size() < slash;
  if (has_port && !is_port(port)) return Unexpected{whole + ": not a port: " + std::string(port)};
  link.address.host = host;
  link.address.port = has_port ? std::string(port) : link.address.secure ? "443" : "80";
  if (path.empty() || path == "/") return link;
  const auto code =
      path.starts_with(table_path) ? parse_code(path.substr(table_path.size())) : std::nullopt;
  if (!code) return Unexpected{whole + ": the link to a table ends in /t/ and six letters"};
  link.code = *code;
  return link;
}

}  // namespace sixfold::client
