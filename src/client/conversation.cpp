#include "client/conversation.hpp"

#include <random>

namespace sixfold::client {

void Conversation::opened() {
  outgoing_.clear();
  Json hello;
  hello["hello"]["protocol"] = protocol_version;
  outgoing_.push_back(dump(hello));
}

void Conversation::lost() {
  open_ = false;
  outgoing_.clear();
}

Result<ServerMessage, FormError> Conversation::hear(std::string_view text) {
  auto message = read_message(text);
  if (!message) return message;
  if (std::holds_alternative<Hello>(*message)) {
    open_ = true;
    if (!watched_.empty()) watch(watched_);
    if (in_lobby_) enter_lobby();
    for (const std::string& id : order_) outgoing_.push_back(unanswered_[id]);
  }
  const auto answered = [this](const std::string& id) {
    if (unanswered_.erase(id) > 0) std::erase(order_, id);
  };
  if (const auto* ack = std::get_if<Ack>(&*message)) answered(ack->id);
  // A command that could not be stored may succeed later, so it is sent again on the next
  // connection.
  if (const auto* error = std::get_if<Error>(&*message); error && error->code != "unavailable")
    answered(error->id);
  return message;
}

void Conversation::send(const Json& message) {
  if (open_) outgoing_.push_back(dump(message));
}

void Conversation::watch(const std::string& game) {
  watched_ = game;
  Json message;
  message["watch"]["game"] = game;
  send(message);
}

void Conversation::enter_lobby() {
  in_lobby_ = true;
  Json message;
  message["lobby"] = Json::object();
  send(message);
}

void Conversation::ask_for_page(const std::string& after) {
  Json message;
  message["lobby"]["after"] = after;
  send(message);
}

std::string Conversation::request(const char* kind, Json body) {
  std::string id = new_id_();
  body["id"] = id;
  Json message;
  message[kind] = std::move(body);
  unanswered_[id] = dump(message);
  order_.push_back(id);
  send(message);
  return id;
}

std::string Conversation::create(const std::string& name, const Json& plan) {
  Json body;
  body["name"] = name;
  body["plan"] = plan;
  return request("create", std::move(body));
}

std::string Conversation::quick(const std::string& name, const std::string& variant, int players) {
  Json body;
  body["name"] = name;
  body["variant"] = variant;
  body["players"] = players;
  return request("quick", std::move(body));
}

std::string Conversation::command(std::int64_t seq, Json what) {
  Json body;
  body["game"] = watched_;
  body["seq"] = seq;
  body["do"] = std::move(what);
  return request("command", std::move(body));
}

void Conversation::say(const std::string& phrase) {
  Json message;
  message["phrase"]["game"] = watched_;
  message["phrase"]["phrase"] = phrase;
  send(message);
}

std::string random_id() {
  constexpr std::string_view digits = "0123456789abcdef";
  constexpr int length = 32;
  std::random_device device;
  std::string id;
  for (int i = 0; i < length; ++i) id += digits[device() % digits.size()];
  return id;
}

}  // namespace sixfold::client
