// What a server says to a client: whatever is read can be shown.
#include "json_target.hpp"
#include "protocol/server_messages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  const auto message = protocol::read_server_message(fuzz::text_of(data, size));
  if (!message) {
    require(!message.error().code.empty(), "a reason has a code");
    return 0;
  }
  if (!*message) return 0;
  const auto again = protocol::read_server_message(protocol::to_text(**message));
  require(again && *again && (*again)->index() == (*message)->index(), "what is read can be said");
  const auto* const table = std::get_if<protocol::ShownTable>(&**message);
  if (table == nullptr || !table->view) return 0;
  require(table->view->seats.size() == table->seats.size(), "a seat of the view for every seat");
  for (const SeenTurn& turn : table->view->history)
    require(turn.seat < static_cast<int>(table->seats.size()), "turns of seats that are there");
  return 0;
}
