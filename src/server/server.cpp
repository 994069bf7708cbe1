#include "server/server.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <future>
#include <memory>
#include <thread>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/ssl.hpp>
#include <sodium.h>

#include "server/accounts.hpp"
#include "server/bus.hpp"
#include "server/clock.hpp"
#include "server/hub.hpp"
#include "server/keeping.hpp"
#include "server/log.hpp"
#include "server/routes.hpp"
#include "server/socket.hpp"

namespace sixfold {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;
using TlsStream = beast::ssl_stream<beast::tcp_stream>;

constexpr auto forget_time = std::chrono::minutes(1);
constexpr auto idle_time = std::chrono::seconds(30);
constexpr auto tick_time = std::chrono::milliseconds(250);
constexpr std::int64_t longest_stall_ms = 2'000;
// How long commands in progress are waited for when the server is asked to stop.
constexpr auto drain_time = std::chrono::seconds(2);
constexpr auto drain_step = std::chrono::milliseconds(10);

const int thinker_count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

/// Six letters without vowels, so that no code is a word, and without any that look alike.
std::string random_code() {
  constexpr std::string_view letters = "BCDFGHJKLMNPQRSTVWXZ";
  std::string code;
  for (int i = 0; i < 6; ++i)
    code += letters[randombytes_uniform(static_cast<std::uint32_t>(letters.size()))];
  return code;
}

Keeping keeping_for(const ServerOptions& options) {
  if (options.store.empty()) return open_keeping(options.data);
  if (!is_database(options.store))
    throw std::runtime_error("--store takes a postgresql:// address");
  return open_keeping(options.store);
}

class Server {
 public:
  explicit Server(const ServerOptions& options)
      : options_(options),
        keeping_(keeping_for(options)),
        hub_(*keeping_.store, world()),
        gate_(options.gate),
        web_(options.web.empty() ? WebFiles() : WebFiles(options.web)),
        acceptor_(io_, tcp::endpoint(asio::ip::make_address(options.bind), options.port)),
        url_(options.gate.public_url.empty() ? own_url() : options.gate.public_url) {
    if (!options.tls_certificate.empty()) load_certificate();
    if (!options.bus.empty())
      bus_ = std::make_unique<RedisBus>(options.bus, [this](const BusNews& news) {
        asio::post(io_, [this, news] { hub_.hear(news); });
      });
  }

  void run(const std::function<void(const std::string& url)>& ready) {
    asio::signal_set signals(io_, SIGINT, SIGTERM);
    signals.async_wait([this](error_code, int signal) {
      log_info("stopping", {{"signal", signal}});
      asio::co_spawn(io_, drain(), asio::detached);
    });
    asio::signal_set reload(io_, SIGHUP);
    wait_for_reload(reload);
    hub_.begin([&](const std::optional<ReadFault>& fault) {
      if (fault) throw std::runtime_error(options_.data + ": " + *fault);
      asio::co_spawn(io_, accept(), asio::detached);
      asio::co_spawn(io_, tick(), asio::detached);
      log_info("listening", {{"url", url_}});
      ready(url_);
    });
    const auto work = asio::make_work_guard(io_);
    io_.run();
    bus_.reset();
    thinkers_.stop();
    thinkers_.join();
    hashers_.stop();
    hashers_.join();
    // The last report: until now, and with nobody here any more.
    NodeReport last;
    last.node = node_;
    last.time_ms = now_ms();
    last.is_whole = true;
    keeping_.store->report(std::move(last), nullptr);
    // What was given to the store is stored before the end; nobody is told any more.
    keeping_.store.reset();
    log_info("stopped");
  }

