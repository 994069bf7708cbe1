#include "push/message.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>

#include <openssl/evp.h>
#include <openssl/rand.h>

#include "push/base64url.hpp"
#include "push/bytes.hpp"
#include "record/json.hpp"

namespace sixfold::push {

namespace {

constexpr std::size_t content_key_bytes = 16;
constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t tag_bytes = 16;
constexpr std::uint32_t record_bytes = 4'096;
// After the last byte of the last record.
constexpr char end_mark = 2;

using namespace std::literals;

struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};

/// AES-128-GCM: the encrypted text, followed by its tag.
std::optional<std::string> sealed(std::string_view text, const std::string& key,
                                  const std::string& nonce) {
  const std::unique_ptr<EVP_CIPHER_CTX, FreeCipher> context(EVP_CIPHER_CTX_new());
  std::string all(text.size() + tag_bytes, '\0');
  int size = 0;
  int rest = 0;
  if (!context ||
      EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key),
                         bytes_of(nonce)) != 1 ||
      EVP_EncryptUpdate(context.get(), bytes_of(all), &size, bytes_of(text),
                        static_cast<int>(text.size())) != 1 ||
      EVP_EncryptFinal_ex(context.get(), bytes_of(all) + size, &rest) != 1 ||
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes,
                          bytes_of(all) + text.size()) != 1)
    return std::nullopt;
  return all;
}

/// RFC 8188, section 2.1.
std::string header_of(std::string_view salt, std::string_view sender) {
  std::string header(salt);
  for (const unsigned shift : {24U, 16U, 8U, 0U})
    header += static_cast<char>(record_bytes >> shift & 0xffU);
  header += static_cast<char>(sender.size());
  return header += sender;
}

bool is_host(std::string_view host) {
  return !host.empty() && std::ranges::all_of(host, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '-';
  });
}
bool is_ipv6(std::string_view host) {
  return !host.empty() && std::ranges::all_of(host, [](unsigned char c) {
    return std::isxdigit(c) != 0 || c == ':' || c == '.';
  });
}
bool is_port(std::string_view port) {
  constexpr std::size_t most_digits = 5;
  return !port.empty() && port.size() <= most_digits && port.front() != '0' &&
         std::ranges::all_of(port, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::optional<std::string> encrypt(std::string_view message, const Receiver& to,
                                   const KeyPair& once, std::string_view salt) {
  if (message.size() > longest_message || to.auth.size() != auth_bytes || salt.size() != salt_bytes)
    return std::nullopt;
  const auto shared = once.shared_with(to.key);
  if (!shared) return std::nullopt;
  const std::string& sender = once.public_bytes();
  const auto secret =
      hkdf(to.auth, *shared, std::string("WebPush: info\0"sv) + to.key + sender, shared->size());
  if (!secret) return std::nullopt;
  const auto key = hkdf(salt, *secret, "Content-Encoding: aes128gcm\0"sv, content_key_bytes);
  const auto nonce = hkdf(salt, *secret, "Content-Encoding: nonce\0"sv, nonce_bytes);
  if (!key || !nonce) return std::nullopt;
  const auto body = sealed(std::string(message) + end_mark, *key, *nonce);
  if (!body) return std::nullopt;
  return header_of(salt, sender) + *body;
}

std::optional<std::string> encrypt(std::string_view message, const Receiver& to) {
  const auto once = KeyPair::random();
  std::string salt(salt_bytes, '\0');
  if (!once || RAND_bytes(bytes_of(salt), static_cast<int>(salt.size())) != 1) return std::nullopt;
  return encrypt(message, to, *once, salt);
}

std::optional<Endpoint> parse_endpoint(std::string_view text) {
  constexpr std::string_view scheme = "https://";
  const auto is_plain = [](char c) { return c > ' ' && c < '\x7f' && c != '#' && c != '\\'; };
  if (text.size() > longest_endpoint || !text.starts_with(scheme) ||
      !std::ranges::all_of(text, is_plain))
    return std::nullopt;
  const auto slash = std::min(text.find_first_of("/?", scheme.size()), text.size());
  std::string_view place = text.substr(scheme.size(), slash - scheme.size());
  Endpoint endpoint;
  endpoint.origin = std::string(text.substr(0, slash));
  endpoint.target = std::string(text.substr(slash));
  if (!endpoint.target.starts_with('/')) endpoint.target.insert(0, "/");
  endpoint.port = "443";
  const bool is_bracketed = place.starts_with('[');
  const auto host_end = is_bracketed ? place.find(']') : place.find(':');
  if (is_bracketed && host_end == std::string_view::npos) return std::nullopt;
  const std::string_view host =
      is_bracketed ? place.substr(1, host_end - 1) : place.substr(0, host_end);
  place.remove_prefix(std::min(place.size(), host.size() + (is_bracketed ? 2 : 0)));
  if (!(is_bracketed ? is_ipv6(host) : is_host(host))) return std::nullopt;
  endpoint.host = std::string(host);
  if (place.empty()) return endpoint;
  if (!place.starts_with(':') || !is_port(place.substr(1))) return std::nullopt;
  endpoint.port = std::string(place.substr(1));
  return endpoint;
}

std::optional<std::string> authorization(const KeyPair& server, std::string_view origin,
                                         std::string_view contact, std::int64_t until_s) {
  Json claims = {{"aud", origin}, {"exp", until_s}};
  if (!contact.empty()) claims["sub"] = contact;
  const std::string text =
      to_base64url(R"({"typ":"JWT","alg":"ES256"})") + "." + to_base64url(dump(claims));
  const auto signature = server.signature_of(text);
  if (!signature) return std::nullopt;
  return "vapid t=" + text + "." + to_base64url(*signature) +
         ", k=" + to_base64url(server.public_bytes());
}

}  // namespace sixfold::push
