#include <fstream>
#include <memory>
#include <vector>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

#include "load/client.hpp"
#include "load/scenarios.hpp"

namespace sixfold::load {

namespace {

// How many are opened at the same time.
constexpr int openers = 100;

/// The resident memory of a process.
long resident_kib(int pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
}

}  // namespace

void idle(const IdleOptions& options) {
  asio::io_context io;
  const asio::ip::tcp::endpoint server(asio::ip::address_v4::loopback(), options.port);
  std::vector<std::unique_ptr<Client>> clients;
  int open = 0;
  int wanted = options.sockets;

  const auto open_some = [&]() -> asio::awaitable<void> {
    while (wanted > 0) {
      --wanted;
      clients.push_back(std::make_unique<Client>(io));
      Client& client = *clients.back();
      co_await client.connect(server);
      ++open;
    }
  };
  const long before = options.pid ? resident_kib(*options.pid) : 0;
  for (int i = 0; i < openers; ++i)
    asio::co_spawn(io, open_some, [](const std::exception_ptr& error) {
      if (error) std::rethrow_exception(error);
    });
  io.run();

  fmt::print("idle sockets: {}\n", open);
  if (!options.pid) return;
  const long after = resident_kib(*options.pid);
  fmt::print("server memory: {:.1f} MB before, {:.1f} MB with them, {:.1f} KiB per socket\n",
             static_cast<double>(before) / 1024, static_cast<double>(after) / 1024,
             static_cast<double>(after - before) / std::max(open, 1));
}

}  // namespace sixfold::load
