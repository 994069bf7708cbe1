#include "server/listener.hpp"

#include <chrono>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/addresses.hpp"

namespace sixfold::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// How long to wait when no more files can be opened.
constexpr auto try_again = std::chrono::milliseconds(250);

}  // namespace

Listener::Listener(asio::io_context& io, const std::string& address, std::uint16_t port)
    : io_(io), acceptor_(io, tcp::endpoint(asio::ip::make_address(address), port)) {}

std::string Listener::authority() const {
  const tcp::endpoint endpoint = acceptor_.local_endpoint();
  const std::string host = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + ":" +
         std::to_string(endpoint.port());
}

void Listener::start(const HttpServices& services) {
  asio::co_spawn(io_, accept(services), asio::detached);
}

void Listener::close() {
  error_code ignored;
  static_cast<void>(acceptor_.close(ignored));
}

asio::awaitable<void> Listener::accept(const HttpServices& services) {
  while (true) {
    error_code error;
    tcp::socket socket =
        co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      // Most likely no more files can be opened.
      if (connections_.close_oldest()) continue;
      asio::steady_timer timer(io_, try_again);
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    ++services.sockets.metrics.connections;
    admit(services, std::move(socket));
  }
}

void Listener::admit(const HttpServices& services, tcp::socket socket) {
  error_code error;
  const asio::ip::address peer = normalized(socket.remote_endpoint(error).address());
  if (error) return;
  static_cast<void>(socket.set_option(tcp::no_delay(true), error));
  const bool is_limited = services.gate.limits_addresses() && !services.gate.is_trusted_proxy(peer);
  auto place = connections_.admit(is_limited ? group_of(peer) : "");
  if (!place) {
    ++services.sockets.metrics.limited;
    return;
  }
  net::ByteStream stream =
      tls_ ? net::ByteStream(std::move(socket), tls_) : net::ByteStream(std::move(socket));
  Arrival arrival{std::move(stream), peer, std::move(place)};
  asio::co_spawn(io_, serve_http(services, std::move(arrival)), asio::detached);
}

}  // namespace sixfold::server
