// The scenarios of the load program. Each prints its figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sixfold::load {

struct IdleOptions {
  std::uint16_t port = 8080;
  int sockets = 15'000;
  std::optional<int> pid;  ///< of the server, to measure its memory
};
/// Opens sockets that only say hello, and keeps them open while it measures the server's memory.
void idle(const IdleOptions& options);

struct PlayOptions {
  std::uint16_t port = 8080;
  int tables = 100;
  int seconds = 10;
  std::optional<double> rate;  ///< moves per second on all tables together; empty: unlimited
  std::optional<int> pid;      ///< of the server, to measure its CPU time
};
/// Plays both sides of two-player tables and measures the time from sending a move to its ack.
void play(const PlayOptions& options);

struct ShowOptions {
  std::uint16_t port = 8080;
  std::string game;
};
/// Measures the time until a new visitor is shown the table.
void show(const ShowOptions& options);

struct FillOptions {
  std::string data;
  int games = 10'000;
  int moves = 20;
  int devices = 0;  ///< that want notices, spread over the players
  int due = 0;      ///< games whose next player is to be told so now
  std::string push_service = "https://localhost";
};
/// Puts running games into a data folder and prints the id of one of them.
void fill(const FillOptions& options);

}  // namespace sixfold::load
