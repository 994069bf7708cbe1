// The client's side of docs/protocol.md, without a network: what is to be said, and what an answer
// belongs to. What was asked and not answered is asked again after a loss, under the same id, so
// that nothing is lost and nothing is done twice.
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
  /// `new_id` makes 32 hexadecimal digits, at random.
  explicit Conversation(std::function<std::string()> new_id) : new_id_(std::move(new_id)) {}

  /// A connection is there, or is no longer.
  void opened();
  void lost();
  [[nodiscard]] bool is_open() const { return open_; }

  /// Takes in what the server said.
  [[nodiscard]] Result<ServerMessage, FormError> hear(std::string_view text);

  /// What is to be sent now, in this order; it is forgotten here.
  [[nodiscard]] std::vector<std::string> outgoing() { return std::exchange(outgoing_, {}); }

  void watch(const std::string& game);
  /// Shows the tables that wait for players, from now on.
  void enter_lobby();
  /// Asks for the page of the lobby that begins after that table.
  void ask_for_page(const std::string& after);
  /// Each gives the id under which it is answered.
  std::string create(const std::string& name, const Json& plan);
  std::string quick(const std::string& name, const std::string& variant, int players);
  /// `what` is the `do` of a command at the table that is watched; `seq` its last event.
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
  std::map<std::string, std::string> unanswered_;  // by id, as they were sent
  std::vector<std::string> order_;                 // of the ids
};

/// At random, from the system.
[[nodiscard]] std::string random_id();

}  // namespace sixfold::client
