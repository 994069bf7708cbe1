// Players who are away from a table of a server: until when they are waited for, and about whom the
// others may decide.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "terminal/session.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

/// What can be decided: the protocol's word, which is also typed, and the key for it.
struct AbsenceChoice {
  std::string_view word;
  char32_t key;
  std::string_view message;  ///< the last part of `terminal.key.…` and `terminal.help.…`
};
inline constexpr std::array<AbsenceChoice, 2> absence_choices{
    {{"let-bot-play", U'b', "bot"}, {"let-leave", U'w', "without"}}};

struct Absence {
  int seat = 0;
  std::int64_t wait_ms = 0;  ///< to go until the others may decide; none: they may

  friend bool operator==(const Absence&, const Absence&) = default;
};

/// The absence that counts next for whoever sits at the table: the longest one; of the player of
/// that name, where one is named.
[[nodiscard]] std::optional<Absence> absence_at(const Shown& shown, std::int64_t now_ms,
                                                std::string_view name = "");

/// In words. `to_decide`: the message for an absence that can be decided about.
[[nodiscard]] std::string absence_text(const Words& words, const Shown& shown,
                                       const Absence& absence, std::string_view to_decide);

}  // namespace sixfold::terminal
