// Our own random source: the same numbers on every machine and with every compiler. The
// distributions of the standard library differ between libraries, so they are not used.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>

namespace sixfold {

/// xoshiro256** (Blackman and Vigna), seeded by splitmix64. Streams with the same seed and
/// different numbers are independent for all purposes here.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t state = mix(seed) ^ mix(stream ^ 0x9e3779b97f4a7c15U);
    for (std::uint64_t& word : state_) {
      state += 0x9e3779b97f4a7c15U;
      word = mix(state);
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Returns 0 to bound - 1, each equally likely (Lemire's method). Precondition: bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    assert(bound > 0);
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Precondition: size > 0.
  std::size_t index(std::size_t size) { return below(static_cast<std::uint32_t>(size)); }

  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[index(i)]);
  }

  friend bool operator==(const Random&, const Random&) = default;

 private:
  static constexpr std::uint64_t rotate(std::uint64_t value, int by) {
    return value << by | value >> (64 - by);
  }
  /// The finalizer of splitmix64.
  static constexpr std::uint64_t mix(std::uint64_t value) {
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
    value = (value ^ value >> 27) * 0x94d049bb133111ebU;
    return value ^ value >> 31;
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace sixfold
