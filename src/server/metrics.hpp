// The server's counters, and their presentation at /metrics.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/hub.hpp"

namespace sixfold::server {

struct Metrics {
  std::uint64_t connections = 0;
  std::uint64_t open_sockets = 0;
  std::uint64_t messages = 0;
  std::uint64_t requests = 0;
  std::uint64_t limited = 0;
};

/// In the text format of Prometheus.
[[nodiscard]] inline std::string metrics_text(const Metrics& metrics, const HubFigures& hub) {
  std::string text;
  const auto line = [&](std::string_view name, std::string_view type, std::uint64_t value) {
    const std::string full = "sixfold_" + std::string(name);
    text += "# TYPE " + full + " " + std::string(type) + "\n" + full + " " + std::to_string(value) +
            "\n";
  };
  line("connections_total", "counter", metrics.connections);
  line("http_requests_total", "counter", metrics.requests);
  line("messages_total", "counter", metrics.messages);
  line("commands_stored_total", "counter", hub.commands_stored);
  line("commands_refused_total", "counter", hub.commands_refused);
  line("bot_moves_total", "counter", hub.bot_moves);
  line("limited_total", "counter", metrics.limited);
  line("open_sockets", "gauge", metrics.open_sockets);
  line("tables_in_memory", "gauge", hub.tables_in_memory);
  line("open_tables", "gauge", hub.open_tables);
  line("bots_waiting", "gauge", hub.bots_waiting);
  return text;
}

}  // namespace sixfold::server
