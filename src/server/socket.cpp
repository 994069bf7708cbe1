#include "server/socket.hpp"

#include <chrono>
#include <deque>
#include <memory>
#include <string_view>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "net/clock.hpp"

namespace sixfold::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr auto handshake_time = std::chrono::seconds(10);
// A client that is silent for half of this is pinged, and disconnected if it does not answer within
// the other half.
constexpr auto idle_time = std::chrono::seconds(50);

class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(SocketServices& services, net::ByteStream stream, SocketPeer peer)
      : services_(services), stream_(std::move(stream)), peer_(std::move(peer)) {}

  asio::awaitable<void> run(Request upgrade) {
    const auto self = shared_from_this();
    stream_.set_option(websocket::stream_base::timeout{handshake_time, idle_time, true});
    stream_.set_option(websocket::stream_base::decorator([this](websocket::response_type& answer) {
      answer.set(http::field::server, "sixfold");
      if (!peer_.cookie.empty()) answer.set(http::field::set_cookie, peer_.cookie);
    }));
    stream_.read_message_max(longest_frame);
    stream_.auto_fragment(false);
    error_code error;
    co_await stream_.async_accept(upgrade, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    open_ = true;
    peer_.who.address = peer_.address;
    viewer_ = services_.hub.connect(
        peer_.who, [this](const std::string& message) { send(message); }, [this] { finish(); });
    ++services_.metrics.open_sockets;
    services_.gate.socket_opened(peer_.address);
    beast::flat_buffer buffer;
    while (open_) {
      co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
      if (error || !open_) break;
      const auto data = buffer.cdata();
      receive({static_cast<const char*>(data.data()), data.size()});
      buffer.consume(buffer.size());
    }
    open_ = false;
    --services_.metrics.open_sockets;
    services_.gate.socket_closed(peer_.address);
    services_.hub.disconnect(viewer_);
  }

 private:
  void receive(std::string_view text) {
    ++services_.metrics.messages;
    if (services_.gate.is_banned(peer_.address)) return drop();
    const std::int64_t now = net::steady_ms();
    if (bucket_.take(SocketLimits::messages, now) &&
        services_.gate.allow_message(peer_.who.user, peer_.address, now))
      return services_.hub.receive(viewer_, text);
    ++services_.metrics.limited;
    send(R"({"error":{"code":"too_fast"}})");
    if (++too_fast_ > SocketLimits::most_messages_too_fast) drop();
  }

  void send(const std::string& message) {
    if (!open_) return;
    // A client this slow is better off with a new connection.
    if (outgoing_.size() >= SocketLimits::longest_queue ||
        outgoing_bytes_ + message.size() > SocketLimits::largest_queue)
      return drop();
    outgoing_.push_back(message);
    outgoing_bytes_ += message.size();
    if (outgoing_.size() == 1) write_next();
  }

  void write_next() {
    stream_.text(true);
    stream_.async_write(asio::buffer(outgoing_.front()),
                        [self = shared_from_this()](error_code error, std::size_t) {
                          if (error) return self->outgoing_.clear();
                          self->outgoing_bytes_ -= self->outgoing_.front().size();
                          self->outgoing_.pop_front();
                          if (!self->outgoing_.empty())
                            self->write_next();
                          else if (!self->open_)
                            self->drop();
                        });
  }

  /// Stops reading and sends only what is already queued.
  void finish() {
    open_ = false;
    if (outgoing_.empty()) drop();
  }

  void drop() {
    open_ = false;
    stream_.next_layer().close();
  }

  SocketServices& services_;
  websocket::stream<net::ByteStream> stream_;
  SocketPeer peer_;
  ViewerNumber viewer_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  TokenBucket bucket_;
  int too_fast_ = 0;
  bool open_ = false;
};

}  // namespace

asio::awaitable<void> serve_socket(SocketServices& services, net::ByteStream stream,
                                   SocketPeer peer, Request upgrade) {
  const auto socket = std::make_shared<Socket>(services, std::move(stream), std::move(peer));
  co_await socket->run(std::move(upgrade));
}

}  // namespace sixfold::server
