// Communication with a server: HTTP requests, and a WebSocket on its own thread that reconnects
// whenever it is lost.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "client/address.hpp"

namespace sixfold::client {

/// How the server recognises a client: guests and accounts by a cookie, a bot's account by its
/// token, which takes precedence.
struct Credentials {
  std::string cookie;
  std::string token;

  friend bool operator==(const Credentials&, const Credentials&) = default;
};

/// Called on the connection's thread.
struct ConnectionEvents {
  std::function<void()> opened;
  std::function<void(std::string text)> heard;
  std::function<void(std::string why)> lost;      ///< or not made; it retries automatically
  std::function<void(std::string cookie)> known;  ///< the cookie to use from now on
};

struct HttpReply {
  int status = 0;  ///< 0: no response, and the body says why
  std::string body;
  std::string cookie;  ///< to use from now on; empty: no change
};

class Connection {
 public:
  Connection(const Address& address, Credentials credentials, ConnectionEvents events);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// May be called from any thread. The message is lost if there is no connection.
  void send(std::string text);

 private:
  class Line;
  std::shared_ptr<Line> line_;
};

/// Both block until the answer arrives.
[[nodiscard]] HttpReply http_get(const Address& address, const std::string& path,
                                 const Credentials& credentials = {});
/// `body` is JSON.
[[nodiscard]] HttpReply http_post(const Address& address, const std::string& path,
                                  const std::string& body, const Credentials& credentials = {});

/// Passes on every line of a long answer as it comes, and blocks until it ends. The reply has the
/// body only if the status is not 200. Status 0: there was no answer, or it broke off.
[[nodiscard]] HttpReply http_lines(const Address& address, const std::string& path,
                                   const Credentials& credentials,
                                   const std::function<void(std::string_view line)>& heard);

}  // namespace sixfold::client
