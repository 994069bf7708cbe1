#include "client/connection.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <stdexcept>
#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "net/byte_stream.hpp"

namespace sixfold::client {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace ssl = asio::ssl;
namespace websocket = beast::websocket;
using asio::use_awaitable;
using asio::ip::tcp;

constexpr auto patience = std::chrono::seconds(10);
constexpr auto first_wait = std::chrono::milliseconds(300);
constexpr auto longest_wait = std::chrono::milliseconds(5000);
// The server says something more often than this.
constexpr auto line_patience = std::chrono::seconds(60);
constexpr std::size_t longest_line = 64 << 10;
constexpr const char* program = "sixfold";

/// Why something failed, in words for players: without the place in the source code.
std::string reason_of(const std::exception& error) {
  const auto* system = dynamic_cast<const boost::system::system_error*>(&error);
  return system != nullptr ? system->code().message() : error.what();
}

std::shared_ptr<ssl::context> secure_context() {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_client);
  context->set_default_verify_paths();
  context->set_verify_mode(ssl::verify_peer);
  return context;
}

net::ByteStream stream_to(const Address& address, const asio::any_io_executor& executor) {
  tcp::socket socket(executor);
  return address.secure ? net::ByteStream(std::move(socket), secure_context())
                        : net::ByteStream(std::move(socket));
}

void throw_if(const boost::system::error_code& error) {
  if (error) throw boost::system::system_error(error);
}

asio::awaitable<void> connect(tcp::resolver& resolver, net::ByteStream& stream,
                              const Address& address) {
  // IPv6 addresses are in brackets everywhere except here.
  const bool bracketed = address.host.starts_with('[');
  const std::string host =
      bracketed ? address.host.substr(1, address.host.size() - 2) : address.host;
  const auto found = co_await resolver.async_resolve(host, address.port, use_awaitable);
  stream.expires_after(patience);
  throw_if(co_await stream.connect(found));
  throw_if(co_await stream.handshake_as_client(address.host));
}

using HttpRequest = http::request<http::string_body>;

void identify(http::fields& header, const Credentials& credentials) {
  header.set(http::field::user_agent, program);
  if (!credentials.token.empty())
    header.set(http::field::authorization, "Bearer " + credentials.token);
  else if (!credentials.cookie.empty())
    header.set(http::field::cookie, credentials.cookie);
}

/// `name=value` of a Set-Cookie header.
std::string cookie_of(const http::fields& response) {
  const auto header = response.find(http::field::set_cookie);
  if (header == response.end()) return "";
  const std::string text(header->value());
  return text.substr(0, text.find(';'));
}

asio::awaitable<HttpReply> answer_to(const Address& address, const HttpRequest& request) {
  const auto executor = co_await asio::this_coro::executor;
  tcp::resolver resolver(executor);
  net::ByteStream stream = stream_to(address, executor);
  co_await connect(resolver, stream, address);
  co_await http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  co_await http::async_read(stream, buffer, response, use_awaitable);
  co_return HttpReply{static_cast<int>(response.result_int()), response.body(),
                      cookie_of(response)};
}

using HearLine = std::function<void(std::string_view line)>;

/// Removes the complete lines from the text and passes them on.
void pass_lines(std::string& text, const HearLine& heard) {
  std::size_t begin = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    heard(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
  text.erase(0, begin);
  if (text.size() > longest_line) throw std::runtime_error("a line is too long");
}

asio::awaitable<HttpReply> lines_of(const Address& address, const HttpRequest& request,
                                    const HearLine& heard) {
  const auto executor = co_await asio::this_coro::executor;
  tcp::resolver resolver(executor);
  net::ByteStream stream = stream_to(address, executor);
  co_await connect(resolver, stream, address);
  co_await http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::buffer_body> parser;
  parser.body_limit(boost::none);
  co_await http::async_read_header(stream, buffer, parser, use_awaitable);
  const int status = static_cast<int>(parser.get().result_int());
  std::array<char, 4096> piece{};
  std::string text;
  while (!parser.is_done()) {
    parser.get().body().data = piece.data();
    parser.get().body().size = piece.size();
    stream.expires_after(line_patience);
    boost::system::error_code error;
    co_await http::async_read_some(stream, buffer, parser,
                                   asio::redirect_error(use_awaitable, error));
    if (error != http::error::need_buffer) throw_if(error);
    text.append(piece.data(), piece.size() - parser.get().body().size);
    if (status == 200)
      pass_lines(text, heard);
    else if (text.size() > longest_line)
      break;
  }
  co_return HttpReply{status, text, ""};
}

using Ask = std::function<asio::awaitable<HttpReply>(const HttpRequest& request)>;

HttpReply wait_for(const Address& address, HttpRequest request, const Credentials& credentials,
                   const Ask& ask) {
  identify(request, credentials);
  request.set(http::field::host, address.host);
  request.set(http::field::connection, "close");
  request.prepare_payload();
  asio::io_context context(1);
  HttpReply reply;
  asio::co_spawn(
      context,
      [&]() -> asio::awaitable<void> {
        try {
          reply = co_await ask(request);
        } catch (const std::exception& error) {
          reply = {0, reason_of(error), ""};
        }
      },
      asio::detached);
  context.run();
  return reply;
}

HttpReply wait_for_answer(const Address& address, HttpRequest request,
                          const Credentials& credentials) {
  return wait_for(address, std::move(request), credentials,
                  [&](const HttpRequest& asked) { return answer_to(address, asked); });
}

}  // namespace

