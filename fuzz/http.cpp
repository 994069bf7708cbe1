// One connection of a server, from its first byte on: whatever comes, the server answers with
// responses that can be read, or ends the connection. Requests reach every route, with a real store
// behind them; an upgrade reaches the hub. Inputs of odd length arrive in two pieces. `$session`,
// `$guest` and `$bot` in an input stand for credentials, which differ from run to run.
#include <array>
#include <charconv>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <sodium.h>
#include <sys/socket.h>

#include "http_mutator.hpp"
#include "net/clock.hpp"
#include "play/daily.hpp"
#include "server/http_connection.hpp"
#include "server/people.hpp"
#include "server/secrets.hpp"
#include "store/sqlite_store.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace sixfold;
using fuzz::require;
namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

// Whatever piles up in a world, such as accounts, goes with it.
constexpr int runs_of_a_world = 4'000;
constexpr auto patience = std::chrono::seconds(15);
constexpr std::string_view passphrase = "correct horse";

Id user(std::uint8_t number) {
  Id id;
  id.bytes.back() = number;
  return id;
}

/// With another command, another table.
Id game_of(const Id& user, const Id& command) {
  Id game = command;
  for (std::size_t i = 0; i < game.bytes.size(); ++i) game.bytes[i] ^= user.bytes[i];
  return game;
}

