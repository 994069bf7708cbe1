// Forms on the screen, until somebody has filled them in.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "terminal/choices.hpp"
#include "terminal/form.hpp"
#include "terminal/lobby.hpp"
#include "terminal/online_player.hpp"
#include "terminal/screen.hpp"

namespace sixfold::terminal {

/// With what one asks.
struct Asking {
  Screen& screen;
  Mailbox& mailbox;
  const Words& words;
};

/// The button that was pressed; nothing if the form was left. `refresh` is called after every
/// change of the form, and when something was posted.
[[nodiscard]] std::optional<std::string> ask(const Asking& asking, Form& form,
                                             const std::function<void(Form&)>& refresh);

/// The set-up of a game. `left` as for setup_form.
[[nodiscard]] std::optional<std::string> ask_for_setup(const Asking& asking, Choices& choices,
                                                       bool online, const std::string& left);

/// Until the player has logged in; false if the form was left.
[[nodiscard]] bool ask_to_log_in(const Asking& asking, OnlinePlayer& player,
                                 const std::string& name);

/// The lobby. `name`: by which a guest wants to be called.
[[nodiscard]] std::optional<Wanted> ask_at_lobby(const Asking& asking, OnlinePlayer& player,
                                                 std::string& name);

}  // namespace sixfold::terminal
