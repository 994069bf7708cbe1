#include "client/conversation.hpp"

#include <algorithm>
#include <random>

namespace sixfold::client {

using namespace protocol;

void Conversation::opened() {
  outgoing_.clear();
  outgoing_.push_back(to_text(ClientMessage(ClientHello{version})));
}

void Conversation::lost() {
  open_ = false;
  outgoing_.clear();
}

Result<std::optional<ServerMessage>, FormError> Conversation::hear(std::string_view text) {
  auto message = read_server_message(text);
  if (!message || !*message) return message;
  if (std::holds_alternative<Hello>(**message)) {
    open_ = true;
    if (watched_) watch(*watched_);
    if (in_lobby_) enter_lobby();
    if (wants_own_) ask_for_own_tables();
    for (const Id& id : order_) outgoing_.push_back(unanswered_[id]);
  }
  const auto answered = [this](const Id& id) {
    if (unanswered_.erase(id) > 0) std::erase(order_, id);
  };
  if (const auto* ack = std::get_if<Ack>(&**message)) answered(ack->id);
  // A command that could not be stored may succeed later, so it is sent again on the next
  // connection.
  if (const auto* error = std::get_if<Error>(&**message);
      error && error->id && error->code != "unavailable")
    answered(*error->id);
  return message;
}

void Conversation::send(const ClientMessage& message) {
  if (open_) outgoing_.push_back(to_text(message));
}

void Conversation::watch(const Id& game) {
  watched_ = game;
  send(WatchTable{game});
}

void Conversation::enter_lobby() {
  in_lobby_ = true;
  send(EnterLobby{});
}

void Conversation::ask_for_page(const Id& after) { send(EnterLobby{after}); }

void Conversation::ask_for_own_tables() {
  wants_own_ = true;
  send(AskOwnTables{});
}

void Conversation::ask_for_own_page(const Id& after) { send(AskOwnTables{after}); }

void Conversation::request(const Id& id, const ClientMessage& message) {
  unanswered_[id] = to_text(message);
  order_.push_back(id);
  send(message);
}

Id Conversation::create(const std::string& name, const TablePlan& plan) {
  const Id id = new_id_();
  request(id, CreateTable{id, plan, name});
  return id;
}

Id Conversation::quick(const std::string& name, const MatchGame& game) {
  const Id id = new_id_();
  request(id, QuickMatch{id, game.variant, game.players, name, game.theme});
  return id;
}

Id Conversation::command(std::uint64_t seq, TableCommand what) {
  const Id id = new_id_();
  request(id, TableRequest{watched_.value_or(Id{}), seq, id, std::move(what)});
  return id;
}

void Conversation::say(std::string_view phrase) {
  if (watched_) send(SayPhrase{*watched_, phrase});
}

Id random_id() {
  std::random_device device;
  Id id;
  std::ranges::generate(id.bytes, [&] { return static_cast<std::uint8_t>(device()); });
  return id;
}

}  // namespace sixfold::client
