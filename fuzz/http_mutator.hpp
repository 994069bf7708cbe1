// Mutations that keep requests readable: another route, header or body, one more request on the
// same connection, messages after an upgrade. Bytes changed at random would seldom get past the
// first line.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json_mutator.hpp"
#include "server/routes.hpp"

namespace sixfold::fuzz {

/// What is there in the world of the target.
inline constexpr std::string_view known_game = "0123456789abcdef0123456789abcdef";
inline constexpr std::string_view known_day = "2026-11-15";

/// A frame of a client's, masked with zeros, so that its text can be read.
inline std::string frame_of(std::string_view text) {
  constexpr std::size_t longest_short_frame = 125;
  std::string frame = "\x81";
  if (text.size() <= longest_short_frame) {
    frame += static_cast<char>(0x80U | text.size());
  } else {
    frame += '\xfe';
    frame += static_cast<char>(text.size() >> 8U);
    frame += static_cast<char>(text.size() & 0xffU);
  }
  return frame.append(4, '\0').append(text);
}

class HttpMutator {
 public:
  HttpMutator(std::string_view text, unsigned seed) : random_(seed) {
    constexpr std::string_view head_end = "\r\n\r\n";
    const std::size_t end = std::min(text.find(head_end), text.size());
    std::string_view head = text.substr(0, end);
    rest_ = text.substr(std::min(text.size(), end + head_end.size()));
    while (!head.empty()) {
      const std::size_t line = std::min(head.find("\r\n"), head.size());
      lines_.emplace_back(head.substr(0, line));
      head.remove_prefix(std::min(head.size(), line + 2));
    }
    if (lines_.empty()) lines_.emplace_back(any_request());
  }

  std::string mutated() {
    for (std::uint32_t times = 1 + random_.below(2); times > 0; --times) mutate_one();
    std::string text;
    for (const std::string& line : lines_) text += line + "\r\n";
    return text + "\r\n" + rest_ + next_;
  }

 private:
  template <std::size_t count>
  std::string one_of(const std::array<std::string_view, count>& words) {
    return std::string(words[random_.index(count)]);
  }

  void mutate_one() {
    switch (random_.below(8)) {
      case 0:
        lines_.front() = any_request();
        return;
      case 1:
      case 2:
        return change_body();
      case 3:
        lines_.insert(
            lines_.begin() + 1 + static_cast<std::ptrdiff_t>(random_.index(lines_.size())),
            any_header());
        return;
      case 4:
        if (lines_.size() > 1) lines_.erase(lines_.begin() + 1 + any_header_index());
        return;
      case 5:
        return change_line(lines_[random_.index(lines_.size())]);
      case 6:
        next_ += any_request() + "\r\nHost: localhost\r\n" + any_header() + "\r\n\r\n";
        return;
      default:
        return add_message();
    }
  }

  std::ptrdiff_t any_header_index() {
    return static_cast<std::ptrdiff_t>(random_.index(lines_.size() - 1));
  }

  std::string any_request() {
    static const std::vector<server::RouteName> routes = server::route_names();
    if (random_.below(6) == 0)
      return "GET " +
             one_of<7>(
                 {"/", "/healthz", "/readyz", "/metrics", "/ws", "/api/x", "http://localhost/"}) +
             " HTTP/1.1";
    const server::RouteName& route = routes[random_.index(routes.size())];
    std::string path(route.path);
    if (const auto open = path.find('{'); open != std::string::npos)
      path.replace(open, path.find('}') - open + 1,
                   one_of<7>({known_game, known_day, "Ann", "Robot", "base", "CODE10", "%00"}));
    if (random_.below(3) == 0)
      path += one_of<5>({"?after=00000000000000000000000000000000&limit=2", "?limit=0",
                         "?players=many", "?after=x", "?"});
    return std::string(random_.below(8) == 0 ? "HEAD" : route.method) + " " + path + " HTTP/1.1";
  }

