#include "server/bus.hpp"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <hiredis/hiredis.h>

#include "store/work_queue.hpp"

namespace sixfold {

namespace {

constexpr const char* channel = "sixfold";
constexpr auto look_again = std::chrono::milliseconds(200);
constexpr timeval patience{0, 500'000};
constexpr std::size_t most_news_at_once = 256;
constexpr int default_port = 6379;

struct Address {
  std::string host;  // or the path of a socket
  int port = 0;      // 0: a socket
};

Address parse_address(std::string_view url) {
  constexpr std::string_view tcp = "redis://";
  constexpr std::string_view local = "unix://";
  if (url.starts_with(local) && url.size() > local.size())
    return {std::string(url.substr(local.size())), 0};
  if (!url.starts_with(tcp)) throw std::runtime_error("no address of Redis: " + std::string(url));
  url.remove_prefix(tcp.size());
  url = url.substr(0, url.find('/'));
  const auto colon = url.rfind(':');
  int port = default_port;
  if (colon != std::string_view::npos) {
    const std::string_view digits = url.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size() || port < 1 || port > 65'535)
      throw std::runtime_error("no port of Redis: " + std::string(digits));
    url = url.substr(0, colon);
  }
  if (url.empty()) throw std::runtime_error("no host of Redis is named");
  return {std::string(url), port};
}

struct Close {
  void operator()(redisContext* context) const { redisFree(context); }
  void operator()(void* reply) const { freeReplyObject(reply); }
};
using Context = std::unique_ptr<redisContext, Close>;
using Reply = std::unique_ptr<void, Close>;

/// Null where Redis is away.
Context connect(const Address& address) {
  Context context(address.port == 0
                      ? redisConnectUnixWithTimeout(address.host.c_str(), patience)
                      : redisConnectWithTimeout(address.host.c_str(), address.port, patience));
  if (!context || context->err != 0) return nullptr;
  redisSetTimeout(context.get(), patience);
  return context;
}

}  // namespace

class RedisBus::Publisher {
 public:
  explicit Publisher(Address address) : address_(std::move(address)), thread_([this] { run(); }) {}
  ~Publisher() {
    queue_.close();
    thread_.join();
  }
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  void push(const BusNews& news) { queue_.push(to_text(news)); }

 private:
  void run() {
    Context redis;
    auto retry_at = std::chrono::steady_clock::now();
    while (true) {
      const std::vector<std::string> all = queue_.pop(most_news_at_once);
      if (all.empty()) return;
      if (!redis && std::chrono::steady_clock::now() >= retry_at) {
        redis = connect(address_);
        retry_at = std::chrono::steady_clock::now() + look_again;
      }
      if (!redis) continue;
      for (const std::string& news : all)
        redisAppendCommand(redis.get(), "PUBLISH %s %b", channel, news.data(), news.size());
      for (std::size_t i = 0; redis && i < all.size(); ++i) {
        void* reply = nullptr;
        if (redisGetReply(redis.get(), &reply) != REDIS_OK) redis.reset();
        const Reply answered(reply);
      }
    }
  }

  Address address_;
  WorkQueue<std::string> queue_;
  std::thread thread_;
};

class RedisBus::Subscriber {
 public:
  Subscriber(Address address, Hear hear)
      : address_(std::move(address)), hear_(std::move(hear)), thread_([this] { run(); }) {}
  ~Subscriber() {
    stopping_ = true;
    thread_.join();
  }
  Subscriber(const Subscriber&) = delete;
  Subscriber& operator=(const Subscriber&) = delete;

 private:
  void run() {
    while (!stopping_) {
      const Context redis = connect(address_);
      if (redis && Reply(redisCommand(redis.get(), "SUBSCRIBE %s", channel))) listen(*redis);
      if (!stopping_) std::this_thread::sleep_for(look_again);
    }
  }

  /// Until Redis goes away or the bus does.
  void listen(redisContext& redis) {
    while (!stopping_) {
      void* answer = nullptr;
      if (redisGetReply(&redis, &answer) != REDIS_OK) {
        // Nothing came for a while: the connection may be as good as before.
        if (redis.err != REDIS_ERR_IO || errno != EAGAIN) return;
        redis.err = 0;
        redis.errstr[0] = '\0';
        continue;
      }
      const Reply owned(answer);
      const auto* const reply = static_cast<const redisReply*>(answer);
      if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 3) continue;
      const redisReply* const text = reply->element[2];
      if (text->type != REDIS_REPLY_STRING) continue;
      if (const auto news = parse_news({text->str, text->len})) hear_(*news);
    }
  }

  Address address_;
  Hear hear_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

RedisBus::RedisBus(const std::string& url, Hear hear) {
  const Address address = parse_address(url);
  publisher_ = std::make_unique<Publisher>(address);
  subscriber_ = std::make_unique<Subscriber>(address, std::move(hear));
}

RedisBus::~RedisBus() = default;

void RedisBus::publish(const BusNews& news) { publisher_->push(news); }

}  // namespace sixfold
