// The server process: HTTP and WebSocket on one port, the hub behind them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "server/gate.hpp"

namespace sixfold {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 8080;  ///< 0: any that is free
  std::string data = "sixfold-data";
  std::string store;            ///< postgresql://…: games are there, not in the data folder
  std::string bus;              ///< redis://…: hints between the servers that share a store
  std::string tls_certificate;  ///< a file with the chain; empty: plain HTTP
  std::string tls_key;
  std::string public_url;  ///< where people reach this server; empty: its own address
  std::string web;         ///< the folder of the web app's files; empty: no web app
  std::string log_level = "info";
  std::int64_t bot_pace_ms = 600;
  std::int64_t grace_seconds = 30;
  std::int64_t seed_wait_ms = 5'000;  ///< how long a full table waits for its players' seeds
  GateOptions gate;
  int tables_per_user = 50;   ///< that have not ended
  int most_tables = 100'000;  ///< of all users, that have not ended
};

/// Serves until SIGTERM or SIGINT. `ready` is told the address once connections are accepted.
/// Throws std::exception where the port or the data cannot be had.
void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready);

}  // namespace sixfold
