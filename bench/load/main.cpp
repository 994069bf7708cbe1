// Puts load on a running server and fills data folders with games: see bench/server.
#include <cstdio>

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include "load/scenarios.hpp"

namespace {

/// Every socket needs a file descriptor.
void allow_many_files() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace sixfold::load;
  CLI::App app("Load for a running Sixfold server");
  app.require_subcommand(1);

  IdleOptions idling;
  CLI::App* const idle_command = app.add_subcommand("idle", "Opens sockets that do nothing");
  idle_command->add_option("--port", idling.port)->capture_default_str();
  idle_command->add_option("--sockets", idling.sockets)->capture_default_str();
  idle_command->add_option("--pid", idling.pid, "The server, to look at its memory");
  idle_command->callback([&] { idle(idling); });

  PlayOptions playing;
  CLI::App* const play_command = app.add_subcommand("play", "Plays tables of two people");
  play_command->add_option("--port", playing.port)->capture_default_str();
  play_command->add_option("--tables", playing.tables)->capture_default_str();
  play_command->add_option("--seconds", playing.seconds)->capture_default_str();
  play_command->add_option("--rate", playing.rate, "Moves per second; none: full speed");
  play_command->add_option("--pid", playing.pid, "The server, to look at its processor time");
  play_command->callback([&] { play(playing); });

  ShowOptions showing;
  CLI::App* const show_command = app.add_subcommand("show", "Lets a visitor look at a table");
  show_command->add_option("--port", showing.port)->capture_default_str();
  show_command->add_option("--game", showing.game)->required();
  show_command->callback([&] { show(showing); });

  FillOptions filling;
  CLI::App* const fill_command = app.add_subcommand("fill", "Puts games into a data folder");
  fill_command->add_option("--data", filling.data)->required();
  fill_command->add_option("--games", filling.games)->capture_default_str();
  fill_command->add_option("--moves", filling.moves)->capture_default_str();
  fill_command->add_option("--devices", filling.devices, "Devices that want notices")
      ->capture_default_str();
  fill_command->add_option("--due", filling.due, "Games of which notices are due")
      ->capture_default_str();
  fill_command->add_option("--push-service", filling.push_service)->capture_default_str();
  fill_command->callback([&] { fill(filling); });

  allow_many_files();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sixfold_load: %s\n", error.what());
    return 1;
  }
  return 0;
}
