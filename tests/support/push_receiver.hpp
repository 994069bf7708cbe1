// The other sides of Web Push: what a browser does with a message, and a push service with its
// sender.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "push/keys.hpp"

namespace sixfold::tests {

/// A text in the coding aes128gcm of one record (RFC 8188); empty if it was changed.
std::optional<std::string> opened(std::string_view body, std::string_view secret);

/// A message to the owner of these keys (RFC 8291).
std::optional<std::string> decrypted(std::string_view body, const push::KeyPair& browser,
                                     std::string_view auth);

/// Whether the owner of the public key has signed the text (ES256).
bool is_signed(std::string_view text, std::string_view signature, std::string_view public_key);

}  // namespace sixfold::tests
