#include "store/sql_worker.hpp"

#include <algorithm>

namespace sixfold::store {

namespace {

using Clock = std::chrono::steady_clock;

// Enough that waiting appends share commits, few enough that none waits long for others.
constexpr std::size_t most_works_in_commit = 256;
// How long work waits for a database that is down, and how often it tries again.
constexpr auto longest_wait = std::chrono::seconds(7);
constexpr auto look_again = std::chrono::milliseconds(100);
constexpr int most_conflicts = 10;
// How long a healthy store may take for a piece of work.
constexpr auto ready_time = std::chrono::seconds(2);

bool is_overdue(const SqlWorker::Task& task) { return Clock::now() - task.since > longest_wait; }

}  // namespace

SqlWorker::SqlWorker(OpenSql open, bool writes, SqlScheduler schedule)
    : open_(std::move(open)),
      writes_(writes),
      sql_(open_(writes, stop_.get_token())),
      schedule_(std::move(schedule)) {
  if (!schedule_)
    thread_ = std::thread([this] {
      run();
      finished_.set_value();
    });
}

SqlWorker::~SqlWorker() {
  if (thread_.joinable()) close(Clock::now() + closing_time);
}

void SqlWorker::push(Task task) {
  queue_.push(std::move(task));
  if (!schedule_) return;
  // Work that was done together with earlier work leaves nothing to do for its own turn.
  schedule_([this] {
    if (!queue_.is_empty()) carry_out_some();
  });
}

void SqlWorker::close(TimePoint by) {
  queue_.close();
  if (schedule_) return run();
  if (finished_.get_future().wait_until(by) == std::future_status::timeout) stop_.request_stop();
  thread_.join();
}

bool SqlWorker::is_ready() const {
  const TimePoint::rep since = busy_since_;
  return works_ &&
         (since == 0 || Clock::now() - TimePoint(TimePoint::duration(since)) < ready_time);
}

void SqlWorker::run() {
  while (carry_out_some()) {
  }
}

/// Waits for work and does it; false once the queue is closed and empty.
bool SqlWorker::carry_out_some() {
  Tasks tasks = queue_.pop(writes_ ? most_works_in_commit : 1);
  if (tasks.empty()) return false;
  busy_since_ = Clock::now().time_since_epoch().count();
  auto from = tasks.begin();
  while (from != tasks.end()) {
    auto to =
        std::find_if(from, tasks.end(), [](const Task& task) { return !task.shares_transaction; });
    if (to == from) ++to;
    carry_out(std::span(from, to));
    from = to;
  }
  busy_since_ = 0;
  return true;
}

/// All of it in one transaction or, if that fails, one after the other: nobody's work fails
/// because of another's.
void SqlWorker::carry_out(std::span<Task> tasks) {
  if (!sql_) tasks = without_overdue(tasks);
  if (tasks.empty()) return;
  try {
    commit(tasks);
  } catch (const SqlError& error) {
    using Kind = SqlError::Kind;
    const bool is_connected = error.kind() != Kind::lost && error.kind() != Kind::broken;
    if (is_connected && tasks.size() > 1) {
      for (Task& task : tasks) carry_out(std::span(&task, 1));
      return;
    }
    // Others need not wait until the row is free.
    if (error.kind() == Kind::held && !is_overdue(tasks.front()) && !queue_.is_closed())
      return push(std::move(tasks.front()));
    // A statement that cannot succeed says nothing about the database.
    works_ = error.kind() == Kind::refused || error.kind() == Kind::conflict;
    last_fault_ = error.what();
    return answer(tasks, last_fault_);
  }
  works_ = true;
  answer(tasks, std::nullopt);
}

void SqlWorker::answer(std::span<Task> tasks, const std::optional<std::string>& fault) {
  for (const Task& task : tasks)
    if (task.done) task.done(fault);
}

/// Answers those that have waited too long for a connection, and returns the others.
std::span<SqlWorker::Task> SqlWorker::without_overdue(std::span<Task> tasks) {
  const auto rest = std::ranges::stable_partition(tasks, is_overdue);
  const std::span<Task> overdue(tasks.begin(), rest.begin());
  if (!overdue.empty()) answer(overdue, last_fault_);
  return {rest.begin(), rest.end()};
}

/// What goes wrong is thrown as SqlError.
void SqlWorker::connect() {
  try {
    sql_ = open_(writes_, stop_.get_token());
  } catch (const SqlError&) {
    throw;
  } catch (const std::exception& error) {
    throw SqlError(SqlError::Kind::failed, error.what());
  }
}

void SqlWorker::commit(std::span<Task> tasks) {
  using Kind = SqlError::Kind;
  const TimePoint give_up = tasks.front().since + longest_wait;
  const auto may_wait = [&] { return Clock::now() < give_up && !queue_.is_closed(); };
  for (int conflicts = 0;;) {
    try {
      if (!sql_) connect();
      return attempt(tasks);
    } catch (const SqlError& error) {
      const bool is_lost = error.kind() == Kind::lost;
      if (is_lost || error.kind() == Kind::broken)
        sql_.reset();
      else if (sql_)
        sql_->roll_back();
      const bool again =
          (is_lost && may_wait()) ||
          (error.kind() == Kind::conflict && tasks.size() == 1 && ++conflicts < most_conflicts);
      if (!again) throw;
      if (is_lost) std::this_thread::sleep_for(look_again);
    } catch (const std::exception& error) {
      // A row that is not what it should be is no reason to end the process.
      if (sql_) sql_->roll_back();
      throw SqlError(Kind::refused, error.what());
    }
  }
}

void SqlWorker::attempt(std::span<Task> tasks) {
  if (!writes_) {
    for (const Task& task : tasks) task.work(*sql_);
    return;
  }
  std::vector<const Task*> in_order;
  for (const Task& task : tasks) in_order.push_back(&task);
  if (sql_->is_shared()) std::ranges::stable_sort(in_order, {}, &Task::order);
  sql_->begin();
  for (const Task* const task : in_order) task->work(*sql_);
  sql_->commit();
}

}  // namespace sixfold::store