class World {
 public:
  World() {
    bool ready = false;
    hub_.begin([&](const auto& fault) { ready = !fault; });
    run_until([&] { return ready; });
    register_ann();
  }
  ~World() { store_.reset(); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// With credentials in the place of their names.
  [[nodiscard]] std::string expand(std::string_view input) const {
    std::string text(input);
    for (const auto& [name, value] :
         {std::pair("$session", &session_), {"$guest", &guest_}, {"$bot", &bot_}})
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at))
        text.replace(at, std::string_view(name).size(), *value);
    return text;
  }

  /// What the server sends until it ends the connection.
  std::string converse(const std::string& bytes) {
    hub_.tick();
    std::array<int, 2> ends{};
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0, "there are sockets");
    tcp::socket served(io_, tcp::v4(), ends[0]);
    tcp::socket client(io_, tcp::v4(), ends[1]);
    auto place = connections_.admit("");
    require(place != nullptr, "every connection before this one has ended");
    server::Arrival arrival{net::ByteStream(std::move(served)), asio::ip::make_address("127.0.0.1"),
                            std::move(place)};
    int ended = 0;
    const auto on_end = [&](const std::exception_ptr& fault) {
      require(fault == nullptr, "nothing is thrown");
      ++ended;
    };
    std::string heard;
    asio::co_spawn(io_, server::serve_http(http_, std::move(arrival)), on_end);
    asio::co_spawn(io_, talk(client, bytes, heard), on_end);
    run_until([&] { return ended == 2; });
    return heard;
  }

 private:
  static asio::awaitable<void> talk(tcp::socket& socket, const std::string& bytes,
                                    std::string& heard) {
    error_code error;
    const std::size_t first = bytes.size() % 2 == 0 ? bytes.size() : bytes.size() / 2;
    co_await asio::async_write(socket, asio::buffer(bytes.data(), first),
                               asio::redirect_error(asio::use_awaitable, error));
    co_await asio::post(asio::use_awaitable);
    co_await asio::async_write(socket, asio::buffer(bytes.data() + first, bytes.size() - first),
                               asio::redirect_error(asio::use_awaitable, error));
    static_cast<void>(socket.shutdown(tcp::socket::shutdown_send, error));
    co_await asio::async_read(socket, asio::dynamic_buffer(heard),
                              asio::redirect_error(asio::use_awaitable, error));
  }

  template <class Done>
  void run_until(const Done& done) {
    while (!done()) require(io_.run_one_for(patience) > 0, "something happens in time");
  }

  /// An account with a session and a bot, a guest, and a table that waits for players.
  void register_ann() {
    const server::Asker ann{user(1), {}, "", "203.0.113.1"};
    accounts_.create(ann, "Ann", std::string(passphrase), [this](const auto& created) {
      require(created.has_value(), "there is an account");
      session_ = created->signed_in.token;
    });
    run_until([&] { return !session_.empty(); });
    accounts_.create_bot(user(1), "Robot", [this](const auto& token) {
      require(token.has_value(), "the account has a bot");
      bot_ = *token;
    });
    run_until([&] { return !bot_.empty(); });
    guest_ = guests_.token({user(2), now_ms()});
    const server::ViewerNumber viewer =
        hub_.connect({user(1), server::SeatTaken::Kind::person, "Ann", "", {}},
                     [this](const std::string& message) {
                       has_table_ |= message.find("\"ack\"") != std::string::npos;
                     });
    const Id command = game_of(user(1), *parse_id(fuzz::known_game));
    hub_.receive(viewer, R"({"create":{"id":")" + to_text(command) +
                             R"(","name":"Ann","plan":{"variant":"base","lobby":true,)"
                             R"("seats":[{"kind":"open"},{"kind":"open"}]}}})");
    run_until([&] { return has_table_; });
  }

  [[nodiscard]] std::int64_t now_ms() const {
    return began_ms_ + net::steady_ms() - steady_began_ms_;
  }

  std::function<void(std::function<void()>)> post() {
    return [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
  }

  server::HubServices hub_services() {
    server::HubServices world;
    world.now_ms = [this] { return now_ms(); };
    world.steady_ms = net::steady_ms;
    world.new_game = game_of;
    world.new_code = [this] { return "CODE" + std::to_string(10 + codes_++); };
    world.new_seed = [this] { return ++seed_; };
    server::deal_by_seed(world, [this] { return ++seed_; });
    world.new_secret = [] { return FairSecret{}; };
    world.post = post();
    // Connections end before anything can happen later.
    world.after = [](std::int64_t /*delay_ms*/, const std::function<void()>& /*task*/) {};
    world.think = post();
    world.bot_time_ms = 1;
    world.log = [](std::string_view /*event*/, const Json& /*with*/) {};
    return world;
  }

  server::AccountsServices accounts_services() {
    return {[this] { return now_ms(); }, net::steady_ms, post(), post(),
            [this](const std::vector<Id>& sessions) { hub_.end_sessions(sessions); }};
  }

  static server::GateOptions gate_options() {
    server::GateOptions options;
    options.sockets_per_address = 0;
    options.trusted_proxies = {"127.0.0.1"};
    options.own_url = "http://localhost";
    return options;
  }

  tests::TemporaryFolder folder_;
  std::int64_t began_ms_ = std::chrono::milliseconds(std::chrono::hours(12) +
                                                     parse_day(fuzz::known_day)->time_since_epoch())
                               .count();
  std::int64_t steady_began_ms_ = net::steady_ms();
  std::uint64_t seed_ = 0;
  int codes_ = 0;
  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_ = asio::make_work_guard(io_);
  std::unique_ptr<store::SqliteStore> store_ = std::make_unique<store::SqliteStore>(
      store::SqliteOptions{(folder_.path() / "games.db").string(), "", false});
  server::Guests guests_{server::GuestKey{}};
  server::Accounts accounts_{*store_, accounts_services()};
  server::Hub hub_{*store_, hub_services()};
  server::People people_{*store_,
                         accounts_.guesses(),
                         {[this] { return now_ms(); }, net::steady_ms, post(),
                          [this](const Id& user) { return hub_.is_here(user); },
                          [this](const Id& game, const Id& user) { hub_.decline(game, user); }}};
  server::Gate gate_{gate_options()};
  server::Metrics metrics_;
  server::Visitors visitors_{accounts_, guests_, false};
  server::WorkElsewhere elsewhere_ = [this](const auto& work, const auto& then) {
    asio::post(io_, [work, then] {
      work();
      then();
    });
    return true;
  };
  DailyKey daily_key_{};
  server::Archive archive_{*store_, {net::steady_ms, post(), elsewhere_}};
  server::Site site_{{hub_, accounts_, archive_, people_, elsewhere_, daily_key_},
                     gate_,
                     metrics_,
                     visitors_,
                     server::WebFiles(),
                     "http://localhost",
                     [] { return ""; }};
  server::SocketServices sockets_{hub_, gate_, metrics_};
  server::HttpServices http_{gate_, visitors_, site_, sockets_};
  server::Connections connections_{server::ConnectionLimits{}};
  std::string session_, guest_, bot_;
  bool has_table_ = false;
};

