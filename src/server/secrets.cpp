#include "server/secrets.hpp"

#include <array>
#include <vector>

#include <sodium.h>

namespace sixfold::server {

namespace {

// Argon2id with OWASP's recommended parameters: 19 MiB, two passes.
constexpr unsigned long long hash_passes = 2;
constexpr std::size_t hash_memory = std::size_t{19} << 20;
constexpr std::size_t shortest_passphrase = 8;
constexpr std::size_t longest_passphrase = 256;
constexpr std::string_view code_letters = "BCDFGHJKLMNPQRSTVWXZ";
constexpr int letters_in_group = 4;

}  // namespace

std::string random_letters(int count) {
  std::string code;
  for (int i = 0; i < count; ++i) {
    if (i > 0 && i % letters_in_group == 0) code += '-';
    code += code_letters[randombytes_uniform(static_cast<std::uint32_t>(code_letters.size()))];
  }
  return code;
}

std::string plain_code(std::string_view typed) {
  std::string code;
  for (const char letter : typed) {
    if (letter == '-' || letter == ' ') continue;
    code += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  return code;
}

std::string random_hex(std::size_t bytes) {
  std::vector<unsigned char> random(bytes);
  randombytes_buf(random.data(), random.size());
  std::string hex(2 * bytes + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), random.data(), random.size());
  hex.pop_back();
  return hex;
}

std::string quick_hash(std::string_view secret) {
  std::array<unsigned char, crypto_generichash_BYTES> hash{};
  crypto_generichash(hash.data(), hash.size(),
                     reinterpret_cast<const unsigned char*>(secret.data()), secret.size(), nullptr,
                     0);
  std::array<char, 2 * crypto_generichash_BYTES + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
  return hex.data();
}

std::string slow_hash(const std::string& passphrase) {
  std::array<char, crypto_pwhash_STRBYTES> hash{};
  const int failed = crypto_pwhash_str_alg(hash.data(), passphrase.data(), passphrase.size(),
                                           hash_passes, hash_memory, crypto_pwhash_ALG_ARGON2ID13);
  return failed == 0 ? hash.data() : std::string();
}

bool fits(const std::string& passphrase, const std::string& hash) {
  return !hash.empty() &&
         crypto_pwhash_str_verify(hash.c_str(), passphrase.data(), passphrase.size()) == 0;
}

bool is_good_passphrase(const std::string& passphrase) {
  return passphrase.size() >= shortest_passphrase && passphrase.size() <= longest_passphrase;
}

}  // namespace sixfold::server
