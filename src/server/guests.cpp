#include "server/guests.hpp"

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

namespace sixfold {

namespace {

static_assert(crypto_auth_KEYBYTES == 32);

[[noreturn]] void fail(const std::string& file) {
  throw std::system_error(errno, std::generic_category(), file);
}

using Mac = std::array<unsigned char, crypto_auth_BYTES>;

}  // namespace

Guests::Guests(const std::string& key_file) {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
  const auto size = static_cast<ssize_t>(key_.size());
  if (const int file = open(key_file.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
    const ssize_t count = read(file, key_.data(), key_.size());
    close(file);
    if (count != size) throw std::runtime_error(key_file + ": not a key");
    return;
  }
  if (errno != ENOENT) fail(key_file);
  crypto_auth_keygen(key_.data());
  // Whole or not at all: written beside, then renamed.
  const std::string fresh = key_file + ".new";
  const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) fail(fresh);
  const bool written = write(file, key_.data(), key_.size()) == size && fsync(file) == 0;
  close(file);
  if (!written || rename(fresh.c_str(), key_file.c_str()) != 0) fail(fresh);
}

std::string Guests::token(const Id& user) const {
  Mac mac{};
  crypto_auth(mac.data(), user.bytes.data(), user.bytes.size(), key_.data());
  std::array<char, 2 * mac.size() + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), mac.data(), mac.size());
  return to_text(user) + "." + hex.data();
}

std::optional<Id> Guests::user(std::string_view token) const {
  const auto dot = token.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto id = parse_id(token.substr(0, dot));
  const std::string_view hex = token.substr(dot + 1);
  Mac mac{};
  if (!id || hex.size() != 2 * mac.size() ||
      sodium_hex2bin(mac.data(), mac.size(), hex.data(), hex.size(), nullptr, nullptr, nullptr) !=
          0)
    return std::nullopt;
  if (crypto_auth_verify(mac.data(), id->bytes.data(), id->bytes.size(), key_.data()) != 0)
    return std::nullopt;
  return id;
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

}  // namespace sixfold
