// The form for setting up a game.
#pragma once

#include "terminal/setup/choices.hpp"
#include "terminal/setup/form.hpp"
#include "terminal/table/session.hpp"

namespace sixfold::terminal {

inline constexpr std::string_view deal_button = "deal";
inline constexpr std::string_view resume_button = "resume";

/// `left`: the name of an unfinished game that can be resumed; empty if there is none.
[[nodiscard]] Form setup_form(const Choices& choices, const Words& words, bool online,
                              const std::string& left);
/// Copies the form's values to the choices.
void read_form(const Form& form, Choices& choices);

/// The choices that would set up the same game again.
[[nodiscard]] Choices choices_of(const Shown& shown);

}  // namespace sixfold::terminal
