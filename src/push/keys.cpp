#include "push/keys.hpp"

#include <array>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>

#include "push/bytes.hpp"

namespace sixfold::push {

namespace {

constexpr const char* curve = "prime256v1";

/// Calls an OpenSSL function to release what another has made.
template <auto release>
struct By {
  template <class T>
  void operator()(T* owned) const {
    release(owned);
  }
};
using Number = std::unique_ptr<BIGNUM, By<BN_clear_free>>;
using Group = std::unique_ptr<EC_GROUP, By<EC_GROUP_free>>;
using Point = std::unique_ptr<EC_POINT, By<EC_POINT_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, By<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, By<EVP_MD_CTX_free>>;
using ParamBuilder = std::unique_ptr<OSSL_PARAM_BLD, By<OSSL_PARAM_BLD_free>>;
using Params = std::unique_ptr<OSSL_PARAM, By<OSSL_PARAM_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, By<ECDSA_SIG_free>>;

/// The public key that belongs to a private one; empty unless that is in the curve's range.
std::string public_of(const BIGNUM* secret) {
  const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const Point point(group ? EC_POINT_new(group.get()) : nullptr);
  if (!point || BN_is_zero(secret) == 1 || BN_cmp(secret, EC_GROUP_get0_order(group.get())) >= 0 ||
      EC_POINT_mul(group.get(), point.get(), secret, nullptr, nullptr, nullptr) != 1)
    return {};
  std::string bytes(public_key_bytes, '\0');
  const std::size_t written =
      EC_POINT_point2oct(group.get(), point.get(), POINT_CONVERSION_UNCOMPRESSED, bytes_of(bytes),
                         bytes.size(), nullptr);
  return written == bytes.size() ? bytes : std::string();
}

/// `secret`: null for a public key. Null if the bytes are no point of the curve.
EVP_PKEY* key_of(std::string_view public_bytes, const BIGNUM* secret) {
  constexpr char uncompressed = 4;
  if (public_bytes.size() != public_key_bytes || public_bytes.front() != uncompressed)
    return nullptr;
  const ParamBuilder builder(OSSL_PARAM_BLD_new());
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  if (!builder || !context ||
      OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, public_bytes.data(),
                                       public_bytes.size()) != 1 ||
      (secret != nullptr &&
       OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, secret) != 1))
    return nullptr;
  const Params params(OSSL_PARAM_BLD_to_param(builder.get()));
  EVP_PKEY* key = nullptr;
  if (!params || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key,
                        secret == nullptr ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR,
                        params.get()) != 1)
    return nullptr;
  return key;
}

}  // namespace

void KeyPair::Free::operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }

KeyPair::KeyPair(Handle key, std::string public_bytes)
    : key_(std::move(key)), public_bytes_(std::move(public_bytes)) {}

std::optional<KeyPair> KeyPair::from_private(std::string_view bytes) {
  if (bytes.size() != private_key_bytes) return std::nullopt;
  const Number secret(BN_bin2bn(bytes_of(bytes), static_cast<int>(bytes.size()), nullptr));
  if (!secret) return std::nullopt;
  std::string public_bytes = public_of(secret.get());
  Handle key(key_of(public_bytes, secret.get()));
  if (!key) return std::nullopt;
  return KeyPair(std::move(key), std::move(public_bytes));
}

std::optional<KeyPair> KeyPair::random() {
  const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
  const Number secret(BN_secure_new());
  if (!group || !secret ||
      BN_priv_rand_range_ex(secret.get(), EC_GROUP_get0_order(group.get()), 0, nullptr) != 1)
    return std::nullopt;
  std::string bytes(private_key_bytes, '\0');
  if (BN_bn2binpad(secret.get(), bytes_of(bytes), static_cast<int>(bytes.size())) < 0)
    return std::nullopt;
  return from_private(bytes);
}

std::optional<KeyPair> KeyPair::derived(std::string_view secret, std::string_view purpose) {
  // About one in four thousand million numbers is too large for the curve.
  for (const char attempt : {'0', '1', '2', '3'}) {
    const auto bytes = hkdf({}, secret, std::string(purpose) + attempt, private_key_bytes);
    if (!bytes) return std::nullopt;
    if (auto pair = from_private(*bytes)) return pair;
  }
  return std::nullopt;
}

std::optional<std::string> KeyPair::shared_with(std::string_view other) const {
  const Handle peer(key_of(other, nullptr));
  const KeyContext context(EVP_PKEY_CTX_new(key_.get(), nullptr));
  if (!peer || !context || EVP_PKEY_derive_init(context.get()) != 1 ||
      EVP_PKEY_derive_set_peer(context.get(), peer.get()) != 1)
    return std::nullopt;
  std::string secret(private_key_bytes, '\0');
  std::size_t size = secret.size();
  if (EVP_PKEY_derive(context.get(), bytes_of(secret), &size) != 1 || size != secret.size())
    return std::nullopt;
  return secret;
}

std::optional<std::string> KeyPair::signature_of(std::string_view text) const {
  const DigestContext context(EVP_MD_CTX_new());
  std::array<unsigned char, 80> der{};
  std::size_t size = der.size();
  if (!context ||
      EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) != 1 ||
      EVP_DigestSign(context.get(), der.data(), &size, bytes_of(text), text.size()) != 1)
    return std::nullopt;
  const unsigned char* from = der.data();
  const Signature both(d2i_ECDSA_SIG(nullptr, &from, static_cast<long>(size)));
  std::string bytes(2 * private_key_bytes, '\0');
  const int half = static_cast<int>(private_key_bytes);
  if (!both || BN_bn2binpad(ECDSA_SIG_get0_r(both.get()), bytes_of(bytes), half) < 0 ||
      BN_bn2binpad(ECDSA_SIG_get0_s(both.get()), bytes_of(bytes) + half, half) < 0)
    return std::nullopt;
  return bytes;
}

bool is_public_key(std::string_view bytes) {
  EVP_PKEY* const key = key_of(bytes, nullptr);
  EVP_PKEY_free(key);
  return key != nullptr;
}

std::optional<std::string> hkdf(std::string_view salt, std::string_view secret,
                                std::string_view info, std::size_t length) {
  const KeyContext context(EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, nullptr));
  std::string bytes(length, '\0');
  if (!context || EVP_PKEY_derive_init(context.get()) != 1 ||
      EVP_PKEY_CTX_set_hkdf_md(context.get(), EVP_sha256()) != 1 ||
      (!salt.empty() && EVP_PKEY_CTX_set1_hkdf_salt(context.get(), bytes_of(salt),
                                                    static_cast<int>(salt.size())) != 1) ||
      EVP_PKEY_CTX_set1_hkdf_key(context.get(), bytes_of(secret),
                                 static_cast<int>(secret.size())) != 1 ||
      EVP_PKEY_CTX_add1_hkdf_info(context.get(), bytes_of(info), static_cast<int>(info.size())) !=
          1 ||
      EVP_PKEY_derive(context.get(), bytes_of(bytes), &length) != 1 || length != bytes.size())
    return std::nullopt;
  return bytes;
}

}  // namespace sixfold::push
