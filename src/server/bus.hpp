// Hints between servers that share a store: a game has a new event. A hint that is lost costs
// delay, never truth, because every server asks the store as well.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "store/store.hpp"

namespace sixfold {

class RedisBus {
 public:
  using Hear = std::function<void(const EventPlace&)>;

  /// `url`: redis://host:port or unix:///path. Hints of others come on a thread of the bus's own.
  /// Where Redis is away, hints are lost until it is back. Throws std::runtime_error where the URL
  /// is none.
  RedisBus(const std::string& url, Hear hear);
  ~RedisBus();
  RedisBus(const RedisBus&) = delete;
  RedisBus& operator=(const RedisBus&) = delete;

  void publish(const EventPlace& news);

 private:
  class Publisher;
  class Subscriber;
  std::unique_ptr<Publisher> publisher_;
  std::unique_ptr<Subscriber> subscriber_;
};

}  // namespace sixfold
