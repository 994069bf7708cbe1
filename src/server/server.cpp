#include "server/server.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <thread>

#include <boost/asio.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <sodium.h>

#include "server/data_folder.hpp"
#include "server/guests.hpp"
#include "server/hub.hpp"
#include "server/limits.hpp"
#include "server/log.hpp"
#include "server/routes.hpp"
#include "server/web_files.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t longest_frame = std::size_t{16} << 10;
// Messages that wait for a slow reader, and their bytes.
constexpr std::size_t longest_queue = 256;
constexpr std::size_t largest_queue = std::size_t{1} << 20;
// People never come near these.
constexpr Rate messages_of_socket{20, 200};
constexpr Rate messages_of_user{10, 400};
constexpr Rate requests_of_address{20, 400};
constexpr int most_messages_too_fast = 100;
constexpr auto forget_time = std::chrono::minutes(1);
constexpr auto idle_time = std::chrono::seconds(30);
constexpr auto tick_time = std::chrono::milliseconds(250);
// How long commands in progress are waited for when the server is asked to stop.
constexpr auto drain_time = std::chrono::seconds(2);
constexpr auto drain_step = std::chrono::milliseconds(10);

using Request = http::request<http::string_body>;
using Response = http::response<http::string_body>;

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

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

/// What /metrics shows beside the hub's figures.
struct Metrics {
  std::uint64_t connections = 0;
  std::uint64_t open_sockets = 0;
  std::uint64_t messages = 0;
  std::uint64_t requests = 0;
  std::uint64_t limited = 0;
};

/// The part of a URL that names the host and port.
std::string_view authority_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find('/'));
}

class Server;

/// One WebSocket: messages in one by one, messages out in order from a bounded queue.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(Server& server, tcp::socket socket, const Id& user, std::string address)
      : server_(server), stream_(std::move(socket)), user_(user), address_(std::move(address)) {}

  asio::awaitable<void> run(Request request, bool new_guest);

 private:
  void receive(std::string_view text);
  void send(const std::string& message);
  void write_next();
  void drop();

  Server& server_;
  websocket::stream<beast::tcp_stream> stream_;
  Id user_;
  std::string address_;
  ViewerNumber viewer_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  TokenBucket bucket_;
  int too_fast_ = 0;
  bool open_ = false;
};

class Server {
 public:
  explicit Server(const ServerOptions& options)
      : options_(options),
        folder_(options.data),
        guests_(folder_.guest_key()),
        store_(std::make_unique<SqliteStore>(SqliteOptions{folder_.games(), "", true})),
        hub_(*store_, world()),
        web_(options.web.empty() ? WebFiles() : WebFiles(options.web)),
        acceptor_(io_, tcp::endpoint(asio::ip::make_address(options.bind), options.port)),
        url_(options.public_url.empty() ? own_url() : options.public_url) {}

  void run(const std::function<void(const std::string& url)>& ready) {
    asio::signal_set signals(io_, SIGINT, SIGTERM);
    signals.async_wait([this](error_code, int signal) {
      log_info("stopping", {{"signal", signal}});
      asio::co_spawn(io_, drain(), asio::detached);
    });
    hub_.begin([&](const std::optional<ReadFault>& fault) {
      if (fault) throw std::runtime_error(options_.data + ": " + *fault);
      asio::co_spawn(io_, accept(), asio::detached);
      asio::co_spawn(io_, tick(), asio::detached);
      log_info("listening", {{"url", url_}});
      ready(url_);
    });
    const auto work = asio::make_work_guard(io_);
    io_.run();
    thinkers_.stop();
    thinkers_.join();
    store_->report({node_, now_ms(), {}, {}, {}}, nullptr);
    // What was given to the store is stored before the end; nobody is told any more.
    store_.reset();
    log_info("stopped");
  }

  Hub& hub() { return hub_; }
  Metrics& metrics() { return metrics_; }

  /// Whether the user may send another message now.
  bool allow_message(const Id& user) { return user_buckets_.take(user, now_ms()); }

