#include "server/server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <sodium.h>

#include "net/clock.hpp"
#include "push/base64url.hpp"
#include "server/accounts.hpp"
#include "server/bus.hpp"
#include "server/chores.hpp"
#include "server/event_streams.hpp"
#include "server/exit_guard.hpp"
#include "server/hub.hpp"
#include "server/later.hpp"
#include "server/listener.hpp"
#include "server/log.hpp"
#include "server/notifier.hpp"
#include "server/people.hpp"
#include "server/storage.hpp"
#include "server/tls.hpp"
#include "server/webhook_sender.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto forget_time = std::chrono::minutes(1);
constexpr auto tick_time = std::chrono::milliseconds(250);
constexpr std::int64_t longest_stall_ms = 2'000;
// How long to wait for commands in progress when the server is told to stop.
constexpr auto drain_time = std::chrono::seconds(2);
constexpr auto drain_step = std::chrono::milliseconds(10);
// How long the store may take after that.
constexpr auto end_time = std::chrono::seconds(15);
constexpr auto certificate_check_time = std::chrono::hours(24);
constexpr int most_working_elsewhere = 16;
constexpr int most_painting = 32;
// Between two steps of filling the archive; if one failed; and how long a step may take.
constexpr auto fill_pause = std::chrono::milliseconds(40);
constexpr auto fill_again_time = std::chrono::seconds(10);
constexpr auto longest_fill_time = std::chrono::minutes(1);

const int thinker_count = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / 2);

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  randombytes_buf(&seed, sizeof seed);
  return seed;
}

/// Six letters: no vowels, so that no code is a word, and none that look alike.
std::string random_code() {
  constexpr std::string_view letters = "BCDFGHJKLMNPQRSTVWXZ";
  std::string code;
  for (int i = 0; i < 6; ++i)
    code += letters[randombytes_uniform(static_cast<std::uint32_t>(letters.size()))];
  return code;
}

/// Logs events that operators should know about.
void log_event(std::string_view event, const Json& with) {
  constexpr std::array<std::string_view, 7> faults{"not_stored",    "no_news", "unreadable",
                                                   "bot_refused",   "outage",  "clock_stepped",
                                                   "not_given_back"};
  const bool is_fault = std::ranges::find(faults, event) != faults.end();
  (is_fault ? log_warning : log_info)(event, with);
}

Storage storage_for(const ServerOptions& options) {
  if (options.store.empty()) return open_storage(options.data);
  if (!is_database(options.store))
    throw std::runtime_error("--store: must be a postgresql:// address");
  return open_storage(options.store);
}

/// An io_context that can destroy the coroutines that still wait in it while what they refer to is
/// there: its own destructor runs after those of the members declared below it.
class Context : public asio::io_context {
 public:
  using asio::io_context::io_context;
  void abandon() { shutdown(); }
};

class Server {
 public:
  explicit Server(const ServerOptions& options)
      : options_(options),
        storage_(storage_for(options)),
        hub_(*storage_.store, services()),
        listener_(io_, options.bind, options.port),
        url_(options.gate.public_url.empty() ? own_url() : options.gate.public_url),
        gate_(gate_options()),
        pictures_(options.draw, on(painters_, painting_, most_painting)),
        site_({hub_, accounts_, archive_, people_, elsewhere(), storage_.key, &pictures_,
               push::to_base64url(push_keys_.public_bytes()), &events_},
              gate_, metrics_, visitors_, options.web.empty() ? WebFiles() : WebFiles(options.web),
              url_, [this] { return storage_.store->is_ready() ? "" : "unavailable"; }) {
    warn_about_folder();
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
    begin(ready);
    const auto work = asio::make_work_guard(io_);
    io_.run();
    end();
    log_info("stopped");
  }

 private:
  void begin(const std::function<void(const std::string& url)>& ready) {
    hub_.begin([&](const std::optional<store::ReadFault>& fault) {
      if (fault) throw std::runtime_error(place() + ": " + *fault);
      listener_.start(http_);
      asio::co_spawn(io_, tick(), asio::detached);
      asio::co_spawn(io_, fill_archive(), asio::detached);
      log_info("listening", {{"url", url_}, {"address", listener_.authority()}});
      ready(url_);
    });
  }

  /// Waits until everything given to the store is stored; the answers are no longer delivered.
  void end() {
    const ExitGuard guard(end_time);
    bus_.reset();
    push_.reset();
    thinkers_.stop();
    thinkers_.join();
    hashers_.stop();
    hashers_.join();
    painters_.stop();
    painters_.join();
    // The last report: up to now, and without any users.
    store::NodeReport last;
    last.node = node_;
    last.time_ms = net::now_ms();
    last.is_whole = true;
    storage_.store->report(std::move(last), nullptr);
    storage_.store.reset();
    io_.abandon();  // no other thread posts to it any more
  }

  /// Where the games are, without any secret.
  [[nodiscard]] std::string place() const {
    return options_.store.empty() ? options_.data : shown_place(options_.store);
  }

