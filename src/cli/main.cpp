#include <exception>
#include <memory>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "cli/help.hpp"

int main(int argc, char** argv) {
  using namespace sixfold::cli;
  int status = exit_ok;
  try {
    CLI::App app("Sixfold: software for the Qwirkle family of tile games.", "sixfold");
    app.formatter(std::make_shared<HelpFormatter>());  // before the subcommands, which copy it
    app.failure_message(failure_text);
    app.require_subcommand(1);
    app.set_config("--config", "",
                   "A file of options: a line [serve], then lines such as port=8080");
    add_play(app, status);
    add_replay(app, status);
    add_show(app, status);
    add_photo(app, status);
    add_moves(app, status);
    add_verify(app, status);
    add_selfplay(app, status);
    add_arena(app, status);
    add_analyse(app, status);
    add_stats(app, status);
    add_hint(app, status);
    add_puzzles(app, status);
    add_bot(app, status);
    add_bench(app, status);
    add_schema(app, status);
    add_serve(app, status);
    add_backup(app, status);
    add_restore(app, status);
    add_migrate_store(app, status);
    add_admin(app, status);
    add_help(app, status);
    add_completion(app, status);
    add_manual(app, status);
    add_version(app, status);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? exit_ok : exit_unusable;
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "sixfold: {}\n", error.what());
    return exit_unusable;
  }
  return status;
}
