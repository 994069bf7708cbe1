#include "server/migrate_store.hpp"

#include <memory>
#include <string>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "server/keeping.hpp"

namespace sixfold::cli {

void add_migrate_store(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "migrate-store", "Copies a server's games from a data folder to a database, or back");
  const auto from = std::make_shared<std::string>();
  const auto to = std::make_shared<std::string>();
  command->add_option("--from", *from, "A data folder or postgresql://…, which no server uses")
      ->required();
  command->add_option("--to", *to, "The same, without games")->required();
  command->callback([&status, from, to] {
    for (const CopiedTable& table : migrate_store(*from, *to))
      fmt::print("{:>10} {}\n", table.rows, table.name);
    fmt::print("{} holds what {} holds\n", shown_place(*to), shown_place(*from));
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
