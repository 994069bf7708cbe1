// A model of PostgreSQL that several nodes share: the store's contract in memory, with connections
// that are slow, lost or refused, and commits whose answer never arrives. The store's contract
// tests run against it as they do against the real one.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>

#include "engine/random.hpp"
#include "simulation/scheduler.hpp"
#include "store/store.hpp"

namespace sixfold::simulation {

/// The tables.
class ModelDatabase {
 public:
  [[nodiscard]] Result<std::uint64_t, store::AppendRefusal> append(
      const store::AppendRequest& request);
  [[nodiscard]] std::vector<store::StoredEvent> read(const Id& game, std::uint64_t after_seq) const;
  [[nodiscard]] std::optional<std::uint64_t> find_command(const Id& game, const Id& command) const;
  [[nodiscard]] std::optional<store::EventPlace> find_command_of(const Id& user,
                                                                 const Id& command) const;
  [[nodiscard]] std::vector<store::GameRow> open_games() const;
  [[nodiscard]] std::optional<Id> find_code(const std::string& code) const;
  [[nodiscard]] std::vector<store::GameRow> games_of(const Id& user, int most) const;
  /// `now_ms` is the database's own clock.
  [[nodiscard]] store::NodeNews report(const store::NodeReport& report, std::int64_t now_ms);
  void give_back(const store::GiveBack& what);

 private:
  struct Game {
    store::GameRow row;
    std::vector<store::StoredEvent> events;
    std::map<Id, std::uint64_t> commands;
    std::int64_t given_ms = 0;  // the outage whose time it was last given back
  };
  struct KnownOutage {
    store::Outage outage;
    bool is_done = false;
  };
  void note_outage(std::int64_t now_ms);
  void forget_lost_nodes(std::int64_t now_ms);
  [[nodiscard]] std::vector<Id> present_elsewhere(const store::NodeReport& report,
                                                  std::int64_t now_ms) const;
  template <class Belongs>
  std::vector<Id> page_of_games(Id& next_after, const Belongs& belongs) const;

  std::map<Id, Game> games_;
  std::map<std::string, Id> codes_;
  std::map<Id, std::set<Id>> games_of_;
  std::map<Id, std::int64_t> nodes_;             // when each was last alive
  std::map<std::int64_t, KnownOutage> outages_;  // by when they began
  std::map<Id, std::set<Id>> nodes_of_;          // where each user has a connection
};

/// What is wrong with the database, or with the way to it.
struct StoreConditions {
  bool is_down = false;          ///< no connection can be had
  bool hangs = false;            ///< statements are taken and not answered
  int lost_answers_percent = 0;  ///< commits that happen and whose connection is lost then
  Micros latency = 2 * millisecond;
};

/// The database's clock, in milliseconds since 1970.
using DatabaseClock = std::function<std::int64_t()>;

/// One node's connections: one that writes and one that reads, as the real store has.
class ModelStore final : public store::Store {
 public:
  using After = std::function<void(Micros delay, Scheduler::Task task)>;

  /// `after` must not run anything once this is gone.
  ModelStore(ModelDatabase& database, const StoreConditions& conditions, Random& rng, After after,
             DatabaseClock clock)
      : database_(database),
        conditions_(conditions),
        rng_(rng),
        after_(std::move(after)),
        clock_(std::move(clock)) {}

  void append(store::AppendRequest request, store::AppendAnswer answer) override;
  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override;
  void find_command(Id game, Id command, store::CommandAnswer answer) override;
  void find_command_of(Id user, Id command, store::PlaceAnswer answer) override;
  void open_games(store::GamesAnswer answer) override;
  void find_code(std::string code, store::GameAnswer answer) override;
  void games_of(Id user, int most, store::GamesAnswer answer) override;
  void report(store::NodeReport report, store::NewsAnswer answer) override;
  void give_back(store::GiveBack what, store::DoneAnswer answer) override;

 private:
  struct Call {
    /// Does it, and gives what tells whoever asked.
    std::function<std::function<void()>()> carry_out;
    std::function<void()> fail;
    bool commits = false;
  };
  /// Calls are answered in their order.
  struct Lane {
    std::deque<Call> waiting;
    std::vector<Call> taken_in;  // answered as failed, and done all the same when a hang is over
    bool is_working = false;
    Micros waited = 0;  // by the first, for a database that is gone
  };

  template <class T, class Work>
  void look_up(std::function<void(Result<T, store::ReadFault>)> answer, Work work);
  void push(Lane& lane, Call call);
  void work(Lane& lane);
  void answer_next(Lane& lane);
  void fail_all(Lane& lane);
  [[nodiscard]] Micros delay();

  ModelDatabase& database_;
  const StoreConditions& conditions_;
  Random& rng_;
  After after_;
  DatabaseClock clock_;
  Lane writer_, reader_;
};

}  // namespace sixfold::simulation
