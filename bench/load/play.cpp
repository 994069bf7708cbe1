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
#include "protocol/server_messages.hpp"
#include "rules/variants/catalogue.hpp"
#include "store/random_id.hpp"

namespace sixfold::load {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

// Messages are built and read outside of coroutines, because GCC 12 miscompiles aggregates in them.

protocol::ServerMessage read_message(const std::string& text) {
  auto message = protocol::read_server_message(text);
  if (!message) throw std::runtime_error(message.error().message);
  if (!*message) throw std::runtime_error("unknown message: " + text);
  return **std::move(message);
}

/// A two-player table for anyone.
std::string create_message() {
  protocol::TablePlan plan;
  plan.rules = variants::base();
  plan.seats.resize(2);
  return to_text(protocol::ClientMessage(protocol::CreateTable{store::random_id(), plan, "a"}));
}

std::string watch_message(const Id& game) {
  return to_text(protocol::ClientMessage(protocol::WatchTable{game}));
}

std::string command_message(const Id& game, std::uint64_t seq, protocol::TableCommand what) {
  return to_text(protocol::ClientMessage(
      protocol::TableRequest{game, seq, store::random_id(), std::move(what)}));
}

std::string join_message(const Id& game, std::uint64_t seq) {
  return command_message(game, seq, protocol::JoinTable{"b", std::nullopt});
}

std::string move_message(const Id& game, std::uint64_t seq, const Move& move) {
  return command_message(game, seq, protocol::MakeMove{move});
}

/// One player: the connection, the game and the last that was shown of it. A message that is not
/// needed is not read as a whole, because that would take most of this program's time.
struct Player {
  explicit Player(asio::io_context& io) : client(io) {}

  Client client;
  Id game;
  std::string table;

  /// Reads until it is shown the table at this event or a later one.
  asio::awaitable<void> see(std::uint64_t seq) {
    while (seq_of(table) < seq) keep(co_await client.read());
  }

  /// Sends a message with an id and waits for its ack.
  asio::awaitable<protocol::Ack> carry_out(std::string message) {
    co_await client.send(std::move(message));
    while (true) {
      std::string answer = co_await client.read();
      if (kind_of(answer) == protocol::Ack::tag)
        co_return std::get<protocol::Ack>(read_message(answer));
      if (kind_of(answer) == protocol::Error::tag) throw std::runtime_error(answer);
      keep(std::move(answer));
    }
  }

  void keep(std::string message) {
    // The end of the previous game may arrive late.
    if (kind_of(message) == protocol::ShownTable::tag &&
        message.find(to_text(game)) != std::string::npos)
      table = std::move(message);
  }

  void turn_to(const Id& new_game) {
    game = new_game;
    table.clear();
  }
};

/// A table as its player sees it, and the player's move if it is their turn.
struct Turn {
  bool ended = false;
  std::optional<Move> move;
};

Turn turn_of(const std::string& message, Random& random) {
  const auto table = std::get<protocol::ShownTable>(read_message(message));
  if (table.status == GameStatus::ended) return {true, std::nullopt};
  if (!table.view || table.view->turn != table.you) return {};
  return {false, bot_named("greedy")->choose(*table.view, random)};
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
      before_ = processor_time(getpid());
      if (options_.pid) server_before_ = processor_time(*options_.pid);
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
    const protocol::Ack created = co_await host.carry_out(create_message());
    const Id game = created.game;
    for (Player& player : players) player.turn_to(game);
    co_await guest.client.send(watch_message(game));
    protocol::Ack last = co_await guest.carry_out(join_message(game, created.seq));

    Clock::time_point due = Clock::now();
    while (Clock::now() < end_) {
      bool moved = false;
      for (Player& player : players) {
        co_await player.see(last.seq);
        const Turn turn = turn_of(player.table, random);
        if (turn.ended) co_return;
        if (!turn.move) continue;
        if (options_.rate) co_await wait_until(due += pause());
        const auto sent = Clock::now();
        last = co_await player.carry_out(move_message(game, last.seq, *turn.move));
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
    fmt::print("acknowledged moves: {}, {:.0f} per second, at {} tables\n", latencies_.size(),
               moves / options_.seconds, options_.tables);
    fmt::print("from send to ack: p50 {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms, most {:.1f} ms\n",
               at(0.5), at(0.95), at(0.99), latencies_.back());
    fmt::print("processor time per move: {:.3f} ms here",
               (processor_time(getpid()) - before_).count() / moves);
    if (options_.pid)
      fmt::print(", {:.3f} ms in the server",
                 (processor_time(*options_.pid) - server_before_).count() / moves);
    fmt::print("\n");
  }

  PlayOptions options_;
  Milliseconds before_{};  // spent before all were connected
  Milliseconds server_before_{};
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
  const auto wanted = parse_id(options.game);
  if (!wanted) throw std::runtime_error("--game: expected an id of 32 hexadecimal digits");
  const Id game = *wanted;
  asio::io_context io;
  const auto begun = Clock::now();
  asio::co_spawn(
      io,
      [&]() -> asio::awaitable<void> {
        Player visitor(io);
        visitor.turn_to(game);
        co_await visitor.client.connect({asio::ip::address_v4::loopback(), options.port});
        co_await visitor.client.send(watch_message(game));
        co_await visitor.see(1);
      },
      [](const std::exception_ptr& error) {
        if (error) std::rethrow_exception(error);
      });
  io.run();
  fmt::print("first table shown after {:.1f} ms\n", Milliseconds(Clock::now() - begun).count());
}

}  // namespace sixfold::load
