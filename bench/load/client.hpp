// One connection to a server, in coroutines on a single thread. Errors are thrown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace sixfold::load {

namespace asio = boost::asio;

class Client {
 public:
  explicit Client(asio::io_context& io) : stream_(io) {}

  /// Opens a WebSocket as a new guest and says hello.
  asio::awaitable<void> connect(const asio::ip::tcp::endpoint& server);
  asio::awaitable<void> send(std::string message);
  /// The next message.
  asio::awaitable<std::string> read();

 private:
  boost::beast::websocket::stream<boost::beast::tcp_stream> stream_;
  boost::beast::flat_buffer buffer_;
};

/// The kind of a message: the name of its only member.
[[nodiscard]] std::string_view kind_of(std::string_view message);
/// The seq of an ack or a table, found without parsing the rest.
[[nodiscard]] std::uint64_t seq_of(std::string_view message);

}  // namespace sixfold::load