  HubServices services() {
    HubServices services;
    services.now_ms = net::now_ms;
    services.steady_ms = net::steady_ms;
    services.new_game = [this](const Id& user, const Id& command) {
      return guests_.game_of(user, command);
    };
    services.new_code = random_code;
    services.new_seed = random_seed;
    deal_by_seed(services, random_seed);
    services.new_secret = [] {
      FairSecret secret{};
      randombytes_buf(secret.data(), secret.size());
      return secret;
    };
    services.seed_wait_ms = options_.seed_wait_ms;
    services.find_invited = [this](const Id& host, const std::vector<std::string>& names,
                                   const People::Answer<std::vector<Id>>& answer) {
      people_.find_invited(host, names, answer);
    };
    services.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    services.after = [this](std::int64_t delay_ms, std::function<void()> task) {
      const auto timer =
          std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(delay_ms));
      timer->async_wait([timer, task = std::move(task)](error_code error) {
        if (!error) task();
      });
    };
    services.think = [this](std::function<void()> task) { asio::post(thinkers_, std::move(task)); };
    services.publish = [this](const BusNews& news) {
      if (bus_) bus_->publish(news);
    };
    services.node = node_;
    services.ban_addresses = [this](const std::vector<std::string>& ranges) { gate_.ban(ranges); };
    services.cut_off = [this](const std::vector<Id>& sessions, const std::vector<Id>& users) {
      events_.end(sessions, users);
    };
    services.alone = options_.store.empty();
    services.longest_stall_ms = longest_stall_ms;
    services.log = log_event;
    services.grace_ms = options_.grace_seconds * 1'000;
    services.bot_pace_ms = options_.bot_pace_ms;
    services.thinkers = thinker_count;
    services.tables_per_user = options_.tables_per_user;
    if (options_.gate.sockets_per_address == 0) services.tables_of_address = no_limit;
    services.most_tables = options_.most_tables;
    return services;
  }

  AccountsServices accounts_services() {
    AccountsServices services;
    services.now_ms = net::now_ms;
    services.steady_ms = net::steady_ms;
    services.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    services.hash = [this](std::function<void()> task) { asio::post(hashers_, std::move(task)); };
    services.sessions_ended = [this](const std::vector<Id>& sessions) {
      hub_.end_sessions(sessions);
    };
    services.push_to_private = options_.push_private;
    return services;
  }

  /// The same on all nodes, and after every start.
  [[nodiscard]] push::KeyPair push_keys() const {
    const std::string secret(storage_.key.begin(), storage_.key.end());
    const auto keys = push::KeyPair::derived(secret, "sixfold push 1");
    if (!keys) throw std::runtime_error("OpenSSL makes no keys");
    return *keys;
  }

  [[nodiscard]] PushOptions push_options() const {
    const std::string& contact = options_.push_contact;
    return {contact.empty() && is_https() ? url_ : contact, options_.push_private};
  }

  NotifierServices notifier_services() {
    NotifierServices services;
    services.now_ms = net::now_ms;
    services.steady_ms = net::steady_ms;
    services.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    services.send = [this](PushMessage message, std::function<void(const PushReply&)> answer) {
      if (push_) push_->send(std::move(message), std::move(answer));
    };
    services.log = log_event;
    return services;
  }

  PeopleServices people_services() {
    return {net::now_ms, net::steady_ms,
            [this](std::function<void()> task) { asio::post(io_, std::move(task)); },
            [this](const Id& user) { return hub_.is_here(user); },
            [this](const Id& game, const Id& user) { hub_.decline(game, user); }};
  }

  WebhookServices webhook_services() {
    WebhookServices services;
    services.now_ms = net::now_ms;
    services.steady_ms = net::steady_ms;
    services.post = [this](std::function<void()> task) { asio::post(io_, std::move(task)); };
    services.send = [this](PlainMessage message, std::function<void(const PushReply&)> answer) {
      if (push_) push_->send(std::move(message), std::move(answer));
    };
    services.log = log_event;
    return services;
  }

  EventStreamServices event_services() {
    return {net::now_ms, net::steady_ms,
            [this](std::function<void()> task) { asio::post(io_, std::move(task)); }, node_,
            options_.gate.sockets_per_address > 0};
  }

  ChoresServices chores_services() {
    return {net::now_ms, net::steady_ms,
            [this](std::function<void()> task) { asio::post(io_, std::move(task)); }};
  }

  ArchiveServices archive_services() {
    return {net::steady_ms,
            [this](std::function<void()> task) { asio::post(io_, std::move(task)); }, elsewhere()};
  }

  std::string own_url() const {
    return (options_.tls_certificate.empty() ? "http://" : "https://") + listener_.authority();
  }

  void warn_about_folder() const {
    if (!storage_.folder) return;
    const Json with = {{"data", options_.data}};
    if (storage_.lost_key) log_warning("guest_key_made", with);
    if (storage_.folder->is_readable_by_others()) log_warning("data_readable_by_others", with);
  }

  WorkElsewhere elsewhere() { return on(hashers_, working_elsewhere_, most_working_elsewhere); }

  [[nodiscard]] bool is_https() const { return url_.starts_with("https:"); }

  [[nodiscard]] GateOptions gate_options() const {
    GateOptions gate = options_.gate;
    gate.own_url = own_url();
    return gate;
  }

  /// `count`: how many tasks are under way.
  WorkElsewhere on(asio::thread_pool& threads, int& count, int most) {
    return [this, &threads, &count, most](std::function<void()> work, std::function<void()> then) {
      if (count >= most) return false;
      ++count;
      asio::post(threads, [this, &count, work = std::move(work), then = std::move(then)]() mutable {
        work();
        asio::post(io_, [&count, then = std::move(then)] {
          --count;
          then();
        });
      });
      return true;
    };
  }

  void load_certificate() {
    tls_ = load_tls(options_.tls_certificate, options_.tls_key);
    listener_.use(tls_);
    check_certificate();
  }

  void check_certificate() {
    checked_certificate_ = std::chrono::steady_clock::now();
    if (const auto concern = tls_ ? concern_about(*tls_) : std::nullopt)
      log_warning(concern->event, {{"file", options_.tls_certificate},
                                   {"from", concern->valid_from},
                                   {"until", concern->valid_until}});
  }

  /// On SIGHUP, reloads the certificate.
  void wait_for_reload(asio::signal_set& reload) {
    reload.async_wait([this, &reload](error_code error, int) {
      if (error) return;
      try {
        if (!options_.tls_certificate.empty()) load_certificate();
        log_info("reloaded");
      } catch (const std::exception& fault) {
        log_error("not_reloaded", {{"why", fault.what()}});
      }
      wait_for_reload(reload);
    });
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
      notifier_.tick();
      webhooks_.tick();
      events_.tick();
      chores_.tick();
      const auto now = std::chrono::steady_clock::now();
      if (now < forget_at) continue;
      forget_at = now + forget_time;
      gate_.forget_idle(net::steady_ms());
      archive_.forget_idle(net::steady_ms());
      people_.forget_idle(net::steady_ms());
      events_.forget_idle(net::steady_ms());
      if (now >= checked_certificate_ + certificate_check_time) check_certificate();
    }
  }

  /// Fills in, a little at a time, what earlier versions did not store about games.
  asio::awaitable<void> fill_archive() {
    using Filled = std::optional<std::size_t>;
    const std::function<void(std::function<void(Filled)>)> ask =
        [this](const std::function<void(Filled)>& answer) { archive_.fill_some(answer); };
    asio::steady_timer timer(io_);
    while (true) {
      const Filled filled = co_await answer_to<Filled>(ask, std::nullopt, longest_fill_time);
      if (filled == 0U) co_return;
      timer.expires_after(filled ? fill_pause : fill_again_time);
      error_code error;
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
      if (error) co_return;
    }
  }

  /// Acknowledges the commands that are still waiting for their commit.
  asio::awaitable<void> drain() {
    error_code error;
    listener_.close();
    asio::steady_timer timer(io_);
    const auto until = std::chrono::steady_clock::now() + drain_time;
    do {
      timer.expires_after(drain_step);
      co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    } while (!hub_.is_at_rest() && std::chrono::steady_clock::now() < until);
    io_.stop();
  }

  ServerOptions options_;
  Id node_ = store::random_id();
  Context io_{1};
  asio::thread_pool hashers_{1};
  asio::thread_pool painters_{1};
  asio::thread_pool thinkers_{static_cast<std::size_t>(thinker_count)};
  Storage storage_;
  push::KeyPair push_keys_ = push_keys();
  Guests guests_{storage_.key};
  Accounts accounts_{*storage_.store, accounts_services()};
  int working_elsewhere_ = 0;
  int painting_ = 0;
  Archive archive_{*storage_.store, archive_services()};
  Hub hub_;
  People people_{*storage_.store, accounts_.guesses(), people_services()};
  Listener listener_;
  std::string url_;
  Gate gate_;
  Metrics metrics_;
  Visitors visitors_{accounts_, guests_, is_https()};
  Pictures pictures_;
  std::unique_ptr<PushClient> push_ = std::make_unique<PushClient>(push_keys_, push_options());
  Notifier notifier_{*storage_.store, hub_, notifier_services()};
  WebhookSender webhooks_{*storage_.store, hub_, webhook_services()};
  EventStreams events_{*storage_.store, hub_, event_services()};
  Chores chores_{*storage_.store, hub_, chores_services()};
  Site site_;
  SocketServices sockets_{hub_, gate_, metrics_};
  HttpServices http_{gate_, visitors_, site_, sockets_};
  std::unique_ptr<RedisBus> bus_;
  std::shared_ptr<asio::ssl::context> tls_;
  std::chrono::steady_clock::time_point checked_certificate_;
};

}  // namespace

void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready) {
  start_log(options.log_level);
  // Reaching the file size limit must fail the command, not end the server.
  std::signal(SIGXFSZ, SIG_IGN);
  // Nor must losing the connection to Redis.
  std::signal(SIGPIPE, SIG_IGN);
  Server server(options);
  server.run(ready);
}

}  // namespace sixfold::server
