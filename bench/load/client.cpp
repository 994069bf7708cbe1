#include "load/client.hpp"

#include <charconv>
#include <stdexcept>

#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/websocket.hpp>
#include <fmt/format.h>

#include "protocol/client_messages.hpp"

namespace sixfold::load {

namespace {

/// The next loopback address: every client gets its own, like real people.
asio::ip::address_v4 next_address() {
  static std::uint32_t last = 0x7F010000;
  return asio::ip::address_v4(++last);
}

}  // namespace

asio::awaitable<void> Client::connect(const asio::ip::tcp::endpoint& server) {
  auto& tcp = boost::beast::get_lowest_layer(stream_);
  tcp.socket().open(server.protocol());
  tcp.socket().bind({next_address(), 0});
  co_await tcp.async_connect(server, asio::use_awaitable);
  tcp.socket().set_option(asio::ip::tcp::no_delay(true));
  co_await stream_.async_handshake("localhost", "/ws", asio::use_awaitable);
  stream_.text(true);
  co_await send(to_text(protocol::ClientMessage(protocol::ClientHello{protocol::version})));
  const std::string answer = co_await read();
  if (kind_of(answer) != "hello") throw std::runtime_error("not welcome: " + answer);
}

asio::awaitable<void> Client::send(std::string message) {
  co_await stream_.async_write(asio::buffer(message), asio::use_awaitable);
}

asio::awaitable<std::string> Client::read() {
  co_await stream_.async_read(buffer_, asio::use_awaitable);
  std::string message = boost::beast::buffers_to_string(buffer_.data());
  buffer_.consume(buffer_.size());
  co_return message;
}

std::string_view kind_of(std::string_view message) {
  const std::size_t from = message.find('"');
  const std::size_t to = message.find('"', from + 1);
  return to == std::string_view::npos ? "" : message.substr(from + 1, to - from - 1);
}

std::uint64_t seq_of(std::string_view message) {
  constexpr std::string_view name = R"("seq":)";
  const std::size_t at = message.find(name);
  std::uint64_t seq = 0;
  if (at != std::string_view::npos)
    std::from_chars(message.data() + at + name.size(), message.data() + message.size(), seq);
  return seq;
}

}  // namespace sixfold::load
