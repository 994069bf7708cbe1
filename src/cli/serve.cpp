#include <cctype>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands.hpp"
#include "picture/drawing.hpp"
#include "server/data_folder.hpp"
#include "server/server.hpp"
#include "server/web_files.hpp"
#include "svg/moment_svg.hpp"
#include "terminal/words/moment.hpp"

namespace sixfold::cli {

namespace {

constexpr const char* default_data = "sixfold-data";

/// The final position as a PNG file; empty if the record cannot be replayed.
std::string final_picture(std::string_view text) {
  const auto record = parse_record(text);
  if (!record) return {};
  const auto moment = terminal::moment_at(*record, std::numeric_limits<int>::max());
  if (!moment) return {};
  const auto image = picture::drawn(svg::board_svg(moment->shown.view, record->theme), 1);
  if (!image) return {};
  const std::vector<std::uint8_t> png = picture::png_of(*image);
  return {png.begin(), png.end()};
}

}  // namespace

void add_serve(CLI::App& app, int& status) {
  CLI::App* const command = app.add_subcommand(
      "serve", "Serves the web app and tables for people and bots until it is stopped");
  const auto options = std::make_shared<server::ServerOptions>();
  options->web = server::default_web_folder();
  options->draw = final_picture;
  // Every option can also be set in the environment: --bot-pace as SIXFOLD_BOT_PACE.
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
  option("port", options->port, "The port to listen on; 0: any free port");
  option("bind", options->bind, "The address to listen on");
  option("data", options->data, "The folder that holds the games");
  option("store", options->store,
         "postgresql://…: store the games there; several servers can share them");
  option("bus", options->bus,
         "redis://[user:password@]host[:port]: for news between servers that share a store");
  option("public-url", options->gate.public_url, "The address at which people reach this server");
  CLI::Option* const certificate =
      option("tls-certificate", options->tls_certificate,
             "A PEM file with the certificate and its chain, to serve HTTPS");
  CLI::Option* const key =
      option("tls-key", options->tls_key, "A PEM file with the certificate's key");
  certificate->needs(key);
  key->needs(certificate);
  option("web", options->web, "The folder with the web app's files");
  option("log", options->log_level, "The log level: debug, info, warn, err or off")
      ->check(CLI::IsMember({"debug", "info", "warn", "err", "off"}));
  option("bot-pace", options->bot_pace_ms, "Milliseconds after which bots move; 0: at once")
      ->check(CLI::Range(0, 60'000));
  option("grace", options->grace_seconds,
         "Seconds that a player may be away before the others may decide")
      ->check(CLI::Range(0, 86'400));
  option("seed-wait", options->seed_wait_ms,
         "Milliseconds that a full table waits for its players' seeds")
      ->check(CLI::Range(0, 60'000));
  option("sockets-per-address", options->gate.sockets_per_address,
         "Open sockets per address; 0: no limits by address")
      ->check(CLI::NonNegativeNumber);
  option("trusted-proxy", options->gate.trusted_proxies,
         "An IP address whose X-Forwarded-For header is trusted; may be repeated");
  option("tables-per-user", options->tables_per_user, "Unfinished tables per user")
      ->check(CLI::PositiveNumber);
  option("tables", options->most_tables, "Unfinished tables in total")->check(CLI::PositiveNumber);
  option("push-contact", options->push_contact,
         "mailto:… or https://…: where push services reach you; default: the public URL");
  command
      ->add_flag("--push-private", options->push_private,
                 "Send notices to private addresses too, for tests")
      ->envname("SIXFOLD_PUSH_PRIVATE");
  // --config belongs to the whole program, with a section [serve] in the file.
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
      "backup", "Copies a server's data to a new folder, also while the server runs");
  const auto data = std::make_shared<std::string>(default_data);
  const auto to = std::make_shared<std::string>();
  command->add_option("--data", *data, "The server's data folder")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("to", *to, "The new folder")->required();
  command->callback([&status, data, to] {
    server::back_up_data(*data, *to);
    fmt::print("{} now holds a copy of {}\n", *to, *data);
    status = exit_ok;
  });
}

void add_restore(CLI::App& app, int& status) {
  CLI::App* const command =
      app.add_subcommand("restore", "Restores a backup into a folder without games");
  const auto data = std::make_shared<std::string>(default_data);
  const auto from = std::make_shared<std::string>();
  command->add_option("--data", *data, "The data folder to restore into")
      ->envname("SIXFOLD_DATA")
      ->capture_default_str();
  command->add_option("from", *from, "The folder of the backup")->required();
  command->callback([&status, data, from] {
    server::restore_data(*from, *data);
    fmt::print("{} now holds the data of {}\n", *data, *from);
    status = exit_ok;
  });
}

}  // namespace sixfold::cli
