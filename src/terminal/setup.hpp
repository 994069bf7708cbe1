// The set-up of a game as a form.
#pragma once

#include "terminal/choices.hpp"
#include "terminal/form.hpp"
#include "terminal/session.hpp"

namespace sixfold::terminal {

inline constexpr std::string_view deal_button = "deal";
inline constexpr std::string_view resume_button = "resume";

/// `left`: the name of a game that was left and can be gone on with; empty if there is none.
[[nodiscard]] Form setup_form(const Choices& choices, const Words& words, bool online,
                              const std::string& left);
/// What the form says now.
void read_form(const Form& form, Choices& choices);

/// What would set up the same game again.
[[nodiscard]] Choices choices_of(const Shown& shown);

}  // namespace sixfold::terminal
