#include "server/push_client.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "net/byte_stream.hpp"
#include "net/clock.hpp"

namespace sixfold::server {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace ssl = asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

constexpr auto push_patience = std::chrono::seconds(20);
constexpr std::size_t longest_answer = 16'384;
// A signature is valid for a day at most (RFC 8292), and is used again for half of its time.
constexpr std::int64_t signature_valid_s = 12 * 3'600;
constexpr std::int64_t longest_wait_s = 24 * 3'600;
constexpr std::size_t most_signatures = 1'000;

std::shared_ptr<ssl::context> secure_context() {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
  context->set_default_verify_paths();
  context->set_verify_mode(ssl::verify_peer);
  return context;
}

bool is_public(const asio::ip::address_v4& address) {
  struct Range {
    std::uint32_t first;
    unsigned prefix;
  };
  // RFC 6890, and what is for multicast or reserved.
  constexpr std::array<Range, 15> others{{{0x00000000, 8},
                                          {0x0a000000, 8},
                                          {0x64400000, 10},
                                          {0x7f000000, 8},
                                          {0xa9fe0000, 16},
                                          {0xac100000, 12},
                                          {0xc0000000, 24},
                                          {0xc0000200, 24},
                                          {0xc0586300, 24},
                                          {0xc0a80000, 16},
                                          {0xc6120000, 15},
                                          {0xc6336400, 24},
                                          {0xcb007100, 24},
                                          {0xe0000000, 4},
                                          {0xf0000000, 4}}};
  constexpr unsigned bits = 32;
  return std::ranges::none_of(others, [&](const Range& range) {
    return (address.to_uint() ^ range.first) >> (bits - range.prefix) == 0;
  });
}

bool is_public(const asio::ip::address_v6& address) {
  if (address.is_v4_mapped())
    return is_public(asio::ip::make_address_v4(asio::ip::v4_mapped, address));
  const auto bytes = address.to_bytes();
  const unsigned first = bytes[0] * 256U + bytes[1];
  const unsigned second = bytes[2] * 256U + bytes[3];
  // Global unicast, without special purposes, documentation, and tunnels to IPv4.
  constexpr unsigned highest_special = 0x01ff;
  return (first & 0xe000U) == 0x2000U && first != 0x2002U &&
         !(first == 0x2001U && (second <= highest_special || second == 0x0db8U)) &&
         first != 0x3fffU;
}

struct Sent {
  error_code error;
  http::response<http::string_body> answer;
};

PushReply reply_of(const Sent& sent) {
  PushReply reply;
  if (sent.error) {
    reply.why = sent.error.message();
    return reply;
  }
  reply.status = static_cast<int>(sent.answer.result_int());
  const std::string_view wait = sent.answer[http::field::retry_after];
  std::from_chars(wait.data(), wait.data() + wait.size(), reply.wait_s);
  reply.wait_s = std::clamp<std::int64_t>(reply.wait_s, 0, longest_wait_s);
  return reply;
}

}  // namespace

bool is_public(const asio::ip::address& address) {
  return address.is_v4() ? is_public(address.to_v4()) : is_public(address.to_v6());
}

