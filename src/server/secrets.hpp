// Passphrases, codes and tokens: how they are generated and stored.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::server {

/// Letters in groups of four: no vowels, so that no code is a word, and no letters that look alike.
[[nodiscard]] std::string random_letters(int count);
/// Normalises a typed code: lower case, without the hyphens between groups.
[[nodiscard]] std::string plain_code(std::string_view typed);
/// This many random bytes, in hexadecimal.
[[nodiscard]] std::string random_hex(std::size_t bytes);

/// For secrets that cannot be guessed, a single pass is enough.
[[nodiscard]] std::string quick_hash(std::string_view secret);

// These two are slow and need 19 MiB of memory.

/// Empty if there is not enough memory.
[[nodiscard]] std::string slow_hash(const std::string& passphrase);
[[nodiscard]] bool fits(const std::string& passphrase, const std::string& hash);

/// Whether its length is acceptable.
[[nodiscard]] bool is_good_passphrase(const std::string& passphrase);

}  // namespace sixfold::server
