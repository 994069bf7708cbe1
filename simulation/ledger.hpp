// What the stores have told the nodes, put together: for every game the log as far as any node can
// know it, and the table that it folds to. Whatever a node shows or acknowledges must be in here.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "server/table.hpp"
#include "simulation/environment.hpp"
#include "store/store.hpp"

namespace sixfold::simulation {

struct GameLog {
  std::vector<store::StoredEvent> events;
  server::Table table;  ///< after all of them
  std::map<Id, std::uint64_t> commands;
};

class Ledger {
 public:
  /// Hears of every event when it is first seen; `log` is as it was before.
  using Listener = std::function<void(const Id& game, const GameLog& log,
                                      const server::TableEvent& event, std::int64_t time_ms)>;

  explicit Ledger(Environment& environment) : environment_(environment) {}

  void listen(Listener listener) { listener_ = std::move(listener); }
  void saw_events(const Id& game, std::span<const store::StoredEvent> events);
  void saw_command(const Id& game, const Id& command, std::uint64_t seq);

  [[nodiscard]] const GameLog* find(const Id& game) const;
  [[nodiscard]] const std::map<Id, GameLog>& games() const { return games_; }

 private:
  void apply(const Id& game, GameLog& log, const store::StoredEvent& stored);

  Environment& environment_;
  Listener listener_;
  std::map<Id, GameLog> games_;
};

/// A store whose answers are written to the ledger before they are passed on.
class ObservedStore final : public store::Store {
 public:
  ObservedStore(Ledger& ledger, std::unique_ptr<store::Store> store)
      : ledger_(ledger), store_(std::move(store)) {}

  void append(store::AppendRequest request, store::AppendAnswer answer) override;
  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override;
  void find_command(Id game, Id command, store::CommandAnswer answer) override;
  void find_command_of(Id user, Id command, store::PlaceAnswer answer) override;
  void open_games(store::GamesAnswer answer) override { store_->open_games(std::move(answer)); }
  void find_code(std::string code, store::GameAnswer answer) override {
    store_->find_code(std::move(code), std::move(answer));
  }
  void games_of(Id user, int most, store::GamesAnswer answer) override {
    store_->games_of(user, most, std::move(answer));
  }
  void report(store::NodeReport report, store::NewsAnswer answer) override {
    store_->report(std::move(report), std::move(answer));
  }
  void give_back(store::GiveBack what, store::DoneAnswer answer) override {
    store_->give_back(std::move(what), std::move(answer));
  }

 private:
  Ledger& ledger_;
  std::unique_ptr<store::Store> store_;
};

}  // namespace sixfold::simulation