 private:
  HubWorld world() {
    HubWorld world;
    world.now_ms = now_ms;
    world.steady_ms = steady_ms;
    world.new_game = [this](const Id& user, const Id& command) {
      return guests_.game_of(user, command);
    };
    world.new_code = random_code;
    world.new_seed = random_seed;
    deal_by_seed(world, random_seed);
    world.new_secret = [] {
      FairSecret secret{};
      randombytes_buf(secret.data(), secret.size());
      return secret;
    };
    world.seed_wait_ms = options_.seed_wait_ms;
    world.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    world.after = [this](std::int64_t delay_ms, std::function<void()> task) {
      const auto timer =
          std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(delay_ms));
      timer->async_wait([timer, task = std::move(task)](error_code error) {
        if (!error) task();
      });
    };
    world.think = [this](std::function<void()> task) { asio::post(thinkers_, std::move(task)); };
    world.publish = [this](const BusNews& news) {
      if (bus_) bus_->publish(news);
    };
    world.node = node_;
    world.alone = options_.store.empty();
    world.longest_stall_ms = longest_stall_ms;
    world.log = [](std::string_view event, const Json& with) { log_info(event, with); };
    world.grace_ms = options_.grace_seconds * 1'000;
    world.bot_pace_ms = options_.bot_pace_ms;
    world.thinkers = thinker_count;
    world.tables_per_user = options_.tables_per_user;
    if (options_.gate.sockets_per_address == 0) world.tables_of_address = no_limit;
    world.most_tables = options_.most_tables;
    return world;
  }

  AccountsWorld accounts_world() {
    return {now_ms, [this](std::function<void()> task) { asio::post(io_, std::move(task)); },
            [this](std::function<void()> task) { asio::post(hashers_, std::move(task)); }};
  }

  std::string own_url() {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    const std::string host = endpoint.address().is_v6() ? "[" + endpoint.address().to_string() + "]"
                                                        : endpoint.address().to_string();
    return (options_.tls_certificate.empty() ? "http://" : "https://") + host + ":" +
           std::to_string(endpoint.port());
  }

