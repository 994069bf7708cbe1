#include "support/postgres.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <libpq-fe.h>
#include <unistd.h>

#include "store/random_id.hpp"

namespace sixfold {

namespace {

constexpr const char* programs = "/usr/lib/postgresql/15/bin/";

}  // namespace

PostgresServer& PostgresServer::common() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer()
    : folder_(std::filesystem::temp_directory_path() /
              ("sixfold-pg-" + to_text(store::random_id()))) {
  std::filesystem::create_directories(folder_);
  // PostgreSQL refuses to run as root.
  if (geteuid() == 0 && std::system(("chown postgres " + folder_.string()).c_str()) != 0)
    throw std::runtime_error("no user named postgres");
  run("initdb --no-sync --auth=trust --username=sixfold -D " + (folder_ / "data").string());
  run("pg_ctl -w -D " + (folder_ / "data").string() + " -l " + (folder_ / "log").string() +
      " -o '-c listen_addresses= -c unix_socket_directories=" + folder_.string() +
      " -c fsync=off' start");
}

PostgresServer::~PostgresServer() {
  try {
    run("pg_ctl -m immediate -D " + (folder_ / "data").string() + " stop");
  } catch (const std::exception& error) {
    // The folder is removed in any case.
    std::fprintf(stderr, "%s\n", error.what());
  }
  std::filesystem::remove_all(folder_);
}

std::string PostgresServer::url() const {
  return "postgresql:///postgres?user=sixfold&host=" + folder_.string();
}

void PostgresServer::empty() const {
  PGconn* const connection = PQconnectdb(url().c_str());
  PGresult* const result = PQexec(
      connection,
      "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public;");
  const bool done = PQresultStatus(result) == PGRES_COMMAND_OK;
  PQclear(result);
  PQfinish(connection);
  if (!done) throw std::runtime_error("the database cannot be emptied");
}

void PostgresServer::restart() const {
  run("pg_ctl -w -m fast -D " + (folder_ / "data").string() + " -l " + (folder_ / "log").string() +
      " restart");
}

void PostgresServer::signal_all(int signal) const {
  pid_t postmaster = 0;
  std::ifstream(folder_ / "data" / "postmaster.pid") >> postmaster;
  if (postmaster <= 0) throw std::runtime_error("no PostgreSQL runs in " + folder_.string());
  // Signal the postmaster first, so that it starts no new processes.
  kill(postmaster, signal);
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    pid_t process = 0;
    std::string name, state;
    pid_t parent = 0;
    if (stat >> process >> name >> state >> parent && parent == postmaster) kill(process, signal);
  }
}

void PostgresServer::run(const std::string& command) const {
  const std::string as_other = geteuid() == 0 ? "runuser -u postgres -- " : "";
  const std::string whole =
      "cd / && " + as_other + programs + command + " >/dev/null 2>>" + "/dev/null";
  if (std::system(whole.c_str()) != 0) throw std::runtime_error("failed: " + whole);
}

}  // namespace sixfold
