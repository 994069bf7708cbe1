// Shows forms on the screen and lets the user fill them in.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "terminal/drawing/screen.hpp"
#include "terminal/online/lobby.hpp"
#include "terminal/online/online_player.hpp"
#include "terminal/setup/choices.hpp"
#include "terminal/setup/form.hpp"

namespace sixfold::terminal {

/// What is needed to show a form.
struct Asking {
  Screen& screen;
  Mailbox& mailbox;
  const Words& words;
};

/// Returns the button that was pressed; empty if the user left the form. `refresh` is called after
/// every change of the form and after every delivery from the mailbox.
[[nodiscard]] std::optional<std::string> ask(const Asking& asking, Form& form,
                                             const std::function<void(Form&)>& refresh);

/// The set-up of a game. `left`: see setup_form.
[[nodiscard]] std::optional<std::string> ask_for_setup(const Asking& asking, Choices& choices,
                                                       bool online, const std::string& left);

/// Runs until the player has logged in; false if they left the form.
[[nodiscard]] bool ask_to_log_in(const Asking& asking, OnlinePlayer& player,
                                 const std::string& name);

/// The lobby. `name`: the name a guest wants to have.
[[nodiscard]] std::optional<Wanted> ask_at_lobby(const Asking& asking, OnlinePlayer& player,
                                                 std::string& name);

}  // namespace sixfold::terminal