  /// Connections that are open keep the certificate they began with.
  void load_certificate() {
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
    context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                         asio::ssl::context::no_tlsv1_1);
    try {
      context->use_certificate_chain_file(options_.tls_certificate);
      context->use_private_key_file(options_.tls_key, asio::ssl::context::pem);
    } catch (const boost::system::system_error& error) {
      throw std::runtime_error(options_.tls_certificate + ", " + options_.tls_key + ": " +
                               error.code().message());
    }
    tls_ = std::move(context);
  }

  /// SIGHUP: the certificate has been renewed.
  void wait_for_reload(asio::signal_set& reload) {
    reload.async_wait([this, &reload](error_code error, int) {
      if (error) return;
      try {
        if (tls_) load_certificate();
        log_info("reloaded");
      } catch (const std::exception& fault) {
        log_error("not_reloaded", {{"why", fault.what()}});
      }
      wait_for_reload(reload);
    });
  }

  asio::awaitable<void> accept() {
    while (true) {
      error_code error;
      tcp::socket socket =
          co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (error == asio::error::operation_aborted) co_return;
      if (error) {
        // No more files may be opened: wait until some are closed.
        asio::steady_timer timer(io_, tick_time);
        co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      ++metrics_.connections;
      static_cast<void>(socket.set_option(tcp::no_delay(true), error));
      const tcp::endpoint peer = socket.remote_endpoint(error);
      if (error) continue;
      const std::string address = peer.address().to_string();
      if (tls_)
        asio::co_spawn(io_, greet(std::move(socket), address), asio::detached);
      else
        asio::co_spawn(io_, converse(beast::tcp_stream(std::move(socket)), address),
                       asio::detached);
    }
  }

  asio::awaitable<void> tick() {
    asio::steady_timer timer(io_);
    auto forget_at = std::chrono::steady_clock::now() + forget_time;
    while (true) {
      timer.expires_after(tick_time);
      error_code error;
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
      hub_.tick();
      if (std::chrono::steady_clock::now() < forget_at) continue;
      forget_at = std::chrono::steady_clock::now() + forget_time;
      gate_.forget_idle(steady_ms());
    }
  }

  /// Commands that wait for their commit are still acknowledged.
  asio::awaitable<void> drain() {
    error_code error;
    static_cast<void>(acceptor_.close(error));
    asio::steady_timer timer(io_);
    const auto until = std::chrono::steady_clock::now() + drain_time;
    do {
      timer.expires_after(drain_step);
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    } while (!hub_.is_at_rest() && std::chrono::steady_clock::now() < until);
    io_.stop();
  }

  /// The handshake of TLS, then HTTP.
  asio::awaitable<void> greet(tcp::socket socket, std::string address) {
    const auto context = tls_;  // lives as long as its connections
    TlsStream stream(beast::tcp_stream(std::move(socket)), *context);
    beast::get_lowest_layer(stream).expires_after(idle_time);
    error_code error;
    co_await stream.async_handshake(asio::ssl::stream_base::server,
                                    asio::redirect_error(asio::use_awaitable, error));
    if (error) co_return;
    co_await converse(std::move(stream), std::move(address));
  }

  /// HTTP on one connection, until it ends or becomes a WebSocket.
  template <class Stream>
  asio::awaitable<void> converse(Stream stream, std::string peer) {
    error_code error;
    beast::flat_buffer buffer;
    while (true) {
      http::request_parser<http::string_body> parser;
      parser.body_limit(longest_frame);
      beast::get_lowest_layer(stream).expires_after(idle_time);
      co_await http::async_read(stream, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
      if (error) break;
      Request request = parser.release();
      const std::string address = gate_.address_of(request, peer);
      const bool upgrade = beast::websocket::is_upgrade(request) && request.target() == "/ws";
      const bool allowed = gate_.allow_request(address, upgrade, steady_ms());
      const bool is_own = gate_.is_own_page(request);
      const bool is_route = request.target().starts_with("/api/");
      Visitor visitor;
      if (allowed && (upgrade || is_route)) visitor = co_await identify(request);
      if (upgrade && allowed && is_own && visitor.refusal.empty()) {
        beast::get_lowest_layer(stream).expires_never();
        SocketPeer at_socket{visitor.who, address, {}};
        if (!visitor.is_known) at_socket.cookie = cookie_for(visitor.who.user);
        const auto socket =
            std::make_shared<Socket<Stream>>(sockets_, std::move(stream), std::move(at_socket));
        co_await socket->run(std::move(request));
        co_return;
      }
      ++metrics_.requests;
      Response response;
      if (!allowed) {
        ++metrics_.limited;
        response = respond(request, http_error(429, "too_fast"));
      } else if ((upgrade || !is_reading(request)) && !is_own) {
        response = respond(request, http_error(403, "foreign_origin"));
      } else if (!visitor.refusal.empty()) {
        response = respond(request, http_error(403, visitor.refusal));
      } else if (is_route && !is_reading(request) && !gate_.allow_guess(address, steady_ms())) {
        ++metrics_.limited;
        response = respond(request, http_error(429, "too_fast"));
      } else if (is_route) {
        HttpAnswer found = co_await answer_route(route_request(request, visitor.who.user, address));
        const std::optional<Id> signed_in = found.signed_in;
        response = respond(request, std::move(found));
        if (signed_in)
          response.set(http::field::set_cookie, cookie_for(*signed_in));
        else if (!visitor.is_known && request.target().starts_with("/api/me"))
          response.set(http::field::set_cookie, cookie_for(visitor.who.user));
      } else {
        response = answer_at_once(request);
      }
      response.keep_alive(request.keep_alive());
      response.prepare_payload();
      if (request.method() == http::verb::head) response.body().clear();
      co_await http::async_write(stream, response,
                                 asio::redirect_error(asio::use_awaitable, error));
      if (error || response.need_eof()) break;
    }
    static_cast<void>(
        beast::get_lowest_layer(stream).socket().shutdown(tcp::socket::shutdown_send, error));
  }

  struct Visitor {
    Identity who;
    bool is_known = false;
    std::string refusal;  // the code of why not
  };

  /// Who asks: whose token it is, whom the cookie names, or a guest who was never here before.
  asio::awaitable<Visitor> identify(const Request& request) {
    constexpr std::string_view bearer = "Bearer ";
    const std::string_view authorization = request[http::field::authorization];
    Visitor visitor;
    if (authorization.starts_with(bearer)) {
      const std::string token(authorization.substr(bearer.size()));
      const FindAccount by_token = [&](auto answer) { accounts_.find_token(token, answer); };
      const auto account = co_await find_account_by(by_token);
      visitor.is_known = true;
      visitor.refusal = account ? "wrong_token" : "unavailable";
      if (account && *account) admit(**account, visitor);
      co_return visitor;
    }
    const auto session = guests_.session(cookie_value(request[http::field::cookie], guest_cookie));
    visitor.who.user = random_id();
    if (!session) co_return visitor;
    const FindAccount by_id = [&](auto answer) { accounts_.find(session->user, answer); };
    const auto account = co_await find_account_by(by_id);
    if (!account) visitor.refusal = "unavailable";
    const bool has_account = account && *account;
    // A cookie that was given before its account's passphrase changed is none.
    if (has_account && session->since_ms < (*account)->valid_from_ms) co_return visitor;
    visitor.who.user = session->user;
    visitor.is_known = true;
    if (has_account) admit(**account, visitor);
    co_return visitor;
  }

  static void admit(const Account& account, Visitor& visitor) {
    const bool is_bot = account.kind == Account::Kind::bot;
    visitor.refusal = account.banned ? "banned" : "";
    visitor.who = {account.id, is_bot ? SeatTaken::Kind::bot : SeatTaken::Kind::person,
                   account.name};
  }

  /// The account, or that there is none; nothing where the store cannot say.
  using FoundAccount = std::optional<std::optional<Account>>;
  using FindAccount = std::function<void(Accounts::Answer<std::optional<Account>>)>;
  asio::awaitable<FoundAccount> find_account_by(const FindAccount& find) {
    const auto found = std::make_shared<FoundAccount>();
    const auto timer = std::make_shared<asio::steady_timer>(io_, idle_time);
    const auto answered = std::make_shared<bool>(false);
    find([found, timer, answered](const auto& account) {
      if (account) *found = *account;
      *answered = true;
      timer->cancel();
    });
    co_await wait_for(answered, timer);
    co_return *found;
  }

  /// Answers come on this thread, so nothing here is shared between threads.
  static asio::awaitable<void> wait_for(std::shared_ptr<bool> answered,
                                        std::shared_ptr<asio::steady_timer> timer) {
    error_code ignored;
    if (!*answered) co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }

  static RouteRequest route_request(const Request& request, const Id& user,
                                    const std::string& address) {
    // A HEAD is a GET whose answer's body is left out.
    const std::string_view method = is_reading(request) ? "GET" : request.method_string();
    return {std::string(method), path_of(request), request.body(), user, address,
            query_of(request)};
  }

  Response answer_at_once(const Request& request) const {
    constexpr const char* text = "text/plain; charset=utf-8";
    const std::string path = path_of(request);
    if (!is_reading(request)) return respond(request, http_error(405, "method_not_allowed"));
    if (path == "/healthz") return respond(request, HttpAnswer{200, text, "ok\n", {}});
    if (path == "/metrics")
      return respond(request, HttpAnswer{200, text, metrics_text(metrics_, hub_.figures()), {}});
    if (const WebFile* const file = web_.find(path)) return respond(request, *file);
    if (path == "/")
      return respond(
          request, HttpAnswer{200, text, "Sixfold serves tables here, without the web app.\n", {}});
    return respond(request, http_error(404, "no_such_route"));
  }

  asio::awaitable<HttpAnswer> answer_route(RouteRequest request) {
    const auto found = std::make_shared<HttpAnswer>(http_error(503, "unavailable"));
    const auto timer = std::make_shared<asio::steady_timer>(io_, idle_time);
    const auto answered = std::make_shared<bool>(false);
    answer({hub_, accounts_}, request, [found, timer, answered](HttpAnswer given) {
      *found = std::move(given);
      *answered = true;
      timer->cancel();
    });
    co_await wait_for(answered, timer);
    co_return *found;
  }

  [[nodiscard]] std::string cookie_for(const Id& user) const {
    return std::string(guest_cookie) + "=" + guests_.token({user, now_ms()}) +
           "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000" +
           (url_.starts_with("https:") ? "; Secure" : "");
  }

  ServerOptions options_;
  Id node_ = random_id();
  asio::io_context io_{1};
  asio::thread_pool hashers_{1};
  asio::thread_pool thinkers_{static_cast<std::size_t>(thinker_count)};
  Keeping keeping_;
  Guests guests_{keeping_.key};
  Accounts accounts_{*keeping_.store, accounts_world()};
  Hub hub_;
  Gate gate_;
  Metrics metrics_;
  SocketWorld sockets_{hub_, gate_, metrics_, steady_ms};
  WebFiles web_;
  std::shared_ptr<asio::ssl::context> tls_;
  std::unique_ptr<RedisBus> bus_;
  tcp::acceptor acceptor_;
  std::string url_;
};

}  // namespace

void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready) {
  start_log(options.log_level);
  // A file that may not grow is a command that cannot be stored, not the end of all tables.
  std::signal(SIGXFSZ, SIG_IGN);
  // Nor is a Redis that has gone.
  std::signal(SIGPIPE, SIG_IGN);
  Server server(options);
  server.run(ready);
}

}  // namespace sixfold
