#include "server/migrate_store.hpp"

#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "server/storage.hpp"

namespace sixfold::cli {

void add_migrate_store(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "migrate-store", "Copies a server's games from a data folder to a database, or back");
  const auto from = std::make_shared<std::string>();
  const auto to = std::make_shared<std::string>();
  command->add_option("--from", *from, "A data folder or postgresql://…, not in use by a server")
      ->required();
  command->add_option("--to", *to, "Another one, without games")->required();
  command->callback([&status, from, to] {
    for (const store::CopiedTable& table : server::migrate_store(*from, *to))
      fmt::print("{:>10} {}\n", table.rows, table.name);
    fmt::print("copied everything from {} to {}\n", server::shown_place(*from),
               server::shown_place(*to));
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
