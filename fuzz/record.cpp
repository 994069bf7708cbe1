// Records: whatever is read prints and reads back the same, replays or is refused with a turn and a
// code, and shows as text if it replays. Its proof of a fair bag is true or not, but is checked.
#include "record/record.hpp"

#include "json_target.hpp"
#include "play/fair_check.hpp"
#include "record/playthrough.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

void check_error(const RecordError& error, int turns) {
  require(!error.code.empty() && !error.message.empty(), "an error has a code and a message");
  require(error.message.size() < 400, "a message is short");
  require(error.turn >= 0 && error.turn <= turns + 1, "the turn of an error is in the record");
}

void check_record(const Record& record) {
  const std::string text = to_text(record);
  const auto again = parse_record(text);
  require(again.has_value(), "what was printed can be read");
  require(*again == record, "what was printed reads back the same");
  require(to_text(*again) == text, "printing again gives the same text");

  const auto game = replay(record);
  const auto shown = playthrough(record);
  require(game.has_value() == shown.has_value(), "a game that replays can be shown");
  if (!game) {
    check_error(game.error(), static_cast<int>(record.turns.size()));
    require(shown.error() == game.error(), "replay and playthrough fail alike");
    return;
  }
  if (const auto fault = check_fair(record))
    check_error({fault->turn, std::string(code_of(fault->reason)), describe(*fault)},
                static_cast<int>(record.turns.size()));
  require(game->turns().size() == record.turns.size(), "the game has the turns of the record");
  require(game->position().end == record.outcome.end, "the game ends as the record says");
  if (auto finished = FinishedGame::of(*game)) {
    const Record own = record_of(*finished, record.theme);
    require(own.setup == record.setup, "the game has the set-up of the record");
    const auto own_game = replay(own);
    require(own_game && *own_game == *game, "the record of the game replays to the same game");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const auto record = parse_record(text);
  require(verify(text).has_value() == (!record || !replay(*record)), "verify is parse and replay");
  if (record)
    check_record(*record);
  else
    check_error(record.error(), static_cast<int>(size));
  return 0;
}
