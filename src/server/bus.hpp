// News between servers that share a store. What is lost costs delay, never truth, because every
// server asks the store as well.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/bus_news.hpp"

namespace sixfold {

class RedisBus {
 public:
  using Hear = std::function<void(const BusNews&)>;

  /// `url`: as parse_redis_address() reads it. News, this server's own among them, come on a thread
  /// of the bus. While Redis cannot be reached they are lost; the log says so. Throws
  /// std::runtime_error if the address cannot be used.
  RedisBus(const std::string& url, Hear hear);
  ~RedisBus();
  RedisBus(const RedisBus&) = delete;
  RedisBus& operator=(const RedisBus&) = delete;

  void publish(const BusNews& news);

 private:
  class Publisher;
  class Subscriber;
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Subscriber> subscriber_;
};

}  // namespace sixfold
