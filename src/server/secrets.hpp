// Passphrases, codes and tokens: how they are made, and what is stored of them.
#pragma once

#include <string>
#include <string_view>

namespace sixfold {

/// Letters in groups of four, without vowels, so that no code is a word, and without any that look
/// alike.
[[nodiscard]] std::string random_letters(int count);
/// A code as people type it: in small letters, with or without the strokes between groups.
[[nodiscard]] std::string plain_code(std::string_view typed);
/// So many random bytes, in hexadecimal digits.
[[nodiscard]] std::string random_hex(std::size_t bytes);

/// Of something that cannot be guessed: one pass is enough.
[[nodiscard]] std::string quick_hash(std::string_view secret);

// These two take their time, and 19 MiB of memory.

/// Empty if there is no memory for it.
[[nodiscard]] std::string slow_hash(const std::string& passphrase);
[[nodiscard]] bool fits(const std::string& passphrase, const std::string& hash);

/// Whether it is neither too short nor too long.
[[nodiscard]] bool is_good_passphrase(const std::string& passphrase);

}  // namespace sixfold
