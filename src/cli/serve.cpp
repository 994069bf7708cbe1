#include <cctype>
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
  // Every option can be given as a variable, too: --bot-pace as SIXFOLD_BOT_PACE.
  const auto option = [command](const std::string& name, auto& value, const std::string& help) {
    std::string variable = "SIXFOLD_" + name;
    for (char& letter : variable)
      letter =
          letter == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return command->add_option("--" + name, value, help)
        ->envname(variable)
        ->capture_default_str()
        ->take_last();
  };
  option("port", options->port, "The port; 0 is any that is free");
  option("bind", options->bind, "The address to listen on");
  option("data", options->data, "The folder of the games");
  option("store", options->store,
         "postgresql://…: keep the games there, where several servers share them");
  option("bus", options->bus,
         "redis://[user:password@]host[:port]: hints between servers that share a store");
  option("public-url", options->gate.public_url, "Where people reach this server");
  CLI::Option* const certificate = option("tls-certificate", options->tls_certificate,
                                          "A file with the certificate and its chain: serve HTTPS");
  CLI::Option* const key = option("tls-key", options->tls_key, "The certificate's key");
  certificate->needs(key);
  key->needs(certificate);
  option("web", options->web, "The folder of the web app's files");
  option("log", options->log_level, "debug, info, warn, err or off")
      ->check(CLI::IsMember({"debug", "info", "warn", "err", "off"}));
  option("bot-pace", options->bot_pace_ms,
         "Milliseconds after which bots move; 0: as soon as they know")
      ->check(CLI::Range(0, 60'000));
  option("grace", options->grace_seconds,
         "Seconds a player may be away before the others may decide")
      ->check(CLI::Range(0, 86'400));
  option("seed-wait", options->seed_wait_ms,
         "Milliseconds for which a full table waits for what its players add to chance")
      ->check(CLI::Range(0, 60'000));
  option("sockets-per-address", options->gate.sockets_per_address,
         "Open at a time from one address; 0: no limits by address")
      ->check(CLI::NonNegativeNumber);
  option("trusted-proxy", options->gate.trusted_proxies,
         "An IP address whose X-Forwarded-For is believed; may be repeated");
  option("tables-per-user", options->tables_per_user, "Tables of one user that have not ended")
      ->check(CLI::PositiveNumber);
  option("tables", options->most_tables, "Tables in all that have not ended")
      ->check(CLI::PositiveNumber);
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
