// Sends messages to push services, on a thread of its own: encrypts, signs, connects, and reads the
// status. Where a message goes is chosen by strangers, so only public addresses are connected to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "push/message.hpp"

namespace sixfold::server {

/// Whether everyone on the internet can mean the same machine by this address.
[[nodiscard]] bool is_public(const boost::asio::ip::address& address);

struct PushMessage {
  push::Endpoint to;
  push::Receiver receiver;
  std::string text;
  std::string topic;  ///< a message that still waits for the browser is replaced
  bool is_urgent = false;
  std::int64_t kept_s = 0;  ///< how long the service keeps it for a device without a connection
};

/// A message that is sent as it is.
struct PlainMessage {
  push::Endpoint to;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

struct PushReply {
  int status = 0;           ///< of HTTP; 0: there was no answer
  std::int64_t wait_s = 0;  ///< how long the service asks to wait
  std::string why;          ///< if there was no answer
};

struct PushOptions {
  std::string contact;      ///< mailto:… or https://…; may be empty
  bool to_private = false;  ///< also to private addresses; only for tests
};

class PushClient {
 public:
  PushClient(push::KeyPair keys, PushOptions options);
  /// Ends everything in progress, without answers.
  ~PushClient();
  PushClient(const PushClient&) = delete;
  PushClient& operator=(const PushClient&) = delete;

  /// Answers on the thread of the client.
  void send(PushMessage message, std::function<void(const PushReply&)> answer);
  void send(PlainMessage message, std::function<void(const PushReply&)> answer);

 private:
  class Line;
  std::unique_ptr<Line> line_;
};

}  // namespace sixfold::server
