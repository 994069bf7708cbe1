#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "engine/bots.hpp"
#include "load/client.hpp"
#include "load/scenarios.hpp"
#include "record/forms.hpp"
#include "store/random_id.hpp"

namespace sixfold::load {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::string_view plan = R"({"variant":"base","seats":[{"kind":"open"},{"kind":"open"}]})";

/// One player: the connection, the game, its last message, and the last ack.
struct Player {
  explicit Player(asio::io_context& io) : client(io) {}

  Client client;
  std::string game;
  std::string table;
  std::string acknowledged;

  /// Reads until it is shown the table at this event or a later one.
  asio::awaitable<void> see(std::uint64_t seq) {
    while (seq_of(table) < seq) keep(co_await client.read());
  }

  /// Sends a message with an id and waits for its ack; returns the seq of the ack.
  asio::awaitable<std::uint64_t> carry_out(std::string message) {
    co_await client.send(std::move(message));
    while (true) {
      std::string answer = co_await client.read();
      if (kind_of(answer) == "ack") {
        acknowledged = answer;
        co_return seq_of(answer);
      }
      if (kind_of(answer) == "error") throw std::runtime_error(answer);
      keep(std::move(answer));
    }
  }

  void keep(std::string message) {
    // The end of the previous game may arrive late.
    if (kind_of(message) == "table" && message.find(game) != std::string::npos)
      table = std::move(message);
  }

  void turn_to(std::string new_game) {
    game = std::move(new_game);
    table.clear();
  }
};

// Messages are built outside of coroutines, because GCC 12 miscompiles initializer lists in them.

std::string create_message() {
  return fmt::format(R"({{"create":{{"id":"{}","name":"a","plan":{}}}}})", to_text(random_id()),
                     plan);
}

std::string watch_message(std::string_view game) {
  return fmt::format(R"({{"watch":{{"game":"{}"}}}})", game);
}

std::string command(std::string_view game, std::uint64_t seq, std::string_view what) {
  return fmt::format(R"({{"command":{{"id":"{}","game":"{}","seq":{},"do":{}}}}})",
                     to_text(random_id()), game, seq, what);
}

std::string move_command(std::string_view game, std::uint64_t seq, const Move& move) {
  return command(game, seq, dump({{"act", to_json(move)}}));
}

std::string game_of(const std::string& ack) {
  const auto json = parse_json(ack);
  if (!json) throw std::runtime_error(json.error().message);
  return (*json)["ack"]["game"].get<std::string>();
}

/// A table as its player sees it, and the player's move if it is their turn.
struct Turn {
  bool ended = false;
  std::optional<Move> move;
};

Turn turn_of(const std::string& table, Random& random) {
  const auto json = parse_json(table);
  if (!json) throw std::runtime_error(json.error().message);
  const Json& shown = (*json)["table"];
  if (shown["status"] == "ended") return {true, std::nullopt};
  if (shown["view"]["turn"] != shown["you"]) return {};
  FormReader reader;
  const auto view = read_view(reader, shown["view"], {});
  if (!view) throw std::runtime_error(reader.error()->message);
  return {false, bot_named("greedy")->choose(*view, random)};
}

/// The CPU time a process has used so far: more stable than elapsed time on a busy machine.
Milliseconds processor_time(int pid) {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid));
  std::string skipped;
  // User and system time are fields 12 and 13 after the name in parentheses.
  std::getline(stat, skipped, ')');
  for (int i = 0; i < 11; ++i) stat >> skipped;
  double user = 0;
  double system = 0;
  stat >> user >> system;
  return Milliseconds((user + system) * 1'000 / static_cast<double>(sysconf(_SC_CLK_TCK)));
}

class Load {
 public:
  explicit Load(const PlayOptions& options) : options_(options) {}

  void run() {
    for (int i = 0; i < options_.tables; ++i)
      asio::co_spawn(io_, keep_playing(i), [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
      });
    io_.run();
    print();
  }

