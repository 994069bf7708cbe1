// The store on any database: one thread with the connection that writes, whose waiting work shares
// commits, and one with a connection that reads.
#pragma once

#include <memory>

#include "store/sql_worker.hpp"
#include "store/store.hpp"

namespace sixfold {

class SqlStore : public Store {
 public:
  /// The first connection is one that writes.
  explicit SqlStore(const OpenSql& open);
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

  // For what else is kept beside the games.

  /// Work that touches rows of several games or users must not share its transaction.
  void write(SqlWork work, SqlDone done, bool shares_transaction = true);
  void look_up(SqlWork work, SqlDone done);
  /// Whether the store did what it was last asked to read and to write, and is not stuck. Returns
  /// at once, from any thread; as current as the last work, and a server reports every second.
  [[nodiscard]] bool is_ready() const;

 private:
  std::unique_ptr<SqlWorker> writer_;
  std::unique_ptr<SqlWorker> reader_;
};

}  // namespace sixfold
