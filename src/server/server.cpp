#include "server/server.hpp"

#include <chrono>
#include <deque>
#include <filesystem>
#include <memory>
#include <thread>

#include <boost/asio.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <sodium.h>

#include "server/client_message.hpp"
#include "server/guests.hpp"
#include "server/hub.hpp"
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
constexpr std::size_t longest_queue = 256;
constexpr auto idle_time = std::chrono::seconds(30);
constexpr auto tick_time = std::chrono::milliseconds(250);

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

/// What /metrics shows.
struct Metrics {
  std::uint64_t connections = 0;
  std::uint64_t open_sockets = 0;
  std::uint64_t messages = 0;
  std::uint64_t refused_messages = 0;
};

class Server;

/// One WebSocket: messages in one by one, messages out in order from a bounded queue.
class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(Server& server, tcp::socket socket, const Id& user)
      : server_(server), stream_(std::move(socket)), user_(user) {}

  asio::awaitable<void> run(http::request<http::string_body> request, bool new_guest);

 private:
  void send(const std::string& message);
  void write_next();
  void handle(std::string_view text);

  Server& server_;
  websocket::stream<beast::tcp_stream> stream_;
  Id user_;
  ViewerNumber viewer_ = 0;
  std::deque<std::string> outgoing_;
  bool open_ = false;
};

class Server {
 public:
  explicit Server(const ServerOptions& options)
      : guests_(prepared(options.data) + "/guest.key"),
        store_(std::make_unique<SqliteStore>(SqliteOptions{options.data + "/games.db", "", true})),
        hub_(*store_, world()),
        acceptor_(io_, tcp::endpoint(asio::ip::make_address(options.bind), options.port)),
        url_(options.public_url.empty() ? own_url() : options.public_url) {}

  void run(const std::function<void(const std::string& url)>& ready) {
    asio::signal_set signals(io_, SIGINT, SIGTERM);
    signals.async_wait([this](error_code, int) { io_.stop(); });
    hub_.begin([&](const std::optional<ReadFault>& fault) {
      if (fault) throw std::runtime_error(*fault);
      asio::co_spawn(io_, accept(), asio::detached);
      asio::co_spawn(io_, tick(), asio::detached);
      ready(url_);
    });
    const auto work = asio::make_work_guard(io_);
    io_.run();
    thinkers_.stop();
    thinkers_.join();
    // What was given to the store is stored before the end; nobody is told any more.
    store_.reset();
  }

  Hub& hub() { return hub_; }
  Metrics& metrics() { return metrics_; }
  [[nodiscard]] const Guests& guests() const { return guests_; }

 private:
  static const std::string& prepared(const std::string& folder) {
    std::filesystem::create_directories(folder);
    return folder;
  }

  HubWorld world() {
    HubWorld world;
    world.now_ms = now_ms;
    world.new_id = random_id;
    world.new_seed = random_seed;
    world.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    world.think = [this](std::function<void()> task) { asio::post(thinkers_, std::move(task)); };
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
      if (error) continue;
      ++metrics_.connections;
      asio::co_spawn(io_, converse(std::move(socket)), asio::detached);
    }
  }

  asio::awaitable<void> tick() {
    asio::steady_timer timer(io_);
    while (true) {
      timer.expires_after(tick_time);
      error_code error;
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
      hub_.tick();
    }
  }

  /// HTTP on one connection, until it ends or becomes a WebSocket.
  asio::awaitable<void> converse(tcp::socket socket) {
    beast::tcp_stream stream(std::move(socket));
    beast::flat_buffer buffer;
    while (true) {
      http::request_parser<http::string_body> parser;
      parser.body_limit(longest_frame);
      stream.expires_after(idle_time);
      error_code error;
      co_await http::async_read(stream, buffer, parser,
                                asio::redirect_error(asio::use_awaitable, error));
      if (error) break;
      http::request<http::string_body> request = parser.release();
      const auto known = guests_.user(cookie_value(request[http::field::cookie], guest_cookie));
      if (websocket::is_upgrade(request) && request.target() == "/ws") {
        stream.expires_never();
        const auto session =
            std::make_shared<Socket>(*this, stream.release_socket(), known.value_or(random_id()));
        co_await session->run(std::move(request), !known);
        co_return;
      }
      http::response<http::string_body> response = answer(request);
      co_await http::async_write(stream, response,
                                 asio::redirect_error(asio::use_awaitable, error));
      if (error || response.need_eof()) break;
    }
    error_code ignored;
    stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  http::response<http::string_body> answer(const http::request<http::string_body>& request) {
    http::response<http::string_body> response{http::status::ok, request.version()};
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    response.keep_alive(request.keep_alive());
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      response.result(http::status::method_not_allowed);
    else if (request.target() == "/healthz")
      response.body() = "ok\n";
    else if (request.target() == "/metrics")
      response.body() = metrics_text();
    else
      response.result(http::status::not_found);
    response.prepare_payload();
    if (request.method() == http::verb::head) response.body().clear();
    return response;
  }

  std::string metrics_text() const {
    const auto line = [](std::string_view name, std::uint64_t value) {
      return "sixfold_" + std::string(name) + " " + std::to_string(value) + "\n";
    };
    return line("connections_total", metrics_.connections) +
           line("open_sockets", metrics_.open_sockets) + line("messages_total", metrics_.messages) +
           line("refused_messages_total", metrics_.refused_messages);
  }

  asio::io_context io_{1};
  asio::thread_pool thinkers_{std::max(1U, std::thread::hardware_concurrency() / 2)};
  Guests guests_;
  std::unique_ptr<SqliteStore> store_;
  Hub hub_;
  Metrics metrics_;
  tcp::acceptor acceptor_;
  std::string url_;
};