  void socket_opened(const std::string& address) {
    ++metrics_.open_sockets;
    ++sockets_of_[address];
  }
  void socket_closed(const std::string& address) {
    --metrics_.open_sockets;
    if (--sockets_of_[address] == 0) sockets_of_.erase(address);
  }

 private:
  HubWorld world() {
    HubWorld world;
    world.now_ms = now_ms;
    world.new_game = [this](const Id& user, const Id& command) {
      return guests_.game_of(user, command);
    };
    world.new_code = random_code;
    world.new_seed = random_seed;
    deal_by_seed(world, random_seed);
    world.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    world.after = [this](std::int64_t delay_ms, std::function<void()> task) {
      const auto timer =
          std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(delay_ms));
      timer->async_wait([timer, task = std::move(task)](error_code error) {
        if (!error) task();
      });
    };
    world.think = [this](std::function<void()> task) { asio::post(thinkers_, std::move(task)); };
    world.node = node_;
    world.log = [](std::string_view event, const Json& with) { log_info(event, with); };
    world.grace_ms = options_.grace_seconds * 1'000;
    world.bot_pace_ms = options_.bot_pace_ms;
    world.tables_per_user = options_.tables_per_user;
    world.most_tables = options_.most_tables;
    return world;
  }

  std::string own_url() {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    const std::string host = endpoint.address().is_v6() ? "[" + endpoint.address().to_string() + "]"
                                                        : endpoint.address().to_string();
    return "http://" + host + ":" + std::to_string(endpoint.port());
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
      asio::co_spawn(io_, converse(std::move(socket)), asio::detached);
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
      user_buckets_.forget_idle(now_ms());
      address_buckets_.forget_idle(now_ms());
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

  /// HTTP on one connection, until it ends or becomes a WebSocket.
  asio::awaitable<void> converse(tcp::socket socket) {
    error_code error;
    static_cast<void>(socket.set_option(tcp::no_delay(true), error));
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) co_return;
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer;
    while (true) {
      http::request_parser<http::string_body> parser;
      parser.body_limit(longest_frame);
      stream.expires_after(idle_time);
      co_await http::async_read(stream, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
      if (error) break;
      Request request = parser.release();
      const auto known = guests_.user(cookie_value(request[http::field::cookie], guest_cookie));
      const Id user = known.value_or(random_id());
      const bool upgrade = websocket::is_upgrade(request) && request.target() == "/ws";
      const std::string address = address_of(request, peer.address().to_string());
      const bool allowed = allow_request(address, upgrade);
      if (upgrade && allowed && is_own_page(request)) {
        stream.expires_never();
        const auto session =
            std::make_shared<Socket>(*this, stream.release_socket(), user, address);
        co_await session->run(std::move(request), !known);
        co_return;
      }
      ++metrics_.requests;
      const std::string path = path_of(request);
      Response response;
      if (!allowed) {
        ++metrics_.limited;
        response = respond(request, http_error(429, "too_fast"));
      } else if (upgrade) {
        response = respond(request, http_error(403, "foreign_origin"));
      } else if (is_reading(request) && path.starts_with("/api/")) {
        HttpAnswer found = co_await answer_route(user, path);
        response = respond(request, std::move(found));
      } else {
        response = answer_at_once(request, path);
      }
      if (!known && path.starts_with("/api/me"))
        response.set(http::field::set_cookie, cookie_for(user));
      response.keep_alive(request.keep_alive());
      response.prepare_payload();
      if (request.method() == http::verb::head) response.body().clear();
      co_await http::async_write(stream, response,
                                 asio::redirect_error(asio::use_awaitable, error));
      if (error || response.need_eof()) break;
    }
    error_code ignored;
    static_cast<void>(stream.socket().shutdown(tcp::socket::shutdown_send, ignored));
  }

  /// Who asks: the peer, or whom a proxy that is trusted names as the one before it.
  [[nodiscard]] std::string address_of(const Request& request, const std::string& peer) const {
    if (std::ranges::find(options_.trusted_proxies, peer) == options_.trusted_proxies.end())
      return peer;
    std::string_view forwarded = request["X-Forwarded-For"];
    forwarded.remove_prefix(
        forwarded.rfind(',') == std::string_view::npos ? 0 : forwarded.rfind(',') + 1);
    while (forwarded.starts_with(' ')) forwarded.remove_prefix(1);
    return forwarded.empty() ? peer : std::string(forwarded);
  }

  bool allow_request(const std::string& address, bool upgrade) {
    if (options_.sockets_per_address == 0) return true;
    if (!address_buckets_.take(address, now_ms())) return false;
    const auto open = sockets_of_.find(address);
    return !upgrade || open == sockets_of_.end() || open->second < options_.sockets_per_address;
  }

  /// Browsers say from which page a socket is opened; other pages than ours have no business here.
  [[nodiscard]] bool is_own_page(const Request& request) const {
    const auto origin = request.find(http::field::origin);
    if (origin == request.end()) return true;
    const std::string_view page = authority_of(origin->value());
    return !page.empty() &&
           (page == request[http::field::host] || page == authority_of(options_.public_url));
  }

  static std::string path_of(const Request& request) {
    const std::string_view target = request.target();
    return std::string(target.substr(0, target.find('?')));
  }

  static bool is_reading(const Request& request) {
    return request.method() == http::verb::get || request.method() == http::verb::head;
  }

  Response answer_at_once(const Request& request, const std::string& path) const {
    constexpr const char* text = "text/plain; charset=utf-8";
    if (!is_reading(request)) return respond(request, http_error(405, "method_not_allowed"));
    if (path == "/healthz") return respond(request, HttpAnswer{200, text, "ok\n"});
    if (path == "/metrics") return respond(request, HttpAnswer{200, text, metrics_text()});
    if (const WebFile* const file = web_.find(path)) return respond(request, *file);
    if (path == "/")
      return respond(request,
                     HttpAnswer{200, text, "Sixfold serves tables here, without the web app.\n"});
    return respond(request, http_error(404, "no_such_route"));
  }

  asio::awaitable<HttpAnswer> answer_route(const Id& user, const std::string& path) {
    // Answers come on this thread, so nothing here is shared between threads.
    const auto answered = std::make_shared<std::optional<HttpAnswer>>();
    const auto timer = std::make_shared<asio::steady_timer>(io_, idle_time);
    answer(hub_, user, path, [answered, timer](HttpAnswer found) {
      *answered = std::move(found);
      timer->cancel();
    });
    error_code ignored;
    if (!*answered) co_await timer->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    co_return answered->value_or(http_error(503, "unavailable"));
  }

  static Response with_headers(const Request& request, int status, std::string_view type) {
    Response response{static_cast<http::status>(status), request.version()};
    response.set(http::field::server, "sixfold");
    response.set(http::field::content_type, type);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Content-Security-Policy",
                 "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                 "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                 "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    return response;
  }

  static Response respond(const Request& request, HttpAnswer answer) {
    Response response = with_headers(request, answer.status, answer.content_type);
    response.set(http::field::cache_control, "no-store");
    response.body() = std::move(answer.body);
    return response;
  }

  static Response respond(const Request& request, const WebFile& file) {
    Response response = with_headers(request, 200, file.content_type);
    response.set(http::field::etag, file.etag);
    response.set(http::field::vary, "Accept-Encoding");
    response.set(http::field::cache_control,
                 file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (request[http::field::if_none_match] == file.etag) {
      response.result(http::status::not_modified);
    } else if (!file.gzip.empty() &&
               std::string_view(request[http::field::accept_encoding]).find("gzip") !=
                   std::string_view::npos) {
      response.set(http::field::content_encoding, "gzip");
      response.body() = file.gzip;
    } else {
      response.body() = file.body;
    }
    return response;
  }

 public:
  [[nodiscard]] std::string cookie_for(const Id& user) const {
    const bool secure = options_.public_url.starts_with("https:");
    return std::string(guest_cookie) + "=" + guests_.token(user) +
           "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000" + (secure ? "; Secure" : "");
  }

 private:
  std::string metrics_text() const {
    std::string text;
    const auto line = [&](std::string_view name, std::string_view type, std::uint64_t value) {
      const std::string full = "sixfold_" + std::string(name);
      text += "# TYPE " + full + " " + std::string(type) + "\n" + full + " " +
              std::to_string(value) + "\n";
    };
    const HubFigures hub = hub_.figures();
    line("connections_total", "counter", metrics_.connections);
    line("http_requests_total", "counter", metrics_.requests);
    line("messages_total", "counter", metrics_.messages);
    line("commands_stored_total", "counter", hub.commands_stored);
    line("commands_refused_total", "counter", hub.commands_refused);
    line("bot_moves_total", "counter", hub.bot_moves);
    line("limited_total", "counter", metrics_.limited);
    line("open_sockets", "gauge", metrics_.open_sockets);
    line("tables_in_memory", "gauge", hub.tables_in_memory);
    line("open_tables", "gauge", hub.open_tables);
    return text;
  }

  ServerOptions options_;
  Id node_ = random_id();
  DataFolder folder_;
  asio::io_context io_{1};
  asio::thread_pool thinkers_{std::max(1U, std::thread::hardware_concurrency() / 2)};
  Guests guests_;
  std::unique_ptr<SqliteStore> store_;
  Hub hub_;
  WebFiles web_;
  Metrics metrics_;
  TokenBuckets<Id> user_buckets_{messages_of_user};
  TokenBuckets<std::string> address_buckets_{requests_of_address};
  std::map<std::string, int> sockets_of_;  // by address
  tcp::acceptor acceptor_;
  std::string url_;
};

asio::awaitable<void> Socket::run(Request request, bool new_guest) {
  const auto self = shared_from_this();
  stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
  stream_.set_option(websocket::stream_base::decorator([&](websocket::response_type& response) {
    response.set(http::field::server, "sixfold");
    if (new_guest) response.set(http::field::set_cookie, server_.cookie_for(user_));
  }));
  stream_.read_message_max(longest_frame);
  stream_.auto_fragment(false);
  error_code error;
  co_await stream_.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return;
  open_ = true;
  viewer_ = server_.hub().connect(user_, [this](const std::string& message) { send(message); });
  server_.socket_opened(address_);
  beast::flat_buffer buffer;
  while (open_) {
    co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    const auto data = buffer.cdata();
    receive({static_cast<const char*>(data.data()), data.size()});
    buffer.consume(buffer.size());
  }
  open_ = false;
  server_.socket_closed(address_);
  server_.hub().disconnect(viewer_);
}

void Socket::receive(std::string_view text) {
  ++server_.metrics().messages;
  if (bucket_.take(messages_of_socket, now_ms()) && server_.allow_message(user_))
    return server_.hub().receive(viewer_, text);
  ++server_.metrics().limited;
  send(http_error(429, "too_fast").body);
  if (++too_fast_ > most_messages_too_fast) drop();
}

void Socket::drop() {
  open_ = false;
  error_code ignored;
  static_cast<void>(beast::get_lowest_layer(stream_).socket().close(ignored));
}

void Socket::send(const std::string& message) {
  if (!open_) return;
  // Whoever reads so slowly is better served by a new connection.
  if (outgoing_.size() >= longest_queue || outgoing_bytes_ + message.size() > largest_queue)
    return drop();
  outgoing_.push_back(message);
  outgoing_bytes_ += message.size();
  if (outgoing_.size() == 1) write_next();
}

void Socket::write_next() {
  stream_.text(true);
  stream_.async_write(asio::buffer(outgoing_.front()),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error) {
                          self->outgoing_.clear();
                          return;
                        }
                        self->outgoing_bytes_ -= self->outgoing_.front().size();
                        self->outgoing_.pop_front();
                        if (!self->outgoing_.empty()) self->write_next();
                      });
}

}  // namespace

void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready) {
  start_log(options.log_level);
  // A file that may not grow is a command that cannot be stored, not the end of all tables.
  std::signal(SIGXFSZ, SIG_IGN);
  Server server(options);
  server.run(ready);
}

}  // namespace sixfold
