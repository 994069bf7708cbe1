#include "play/sha256.hpp"

#include <algorithm>
#include <bit>

namespace sixfold {

namespace {

constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U,
    0xab1c5ed5U, 0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU,
    0x9bdc06a7U, 0xc19bf174U, 0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU,
    0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU, 0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U,
    0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U, 0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU,
    0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U, 0xa2bfe8a1U, 0xa81a664bU,
    0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U, 0x19a4c116U,
    0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U,
    0xc67178f2U};

/// The words of a block, with those derived from them.
std::array<std::uint32_t, 64> schedule_of(std::span<const std::uint8_t, 64> block) {
  std::array<std::uint32_t, 64> words{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 4; ++j) words[i] = words[i] << 8U | block[4 * i + j];
  for (std::size_t i = 16; i < words.size(); ++i) {
    const std::uint32_t early = words[i - 15];
    const std::uint32_t late = words[i - 2];
    words[i] = words[i - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3U) +
               words[i - 7] + (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10U);
  }
  return words;
}

}  // namespace

void Sha256::mix_block() {
  const std::array<std::uint32_t, 64> words = schedule_of(block_);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + round_constants[i] + words[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += mixed[i];
}

void Sha256::add_byte(std::uint8_t byte) {
  block_[size_++ % block_size] = byte;
  if (size_ % block_size == 0) mix_block();
}

Sha256& Sha256::add(std::span<const std::uint8_t> bytes) {
  for (const std::uint8_t byte : bytes) add_byte(byte);
  return *this;
}

Digest Sha256::digest() const {
  constexpr std::size_t length_at = block_size - sizeof(std::uint64_t);
  const std::uint64_t bits = size_ * 8;
  Sha256 padded = *this;
  padded.add_byte(0x80);
  while (padded.size_ % block_size != length_at) padded.add_byte(0);
  for (int shift = 56; shift >= 0; shift -= 8)
    padded.add_byte(static_cast<std::uint8_t>(bits >> shift));
  Digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(padded.state_[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

Digest sha256(std::span<const std::uint8_t> bytes) { return Sha256().add(bytes).digest(); }

Digest hmac_sha256(std::span<const std::uint8_t> key, std::span<const std::uint8_t> bytes) {
  std::array<std::uint8_t, 64> inner{};
  if (key.size() > inner.size())
    std::ranges::copy(sha256(key), inner.begin());
  else
    std::ranges::copy(key, inner.begin());
  std::array<std::uint8_t, 64> outer = inner;
  for (std::uint8_t& byte : inner) byte ^= 0x36U;
  for (std::uint8_t& byte : outer) byte ^= 0x5cU;
  return Sha256().add(outer).add(Sha256().add(inner).add(bytes).digest()).digest();
}

}  // namespace sixfold
