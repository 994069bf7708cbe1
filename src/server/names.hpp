// Which names players and accounts may have, and which of them people could mistake for one
// another.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold {

/// What names are compared by. Two names that share a look cannot both be registered.
struct NameKeys {
  std::string key;  ///< the same however the name is capitalised and punctuated; letters and digits
  std::vector<std::string> looks;  ///< of the name in small letters, as it is written, in capitals

  friend bool operator==(const NameKeys&, const NameKeys&) = default;
};

/// None for a name that no account may have: too short or too long, with characters outside the
/// identifier profile of UTS 39 other than " -_.", or mixing scripts that are not written together.
[[nodiscard]] std::optional<NameKeys> name_keys(std::string_view name);

/// Whether a name could be taken for the server, for whoever runs it, for a bot's level or for
/// nobody in particular.
[[nodiscard]] bool is_reserved(const NameKeys& name);
/// Whether a guest would pass for the server or for whoever runs it.
[[nodiscard]] bool is_reserved_for_guests(std::string_view name);

/// What a guest is called who asks for this name: without controls, marks of direction and other
/// characters that are not shown. None if nothing is left, or more than fits a table.
[[nodiscard]] std::optional<std::string> clean_player_name(std::string_view name);

/// Changes whenever the same name may give other keys.
[[nodiscard]] std::string name_rules_version();

}  // namespace sixfold
