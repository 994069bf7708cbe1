#include <fmt/core.h>
#include <sixfold/version.hpp>

#include "cli/commands.hpp"

namespace sixfold::cli {

void add_version(CLI::App& app, int& status) {
  app.set_version_flag("--version", fmt::format("sixfold {}", library_version),
                       "Print the version and exit");
  CLI::App* const command = app.add_subcommand("version", "Prints the version");
  command->callback([&status] {
    fmt::print("sixfold {}\n", library_version);
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
