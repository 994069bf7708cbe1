// How often somebody may do something.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace sixfold {

struct Rate {
  int a_second = 1;
  int at_once = 1;  ///< this many without any wait before
};

/// A bucket that holds `at_once` tokens and gets `a_second` new ones: kept as the time at which it
/// will be full again.
class TokenBucket {
 public:
  /// Takes a token; false if there is none.
  [[nodiscard]] bool take(const Rate& rate, std::int64_t now_ms) {
    const std::int64_t token_us = 1'000'000 / rate.a_second;
    const std::int64_t now_us = now_ms * 1'000;
    const std::int64_t full_us = std::max(full_us_, now_us) + token_us;
    if (full_us - now_us > token_us * rate.at_once) return false;
    full_us_ = full_us;
    return true;
  }
  [[nodiscard]] bool is_full(std::int64_t now_ms) const { return full_us_ <= now_ms * 1'000; }

 private:
  std::int64_t full_us_ = 0;
};

/// A bucket for each of many: users, addresses.
template <class Key>
class TokenBuckets {
 public:
  explicit TokenBuckets(Rate rate) : rate_(rate) {}

  [[nodiscard]] bool take(const Key& key, std::int64_t now_ms) {
    return buckets_[key].take(rate_, now_ms);
  }
  /// Forgets those who have been quiet.
  void forget_idle(std::int64_t now_ms) {
    std::erase_if(buckets_, [&](const auto& bucket) { return bucket.second.is_full(now_ms); });
  }
  [[nodiscard]] std::size_t size() const { return buckets_.size(); }

 private:
  Rate rate_;
  std::map<Key, TokenBucket> buckets_;
};

}  // namespace sixfold
