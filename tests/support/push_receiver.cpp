#include "support/push_receiver.hpp"

#include <array>
#include <memory>

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "push/bytes.hpp"

namespace sixfold::tests {

using namespace std::literals;
using push::bytes_of;

namespace {

constexpr std::size_t salt_bytes = 16;
constexpr std::size_t before_key = salt_bytes + 5;
constexpr std::size_t tag_bytes = 16;

std::string_view sender_of(std::string_view body) {
  return body.substr(before_key, static_cast<unsigned char>(body.at(before_key - 1)));
}

std::optional<std::string> unsealed(std::string_view sealed, const std::string& key,
                                    const std::string& nonce) {
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  std::string tag(sealed.substr(sealed.size() - tag_bytes));
  sealed.remove_suffix(tag_bytes);
  std::string text(sealed.size(), '\0');
  auto* const out = bytes_of(text);
  int size = 0;
  if (EVP_DecryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key),
                         bytes_of(nonce)) != 1 ||
      EVP_DecryptUpdate(context.get(), out, &size, bytes_of(sealed),
                        static_cast<int>(sealed.size())) != 1 ||
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, tag_bytes, tag.data()) != 1 ||
      EVP_DecryptFinal_ex(context.get(), out + size, &size) != 1)
    return std::nullopt;
  return text;
}

}  // namespace

std::optional<std::string> opened(std::string_view body, std::string_view secret) {
  const std::string_view salt = body.substr(0, salt_bytes);
  const auto key = push::hkdf(salt, secret, "Content-Encoding: aes128gcm\0"sv, 16);
  const auto nonce = push::hkdf(salt, secret, "Content-Encoding: nonce\0"sv, 12);
  auto text = unsealed(body.substr(before_key + sender_of(body).size()), *key, *nonce);
  if (!text) return text;
  // Padding follows the mark of the last record.
  while (text->ends_with('\0')) text->pop_back();
  if (!text->ends_with('\x02')) return std::nullopt;
  text->pop_back();
  return text;
}

std::optional<std::string> decrypted(std::string_view body, const push::KeyPair& browser,
                                     std::string_view auth) {
  const std::string sender(sender_of(body));
  const auto shared = browser.shared_with(sender);
  if (!shared) return std::nullopt;
  const auto secret = push::hkdf(
      auth, *shared, std::string("WebPush: info\0"sv) + browser.public_bytes() + sender, 32);
  return opened(body, *secret);
}

bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key) {
  constexpr std::size_t half = 32;
  if (signature.size() != 2 * half) return false;
  const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> both(ECDSA_SIG_new(), ECDSA_SIG_free);
  ECDSA_SIG_set0(both.get(), BN_bin2bn(bytes_of(signature), half, nullptr),
                 BN_bin2bn(bytes_of(signature) + half, half, nullptr));
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(both.get(), &der);
  std::string group = "prime256v1";
  std::string point(public_key);
  const std::array<OSSL_PARAM, 3> params{
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group.data(), 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
      OSSL_PARAM_construct_end()};
  EVP_PKEY_CTX* const making = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
  EVP_PKEY* key = nullptr;
  EVP_PKEY_fromdata_init(making);
  EVP_PKEY_fromdata(making, &key, EVP_PKEY_PUBLIC_KEY, const_cast<OSSL_PARAM*>(params.data()));
  EVP_PKEY_CTX_free(making);
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  const bool is_right = EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key) == 1 &&
                        EVP_DigestVerify(context, der, static_cast<std::size_t>(size),
                                         bytes_of(text), text.size()) == 1;
  EVP_MD_CTX_free(context);
  EVP_PKEY_free(key);
  OPENSSL_free(der);
  return is_right;
}

}  // namespace sixfold::tests
