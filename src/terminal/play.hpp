// `sixfold play`: from what was asked for to a table, and on from game to game.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "terminal/choices.hpp"
#include "terminal/online_player.hpp"

namespace sixfold::terminal {

/// How a program shows itself.
struct Display {
  std::string language;  ///< empty: as the environment says
  bool lines = false;    ///< plain lines even where there could be a screen
  bool colours = true;
  bool symbols = true;
};

struct PlayOptions {
  Display display;
  std::optional<Choices> choices;  ///< none: asked for on the screen, or the usual
  bool resume = false;
  std::filesystem::path save;  ///< empty: the usual file
  int pace_ms = 600;
  int hint_ms = 1000;  ///< for which a hint is thought about
  std::string server;  ///< where online tables are; empty: a game of this program
  std::string table;   ///< code or link of a table to join
  bool quick = false;  ///< a quick match
  bool lobby = false;  ///< the tables that wait for players
  WantedIdentity identity;
  std::string name;  ///< of the player, at an online table
};

[[nodiscard]] Words words_for(const Display& display);

/// Throws std::runtime_error, in words for people, where it cannot be done.
void play(const PlayOptions& options);

}  // namespace sixfold::terminal
