// A connection to PostgreSQL in which every wait has a time limit.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "store/sql.hpp"

struct pg_conn;
struct pg_result;

namespace sixfold::store {

class PostgresConnection final : public Sql {
 public:
  /// `url` in libpq's form. Defaults are set so that a vanished peer is noticed.
  PostgresConnection(const std::string& url, std::stop_token stop);

  SqlRows run(const char* statement, const SqlValues& values) override;
  std::vector<SqlRows> run_each(const char* statement,
                                const std::vector<SqlValues>& values) override;
  void begin() override { run_all("BEGIN"); }
  void commit() override { run_all("COMMIT"); }
  void roll_back() noexcept override;
  [[nodiscard]] bool is_shared() const override { return true; }

  /// Runs several statements without parameters.
  void run_all(const char* statements);
  /// From now on PostgreSQL aborts statements, lock waits and idle transactions of this connection
  /// after a few seconds, unless the administrator has set other limits. If an answer takes longer
  /// than that, the connection counts as lost.
  void limit_time();

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  struct Clear {
    void operator()(pg_result* result) const;
  };
  using Answer = std::unique_ptr<pg_result, Clear>;

  void expect_usable() const;
  void sent(int is_sent);
  void flush();
  void wait_for(short events);
  [[nodiscard]] Answer next_answer();
  [[nodiscard]] Answer last_answer();
  void check(const pg_result* answer) const;
  const std::string& prepared(const char* statement);
  void run_pipeline(const std::string& name, std::span<const SqlValues> values,
                    std::vector<SqlRows>& all);

  std::unique_ptr<pg_conn, Close> connection_;
  std::stop_token stop_;
  std::chrono::milliseconds longest_answer_;
  std::chrono::steady_clock::time_point answer_by_;
  bool is_broken_ = false;  // an answer did not arrive, so the connection cannot be used any more
  std::map<const void*, std::string> names_;
};

}  // namespace sixfold::store