  std::string any_header() {
    return one_of<22>({"Cookie: sixfold_guest=$session",
                       "Cookie: sixfold_guest=$guest",
                       "Cookie: a=b; sixfold_guest=",
                       "Authorization: Bearer $bot",
                       "Authorization: Bearer x",
                       "X-Forwarded-For: 203.0.113.7",
                       "X-Forwarded-For: 127.0.0.1, ::ffff:203.0.113.9 , 2001:db8::1",
                       "Origin: http://localhost",
                       "Origin: https://elsewhere.example:443",
                       "Sec-Fetch-Site: cross-site",
                       "Connection: Upgrade",
                       "Upgrade: websocket",
                       "Sec-WebSocket-Version: 13",
                       "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                       "Transfer-Encoding: chunked",
                       "Content-Length: 5",
                       "Expect: 100-continue",
                       "Connection: close",
                       "User-Agent: Mozilla/5.0 (X11; Linux) Firefox/128.0",
                       "If-None-Match: \"x\"",
                       "Accept-Encoding: gzip",
                       "X:"});
  }

  void change_line(std::string& line) {
    std::vector<std::uint8_t> bytes(line.begin(), line.end());
    const std::size_t size = bytes.size();
    bytes.resize(size + 16);
    bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
    line.assign(bytes.begin(), bytes.end());
  }

  void change_body() {
    const auto json = parse_json(rest_);
    rest_ =
        json ? JsonMutator(*json, random_.below(1U << 30U)).mutated()
             : one_of<6>({R"({"name":"Eve","passphrase":"correct horse"})",
                          R"({"name":"Ann","passphrase":"correct horse","code":"123456"})",
                          R"({"name":"Ann","recovery":"BCDF","passphrase":"correct horse"})",
                          R"({"game":"0123456789abcdef0123456789abcdef","reason":"name","seat":1})",
                          R"({"name":"Robot"})", "[]"});
    const bool in_chunks = random_.below(6) == 0;
    std::erase_if(lines_, [](const std::string& line) {
      return line.starts_with("Content-Length:") || line.starts_with("Transfer-Encoding:");
    });
    if (in_chunks) {
      lines_.emplace_back("Transfer-Encoding: chunked");
      std::array<char, 24> size{};
      std::snprintf(size.data(), size.size(), "%zx", rest_.size());
      rest_ = std::string(size.data()) + one_of<3>({"", ";x=y", ";"}) + "\r\n" + rest_ +
              "\r\n0\r\n" + one_of<3>({"", "X: y\r\n", "Cookie: z\r\n"}) + "\r\n";
    } else {
      lines_.emplace_back("Content-Length: " + std::to_string(rest_.size()));
    }
  }

  /// One more message of a WebSocket; the request becomes one for an upgrade if it was not.
  void add_message() {
    if (!lines_.front().starts_with("GET /ws ")) {
      lines_ = {"GET /ws HTTP/1.1",
                "Host: localhost",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Cookie: sixfold_guest=$session"};
      rest_.clear();
      next_.clear();
    }
    rest_ += frame_of(one_of<7>(
        {R"({"hello":{"protocol":1}})", R"({"lobby":{}})",
         R"({"quick":{"id":"0123456789abcdef0123456789abcdef","name":"Ann","variant":"base","players":2}})",
         R"({"quick":{"id":"00000000000000000000000000000001","name":"Eve","variant":"cubes","players":4}})",
         R"({"create":{"id":"00000000000000000000000000000002","name":"Ann","plan":{"variant":"base","lobby":true,"seats":[{"kind":"open"},{"kind":"bot","bot":"greedy"}]}}})",
         R"({"leave-lobby":{}})", "[1]"}));
  }

  Random random_;
  std::vector<std::string> lines_;  // of the first request's head
  std::string rest_;                // its body, or whatever follows the head
  std::string next_;                // further requests
};

/// For LLVMFuzzerCustomMutator; now and then it changes plain bytes instead.
inline std::size_t mutate_http(std::uint8_t* data, std::size_t size, std::size_t most,
                               unsigned seed) {
  if (seed % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text = HttpMutator(text_of(data, size), seed).mutated();
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::ranges::copy(text, data);
  return text.size();
}

}  // namespace sixfold::fuzz
