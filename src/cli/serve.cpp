#include <cstdio>
#include <memory>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "server/data_folder.hpp"
#include "server/server.hpp"
#include "server/web_files.hpp"

namespace sixfold::cli {

namespace {

constexpr const char* default_data = "sixfold-data";

}  // namespace

void add_serve(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "serve", "Keeps tables for people and bots, with the web app, until it is told to stop");
  const auto options = std::make_shared<ServerOptions>();
  options->web = default_web_folder();
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
  command->add_option("--web", options->web, "The folder of the web app's files")
      ->envname("SIXFOLD_WEB");
  command->add_option("--log", options->log_level, "debug, info, warn, err or off")
      ->envname("SIXFOLD_LOG")
      ->check(CLI::IsMember({"debug", "info", "warn", "err", "off"}))
      ->capture_default_str();
  command
      ->add_option("--bot-pace", options->bot_pace_ms,
                   "Milliseconds after which bots move; 0: as soon as they know")
      ->envname("SIXFOLD_BOT_PACE")
      ->check(CLI::Range(0, 60'000))
      ->capture_default_str();
  command
      ->add_option("--grace", options->grace_seconds,
                   "Seconds a player may be away before the others may decide")
      ->envname("SIXFOLD_GRACE")
      ->check(CLI::Range(0, 86'400))
      ->capture_default_str();
  command
      ->add_option("--sockets-per-address", options->sockets_per_address,
                   "Open at a time from one address; 0: no limits by address")
      ->envname("SIXFOLD_SOCKETS_PER_ADDRESS")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--trusted-proxy", options->trusted_proxies,
                   "An address whose X-Forwarded-For is believed; may be repeated")
      ->envname("SIXFOLD_TRUSTED_PROXY");
  command
      ->add_option("--tables-per-user", options->tables_per_user,
                   "Tables of one user that have not ended")
      ->envname("SIXFOLD_TABLES_PER_USER")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--tables", options->most_tables, "Tables in all that have not ended")
      ->envname("SIXFOLD_TABLES")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  // The file of options belongs to the whole program: [serve] and below it port=8080.
  command->fallthrough();
  command->callback([&status, options] {
    serve(*options, [](const std::string& url) {
      fmt::print("Sixfold is at {}\n", url);
      std::fflush(stdout);
    });
    status = exit_ok;
  });
}

void add_backup(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "backup", "Copies a server's data to a new folder, while the server may be running");
  const auto data = std::make_shared<std::string>(default_data);
  const auto to = std::make_shared<std::string>();
  command->add_option("--data", *data, "The server's folder")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("to", *to, "The new folder")->required();
  command->callback([&status, data, to] {
    back_up_data(*data, *to);
    fmt::print("{} holds a copy of {}\n", *to, *data);
    status = exit_ok;
  });
}

void add_restore(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("restore", "Puts a backup into a folder that has no games yet");
  const auto data = std::make_shared<std::string>(default_data);
  const auto from = std::make_shared<std::string>();
  command->add_option("--data", *data, "The folder to fill")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("from", *from, "The backup")->required();
  command->callback([&status, data, from] {
    restore_data(*from, *data);
    fmt::print("{} holds what was in {}\n", *data, *from);
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
