// The server process: HTTP and WebSocket on one port, with the hub behind them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "server/gate.hpp"
#include "server/pictures.hpp"

namespace sixfold::server {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 8080;  ///< 0: any free port
  std::string data = "sixfold-data";
  std::string store;  ///< postgresql://…: stores games there instead of in the data folder
  std::string bus;    ///< redis://…: news between servers that share a store
  std::string tls_certificate;  ///< a file with the chain; empty: plain HTTP
  std::string tls_key;
  std::string public_url;  ///< the URL people use; empty: the server's own address
  std::string web;         ///< folder of the web app's files; empty: no web app
  std::string log_level = "info";
  std::int64_t bot_pace_ms = 600;
  std::int64_t grace_seconds = 30;
  std::int64_t seed_wait_ms = 5'000;  ///< how long a full table waits for its players' seeds
  GateOptions gate;
  int tables_per_user = 50;   ///< not counting finished ones
  int most_tables = 100'000;  ///< of all users, not counting finished ones
  std::string push_contact;   ///< for push services: mailto:… or https://…; empty: the public URL
  bool push_private = false;  ///< sends notices to private addresses too; only for tests
  DrawPicture draw;           ///< of finished games, for link previews; empty: there are none
};

/// Serves until SIGTERM or SIGINT. Calls `ready` with the URL once connections are accepted. Throws
/// std::exception if the port or the data is unavailable.
void serve(const ServerOptions& options, const std::function<void(const std::string& url)>& ready);

}  // namespace sixfold::server
