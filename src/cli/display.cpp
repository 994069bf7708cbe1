#include "cli/display.hpp"

namespace sixfold::cli {

std::string language_help() {
  std::string list;
  for (const std::string& language : terminal::languages())
    list += (list.empty() ? "" : ", ") + language;
  return list + "; else as the environment says";
}

void add_display_options(CLI::App& command, terminal::Display& display) {
  command.add_option("--language", display.language, language_help());
  command.add_flag("--lines", display.lines, "Plain lines, as on a dumb terminal or in a pipe");
  command.add_flag("!--no-colour,!--no-color", display.colours,
                   "Without colours, as NO_COLOR in the environment asks for");
  command.add_flag("!--letters", display.symbols, "Shapes as letters, as in the notation");
}

}  // namespace sixfold::cli
