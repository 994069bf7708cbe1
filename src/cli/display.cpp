#include "cli/display.hpp"

namespace sixfold::cli {

void add_display_options(CLI::App& command, terminal::Display& display) {
  command.add_option("--language", display.language,
                     "en, de, fr, it, nl or es; else as the environment says");
  command.add_flag("--lines", display.lines, "Plain lines, as on a dumb terminal or in a pipe");
  command.add_flag("!--no-colour,!--no-color", display.colours,
                   "Without colours, as NO_COLOR in the environment asks for");
  command.add_flag("!--letters", display.symbols, "Shapes as letters, as in the notation");
}

}  // namespace sixfold::cli
