#include <cstdio>
#include <memory>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "server/server.hpp"

namespace sixfold::cli {

void add_serve(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "serve", "Keeps tables for people and bots, over WebSocket (the web app is still to come)");
  const auto options = std::make_shared<ServerOptions>();
  command->add_option("--port", options->port, "The port; 0 is any that is free")
      ->envname("SIXFOLD_PORT")
      ->capture_default_str();
  command->add_option("--bind", options->bind, "The address to listen on")
      ->envname("SIXFOLD_BIND")
      ->capture_default_str();
  command->add_option("--data", options->data, "The folder of the games")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("--public-url", options->public_url, "Where people reach this server")
      ->envname("SIXFOLD_PUBLIC_URL");
  command->callback([&status, options] {
    serve(*options, [](const std::string& url) {
      fmt::print("Sixfold is at {}\n", url);
      std::fflush(stdout);
    });
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
