// `sixfold play`: leads from the options to a table, and from one game to the next.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "terminal/online/online_player.hpp"
#include "terminal/setup/choices.hpp"

namespace sixfold::terminal {

/// How the program is displayed.
struct Display {
  std::string language;  ///< empty: from the environment
  bool lines = false;    ///< line mode even if a screen is available
  bool colours = true;
  bool symbols = true;
};

struct PlayOptions {
  Display display;
  std::optional<Choices> choices;  ///< empty: asked for on the screen, or the defaults
  bool resume = false;
  std::filesystem::path save;  ///< empty: the default file
  int pace_ms = 600;
  int hint_ms = 1000;   ///< how long to think about a hint
  std::string server;   ///< of online tables; empty: a local game
  std::string table;    ///< code or link of a table to join
  bool quick = false;   ///< a quick match
  bool lobby = false;   ///< show the open tables
  bool games = false;   ///< print one's own tables
  bool next = false;    ///< the table that waits for a move
  bool notify = false;  ///< wait for what happens there
  WantedIdentity identity;
  std::string name;  ///< the player's, at an online table
};

[[nodiscard]] Words words_for(const Display& display);

/// Throws std::runtime_error with a readable message on failure.
void play(const PlayOptions& options);

}  // namespace sixfold::terminal
