// HTTP on one connection, from its first byte until it ends or becomes a WebSocket.
#pragma once

#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/gate.hpp"
#include "server/site.hpp"
#include "server/socket.hpp"
#include "server/stream.hpp"
#include "server/visitors.hpp"

namespace sixfold {

/// What all connections of a server have in common.
struct HttpServices {
  Gate& gate;
  Visitors& visitors;
  Site& site;
  SocketServices& sockets;
};

/// `peer`: the address at the other end, which may be that of a proxy.
[[nodiscard]] boost::asio::awaitable<void> serve_http(const HttpServices& services,
                                                      ByteStream stream, std::string peer);

}  // namespace sixfold
