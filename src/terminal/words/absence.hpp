// Players who are away from a server's table: how long the others must wait, and what they may then
// decide.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "terminal/table/session.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

/// A possible decision: the protocol's word, which can also be typed, and its key.
struct AbsenceChoice {
  std::string_view word;
  char32_t key;
  std::string_view message;  ///< the last part of `terminal.key.…` and `terminal.help.…`
};
inline constexpr std::array<AbsenceChoice, 2> absence_choices{
    {{"let-bot-play", U'b', "bot"}, {"let-leave", U'w', "without"}}};

struct Absence {
  int seat = 0;
  std::int64_t wait_ms = 0;  ///< until the others may decide; 0: they may

  friend bool operator==(const Absence&, const Absence&) = default;
};

/// The absence that matters next to the players at the table: the longest one, or that of the named
/// player.
[[nodiscard]] std::optional<Absence> absence_at(const Shown& shown, std::int64_t now_ms,
                                                std::string_view name = "");

/// Describes the absence. `to_decide`: the message to use when the others may decide.
[[nodiscard]] std::string absence_text(const Words& words, const Shown& shown,
                                       const Absence& absence, std::string_view to_decide);

}  // namespace sixfold::terminal