class Connection::Line {
 public:
  Line(Address address, Credentials credentials, ConnectionEvents events)
      : address_(std::move(address)),
        credentials_(std::move(credentials)),
        events_(std::move(events)) {}

  void run() {
    asio::co_spawn(context_, keep_connected(), asio::detached);
    thread_ = std::thread([this] { context_.run(); });
  }

  /// Ends everything in progress immediately.
  void stop() {
    asio::post(context_, [this] {
      stopping_ = true;
      resolver_.cancel();
      timer_.cancel();
      if (close_) close_();
    });
    thread_.join();
  }

  void send(std::string text) {
    asio::post(context_, [this, text = std::move(text)]() mutable {
      if (!write_) return;
      queue_.push_back(std::move(text));
      if (queue_.size() == 1) write_();
    });
  }

 private:
  using WebSocket = websocket::stream<net::ByteStream>;

  asio::awaitable<void> keep_connected() {
    auto wait = first_wait;
    while (!stopping_) {
      std::string why;
      try {
        co_await talk();
      } catch (const std::exception& error) {
        why = reason_of(error);
      }
      write_ = nullptr;
      close_ = nullptr;
      queue_.clear();
      if (stopping_) co_return;
      if (talked_) wait = first_wait;
      talked_ = false;
      events_.lost(why);
      timer_.expires_after(wait);
      boost::system::error_code cancelled;
      co_await timer_.async_wait(asio::redirect_error(use_awaitable, cancelled));
      wait = std::min<std::chrono::milliseconds>(longest_wait, wait * 17 / 10);
    }
  }

  asio::awaitable<void> talk() {
    WebSocket stream(stream_to(address_, context_.get_executor()));
    close_ = [&stream] { stream.next_layer().close(); };
    co_await connect(resolver_, stream.next_layer(), address_);
    stream.next_layer().expires_never();
    auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::client);
    timeouts.idle_timeout = std::chrono::seconds(30);
    timeouts.keep_alive_pings = true;
    stream.set_option(timeouts);
    stream.set_option(websocket::stream_base::decorator(
        [this](websocket::request_type& request) { identify(request, credentials_); }));
    websocket::response_type response;
    co_await stream.async_handshake(response, address_.host + ":" + address_.port, "/ws",
                                    use_awaitable);
    talked_ = true;
    if (std::string cookie = cookie_of(response); !cookie.empty()) {
      credentials_.cookie = std::move(cookie);
      events_.known(credentials_.cookie);
    }
    write_ = [this, &stream] { write_next(stream); };
    events_.opened();
    beast::flat_buffer buffer;
    while (true) {
      co_await stream.async_read(buffer, use_awaitable);
      events_.heard(beast::buffers_to_string(buffer.data()));
      buffer.consume(buffer.size());
    }
  }

  /// Messages are sent one after another, because a WebSocket takes one at a time.
  void write_next(WebSocket& stream) {
    stream.async_write(asio::buffer(queue_.front()),
                       [this](const boost::system::error_code& error, std::size_t /*bytes*/) {
                         if (error || queue_.empty()) return;
                         queue_.pop_front();
                         if (!queue_.empty() && write_) write_();
                       });
  }

  Address address_;
  Credentials credentials_;
  ConnectionEvents events_;
  asio::io_context context_{1};
  tcp::resolver resolver_{context_};
  asio::steady_timer timer_{context_};
  std::thread thread_;
  std::function<void()> write_;  // sends the first message of the queue; empty if not connected
  std::deque<std::string> queue_;
  std::function<void()> close_;  // closes the current stream
  bool talked_ = false;
  bool stopping_ = false;
};

Connection::Connection(const Address& address, Credentials credentials, ConnectionEvents events)
    : line_(std::make_shared<Line>(address, std::move(credentials), std::move(events))) {
  line_->run();
}

// If the thread cannot be ended, the program cannot continue.
// NOLINTNEXTLINE(bugprone-exception-escape)
Connection::~Connection() { line_->stop(); }

void Connection::send(std::string text) { line_->send(std::move(text)); }

HttpReply http_get(const Address& address, const std::string& path,
                   const Credentials& credentials) {
  return wait_for_answer(address, HttpRequest(http::verb::get, path, 11), credentials);
}

HttpReply http_lines(const Address& address, const std::string& path,
                     const Credentials& credentials, const HearLine& heard) {
  return wait_for(address, HttpRequest(http::verb::get, path, 11), credentials,
                  [&](const HttpRequest& asked) { return lines_of(address, asked, heard); });
}

HttpReply http_post(const Address& address, const std::string& path, const std::string& body,
                    const Credentials& credentials) {
  HttpRequest request(http::verb::post, path, 11, body);
  request.set(http::field::content_type, "application/json");
  return wait_for_answer(address, std::move(request), credentials);
}

}  // namespace sixfold::client
