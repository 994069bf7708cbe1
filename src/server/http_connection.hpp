// HTTP on one connection, from its first byte until it closes or becomes a WebSocket.
#pragma once

#include <memory>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/address.hpp>

#include "net/byte_stream.hpp"
#include "server/connections.hpp"
#include "server/gate.hpp"
#include "server/site.hpp"
#include "server/socket.hpp"
#include "server/visitors.hpp"

namespace sixfold::server {

/// What all connections of a server share.
struct HttpServices {
  Gate& gate;
  Visitors& visitors;
  Site& site;
  SocketServices& sockets;
};

/// An accepted connection.
struct Arrival {
  net::ByteStream stream;
  boost::asio::ip::address peer;  ///< the peer, which may be a proxy
  std::unique_ptr<Connections::Place> place;
};

[[nodiscard]] boost::asio::awaitable<void> serve_http(const HttpServices& services,
                                                      Arrival arrival);

}  // namespace sixfold::server
