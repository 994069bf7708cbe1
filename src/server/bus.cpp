#include "server/bus.hpp"

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

#include <hiredis/hiredis.h>

#include "server/log.hpp"
#include "server/redis_address.hpp"
#include "store/work_queue.hpp"

namespace sixfold::server {

namespace {

constexpr const char* channel = "sixfold";
constexpr auto look_again = std::chrono::milliseconds(200);
constexpr timeval bus_patience{0, 500'000};
constexpr std::size_t most_news_at_once = 256;

struct Close {
  void operator()(redisContext* context) const { redisFree(context); }
  void operator()(void* reply) const { freeReplyObject(reply); }
};
using Context = std::unique_ptr<redisContext, Close>;
using Reply = std::unique_ptr<void, Close>;

/// A description of the error that contains no secret.
std::string why(const redisContext* context, const redisReply* reply) {
  if (reply != nullptr && reply->type == REDIS_REPLY_ERROR) return {reply->str, reply->len};
  if (context == nullptr) return "out of memory";
  return context->err != 0 ? context->errstr : "no answer";
}

struct Connected {
  Context context;    // null if Redis cannot be reached
  std::string fault;  // the reason
};

/// Whether Redis carried out the command; otherwise sets the fault.
bool obeys(Connected& redis, void* answer) {
  const Reply owned(answer);
  const auto* const reply = static_cast<const redisReply*>(answer);
  if (reply != nullptr && reply->type != REDIS_REPLY_ERROR) return true;
  redis.fault = why(redis.context.get(), reply);
  return false;
}

bool log_in(Connected& redis, const RedisAddress& address) {
  redisContext* const context = redis.context.get();
  if (address.password.empty()) return true;
  const char* const password = address.password.c_str();
  return obeys(redis, address.user.empty()
                          ? redisCommand(context, "AUTH %s", password)
                          : redisCommand(context, "AUTH %s %s", address.user.c_str(), password));
}

Connected connect(const RedisAddress& address) {
  Connected redis;
  redis.context.reset(
      address.port == 0
          ? redisConnectUnixWithTimeout(address.host.c_str(), bus_patience)
          : redisConnectWithTimeout(address.host.c_str(), address.port, bus_patience));
  if (!redis.context || redis.context->err != 0) {
    redis.fault = why(redis.context.get(), nullptr);
    redis.context.reset();
    return redis;
  }
  redisSetTimeout(redis.context.get(), bus_patience);
  if (!log_in(redis, address)) redis.context.reset();
  return redis;
}

}  // namespace

class RedisBus::Publisher {
 public:
  explicit Publisher(RedisAddress address)
      : address_(std::move(address)), thread_([this] { run(); }) {}
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
        redis = connect(address_).context;
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

  RedisAddress address_;
  store::WorkQueue<std::string> queue_;
  std::thread thread_;
};

class RedisBus::Subscriber {
 public:
  Subscriber(RedisAddress address, Hear hear)
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
      Connected redis = connect(address_);
      if (redis.context &&
          obeys(redis, redisCommand(redis.context.get(), "SUBSCRIBE %s", channel))) {
        notice({});
        listen(*redis.context);
        redis.fault = why(redis.context.get(), nullptr);
      }
      if (stopping_) return;
      notice(redis.fault);
      std::this_thread::sleep_for(look_again);
    }
  }

  /// Logs once that Redis cannot be used, and why, and once when it can be used again.
  void notice(const std::string& fault) {
    const bool is_well = fault.empty();
    if (is_well == is_well_) return;
    is_well_ = is_well;
    Json with = {{"bus", shown(address_)}};
    if (is_well) return log_info("bus_back", with);
    with["why"] = fault;
    log_warning("bus_unreachable", with);
  }

  /// Returns when Redis or the bus goes away.
  void listen(redisContext& redis) {
    while (!stopping_) {
      void* answer = nullptr;
      if (redisGetReply(&redis, &answer) != REDIS_OK) {
        // A timeout: nothing arrived for a while, but the connection may still be fine.
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

  RedisAddress address_;
  Hear hear_;
  std::atomic<bool> stopping_ = false;
  bool is_well_ = true;
  std::thread thread_;
};

RedisBus::RedisBus(const std::string& url, Hear hear) {
  const RedisAddress address = parse_redis_address(url);
  publisher_ = std::make_unique<Publisher>(address);
  subscriber_ = std::make_unique<Subscriber>(address, std::move(hear));
}

RedisBus::~RedisBus() = default;

void RedisBus::publish(const BusNews& news) { publisher_->push(news); }

}  // namespace sixfold::server
