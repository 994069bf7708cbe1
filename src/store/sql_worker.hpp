// One thread with one connection to a database. It does the work it is given in order, and answers
// within a bound whatever the database does. A scheduler can take the thread's place.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "store/sql.hpp"
#include "store/work_queue.hpp"

namespace sixfold::store {

/// How long pending work may take when the store closes.
inline constexpr auto closing_time = std::chrono::seconds(3);

/// Opens a connection, or throws. Once `stop` is requested, the connection no longer waits for
/// anything.
using OpenSql = std::function<std::unique_ptr<Sql>(bool to_write, std::stop_token stop)>;
/// Runs in a transaction, and again if another connection was in the way.
using SqlWork = std::function<void(Sql&)>;
/// Called after the commit; with what went wrong, if it is not known to be stored.
using SqlDone = std::function<void(const std::optional<std::string>&)>;

/// Runs pieces of work later, one at a time, in place of a thread.
using SqlScheduler = std::function<void(std::function<void()> work)>;

class SqlWorker {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  struct Task {
    SqlWork work;
    SqlDone done;
    bool shares_transaction = true;
    Id order{};  ///< works that share a transaction lock their rows in this order
    TimePoint since = std::chrono::steady_clock::now();
  };

  /// Opens the connection. With a scheduler there is no thread: the scheduler runs all work, and
  /// close() what is left.
  SqlWorker(OpenSql open, bool writes, SqlScheduler schedule = nullptr);
  ~SqlWorker();
  SqlWorker(const SqlWorker&) = delete;
  SqlWorker& operator=(const SqlWorker&) = delete;

  void push(Task task);
  /// Takes no more work. Pending work is done by then, or answered with a fault.
  void close(TimePoint by);
  /// Whether the database worked when it was last used, even if it refused a statement, and has not
  /// been busy for long.
  [[nodiscard]] bool is_ready() const;

 private:
  using Tasks = std::vector<Task>;

  void run();
  bool carry_out_some();
  void carry_out(std::span<Task> tasks);
  [[nodiscard]] std::span<Task> without_overdue(std::span<Task> tasks);
  void commit(std::span<Task> tasks);
  void attempt(std::span<Task> tasks);
  void connect();
  void answer(std::span<Task> tasks, const std::optional<std::string>& fault);

  OpenSql open_;
  bool writes_;
  std::stop_source stop_;
  std::unique_ptr<Sql> sql_;
  std::string last_fault_;
  std::atomic<bool> works_ = true;
  std::atomic<TimePoint::rep> busy_since_ = 0;  // of the oldest work under way; 0: there is none
  WorkQueue<Task> queue_;
  std::promise<void> finished_;
  SqlScheduler schedule_;
  std::thread thread_;
};

}  // namespace sixfold::store
