// A PostgreSQL server for the tests, in its own folder, without a port.
#pragma once

#include <csignal>
#include <filesystem>
#include <string>

namespace sixfold {

class PostgresServer {
 public:
  /// The server that all tests of a program share.
  static PostgresServer& common();

  PostgresServer();
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  [[nodiscard]] std::string url() const;
  /// Drops every table.
  void empty() const;
  /// Like an administrator would: connections are cut.
  void restart() const;
  /// Stops or continues all its processes. While stopped, nothing answers, but no connection
  /// breaks.
  void freeze() const { signal_all(SIGSTOP); }
  void thaw() const { signal_all(SIGCONT); }

 private:
  void run(const std::string& command) const;
  void signal_all(int signal) const;

  std::filesystem::path folder_;
};

}  // namespace sixfold
