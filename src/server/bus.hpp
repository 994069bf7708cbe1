// News between servers that share a store. Losing news only costs time, because every server also
// polls the store.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/bus_news.hpp"

namespace sixfold::server {

class RedisBus {
 public:
  using Hear = std::function<void(const BusNews&)>;

  /// `url`: see parse_redis_address(). News, including this server's own, arrives on a thread of
  /// the bus. It is lost while Redis cannot be reached, which is logged. Throws std::runtime_error
  /// if the address is invalid.
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

}  // namespace sixfold::server
