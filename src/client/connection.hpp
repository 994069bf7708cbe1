// A WebSocket to a server, in a thread of its own, made again whenever it is lost.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "client/address.hpp"

namespace sixfold::client {

/// Called by the connection's thread.
struct ConnectionEvents {
  std::function<void()> opened;
  std::function<void(std::string text)> heard;
  std::function<void(std::string why)> lost;      ///< or never made; it is tried again by itself
  std::function<void(std::string cookie)> known;  ///< the cookie by which this guest is known
};

struct HttpReply {
  int status = 0;  ///< 0 where there was none, and the body says why
  std::string body;
};

class Connection {
 public:
  /// `cookie` as it was given by `known`, or empty.
  Connection(const Address& address, std::string cookie, ConnectionEvents events);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// From any thread. Lost if there is no connection.
  void send(std::string text);

 private:
  class Line;
  std::shared_ptr<Line> line_;
};

/// Waits for the answer.
[[nodiscard]] HttpReply http_get(const Address& address, const std::string& path);

}  // namespace sixfold::client
