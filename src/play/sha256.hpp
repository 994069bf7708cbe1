// SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104), for every platform that Sixfold runs on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sixfold {

using Digest = std::array<std::uint8_t, 32>;

/// Accepts bytes in pieces; where the pieces are divided makes no difference.
class Sha256 {
 public:
  Sha256& add(std::span<const std::uint8_t> bytes);
  /// The hash of everything added so far.
  [[nodiscard]] Digest digest() const;

 private:
  static constexpr std::size_t block_size = 64;

  void add_byte(std::uint8_t byte);
  void mix_block();

  std::array<std::uint32_t, 8> state_{0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU,
                                      0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U};
  std::array<std::uint8_t, block_size> block_{};
  std::uint64_t size_ = 0;  // in bytes
};

[[nodiscard]] Digest sha256(std::span<const std::uint8_t> bytes);

[[nodiscard]] Digest hmac_sha256(std::span<const std::uint8_t> key,
                                 std::span<const std::uint8_t> bytes);

}  // namespace sixfold
