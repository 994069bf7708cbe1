// All tables of one server process, as one thread sees them: commands come in, are decided, stored,
// then acknowledged and shown. Knows neither sockets nor SQL.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/table.hpp"
#include "server/table_command.hpp"
#include "store/store.hpp"

namespace sixfold {

/// Sends one message to a connection.
using SendMessage = std::function<void(const std::string& message)>;

/// An open connection, by number: a number is never used again, so that nobody is sent what was
/// meant for one who has gone.
using ViewerNumber = std::uint64_t;

/// What the hub needs from the process it lives in.
struct HubWorld {
  std::function<std::int64_t()> now_ms;
  std::function<Id()> new_id;
  std::function<std::uint64_t()> new_seed;
  /// Runs a task on the hub's thread, soon.
  std::function<void(std::function<void()>)> post;
  /// Runs a task on a thread that may take its time.
  std::function<void(std::function<void()>)> think;
  /// How long a player may be away before the others may decide.
  std::int64_t grace_ms = 30'000;
};

/// A command as a client sends it.
struct TableRequest {
  Id game;
  std::uint64_t expected_seq = 0;
  Id command;  ///< made by the client; the same one again is answered the same
  TableCommand what;
};

class Hub {
 public:
  Hub(Store& store, HubWorld world);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// Learns which games go on; each is loaded when it is touched or its time is up.
  void begin(std::function<void(const std::optional<ReadFault>&)> ready);

  [[nodiscard]] ViewerNumber connect(const Id& user, SendMessage send);
  void disconnect(ViewerNumber viewer);

  /// Each answers the viewer with an ack or an error that carries the command's id.
  void create(ViewerNumber viewer, const Id& command, const TablePlan& plan,
              const std::string& name);
  void request(ViewerNumber viewer, const TableRequest& request);
  /// From now on the viewer is shown every change of the table.
  void watch(ViewerNumber viewer, const Id& game);

  /// To be called every second or so: seats whose time is up leave.
  void tick();

 private:
  struct Connection {
    Id user;
    SendMessage send;
    std::set<Id> watching;
  };
  struct Room;

  void load(const Id& game, std::function<void(Room*)> use);
  void enqueue(Room& room, std::function<void()> task);
  void run_next(Room& room);
  void carry_out(Room& room, ViewerNumber viewer, const TableRequest& request);
  void store(Room& room, std::vector<TableEvent> events, std::optional<Id> command,
             std::optional<ViewerNumber> sender);
  void stored(Room& room, const std::vector<TableEvent>& events, std::int64_t time_ms);
  void show(const Room& room);
  void ask_bot(Room& room);
  [[nodiscard]] TableWorld table_world(const Room& room) const;
  [[nodiscard]] bool is_away(const Id& user) const;

  void send(ViewerNumber viewer, const std::string& message);
  void acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq);
  void refuse(ViewerNumber viewer, const Id& command, std::string_view code,
              const std::optional<IllegalMove>& illegal = std::nullopt);

  Store& store_;
  HubWorld world_;
  std::map<Id, std::unique_ptr<Room>> rooms_;
  std::map<Id, std::int64_t> deadlines_;  // of games that are not loaded
  std::map<ViewerNumber, Connection> connections_;
  std::map<Id, std::int64_t> last_seen_ms_;  // of users without a connection
  ViewerNumber last_viewer_ = 0;
};

}  // namespace sixfold
