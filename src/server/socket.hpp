// One WebSocket: messages in one by one, messages out in order from a bounded queue.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

#include "server/gate.hpp"
#include "server/hub.hpp"
#include "server/metrics.hpp"

namespace sixfold {

// The longest frame and the longest body of a request.
inline constexpr std::size_t longest_frame = std::size_t{16} << 10;

/// What all sockets of a server have in common.
struct SocketWorld {
  Hub& hub;
  Gate& gate;
  Metrics& metrics;
  std::function<std::int64_t()> steady_ms;
};

/// Who is at the other end.
struct SocketPeer {
  Identity who;
  std::string address;
  std::string cookie;  ///< to be set with the answer to the handshake; empty: none
};

template <class Stream>
class Socket : public std::enable_shared_from_this<Socket<Stream>> {
 public:
  Socket(SocketWorld& world, Stream stream, SocketPeer peer)
      : world_(world), stream_(std::move(stream)), peer_(std::move(peer)) {}

  boost::asio::awaitable<void> run(Request request) {
    namespace asio = boost::asio;
    namespace websocket = boost::beast::websocket;
    const auto self = this->shared_from_this();
    stream_.set_option(websocket::stream_base::timeout::suggested(boost::beast::role_type::server));
    stream_.set_option(websocket::stream_base::decorator([this](websocket::response_type& answer) {
      answer.set(http::field::server, "sixfold");
      if (!peer_.cookie.empty()) answer.set(http::field::set_cookie, peer_.cookie);
    }));
    stream_.read_message_max(longest_frame);
    stream_.auto_fragment(false);
    boost::system::error_code error;
    co_await stream_.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    open_ = true;
    peer_.who.address = peer_.address;
    viewer_ = world_.hub.connect(
        peer_.who, [this](const std::string& message) { send(message); }, [this] { finish(); });
    ++world_.metrics.open_sockets;
    world_.gate.socket_opened(peer_.address);
    boost::beast::flat_buffer buffer;
    while (open_) {
      co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
      if (error || !open_) break;
      const auto data = buffer.cdata();
      receive({static_cast<const char*>(data.data()), data.size()});
      buffer.consume(buffer.size());
    }
    open_ = false;
    --world_.metrics.open_sockets;
    world_.gate.socket_closed(peer_.address);
    world_.hub.disconnect(viewer_);
  }

 private:
  // Messages that wait for a slow reader, and their bytes.
  static constexpr std::size_t longest_queue = 256;
  static constexpr std::size_t largest_queue = std::size_t{1} << 20;
  static constexpr Rate messages_of_socket{20, 200};
  static constexpr int most_messages_too_fast = 100;

  void receive(std::string_view text) {
    ++world_.metrics.messages;
    const std::int64_t now = world_.steady_ms();
    if (bucket_.take(messages_of_socket, now) && world_.gate.allow_message(peer_.who.user, now))
      return world_.hub.receive(viewer_, text);
    ++world_.metrics.limited;
    send(R"({"error":{"code":"too_fast"}})");
    if (++too_fast_ > most_messages_too_fast) drop();
  }

  void send(const std::string& message) {
    if (!open_) return;
    // Whoever reads so slowly is better served by a new connection.
    if (outgoing_.size() >= longest_queue || outgoing_bytes_ + message.size() > largest_queue)
      return drop();
    outgoing_.push_back(message);
    outgoing_bytes_ += message.size();
    if (outgoing_.size() == 1) write_next();
  }

  void write_next() {
    stream_.text(true);
    stream_.async_write(
        boost::asio::buffer(outgoing_.front()),
        [self = this->shared_from_this()](boost::system::error_code error, std::size_t) {
          if (error) return self->outgoing_.clear();
          self->outgoing_bytes_ -= self->outgoing_.front().size();
          self->outgoing_.pop_front();
          if (!self->outgoing_.empty())
            self->write_next();
          else if (!self->open_)
            self->drop();
        });
  }

  /// Nothing more is taken in or sent but what already waits.
  void finish() {
    open_ = false;
    if (outgoing_.empty()) drop();
  }

  void drop() {
    open_ = false;
    boost::system::error_code ignored;
    static_cast<void>(boost::beast::get_lowest_layer(stream_).socket().close(ignored));
  }

  SocketWorld& world_;
  boost::beast::websocket::stream<Stream> stream_;
  SocketPeer peer_;
  ViewerNumber viewer_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  TokenBucket bucket_;
  int too_fast_ = 0;
  bool open_ = false;
};

}  // namespace sixfold