asio::awaitable<void> Socket::run(http::request<http::string_body> request, bool new_guest) {
  const auto self = shared_from_this();
  stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
  stream_.set_option(websocket::stream_base::decorator([&](websocket::response_type& response) {
    response.set(http::field::server, "sixfold");
    if (new_guest)
      response.set(http::field::set_cookie,
                   std::string(guest_cookie) + "=" + server_.guests().token(user_) +
                       "; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000");
  }));
  stream_.read_message_max(longest_frame);
  error_code error;
  co_await stream_.async_accept(request, asio::redirect_error(asio::use_awaitable, error));
  if (error) co_return;
  open_ = true;
  ++server_.metrics().open_sockets;
  viewer_ = server_.hub().connect(user_, [this](const std::string& message) { send(message); });
  beast::flat_buffer buffer;
  while (open_) {
    co_await stream_.async_read(buffer, asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    const auto data = buffer.cdata();
    handle({static_cast<const char*>(data.data()), data.size()});
    buffer.consume(buffer.size());
  }
  open_ = false;
  --server_.metrics().open_sockets;
  server_.hub().disconnect(viewer_);
}

void Socket::send(const std::string& message) {
  if (!open_) return;
  if (outgoing_.size() >= longest_queue) {
    // Whoever reads so slowly is better served by a new connection.
    open_ = false;
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
    return;
  }
  outgoing_.push_back(message);
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
                        self->outgoing_.pop_front();
                        if (!self->outgoing_.empty()) self->write_next();
                      });
}

void Socket::handle(std::string_view text) {
  ++server_.metrics().messages;
  const auto message = parse_client_message(text);
  if (!message) {
    ++server_.metrics().refused_messages;
    Json json;
    json["error"]["code"] = message.error().code;
    json["error"]["message"] = message.error().message;
    return send(dump(json));
  }
  Hub& hub = server_.hub();
  if (const auto* hello = std::get_if<ClientHello>(&*message)) {
    Json json;
    if (hello->protocol == client_protocol_version) {
      json["hello"]["protocol"] = client_protocol_version;
      json["hello"]["user"] = to_text(user_);
    } else {
      json["reload"]["protocol"] = client_protocol_version;
    }
    send(dump(json));
  } else if (const auto* create = std::get_if<CreateTable>(&*message)) {
    hub.create(viewer_, create->command, create->plan, create->name);
  } else if (const auto* watch = std::get_if<WatchTable>(&*message)) {
    hub.watch(viewer_, watch->game);
  } else if (const auto* request = std::get_if<TableRequest>(&*message)) {
    hub.request(viewer_, *request);
  }
}

}  // namespace

void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready) {
  Server server(options);
  server.run(ready);
}

}  // namespace sixfold
