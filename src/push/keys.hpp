// Keys on the curve P-256, in the forms in which Web Push passes them around.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): OpenSSL's name.
struct evp_pkey_st;

namespace sixfold::push {

inline constexpr std::size_t public_key_bytes = 65;
inline constexpr std::size_t private_key_bytes = 32;

/// A private key with its public key.
class KeyPair {
 public:
  /// A random one; empty if there is no randomness.
  [[nodiscard]] static std::optional<KeyPair> random();
  /// Empty unless these are `private_key_bytes` bytes that stand for a key.
  [[nodiscard]] static std::optional<KeyPair> from_private(std::string_view bytes);
  /// The same secret gives the same keys, from which it cannot be found out.
  [[nodiscard]] static std::optional<KeyPair> derived(std::string_view secret,
                                                      std::string_view purpose);

  /// An uncompressed point.
  [[nodiscard]] const std::string& public_bytes() const { return public_bytes_; }

  /// What both sides of an exchange can compute (ECDH). Empty unless `other` is a point.
  [[nodiscard]] std::optional<std::string> shared_with(std::string_view other) const;
  /// As two numbers of 32 bytes (ES256); empty if OpenSSL fails.
  [[nodiscard]] std::optional<std::string> signature_of(std::string_view text) const;

 private:
  struct Free {
    void operator()(evp_pkey_st* key) const;
  };
  using Handle = std::unique_ptr<evp_pkey_st, Free>;

  KeyPair(Handle key, std::string public_bytes);

  std::shared_ptr<evp_pkey_st> key_;
  std::string public_bytes_;
};

/// Whether these bytes are an uncompressed point of the curve.
[[nodiscard]] bool is_public_key(std::string_view bytes);

/// HKDF with SHA-256 (RFC 5869); empty if OpenSSL fails.
[[nodiscard]] std::optional<std::string> hkdf(std::string_view salt, std::string_view secret,
                                              std::string_view info, std::size_t length);

}  // namespace sixfold::push
