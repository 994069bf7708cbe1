#include "server/totp.hpp"

#include <array>
#include <vector>

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

namespace sixfold::server {

namespace {

constexpr std::string_view base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
constexpr std::size_t secret_letters = 32;
constexpr unsigned bits_of_letter = 5;
constexpr std::int64_t step_ms = 30'000;
constexpr std::uint32_t all_codes = 1'000'000;
constexpr std::size_t code_digits = 6;

std::vector<unsigned char> bytes_of(std::string_view secret) {
  std::vector<unsigned char> bytes;
  std::uint32_t buffer = 0;
  unsigned bits = 0;
  for (const char letter : secret) {
    const auto value = base32.find(letter);
    if (value == std::string_view::npos) return {};
    buffer = buffer << bits_of_letter | static_cast<std::uint32_t>(value);
    bits += bits_of_letter;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(buffer >> bits & 0xffU));
  }
  return bytes;
}

bool is_url_safe(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string new_totp_secret() {
  std::string secret;
  for (std::size_t i = 0; i < secret_letters; ++i)
    secret += base32[randombytes_uniform(static_cast<std::uint32_t>(base32.size()))];
  return secret;
}

std::string totp_code(std::string_view secret, std::int64_t step) {
  const std::vector<unsigned char> key = bytes_of(secret);
  if (key.empty()) return {};
  std::array<unsigned char, 8> counter{};
  for (std::size_t i = 0; i < counter.size(); ++i)
    counter.at(counter.size() - 1 - i) = static_cast<unsigned char>(step >> (8 * i) & 0xff);
  std::array<unsigned char, EVP_MAX_MD_SIZE> mac{};
  unsigned size = 0;
  if (HMAC(EVP_sha1(), key.data(), static_cast<int>(key.size()), counter.data(), counter.size(),
           mac.data(), &size) == nullptr)
    return {};
  // RFC 4226: the last four bits give the offset of the number.
  const std::size_t at = mac.at(size - 1) & 0xfU;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | mac.at(at + i);
  const std::string digits = std::to_string((number & 0x7fffffffU) % all_codes);
  return std::string(code_digits - digits.size(), '0') + digits;
}

std::optional<std::int64_t> accepted_step(std::string_view secret, std::string_view code,
                                          std::int64_t now_ms, std::int64_t last_step) {
  if (code.size() != code_digits) return std::nullopt;
  const std::int64_t now = now_ms / step_ms;
  for (const std::int64_t step : {now, now - 1, now + 1}) {
    const std::string right = totp_code(secret, step);
    if (right.size() == code.size() && sodium_memcmp(right.data(), code.data(), code.size()) == 0 &&
        step > last_step)
      return step;
  }
  return std::nullopt;
}

std::string totp_address(std::string_view secret, std::string_view account) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string name;
  for (const char c : account) {
    if (is_url_safe(c)) {
      name += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    name += {'%', hex[byte >> 4U], hex[byte & 0xfU]};
  }
  return "otpauth://totp/Sixfold:" + name + "?secret=" + std::string(secret) + "&issuer=Sixfold";
}

}  // namespace sixfold::server
