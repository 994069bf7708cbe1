// What the load program can do. Each prints its figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sixfold::load {

struct IdleOptions {
  std::uint16_t port = 8080;
  int sockets = 15'000;
  std::optional<int> pid;  ///< the server's, to look at its memory
};
/// Opens sockets that only say hello, and keeps them while it looks at the server's memory.
void idle(const IdleOptions& options);

struct PlayOptions {
  std::uint16_t port = 8080;
  int tables = 100;
  int seconds = 10;
  std::optional<double> rate;  ///< moves a second of all tables together; none: as fast as it goes
  std::optional<int> pid;      ///< the server's, to look at its processor time
};
/// Tables of two, both played from here; the time from sending a move to its acknowledgement.
void play(const PlayOptions& options);

struct ShowOptions {
  std::uint16_t port = 8080;
  std::string game;
};
/// The time until a new visitor is shown the table.
void show(const ShowOptions& options);

struct FillOptions {
  std::string data;
  int games = 10'000;
  int moves = 20;
};
/// Puts games that go on into a data folder, and prints the id of one of them.
void fill(const FillOptions& options);

}  // namespace sixfold::load
