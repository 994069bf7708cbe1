// The bytes of one connection, plain or over TLS, behind one type, so that HTTP and WebSocket code
// is compiled only once.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/role.hpp>

namespace sixfold::net {

/// Wraps a move-only Asio completion handler in a function that can be called once.
template <class... Args, class Handler>
std::function<void(Args...)> once(Handler handler) {
  return [kept = std::make_shared<Handler>(std::move(handler))](Args... args) {
    Handler moved = std::move(*kept);
    std::move(moved)(args...);
  };
}

/// Buffers written by a single call.
class WriteParts {
 public:
  template <class Buffers>
  explicit WriteParts(const Buffers& buffers) {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto part = boost::asio::buffer_sequence_begin(buffers); part != end; ++part) {
      if (count_ == parts_.size()) break;  // a stream may write less than it is given
      parts_[count_++] = *part;
    }
  }
  [[nodiscard]] const boost::asio::const_buffer* begin() const { return parts_.data(); }
  [[nodiscard]] const boost::asio::const_buffer* end() const { return parts_.data() + count_; }

 private:
  std::array<boost::asio::const_buffer, 8> parts_;
  std::size_t count_ = 0;
};

/// Meets Beast's AsyncStream requirements and adds a deadline. Handlers run on the thread of the
/// socket's executor, whatever their own executor.
class ByteStream {
 public:
  // NOLINTNEXTLINE(readability-identifier-naming): the name that Beast asks for.
  using executor_type = boost::asio::any_io_executor;
  using Error = boost::system::error_code;
  using OnTransfer = std::function<void(Error, std::size_t)>;
  using OnDone = std::function<void(Error)>;

  explicit ByteStream(boost::asio::ip::tcp::socket socket);
  /// Uses TLS once a handshake has succeeded.
  ByteStream(boost::asio::ip::tcp::socket socket,
             std::shared_ptr<boost::asio::ssl::context> context);
  ~ByteStream();
  ByteStream(ByteStream&&) noexcept;
  ByteStream& operator=(ByteStream&&) noexcept;

  [[nodiscard]] executor_type get_executor() const;

  /// Operations not done by then fail, and the connection is closed.
  void expires_after(std::chrono::milliseconds time);
  void expires_never();
  void close();
  /// Tells the peer that nothing more will be sent.
  void shutdown_send();

  using Endpoints = boost::asio::ip::tcp::resolver::results_type;
  [[nodiscard]] boost::asio::awaitable<Error> connect(Endpoints endpoints);
  /// Both handshakes succeed at once if there is no TLS.
  [[nodiscard]] boost::asio::awaitable<Error> handshake_as_server();
  /// Fails unless the server proves that it is `host`.
  [[nodiscard]] boost::asio::awaitable<Error> handshake_as_client(std::string host);
  /// The number of bytes read, or 0 and an error.
  [[nodiscard]] boost::asio::awaitable<std::size_t> read_some(boost::asio::mutable_buffer into,
                                                              Error& error);
  [[nodiscard]] boost::asio::awaitable<Error> write(std::string_view bytes);

  // Names required by Asio.
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, std::size_t)>(
        [this](auto handler, boost::asio::mutable_buffer into) {
          start_read(into, once<Error, std::size_t>(std::move(handler)));
        },
        token, first_of(buffers));
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(Error, std::size_t)>(
        [this](auto handler, const WriteParts& parts) {
          start_write(parts, once<Error, std::size_t>(std::move(handler)));
        },
        token, WriteParts(buffers));
  }

  // Called by Beast's WebSocket when it closes.
  friend void beast_close_socket(ByteStream& stream) { stream.close(); }
  template <class Handler>
  friend void async_teardown(boost::beast::role_type role, ByteStream& stream, Handler&& handler) {
    stream.start_teardown(role, once<Error>(std::decay_t<Handler>(std::forward<Handler>(handler))));
  }

 private:
  struct Layers;

  template <class Buffers>
  static boost::asio::mutable_buffer first_of(const Buffers& buffers) {
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto part = boost::asio::buffer_sequence_begin(buffers); part != end; ++part)
      if (const boost::asio::mutable_buffer one = *part; one.size() > 0) return one;
    return {};
  }

  void start_read(boost::asio::mutable_buffer into, OnTransfer done);
  void start_write(const WriteParts& parts, OnTransfer done);
  void start_teardown(boost::beast::role_type role, OnDone done);

  std::unique_ptr<Layers> layers_;
};

}  // namespace sixfold::net
