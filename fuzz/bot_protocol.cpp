// The bot protocol: whatever line a bot is given, it answers with one line of JSON, an error or an
// act; whatever line a bot gives, it is an act or a reason.
#include "play/bot_protocol.hpp"

#include "json_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sixfold;
  using fuzz::require;
  const std::string_view line = fuzz::text_of(data, size);
  for (const BotLevel& level : all_bots()) {
    BotSession session(parse_bot(std::string(level.name) + ":20sims").value(), 6);
    if (const auto answer = session.answer(line)) {
      const auto json = parse_json(*answer);
      require(json && json->is_object(), "an answer is an object");
      require(json->contains("error") == session.had_error(), "errors are counted");
    }
  }
  const auto hello = read_hello_answer(line);
  require(hello || !hello.error().code.empty(), "a name or a reason");
  const auto move = read_move_answer(line, 7);
  require(move || !move.error().code.empty(), "a move or a reason");
  return 0;
}
