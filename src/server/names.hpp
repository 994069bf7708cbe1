// Which names players and accounts may have, and which of them people could take for one another.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sixfold {

/// The same for all names that look alike ("Ann", "ANN", "Аnn" with a Cyrillic letter); none for a
/// name that no account may have: too short or long, with signs that are no letters, digits or one
/// of " -_.", or of letters of several scripts that are not written together.
[[nodiscard]] std::optional<std::string> name_key(std::string_view name);

/// What a guest may be called: not too long, no control characters, not spaces alone.
[[nodiscard]] bool is_player_name(std::string_view name);

}  // namespace sixfold
