// What goes to a server and comes from there: requests, and a WebSocket in a thread of its own that
// is made again whenever it is lost.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "client/address.hpp"

namespace sixfold::client {

/// By what a server knows who comes: guests and accounts by the cookie that it gave them, a bot's
/// account by its token, which counts alone.
struct Credentials {
  std::string cookie;
  std::string token;

  friend bool operator==(const Credentials&, const Credentials&) = default;
};

/// Called by the connection's thread.
struct ConnectionEvents {
  std::function<void()> opened;
  std::function<void(std::string text)> heard;
  std::function<void(std::string why)> lost;      ///< or never made; it is tried again by itself
  std::function<void(std::string cookie)> known;  ///< the cookie by which one is known from now on
};

struct HttpReply {
  int status = 0;  ///< 0 where there was none, and the body says why
  std::string body;
  std::string cookie;  ///< by which one is known from now on; empty: as before
};

class Connection {
 public:
  Connection(const Address& address, Credentials credentials, ConnectionEvents events);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// From any thread. Lost if there is no connection.
  void send(std::string text);

 private:
  class Line;
  std::shared_ptr<Line> line_;
};

/// Both wait for the answer.
[[nodiscard]] HttpReply http_get(const Address& address, const std::string& path,
                                 const Credentials& credentials = {});
/// `body` is JSON.
[[nodiscard]] HttpReply http_post(const Address& address, const std::string& path,
                                  const std::string& body, const Credentials& credentials = {});

}  // namespace sixfold::client
