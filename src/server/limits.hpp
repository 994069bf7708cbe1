// Rate limits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>

namespace sixfold::server {

/// One action per `every_ms` milliseconds, with bursts of up to `at_once`.
struct Rate {
  std::int64_t every_ms = 1;
  int at_once = 1;
};

inline constexpr Rate no_limit{0, 1};

/// The size limit of messages and request bodies.
inline constexpr std::size_t longest_frame = std::size_t{16} << 10;

/// What one WebSocket may send, and what may wait for it.
struct SocketLimits {
  static constexpr Rate messages{20, 200};
  static constexpr int most_messages_too_fast = 100;  ///< then it is cut off
  // The most messages and bytes queued for a slow client.
  static constexpr std::size_t longest_queue = 256;
  static constexpr std::size_t largest_queue = std::size_t{1} << 20;
};

/// A bucket that holds up to `at_once` tokens and is refilled at a steady rate. Stored as the time
/// at which it will be full.
class TokenBucket {
 public:
  /// Takes a token; false if the bucket is empty.
  [[nodiscard]] bool take(const Rate& rate, std::int64_t now_ms) {
    const std::int64_t full_ms = std::max(full_ms_, now_ms) + rate.every_ms;
    if (full_ms - now_ms > rate.every_ms * rate.at_once) return false;
    full_ms_ = full_ms;
    return true;
  }
  [[nodiscard]] bool is_full(std::int64_t now_ms) const { return full_ms_ <= now_ms; }

 private:
  std::int64_t full_ms_ = 0;
};

/// A bucket per key, such as a user or an address.
template <class Key>
class TokenBuckets {
 public:
  explicit TokenBuckets(Rate rate) : rate_(rate) {}

  [[nodiscard]] bool take(const Key& key, std::int64_t now_ms) {
    return buckets_[key].take(rate_, now_ms);
  }
  /// Removes the buckets that are full.
  void forget_idle(std::int64_t now_ms) {
    std::erase_if(buckets_, [&](const auto& bucket) { return bucket.second.is_full(now_ms); });
  }

 private:
  Rate rate_;
  std::map<Key, TokenBucket> buckets_;
};

}  // namespace sixfold::server
