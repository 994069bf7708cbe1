// The client's side of docs/protocol.md, without a network: what to send, and which request an
// answer belongs to. Unanswered requests are sent again with the same id after a loss, so that
// nothing is lost or done twice.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "client/messages.hpp"
#include "rules/move.hpp"

namespace sixfold::client {

class Conversation {
 public:
  /// `new_id` makes 32 random hexadecimal digits.
  explicit Conversation(std::function<std::string()> new_id) : new_id_(std::move(new_id)) {}

  /// The connection has been made or lost.
  void opened();
  void lost();
  [[nodiscard]] bool is_open() const { return open_; }

  /// Handles a message from the server.
  [[nodiscard]] Result<ServerMessage, FormError> hear(std::string_view text);

  /// Removes and returns the messages to send, in order.
  [[nodiscard]] std::vector<std::string> outgoing() { return std::exchange(outgoing_, {}); }

  void watch(const std::string& game);
  /// Starts showing the lobby.
  void enter_lobby();
  /// Asks for the page of the lobby that begins after the given table.
  void ask_for_page(const std::string& after);
  /// Each returns the id of the request, which its answer repeats.
  std::string create(const std::string& name, const Json& plan);
  std::string quick(const std::string& name, const std::string& variant, int players);
  /// `what` is the `do` of a command at the table being watched; `seq` is its last event.
  std::string command(std::int64_t seq, Json what);
  void say(const std::string& phrase);

 private:
  std::string request(const char* kind, Json body);
  void send(const Json& message);

  std::function<std::string()> new_id_;
  bool open_ = false;
  std::string watched_;
  bool in_lobby_ = false;
  std::vector<std::string> outgoing_;
  std::map<std::string, std::string> unanswered_;  // by id, as sent
  std::vector<std::string> order_;                 // of the ids
};

/// From the system's random source.
[[nodiscard]] std::string random_id();

}  // namespace sixfold::client
