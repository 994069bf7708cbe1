// A connection to PostgreSQL that never waits without a bound.
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

namespace sixfold {

class PostgresConnection final : public Sql {
 public:
  /// `url` as libpq takes it. What it leaves open is set so that a peer that has vanished is
  /// noticed.
  PostgresConnection(const std::string& url, std::stop_token stop);

  SqlRows run(const char* statement, const SqlValues& values) override;
  std::vector<SqlRows> run_each(const char* statement,
                                const std::vector<SqlValues>& values) override;
  void begin() override { run_all("BEGIN"); }
  void commit() override { run_all("COMMIT"); }
  void roll_back() noexcept override;
  [[nodiscard]] bool is_shared() const override { return true; }

  /// Several statements at once, without parameters.
  void run_all(const char* statements);
  /// From now on PostgreSQL ends statements, waits for locks and idle transactions of this
  /// connection after a few seconds, unless the administrator has set other limits; and whatever it
  /// does, an answer that does not come within a few seconds is a lost connection.
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
  bool is_broken_ = false;  // an answer did not come: nothing can be asked any more
  std::map<const void*, std::string> names_;
};

}  // namespace sixfold
