#include "server/guests.hpp"

#include <bit>
#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

namespace sixfold::server {

namespace {

static_assert(crypto_auth_KEYBYTES == 32);

[[noreturn]] void fail(const std::string& file) {
  throw std::system_error(errno, std::generic_category(), file);
}

using Mac = std::array<unsigned char, crypto_auth_BYTES>;

const unsigned char* bytes_of(std::string_view text) {
  return std::bit_cast<const unsigned char*>(text.data());
}

Mac mac_of(std::string_view text, const GuestKey& key) {
  Mac mac{};
  crypto_auth(mac.data(), bytes_of(text), text.size(), key.data());
  return mac;
}

std::string hex_of(const Mac& mac) {
  std::array<char, 2 * crypto_auth_BYTES + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), mac.data(), mac.size());
  return hex.data();
}

bool is_mac_of(std::string_view text, const GuestKey& key, std::string_view hex) {
  Mac mac{};
  return hex.size() == 2 * mac.size() &&
         sodium_hex2bin(mac.data(), mac.size(), hex.data(), hex.size(), nullptr, nullptr,
                        nullptr) == 0 &&
         crypto_auth_verify(mac.data(), bytes_of(text), text.size(), key.data()) == 0;
}

}  // namespace

GuestKey new_guest_key() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium cannot be initialised");
  GuestKey key{};
  crypto_auth_keygen(key.data());
  return key;
}

GuestKey guest_key_in(const std::string& file_name) {
  GuestKey key = new_guest_key();
  if (const int file = open(file_name.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
    const ssize_t count = read(file, key.data(), key.size());
    close(file);
    if (count != static_cast<ssize_t>(key.size()))
      throw std::runtime_error(file_name + ": is not a key");
    return key;
  }
  if (errno != ENOENT) fail(file_name);
  put_guest_key(file_name, key);
  return key;
}

void put_guest_key(const std::string& file_name, const GuestKey& key) {
  // Write to a new file and rename it, so that the key is never incomplete.
  const std::string fresh = file_name + ".new";
  const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) fail(fresh);
  const bool written =
      write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && fsync(file) == 0;
  close(file);
  if (!written || rename(fresh.c_str(), file_name.c_str()) != 0) fail(fresh);
}

std::string Guests::token(const GuestCookie& cookie) const {
  const std::string signed_part = to_text(cookie.user) + "." + std::to_string(cookie.since_ms);
  return signed_part + "." + hex_of(mac_of(signed_part, key_));
}

std::optional<GuestCookie> Guests::cookie(std::string_view token) const {
  const auto end = token.rfind('.');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view signed_part = token.substr(0, end);
  const auto dot = signed_part.find('.');
  const auto user = parse_id(signed_part.substr(0, dot));
  if (!user) return std::nullopt;
  GuestCookie cookie{*user, 0};
  if (dot == std::string_view::npos) {
    // Old cookies contain only the user's id, whose bytes are signed.
    const std::string_view bytes(std::bit_cast<const char*>(user->bytes.data()),
                                 user->bytes.size());
    return is_mac_of(bytes, key_, token.substr(end + 1)) ? std::optional(cookie) : std::nullopt;
  }
  const std::string_view digits = signed_part.substr(dot + 1);
  const auto number =
      std::from_chars(digits.data(), digits.data() + digits.size(), cookie.since_ms);
  if (number.ec != std::errc{} || number.ptr != digits.data() + digits.size() ||
      !is_mac_of(signed_part, key_, token.substr(end + 1)))
    return std::nullopt;
  return cookie;
}

Id Guests::game_of(const Id& user, const Id& command) const {
  Id game;
  crypto_generichash_state state;
  crypto_generichash_init(&state, key_.data(), key_.size(), game.bytes.size());
  crypto_generichash_update(&state, user.bytes.data(), user.bytes.size());
  crypto_generichash_update(&state, command.bytes.data(), command.bytes.size());
  crypto_generichash_final(&state, game.bytes.data(), game.bytes.size());
  return game;
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const auto end = header.find(';');
    std::string_view pair = header.substr(0, end);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
    if (end == std::string_view::npos) break;
    header.remove_prefix(end + 1);
  }
  return {};
}

}  // namespace sixfold::server
