// What a search has learnt about tables with two hands, stored by a hash of the placed tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/generator.hpp"

namespace sixfold {

/// The finalizer of splitmix64.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
  value = (value ^ value >> 27) * 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

/// The hash of tiles on their cells and of whose hand they left. Hashes of placements add up, in
/// any order, and copies of a tile are alike.
inline std::uint64_t hash_of(const QuickPlacement& placement, std::size_t side) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(placement.count); ++i) {
    const std::uint64_t tile = placement.tiles[i];
    hash += mix(static_cast<std::uint64_t>(placement.cells[i]) * 64 + tile + 1) +
            mix((side + 1) * 1'000'003 + tile);
  }
  return hash;
}

/// What the side to move gains from a position on.
struct KnownGain {
  enum class Bound : std::uint8_t { lower, upper };
  /// The depth of a search that was not cut off.
  static constexpr int complete = 127;

  std::uint64_t key = 0;        ///< the table's own
  std::uint32_t placement = 0;  ///< of the best one: the upper half of the hash after it
  std::int16_t gain = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::lower;
};

class EndgameTable {
 public:
  static std::uint64_t key_of(std::uint64_t placed, std::size_t side) {
    return placed ^ (side == 0 ? 0 : 0x9e3779b97f4a7c15U);
  }

  /// Begins a new search. Entries of earlier ones never match, and since they are overwritten like
  /// empty slots, a search proceeds the same way whatever came before it.
  void forget() { salt_ = mix(++searches_); }

  /// Nothing if the position is not known.
  [[nodiscard]] const KnownGain* find(std::uint64_t key) const {
    const KnownGain& entry = entries_[place_of(key)];
    return entry.key == (key ^ salt_) ? &entry : nullptr;
  }
  void keep(std::uint64_t key, KnownGain gain) {
    gain.key = key ^ salt_;
    entries_[place_of(key)] = gain;
  }
  /// Prefetches the entry, which will be needed soon.
  void fetch(std::uint64_t key) const { __builtin_prefetch(&entries_[place_of(key)]); }

 private:
  static constexpr std::size_t size = std::size_t{1} << 20;
  static std::size_t place_of(std::uint64_t key) { return mix(key) % size; }

  std::uint64_t searches_ = 0;
  std::uint64_t salt_ = 0;
  std::vector<KnownGain> entries_ = std::vector<KnownGain>(size);
};

}  // namespace sixfold