// What the server sends

/// Whole frames are messages; the last one may have been cut off.
void check_frames(std::string_view bytes) {
  while (bytes.size() >= 2) {
    const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); };
    require((byte(1) & 0x80U) == 0, "servers do not mask");
    std::size_t size = byte(1);
    const std::size_t extra = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (bytes.size() < 2 + extra) return;
    if (extra > 0) size = 0;
    for (std::size_t i = 0; i < extra; ++i) size = size << 8U | byte(2 + i);
    if (bytes.size() < 2 + extra + size) return;
    const std::string_view payload = bytes.substr(2 + extra, size);
    if ((byte(0) & 0x0fU) == 1) require(parse_json(payload).has_value(), "a message is JSON");
    bytes.remove_prefix(2 + extra + size);
  }
}

/// Takes a body in chunks from the front; none if it was cut off.
std::optional<std::string> take_chunks(std::string_view& bytes) {
  std::string body;
  while (true) {
    const std::size_t end = bytes.find("\r\n");
    std::size_t size = 0;
    if (end != std::string_view::npos) {
      const char* const digits = bytes.data();
      const auto [last, error] = std::from_chars(digits, digits + end, size, 16);
      require(error == std::errc{} && last == digits + end, "a chunk has its size");
      bytes.remove_prefix(end + 2);
    }
    if (end == std::string_view::npos || bytes.size() < size + 2) {
      bytes = {};
      return std::nullopt;
    }
    body += bytes.substr(0, size);
    bytes.remove_prefix(size + 2);
    if (size == 0) return body;
  }
}

/// Takes one response from the front.
std::string_view after_response(std::string_view bytes, bool& is_upgraded) {
  http::response_parser<http::empty_body> parser;
  parser.skip(true);
  parser.eager(true);
  error_code error;
  bytes.remove_prefix(parser.put(asio::buffer(bytes), error));
  require(!error && parser.is_header_done(), "a response has a head");
  const auto& head = parser.get();
  is_upgraded = head.result() == http::status::switching_protocols;
  if (is_upgraded || head.result() == http::status::continue_) return bytes;
  require(head.result_int() >= 200 && head.result_int() < 600, "a response has a status");
  require(head[http::field::server] == "sixfold", "every response has its headers");
  // A HEAD is answered without a body, and the next response, if any, follows at once.
  if (bytes.empty() || bytes.starts_with("HTTP/1.")) return bytes;
  const bool is_json = head[http::field::content_type] == "application/json";
  if (parser.chunked()) {
    const std::optional<std::string> body = take_chunks(bytes);
    if (body && is_json) require(parse_json(*body).has_value(), "a body in chunks is JSON");
    return bytes;
  }
  const std::uint64_t length = parser.content_length().value_or(0);
  require(length <= bytes.size(), "a body has its length");
  if (is_json) require(parse_json(bytes.substr(0, length)).has_value(), "a body is JSON");
  return bytes.substr(length);
}

}  // namespace

// Takes the place of libsodium's, which takes 20 ms so that nobody can try many passphrases.
extern "C" int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char* secret,
                                     unsigned long long size, unsigned long long /*passes*/,
                                     std::size_t /*memory*/, int /*algorithm*/) {
  const std::string hash = server::quick_hash({secret, static_cast<std::size_t>(size)});
  *std::ranges::copy(hash, out).out = '\0';
  return 0;
}
extern "C" int crypto_pwhash_str_verify(const char* hash, const char* secret,
                                        unsigned long long size) {
  return server::quick_hash({secret, static_cast<std::size_t>(size)}) == hash ? 0 : -1;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return fuzz::mutate_http(data, size, most, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::unique_ptr<World> world;
  static int runs = 0;
  if (runs++ % runs_of_a_world == 0) {
    world.reset();
    world = std::make_unique<World>();
  }
  const std::string heard = world->converse(world->expand(fuzz::text_of(data, size)));
  std::string_view rest = heard;
  bool is_upgraded = false;
  while (!rest.empty() && !is_upgraded) rest = after_response(rest, is_upgraded);
  if (is_upgraded) check_frames(rest);
  return 0;
}
