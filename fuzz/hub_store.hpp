// A real store in a temporary file that tells when it has answered everything, so that a run does
// not depend on how fast its threads are. Its answers run on the thread of the hub.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include "require.hpp"
#include "store/sqlite_store.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold::fuzz {

class HubStore final : public store::Store {
 public:
  /// Forgets all games.
  void clear() {
    ++open_;
    store_.write(
        [](store::Sql& sql) {
          for (const char* const statement :
               {"DELETE FROM games", "DELETE FROM events", "DELETE FROM commands",
                "DELETE FROM players", "DELETE FROM server", "DELETE FROM results",
                "DELETE FROM ratings", "DELETE FROM flags", "DELETE FROM outages"})
            sql.run(statement, {});
        },
        [this](const auto& fault) {
          require(!fault, "the store can be emptied");
          answered();
        });
    run_all();
  }

  // Tasks of the hub

  void post(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }
  /// Until no task is left and no answer is to come.
  void run_all() {
    while (const auto task = next_task()) task();
  }
  void forget_tasks() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
  }

  // The store

  void append(store::AppendRequest request, store::AppendAnswer answer) override {
    store_.append(std::move(request), counted(std::move(answer)));
  }
  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override {
    store_.read(game, after_seq, counted(std::move(answer)));
  }
  void find_command(Id game, Id command, store::CommandAnswer answer) override {
    store_.find_command(game, command, counted(std::move(answer)));
  }
  void find_command_of(Id user, Id command, store::PlaceAnswer answer) override {
    store_.find_command_of(user, command, counted(std::move(answer)));
  }
  void open_games(store::GamesAnswer answer) override {
    store_.open_games(counted(std::move(answer)));
  }
  void find_code(std::string code, store::GameAnswer answer) override {
    store_.find_code(std::move(code), counted(std::move(answer)));
  }
  void games_of(Id user, int most, store::GamesAnswer answer) override {
    store_.games_of(user, most, counted(std::move(answer)));
  }
  void report(store::NodeReport report, store::NewsAnswer answer) override {
    store_.report(std::move(report), counted(std::move(answer)));
  }
  void give_back(store::GiveBack what, store::DoneAnswer answer) override {
    store_.give_back(std::move(what), counted(std::move(answer)));
  }

 private:
  template <class... Args>
  std::function<void(Args...)> counted(std::function<void(Args...)> answer) {
    {
      const std::lock_guard lock(mutex_);
      ++open_;
    }
    return [this, answer = std::move(answer)](Args... args) {
      answer(std::forward<Args>(args)...);
      answered();
    };
  }
  void answered() {
    const std::lock_guard lock(mutex_);
    --open_;
    changed_.notify_one();
  }
  std::function<void()> next_task() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !tasks_.empty() || open_ == 0; });
    if (tasks_.empty()) return nullptr;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    return task;
  }

  tests::TemporaryFolder folder_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  int open_ = 0;  // calls that are not answered yet
  store::SqliteStore store_{
      store::SqliteOptions{(folder_.path() / "games.db").string(), "", false}};
};

}  // namespace sixfold::fuzz
