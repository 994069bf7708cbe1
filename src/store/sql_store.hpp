// The store on any database: one thread with a connection that writes, where pending work shares
// commits, and one with a connection that reads.
#pragma once

#include <memory>

#include "store/sql_worker.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// The events of a game after `after_seq`, in order.
[[nodiscard]] std::vector<StoredEvent> events_of(Sql& sql, const Id& game,
                                                 std::uint64_t after_seq = 0);

class SqlStore : public Store {
 public:
  /// The first connection opened is the one that writes. With a scheduler there are no threads: the
  /// scheduler runs all work, and answers come from there.
  explicit SqlStore(const OpenSql& open, const SqlScheduler& schedule = nullptr);
  ~SqlStore() override;

  void append(AppendRequest request, AppendAnswer answer) override;
  void read(Id game, std::uint64_t after_seq, EventsAnswer answer) override;
  void find_command(Id game, Id command, CommandAnswer answer) override;
  void find_command_of(Id user, Id command, PlaceAnswer answer) override;
  void open_games(GamesAnswer answer) override;
  void find_code(std::string code, GameAnswer answer) override;
  void games_of(Id user, int most, GamesAnswer answer) override;
  void report(NodeReport report, NewsAnswer answer) override;
  void give_back(GiveBack what, DoneAnswer answer) override;

  // For data stored next to the games.

  /// Work that touches rows of several games or users must not share its transaction.
  void write(SqlWork work, SqlDone done, bool shares_transaction = true);
  void look_up(SqlWork work, SqlDone done);
  /// Whether the latest read and write succeeded and the store is not stuck. Returns immediately,
  /// from any thread. Up to date as long as the server reports every second.
  [[nodiscard]] bool is_ready() const;

 private:
  std::unique_ptr<SqlWorker> writer_;
  std::unique_ptr<SqlWorker> reader_;
};

}  // namespace sixfold::store
