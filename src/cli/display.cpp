#include "cli/display.hpp"

namespace sixfold::cli {

std::string language_help() {
  std::string list;
  for (const std::string& language : terminal::languages())
    list += (list.empty() ? "" : ", ") + language;
  return list + "; by default from the environment";
}

void add_display_options(CLI::App& command, terminal::Display& display) {
  command.add_option("--language", display.language, language_help());
  command.add_flag("--lines", display.lines,
                   "Print plain lines, as on a dumb terminal or in a pipe");
  command.add_flag("!--no-colour,!--no-color", display.colours,
                   "Do not use colours, like NO_COLOR in the environment");
  command.add_flag("!--letters", display.symbols, "Show shapes as letters, as in the notation");
}

}  // namespace sixfold::cli
