#include "server/http_connection.hpp"

#include <chrono>
#include <memory>
#include <optional>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/clock.hpp"

namespace sixfold {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

constexpr auto idle_time = std::chrono::seconds(30);
constexpr std::size_t read_at_once = 4096;

/// A request for a WebSocket that is granted.
struct Upgrade {
  SocketPeer peer;
  Request request;
};

class HttpConnection {
 public:
  HttpConnection(const HttpServices& services, ByteStream stream, std::string peer)
      : services_(services), stream_(std::move(stream)), peer_(std::move(peer)) {}

  /// Answers requests until the connection ends, or shall become a WebSocket.
  asio::awaitable<std::optional<Upgrade>> run() {
    stream_.expires_after(idle_time);
    const error_code refused = co_await stream_.handshake();
    bool goes_on = !refused;
    while (goes_on && !upgrade_) {
      stream_.expires_after(idle_time);
      std::optional<Request> request = co_await read();
      if (!request) break;
      goes_on = co_await converse(std::move(*request));
    }
    co_return std::move(upgrade_);
  }

  ByteStream take_stream() { return std::move(stream_); }

 private:
  /// The next request; none if it does not come, or is not one.
  asio::awaitable<std::optional<Request>> read() {
    http::request_parser<http::string_body> parser;
    parser.body_limit(longest_frame);
    parser.eager(true);
    error_code error;
    while (true) {
      if (buffer_.size() > 0) {
        buffer_.consume(parser.put(buffer_.cdata(), error));
        if (parser.is_done()) co_return parser.release();
        if (error && error != http::error::need_more) co_return std::nullopt;
        error = {};
      }
      const std::size_t read = co_await stream_.read_some(buffer_.prepare(read_at_once), error);
      if (error) co_return std::nullopt;
      buffer_.commit(read);
    }
  }

  /// Whether another request may follow.
  asio::awaitable<bool> converse(Request request) {
    Visitor visitor;
    Asked asked{request, visitor, services_.gate.address_of(request, peer_)};
    asked.is_upgrade = beast::websocket::is_upgrade(request) && request.target() == "/ws";
    asked.is_allowed =
        services_.gate.allow_request(asked.address, asked.is_upgrade, steady_ms());
    asked.is_own = services_.gate.is_own_page(request);
    if (asked.is_allowed && (asked.is_upgrade || is_route(request)))
      visitor = co_await services_.visitors.identify(request);
    if (asked.is_upgrade && asked.is_allowed && asked.is_own && visitor.refusal.empty()) {
      SocketPeer peer{visitor.who, asked.address, {}};
      if (!visitor.is_known) peer.cookie = services_.visitors.cookie_for(visitor.who.user);
      upgrade_ = Upgrade{std::move(peer), std::move(request)};
      co_return true;
    }
    Response response = co_await services_.site.answer(asked);
    co_return co_await write(std::move(response), request);
  }

  asio::awaitable<bool> write(Response response, const Request& request) {
    response.keep_alive(request.keep_alive());
    response.prepare_payload();
    if (request.method() == http::verb::head) response.body().clear();
    const bool goes_on = !response.need_eof();
    const std::string text = text_of(std::move(response));
    stream_.expires_after(idle_time);
    const error_code error = co_await stream_.write(text);
    if (!goes_on) stream_.shutdown_send();
    co_return !error && goes_on;
  }

  static std::string text_of(Response response) {
    std::string text;
    http::response_serializer<http::string_body> serializer(response);
    error_code error;
    while (!serializer.is_done() && !error)
      serializer.next(error, [&](error_code&, const auto& buffers) {
        std::size_t taken = 0;
        for (const asio::const_buffer part : beast::buffers_range_ref(buffers)) {
          text.append(static_cast<const char*>(part.data()), part.size());
          taken += part.size();
        }
        serializer.consume(taken);
      });
    return text;
  }

  const HttpServices& services_;
  ByteStream stream_;
  std::string peer_;
  beast::flat_buffer buffer_;
  std::optional<Upgrade> upgrade_;
};

}  // namespace

asio::awaitable<void> serve_http(const HttpServices& services, ByteStream stream,
                                 std::string peer) {
  auto connection =
      std::make_unique<HttpConnection>(services, std::move(stream), std::move(peer));
  std::optional<Upgrade> upgrade = co_await connection->run();
  if (!upgrade) co_return;
  ByteStream left = connection->take_stream();
  connection.reset();  // a socket may be open for days
  left.expires_never();
  co_await serve_socket(services.sockets, std::move(left), std::move(upgrade->peer),
                        std::move(upgrade->request));
}

}  // namespace sixfold