 private:
  /// Plays game after game until the time is up.
  asio::awaitable<void> keep_playing(int number) {
    std::deque<Player> players;
    for (int i = 0; i < 2; ++i) co_await players.emplace_back(io_).client.connect(server_);
    Random random(static_cast<std::uint64_t>(number));
    co_await begin(number);
    while (Clock::now() < end_) co_await play_game(players, random);
  }

  /// Measuring starts when all are connected.
  asio::awaitable<void> begin(int number) {
    if (++connected_ == options_.tables) {
      begin_ = Clock::now();
      end_ = begin_ + std::chrono::seconds(options_.seconds);
      started_.cancel();
    } else {
      boost::system::error_code cancelled;
      co_await started_.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    // Keep tables from moving in lockstep.
    if (options_.rate) co_await wait_until(begin_ + number * pause() / options_.tables);
  }

  asio::awaitable<void> play_game(std::deque<Player>& players, Random& random) {
    Player& host = players.front();
    Player& guest = players.back();
    const std::uint64_t created = co_await host.carry_out(create_message());
    const std::string game = game_of(host.acknowledged);
    for (Player& player : players) player.turn_to(game);
    co_await guest.client.send(watch_message(game));
    std::uint64_t seq =
        co_await guest.carry_out(command(game, created, R"({"join":{"name":"b"}})"));

    Clock::time_point due = Clock::now();
    while (Clock::now() < end_) {
      bool moved = false;
      for (Player& player : players) {
        co_await player.see(seq);
        const Turn turn = turn_of(player.table, random);
        if (turn.ended) co_return;
        if (!turn.move) continue;
        if (options_.rate) co_await wait_until(due += pause());
        const auto sent = Clock::now();
        seq = co_await player.carry_out(move_command(game, seq, *turn.move));
        latencies_.push_back(Milliseconds(Clock::now() - sent).count());
        moved = true;
      }
      if (!moved) throw std::runtime_error("nobody is at turn");
    }
  }

  [[nodiscard]] Clock::duration pause() const {
    return std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(options_.tables / *options_.rate));
  }

  asio::awaitable<void> wait_until(Clock::time_point time) {
    asio::steady_timer timer(io_, time);
    co_await timer.async_wait(asio::use_awaitable);
  }

  void print() {
    if (latencies_.empty()) throw std::runtime_error("no move was acknowledged");
    std::ranges::sort(latencies_);
    const auto at = [&](double share) {
      return latencies_[static_cast<std::size_t>(static_cast<double>(latencies_.size() - 1) *
                                                 share)];
    };
    const auto moves = static_cast<double>(latencies_.size());
    fmt::print("acknowledged moves: {}, {:.0f} a second, at {} tables\n", latencies_.size(),
               moves / options_.seconds, options_.tables);
    fmt::print("from send to ack: p50 {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms, most {:.1f} ms\n",
               at(0.5), at(0.95), at(0.99), latencies_.back());
    fmt::print("processor time a move: {:.3f} ms here", processor_time(getpid()).count() / moves);
    if (options_.pid)
      fmt::print(", {:.3f} ms in the server", processor_time(*options_.pid).count() / moves);
    fmt::print("\n");
  }

  PlayOptions options_;
  asio::io_context io_{1};
  asio::ip::tcp::endpoint server_{asio::ip::address_v4::loopback(), options_.port};
  asio::steady_timer started_{io_, Clock::time_point::max()};
  int connected_ = 0;
  Clock::time_point begin_;
  Clock::time_point end_ = Clock::time_point::max();
  std::vector<double> latencies_;
};

}  // namespace

void play(const PlayOptions& options) { Load(options).run(); }

void show(const ShowOptions& options) {
  asio::io_context io;
  const auto begun = Clock::now();
  asio::co_spawn(
      io,
      [&]() -> asio::awaitable<void> {
        Player visitor(io);
        co_await visitor.client.connect({asio::ip::address_v4::loopback(), options.port});
        co_await visitor.client.send(watch_message(options.game));
        co_await visitor.see(1);
      },
      [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
      });
  io.run();
  fmt::print("first table shown after {:.1f} ms\n", Milliseconds(Clock::now() - begun).count());
}

}  // namespace sixfold::load