class PushClient::Line {
 public:
  Line(push::KeyPair keys, PushOptions options)
      : keys_(std::move(keys)), options_(std::move(options)), thread_([this] { context_.run(); }) {}
  ~Line() {
    context_.stop();
    thread_.join();
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  void send(PushMessage message, std::function<void(const PushReply&)> answer) {
    asio::co_spawn(context_, deliver(std::move(message), std::move(answer)), asio::detached);
  }

 private:
  using HttpRequest = http::request<http::string_body>;

  asio::awaitable<void> deliver(PushMessage message, std::function<void(const PushReply&)> answer) {
    PushReply reply;
    const auto request = request_for(message);
    if (request) {
      const Sent sent = co_await sent_to(message.to, *request);
      reply = reply_of(sent);
    } else {
      reply.why = "not encrypted";
    }
    answer(reply);
  }

  std::optional<HttpRequest> request_for(const PushMessage& message) {
    const auto body = push::encrypt(message.text, message.receiver);
    const std::string signature = signature_for(message.to.origin);
    if (!body || signature.empty()) return std::nullopt;
    HttpRequest request(http::verb::post, message.to.target, 11, *body);
    request.set(http::field::host, message.to.origin.substr(std::string_view("https://").size()));
    request.set(http::field::authorization, signature);
    request.set(http::field::content_encoding, "aes128gcm");
    request.set(http::field::content_type, "application/octet-stream");
    request.set(http::field::connection, "close");
    request.set("TTL", std::to_string(message.kept_s));
    request.set("Topic", message.topic);
    request.set("Urgency", message.is_urgent ? "high" : "normal");
    request.prepare_payload();
    return request;
  }

  /// Empty if OpenSSL fails.
  std::string signature_for(const std::string& origin) {
    const std::int64_t now_s = net::now_ms() / 1'000;
    if (signatures_.size() > most_signatures) signatures_.clear();
    Signature& kept = signatures_[origin];
    if (kept.text.empty() || kept.until_s < now_s + signature_valid_s / 2) {
      kept.until_s = now_s + signature_valid_s;
      kept.text = push::authorization(keys_, origin, options_.contact, kept.until_s).value_or("");
    }
    return kept.text;
  }

  asio::awaitable<Sent> sent_to(const push::Endpoint& to, const HttpRequest& request) {
    Sent sent;
    tcp::resolver resolver(context_);
    const auto found = co_await resolver.async_resolve(
        to.host, to.port, asio::redirect_error(asio::use_awaitable, sent.error));
    if (sent.error) co_return sent;
    const auto allowed = allowed_of(found, to);
    if (allowed.empty()) {
      sent.error = asio::error::access_denied;
      co_return sent;
    }
    net::ByteStream stream(tcp::socket(context_), tls_);
    stream.expires_after(push_patience);
    sent.error = co_await stream.connect(allowed);
    if (!sent.error) sent.error = co_await stream.handshake_as_client(to.host);
    if (!sent.error)
      co_await http::async_write(stream, request,
                                 asio::redirect_error(asio::use_awaitable, sent.error));
    if (sent.error) co_return sent;
    boost::beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(longest_answer);
    co_await http::async_read(stream, buffer, parser,
                              asio::redirect_error(asio::use_awaitable, sent.error));
    // The status is enough.
    if (parser.is_header_done()) sent.error.clear();
    sent.answer = parser.release();
    co_return sent;
  }

  /// The same addresses are connected to: the name could mean others when it is looked up again.
  [[nodiscard]] tcp::resolver::results_type allowed_of(const tcp::resolver::results_type& found,
                                                       const push::Endpoint& to) const {
    std::vector<tcp::endpoint> allowed;
    for (const auto& entry : found)
      if (options_.to_private || is_public(entry.endpoint().address()))
        allowed.push_back(entry.endpoint());
    return tcp::resolver::results_type::create(allowed.begin(), allowed.end(), to.host, to.port);
  }

  struct Signature {
    std::string text;
    std::int64_t until_s = 0;
  };

  push::KeyPair keys_;
  PushOptions options_;
  std::map<std::string, Signature> signatures_;  // by origin
  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_{context_.get_executor()};
  std::shared_ptr<ssl::context> tls_ = secure_context();
  std::thread thread_;
};

PushClient::PushClient(push::KeyPair keys, PushOptions options)
    : line_(std::make_unique<Line>(std::move(keys), std::move(options))) {}
PushClient::~PushClient() = default;

void PushClient::send(PushMessage message, std::function<void(const PushReply&)> answer) {
  line_->send(std::move(message), std::move(answer));
}

}  // namespace sixfold::server
