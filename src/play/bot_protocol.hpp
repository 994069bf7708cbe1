// The bot protocol: JSON lines between a program that runs games and a bot. The messages of both
// sides as text; nothing here knows how the lines travel (a pipe, a socket, a worker).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "play/bot_spec.hpp"
#include "record/form_error.hpp"
#include "rules/move.hpp"
#include "rules/view.hpp"

namespace sixfold {

inline constexpr int bot_protocol_version = 1;

/// What no game could show, in words; nothing if a bot can be asked about the view.
[[nodiscard]] std::string_view view_fault(const View& view);

// The side that runs the game.

[[nodiscard]] std::string hello_question();
/// The bot's name, or what is wrong with its answer.
[[nodiscard]] Result<std::string, FormError> read_hello_answer(std::string_view line);

[[nodiscard]] std::string move_question(std::uint64_t id, const View& view, int budget_ms);
[[nodiscard]] Result<Move, FormError> read_move_answer(std::string_view line, std::uint64_t id);

[[nodiscard]] std::string end_message(const End& end, const std::vector<int>& scores);

/// The bot's side: answers each line as one of our levels would. With a clock it takes no longer
/// than the question's `budget_ms`; without one the level thinks as long as it usually does.
class BotSession {
 public:
  BotSession(BotSpec bot, std::uint64_t seed, Clock clock = {})
      : bot_(std::move(bot)), clock_(std::move(clock)), random_(seed) {}
  BotSession(const BotLevel& level, std::uint64_t seed)
      : BotSession(BotSpec{std::string(level.name), level, {}, {}, {}}, seed) {}

  /// Returns nothing at the end of a game. An error is answered as `{"error":{…}}`.
  [[nodiscard]] std::optional<std::string> answer(std::string_view line);
  [[nodiscard]] bool had_error() const { return had_error_; }

 private:
  std::string refuse(const FormError& error);
  [[nodiscard]] Budget budget_for(std::optional<int> budget_ms) const;

  BotSpec bot_;  // one of our levels
  Clock clock_;
  Random random_;
  bool had_error_ = false;
};

}  // namespace sixfold
