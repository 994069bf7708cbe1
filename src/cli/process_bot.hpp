// An external bot: a program that speaks the bot protocol on its standard input and output. It is
// started when first needed, and again for the next game after it has failed.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "play/match.hpp"

namespace sixfold::cli {

class ProcessBot {
 public:
  /// `budget_ms` is the time per move that the bot is told; after that and the grace it counts as
  /// hung.
  ProcessBot(std::string command, int budget_ms);
  ~ProcessBot();
  ProcessBot(const ProcessBot&) = delete;
  ProcessBot& operator=(const ProcessBot&) = delete;

  /// Starts the program, if it does not run, and greets it. Says what is wrong if that fails.
  [[nodiscard]] std::optional<Forfeit> greet();
  /// A forfeit if the program cannot be started, crashes, hangs or gives an invalid answer.
  [[nodiscard]] Result<Move, Forfeit> choose(const View& view);
  void tell_end(const FinishedGame& game);

 private:
  using Clock = std::chrono::steady_clock;
  enum class Fault : std::uint8_t { none, crashed, timeout, too_long };

  Forfeit fail(LeaveReason leave, std::string reason, std::string said = {});
  Forfeit fail(Fault fault);
  [[nodiscard]] bool start();
  void stop();
  Fault send(std::string_view line, Clock::time_point deadline);
  Fault receive(std::string& line, Clock::time_point deadline);

  std::string command_;
  int budget_ms_;
  pid_t process_ = -1;
  int input_ = -1;   // the bot's standard input
  int output_ = -1;  // the bot's standard output
  std::string received_;
  std::uint64_t next_id_ = 1;
};

}  // namespace sixfold::cli
