// What a server says to a client: whatever is read can be shown.
#include "client/messages.hpp"
#include "json_mutator.hpp"

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return sixfold::fuzz::mutate_json(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  const auto message = client::read_message(fuzz::text_of(data, size));
  if (!message) {
    require(!message.error().code.empty(), "a reason has a code");
    return 0;
  }
  const auto* const table = std::get_if<client::TableMessage>(&*message);
  if (table == nullptr || !table->view) return 0;
  require(table->view->seats.size() == table->seats.size(), "a seat of the view for every seat");
  for (const SeenTurn& turn : table->view->history)
    require(turn.seat < static_cast<int>(table->seats.size()), "turns of seats that are there");
  return 0;
}
