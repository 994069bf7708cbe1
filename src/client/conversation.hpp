// The client's side of docs/protocol.md, without a network: what to send, and which request an
// answer belongs to. Unanswered requests are sent again with the same id after a loss, so that
// nothing is lost or done twice.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "protocol/server_messages.hpp"

namespace sixfold::client {

/// The game that a quick match asks for.
struct MatchGame {
  std::string_view variant = "base";
  int players = 2;
  std::string theme = "classic";

  friend bool operator==(const MatchGame&, const MatchGame&) = default;
};

class Conversation {
 public:
  /// `new_id` makes a random id.
  explicit Conversation(std::function<Id()> new_id) : new_id_(std::move(new_id)) {}

  /// The connection has been made or lost.
  void opened();
  void lost();
  [[nodiscard]] bool is_open() const { return open_; }

  /// Handles a message from the server; nothing if it is newer than this program.
  [[nodiscard]] Result<std::optional<protocol::ServerMessage>, FormError> hear(
      std::string_view text);

  /// Removes and returns the messages to send, in order.
  [[nodiscard]] std::vector<std::string> outgoing() { return std::exchange(outgoing_, {}); }

  void watch(const Id& game);
  /// Starts showing the lobby.
  void enter_lobby();
  /// Asks for the page of the lobby that begins after the given table.
  void ask_for_page(const Id& after);
  /// Asks for the tables at which the user plays or waits, and for their changes.
  void ask_for_own_tables();
  /// Asks for the page of them that begins after the given table.
  void ask_for_own_page(const Id& after);
  /// Each returns the id of the request, which its answer repeats.
  Id create(const std::string& name, const protocol::TablePlan& plan);
  Id quick(const std::string& name, const MatchGame& game);
  /// A command at the table being watched; `seq` is its last event.
  Id command(std::uint64_t seq, protocol::TableCommand what);
  /// One of protocol::phrases.
  void say(std::string_view phrase);

 private:
  void request(const Id& id, const protocol::ClientMessage& message);
  void send(const protocol::ClientMessage& message);

  std::function<Id()> new_id_;
  bool open_ = false;
  std::optional<Id> watched_;
  bool in_lobby_ = false;
  bool wants_own_ = false;
  std::vector<std::string> outgoing_;
  std::map<Id, std::string> unanswered_;  // as sent
  std::vector<Id> order_;                 // of the unanswered requests
};

[[nodiscard]] Id random_id();

}  // namespace sixfold::client
