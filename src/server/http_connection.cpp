#include "server/http_connection.hpp"

#include <chrono>
#include <memory>
#include <optional>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "net/clock.hpp"
#include "server/later.hpp"

namespace sixfold::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

// From the first byte to the first complete request, including the TLS handshake.
constexpr auto first_request_time = std::chrono::seconds(10);
constexpr auto idle_time = std::chrono::seconds(30);
constexpr std::uint32_t longest_head = 8 << 10;
constexpr std::size_t longest_request = longest_head + longest_frame + (std::size_t{8} << 10);
constexpr std::size_t read_at_once = 4096;
// How long to wait for the next piece of a body, and before asking for one again.
constexpr auto piece_patience = std::chrono::seconds(30);
constexpr auto moment = std::chrono::milliseconds(20);

/// An accepted WebSocket upgrade.
struct Upgrade {
  SocketPeer peer;
  Request request;
};

class HttpConnection {
 public:
  HttpConnection(const HttpServices& services, Arrival arrival)
      : services_(services),
        stream_(std::move(arrival.stream)),
        peer_(std::move(arrival.peer)),
        place_(std::move(arrival.place)) {}

  /// Answers requests until the connection ends or is upgraded to a WebSocket.
  asio::awaitable<std::optional<Upgrade>> run() {
    stream_.expires_after(first_request_time);
    place_->wait([this] { stream_.close(); });
    const error_code refused = co_await stream_.handshake_as_server();
    bool goes_on = !refused;
    while (goes_on && !upgrade_) {
      std::optional<Request> request = co_await read();
      if (!request) break;
      place_->be_busy();
      goes_on = co_await converse(std::move(*request));
      place_->wait([this] { stream_.close(); });
      stream_.expires_after(idle_time);
    }
    co_return std::move(upgrade_);
  }

  net::ByteStream take_stream() { return std::move(stream_); }
  std::unique_ptr<Connections::Place> take_place() {
    place_->become_socket();
    return std::move(place_);
  }

 private:
  /// Reads the next request; empty if it is late, malformed or too long.
  asio::awaitable<std::optional<Request>> read() {
    http::request_parser<http::string_body> parser;
    parser.header_limit(longest_head);
    parser.body_limit(longest_frame);
    parser.eager(true);
    std::size_t taken = 0;
    error_code error;
    // The parser's limits ignore chunk framing, so count all bytes.
    while (taken + buffer_.size() <= longest_request) {
      if (buffer_.size() > 0) {
        const std::size_t used = parser.put(buffer_.cdata(), error);
        buffer_.consume(used);
        taken += used;
        if (parser.is_done()) co_return parser.release();
        if (error && error != http::error::need_more) break;
        error = {};
      }
      const std::size_t read = co_await stream_.read_some(buffer_.prepare(read_at_once), error);
      if (error) break;
      buffer_.commit(read);
    }
    co_return std::nullopt;
  }

  /// Answers a request; true if another may follow.
  asio::awaitable<bool> converse(Request request) {
    Visitor visitor;
    SiteRequest page{request, visitor, services_.gate.address_of(request, peer_)};
    page.is_upgrade = beast::websocket::is_upgrade(request) && request.target() == "/ws";
    page.is_allowed = services_.gate.allow_request(page.address, page.is_upgrade, net::steady_ms());
    page.is_own = services_.gate.is_own_page(request);
    if (services_.gate.is_banned(page.address))
      visitor.refusal = "banned";
    else if (page.is_allowed && (page.is_upgrade || is_route(request)))
      visitor = co_await identify(request, page.is_own);
    // Connections to tables are for players.
    if (page.is_upgrade && visitor.refusal.empty() && visitor.scopes &&
        (*visitor.scopes & bit_of(store::Scope::play)) == 0)
      visitor.refusal = "not_in_scope";
    if (page.is_upgrade && page.is_allowed && page.is_own && visitor.refusal.empty()) {
      SocketPeer peer{visitor.who, page.address, {}};
      if (visitor.gets) peer.cookie = services_.visitors.cookie_for(*visitor.gets);
      upgrade_ = Upgrade{std::move(peer), std::move(request)};
      co_return true;
    }
    Response response = co_await services_.site.answer(page);
    co_return co_await write(std::move(response), request);
  }

  /// To pages of other sites, cookies say nothing, and they get none.
  asio::awaitable<Visitor> identify(Request& request, bool is_own) {
    if (!is_own) request.erase(http::field::cookie);
    Visitor visitor = co_await services_.visitors.identify(request);
    if (!is_own) visitor.gets.reset();
    co_return visitor;
  }

  asio::awaitable<bool> write(Response response, const Request& request) {
    std::string text = head_text(response, request);
    const bool goes_on = !response.head.need_eof();
    const bool has_body = request.method() != http::verb::head;
    if (has_body && response.rest && response.head.chunked()) {
      if (!response.own_body.empty()) text += chunk_text(response.own_body);
    } else if (has_body) {
      text += response.own_body;
    }
    stream_.expires_after(idle_time);
    error_code error = co_await stream_.write(text);
    if (has_body && !error) error = co_await stream_.write(response.shared_body);
    if (has_body && !error && response.rest && !co_await write_rest(response)) co_return false;
    if (!goes_on) stream_.shutdown_send();
    co_return !error && goes_on;
  }

  /// False if the body could not be completed. The client notices that its end is missing.
  asio::awaitable<bool> write_rest(const Response& response) {
    const bool in_chunks = response.head.chunked();
    const std::function<void(TakePiece)> ask = response.rest;
    asio::steady_timer timer(co_await asio::this_coro::executor);
    while (true) {
      BodyPiece otherwise;
      const BodyPiece piece =
          co_await answer_to<BodyPiece>(ask, std::move(otherwise), piece_patience);
      error_code error;
      if (piece.kind == BodyPiece::Kind::fault) co_return false;
      stream_.expires_after(idle_time);
      if (piece.kind == BodyPiece::Kind::end) {
        if (in_chunks) error = co_await stream_.write(last_chunk);
        co_return !error;
      }
      if (piece.text.empty()) {
        timer.expires_after(moment);
        co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
      } else {
        const std::string text = in_chunks ? chunk_text(piece.text) : piece.text;
        error = co_await stream_.write(text);
      }
      if (error) co_return false;
    }
  }

  const HttpServices& services_;
  net::ByteStream stream_;
  asio::ip::address peer_;
  std::unique_ptr<Connections::Place> place_;
  beast::flat_buffer buffer_;
  std::optional<Upgrade> upgrade_;
};

}  // namespace

asio::awaitable<void> serve_http(const HttpServices& services, Arrival arrival) {
  auto connection = std::make_unique<HttpConnection>(services, std::move(arrival));
  std::optional<Upgrade> upgrade = co_await connection->run();
  if (!upgrade) co_return;
  const auto place = connection->take_place();
  net::ByteStream stream = connection->take_stream();
  connection.reset();  // a socket may stay open for days
  stream.expires_never();
  co_await serve_socket(services.sockets, std::move(stream), std::move(upgrade->peer),
                        std::move(upgrade->request));
}

}  // namespace sixfold::server
