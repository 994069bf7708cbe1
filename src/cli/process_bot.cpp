#include "cli/process_bot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "play/bot_protocol.hpp"
#include "record/json.hpp"

namespace sixfold::cli {

namespace {

constexpr std::chrono::milliseconds time_to_start{10'000};
constexpr std::chrono::milliseconds grace{1'000};
constexpr std::chrono::milliseconds time_to_stop{200};
constexpr std::size_t longest_line = longest_json;

int milliseconds_until(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

/// False if the deadline passes first.
bool wait_for(int file, short events, std::chrono::steady_clock::time_point deadline) {
  pollfd waiting{file, events, 0};
  while (true) {
    const int ready = poll(&waiting, 1, milliseconds_until(deadline));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

void close_file(int& file) {
  if (file >= 0) close(file);
  file = -1;
}

}  // namespace

ProcessBot::ProcessBot(std::string command, int budget_ms)
    : command_(std::move(command)), budget_ms_(budget_ms) {
  // Writing to a bot that has exited must be an error, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
}

ProcessBot::~ProcessBot() { stop(); }

bool ProcessBot::start() {
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  if (pipe2(in.data(), O_CLOEXEC) != 0) return false;
  if (pipe2(out.data(), O_CLOEXEC) != 0) {
    for (int& file : in) close_file(file);
    return false;
  }
  posix_spawn_file_actions_t files{};
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
  posix_spawnattr_t attributes{};
  posix_spawnattr_init(&attributes);
  // Run it in a process group, so that everything it starts can be killed with it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t defaults{};
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  std::string shell = "sh";
  std::string option = "-c";
  std::array<char*, 4> arguments{shell.data(), option.data(), command_.data(), nullptr};
  const int error =
      posix_spawn(&process_, "/bin/sh", &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  close_file(in[0]);
  close_file(out[1]);
  input_ = in[1];
  output_ = out[0];
  received_.clear();
  if (error != 0) {
    process_ = -1;
    close_file(input_);
    close_file(output_);
    return false;
  }
  fcntl(input_, F_SETFL, O_NONBLOCK);
  return true;
}

void ProcessBot::stop() {
  close_file(input_);
  close_file(output_);
  if (process_ < 0) return;
  // A bot should exit at the end of its input; kill it if it does not.
  const auto deadline = Clock::now() + time_to_stop;
  while (waitpid(process_, nullptr, WNOHANG) == 0) {
    if (Clock::now() >= deadline) {
      kill(-process_, SIGKILL);
      waitpid(process_, nullptr, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(-process_, SIGKILL);
  process_ = -1;
}

Forfeit ProcessBot::fail(LeaveReason leave, std::string reason, std::string said) {
  if (process_ >= 0) kill(-process_, SIGKILL);
  stop();
  return {0, leave, std::move(reason), std::move(said)};
}

Forfeit ProcessBot::fail(Fault fault) {
  if (fault == Fault::timeout) return fail(LeaveReason::timeout, "timeout");
  return fail(LeaveReason::resigned, fault == Fault::too_long ? "rubbish: too long" : "crashed");
}

ProcessBot::Fault ProcessBot::send(std::string_view line, Clock::time_point deadline) {
  std::string text(line);
  text += '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t count = write(input_, text.data() + sent, text.size() - sent);
    if (count > 0)
      sent += static_cast<std::size_t>(count);
    else if (errno == EAGAIN && !wait_for(input_, POLLOUT, deadline))
      return Fault::timeout;
    else if (errno != EAGAIN && errno != EINTR)
      return Fault::crashed;
  }
  return Fault::none;
}

ProcessBot::Fault ProcessBot::receive(std::string& line, Clock::time_point deadline) {
  std::array<char, 4096> block{};
  while (true) {
    if (const auto end = received_.find('\n'); end != std::string::npos) {
      line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return Fault::none;
    }
    if (received_.size() > longest_line) return Fault::too_long;
    if (!wait_for(output_, POLLIN, deadline)) return Fault::timeout;
    const ssize_t count = read(output_, block.data(), block.size());
    if (count > 0)
      received_.append(block.data(), static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
      return Fault::crashed;
  }
}

std::optional<Forfeit> ProcessBot::greet() {
  if (process_ >= 0) return std::nullopt;
  if (!start()) return fail(LeaveReason::resigned, "does not start");
  std::string line;
  const auto deadline = Clock::now() + time_to_start;
  Fault fault = send(hello_question(), deadline);
  if (fault == Fault::none) fault = receive(line, deadline);
  if (fault != Fault::none) return fail(fault);
  if (const auto hello = read_hello_answer(line); !hello)
    return fail(LeaveReason::resigned, "rubbish: " + hello.error().message, line);
  return std::nullopt;
}

Result<Move, Forfeit> ProcessBot::choose(const View& view) {
  if (auto forfeit = greet()) return Unexpected{*std::move(forfeit)};
  std::string line;
  const std::uint64_t id = next_id_++;
  const auto deadline = Clock::now() + std::chrono::milliseconds(budget_ms_) + grace;
  Fault fault = send(move_question(id, view, budget_ms_), deadline);
  if (fault == Fault::none) fault = receive(line, deadline);
  if (fault != Fault::none) return Unexpected{fail(fault)};
  const auto move = read_move_answer(line, id);
  if (!move)
    return Unexpected{fail(LeaveReason::resigned, "rubbish: " + move.error().message, line)};
  return *move;
}

void ProcessBot::tell_end(const FinishedGame& game) {
  if (process_ < 0) return;
  const Position& position = game.game().position();
  std::vector<int> scores;
  scores.reserve(position.seats.size());
  for (const Seat& seat : position.seats) scores.push_back(seat.score);
  if (send(end_message(*position.end, scores), Clock::now() + grace) != Fault::none) stop();
}

}  // namespace sixfold::cli
