// One WebSocket: reads messages one by one, writes messages in order from a bounded queue.
#pragma once

#include <cstddef>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "net/byte_stream.hpp"
#include "server/gate.hpp"
#include "server/hub.hpp"
#include "server/metrics.hpp"

namespace sixfold::server {

/// What all sockets of a server share.
struct SocketServices {
  Hub& hub;
  Gate& gate;
  Metrics& metrics;
};

/// Who is connected.
struct SocketPeer {
  Identity who;
  std::string address;
  std::string cookie;  ///< to set in the handshake response; empty: none
};

/// Answers the upgrade request and serves the socket until it closes.
[[nodiscard]] boost::asio::awaitable<void> serve_socket(SocketServices& services,
                                                        net::ByteStream stream, SocketPeer peer,
                                                        Request upgrade);

}  // namespace sixfold::server
