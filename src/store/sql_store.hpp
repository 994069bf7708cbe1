// The store on any database: one thread with the connection that writes, whose waiting work shares
// commits, and one with a connection that reads.
#pragma once

#include <functional>
#include <memory>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold {

/// Opens a connection; throws where that cannot be done.
using OpenSql = std::function<std::unique_ptr<Sql>(bool to_write)>;
/// Runs in a transaction; more than once where another connection was in the way.
using SqlWork = std::function<void(Sql&)>;
/// Comes after the commit; with what went wrong, if nothing was stored.
using SqlDone = std::function<void(const std::optional<ReadFault>&)>;

class SqlStore : public Store {
 public:
  /// The first connection is one that writes.
  explicit SqlStore(const OpenSql& open);
  ~SqlStore() override;

  void append(AppendRequest request, AppendAnswer answer) override;
  void read(Id game, std::uint64_t after_seq, EventsAnswer answer) override;
  void find_command(Id game, Id command, CommandAnswer answer) override;
  void find_command_of(Id user, Id command, PlaceAnswer answer) override;
  void open_games(OpenGamesAnswer answer) override;
  void find_code(std::string code, GameAnswer answer) override;
  void games_of(Id user, int most, GamesAnswer answer) override;
  void report(NodeReport report, NewsAnswer answer) override;

  // For what else is kept beside the games.

  /// Work that touches rows of several games or users must not share its transaction.
  void write(SqlWork work, SqlDone done, bool shares_transaction = true);
  void look_up(SqlWork work, SqlDone done);

 private:
  class Worker;
  std::unique_ptr<Worker> reader_;
  std::unique_ptr<Worker> writer_;  // goes first: what it has done may still look something up
};

}  // namespace sixfold
