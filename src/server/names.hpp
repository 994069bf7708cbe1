// Which names players and accounts may have, and which of them look alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/result.hpp"

namespace sixfold::server {

/// The keys by which names are compared. Two names that share a look cannot both be registered.
struct NameKeys {
  std::string key;                 ///< letters and digits only; ignores case and punctuation
  std::vector<std::string> looks;  ///< of the name in lower case, as written, in capitals

  friend bool operator==(const NameKeys&, const NameKeys&) = default;
};

/// Empty for names that no account may have: too short or too long, with characters outside the
/// identifier profile of UTS 39 other than " -_.", or mixing scripts that are not used together.
[[nodiscard]] std::optional<NameKeys> name_keys(std::string_view text);

/// Whether a name could be mistaken for the server, its operators, a bot's level or nobody in
/// particular.
[[nodiscard]] bool is_reserved(const NameKeys& name);
/// Whether a guest with this name could be mistaken for the server or its operators.
[[nodiscard]] bool is_reserved_for_guests(std::string_view name);

enum class NameFault : std::uint8_t { empty, too_long };
/// The code of the refusal.
[[nodiscard]] std::string_view code_of(NameFault fault);
/// The name as shown for a guest: without control characters, direction marks and other invisible
/// characters. Its length is counted in what people see as one character (grapheme clusters).
[[nodiscard]] Result<std::string, NameFault> clean_player_name(std::string_view text);

/// Changes whenever the same name may get different keys.
[[nodiscard]] std::string name_rules_version();

}  // namespace sixfold::server
