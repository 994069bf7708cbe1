// What clients send: JSON, one message a frame.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "record/json.hpp"
#include "server/hub.hpp"

namespace sixfold {

inline constexpr int client_protocol_version = 1;

struct ClientHello {
  int protocol = 0;
};
struct CreateTable {
  Id command;
  TablePlan plan;
  std::string name;
};
struct WatchTable {
  Id game;
};

using ClientMessage = std::variant<ClientHello, CreateTable, WatchTable, TableRequest>;

[[nodiscard]] Result<ClientMessage, FormError> parse_client_message(std::string_view text);

}  // namespace sixfold
