// Accepts connections on a port and starts HTTP on each.
#pragma once

#include <memory>
#include <string>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include "server/http_connection.hpp"

namespace sixfold::server {

class Listener {
 public:
  /// Binds the port; connections wait until start(). Throws std::system_error.
  Listener(boost::asio::io_context& io, const std::string& address, std::uint16_t port);

  /// The address with its port, as in a URL.
  [[nodiscard]] std::string authority() const;
  /// Sets the certificate for new connections; null: no TLS. Open connections keep theirs.
  void use(std::shared_ptr<boost::asio::ssl::context> tls) { tls_ = std::move(tls); }
  void start(const HttpServices& services);
  void close();

 private:
  [[nodiscard]] boost::asio::awaitable<void> accept(const HttpServices& services);
  void admit(const HttpServices& services, boost::asio::ip::tcp::socket socket);

  boost::asio::io_context& io_;
  Connections connections_{{.in_all = connections_for_open_files()}};
  boost::asio::ip::tcp::acceptor acceptor_;
  std::shared_ptr<boost::asio::ssl::context> tls_;
};

}  // namespace sixfold::server
