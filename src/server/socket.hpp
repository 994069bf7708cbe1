// One WebSocket: messages in one by one, messages out in order from a bounded queue.
#pragma once

#include <cstddef>
#include <string>

#include <boost/asio/awaitable.hpp>

#include "server/gate.hpp"
#include "server/hub.hpp"
#include "server/metrics.hpp"
#include "server/stream.hpp"

namespace sixfold {

/// The longest message and the longest body of a request.
inline constexpr std::size_t longest_frame = std::size_t{16} << 10;

/// What all sockets of a server have in common.
struct SocketServices {
  Hub& hub;
  Gate& gate;
  Metrics& metrics;
};

/// Who is at the other end.
struct SocketPeer {
  Identity who;
  std::string address;
  std::string cookie;  ///< to be set with the answer to the handshake; empty: none
};

/// Answers the request for an upgrade and serves the socket until it ends.
[[nodiscard]] boost::asio::awaitable<void> serve_socket(SocketServices& services, ByteStream stream,
                                                        SocketPeer peer, Request upgrade);

}  // namespace sixfold
