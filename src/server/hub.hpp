// All tables of one server process, as one thread sees them: commands come in, are decided, stored,
// then acknowledged and shown. Knows neither sockets nor SQL.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/bus_news.hpp"
#include "server/client_message.hpp"
#include "server/deadlines.hpp"
#include "server/fair_queue.hpp"
#include "server/hub_clock.hpp"
#include "server/limits.hpp"
#include "server/lobby.hpp"
#include "server/presence.hpp"
#include "server/table_view.hpp"
#include "store/store.hpp"

namespace sixfold {

/// Sends one message to a connection.
using SendMessage = std::function<void(const std::string& message)>;

/// Who is at a connection: a guest, or an account whose name is at every table the same.
struct Identity {
  Id user;
  SeatTaken::Kind kind = SeatTaken::Kind::guest;
  std::string name;
  std::string address;  ///< where it connects from, for limits; empty: no limits by address
  Id session;           ///< that of an account; of a guest or a bot its own id
};

/// An open connection, by number: a number is never used again, so that nobody is sent what was
/// meant for one who has gone.
using ViewerNumber = std::uint64_t;

/// What the hub needs from the process it lives in.
struct HubWorld {
  /// The time of day: what people are shown, and deadlines that outlive the process. It may step.
  std::function<std::int64_t()> now_ms;
  /// Never steps: for everything that lasts a while. Not given: `now_ms`.
  std::function<std::int64_t()> steady_ms;
  /// The table that a user's command makes: the same again for the same command.
  std::function<Id(const Id& user, const Id& command)> new_game;
  /// Six letters by which a table can be found; another each time.
  std::function<std::string()> new_code;
  /// For bots alone.
  std::function<std::uint64_t()> new_seed;
  /// Chance.
  std::function<Setup(const Ruleset&, std::vector<Player>)> deal;
  std::function<std::vector<Tile>(const Game&)> answer;
  /// What the bag of a new table follows from; not given: chance as above, which nobody can check.
  std::function<FairSecret()> new_secret;
  /// How long a full table waits for its players' seeds.
  std::int64_t seed_wait_ms = 5'000;
  /// Runs a task on the hub's thread, soon or after some time.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::int64_t delay_ms, std::function<void()>)> after;
  /// Runs a task on a thread that may take its time.
  std::function<void(std::function<void()>)> think;
  /// Tells other processes, as far as they hear it.
  std::function<void(const BusNews&)> publish = [](const BusNews& /*news*/) {};
  /// Hears, about once a second, which ranges of addresses are banned.
  std::function<void(const std::vector<std::string>& ranges)> ban_addresses =
      [](const std::vector<std::string>& /*ranges*/) {};
  /// Whether no other process serves the same games.
  bool alone = true;
  /// When the hub's thread was kept from its work for longer, players get the time back; 0: never.
  std::int64_t longest_stall_ms = 0;
  /// This process among others.
  Id node;
  /// Writes a line of the log.
  std::function<void(std::string_view event, const Json& with)> log;
  /// How long a player may be away before the others may decide; in a rated game.
  std::int64_t grace_ms = 30'000;
  std::int64_t rated_grace_ms = 900'000;
  /// Bots move at whole multiples of this after their turn began, so that the time they thought
  /// tells nothing about their hands. 0: at once.
  std::int64_t bot_pace_ms = 600;
  /// How long a bot thinks at most, from the beginning of its turn; 0: as long as it wants.
  std::int64_t bot_time_ms = 500;
  /// How many bots think at a time.
  int thinkers = 1;
  /// Tables that have not ended: of one user, and in all.
  int tables_per_user = 50;
  int most_tables = 100'000;
  /// How fast tables are made.
  Rate tables_of_user{10'000, 20};
  Rate tables_of_address{1'000, 120};
};

/// Chance from the system's random source, by way of seeds.
void deal_by_seed(HubWorld& world, const std::function<std::uint64_t()>& new_seed);

/// What the metrics show of the hub.
struct HubFigures {
  std::size_t viewers = 0;
  std::size_t tables_in_memory = 0;
  std::size_t open_tables = 0;
  std::uint64_t commands_stored = 0;
  std::uint64_t commands_refused = 0;
  std::uint64_t bot_moves = 0;
  std::size_t bots_waiting = 0;  ///< for their turn to think
};

class Hub {
 public:
  Hub(Store& store, HubWorld world);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// Learns which games go on, and gives them the time back for which there was no server. Each is
  /// loaded when it is touched or its time is up.
  void begin(std::function<void(const std::optional<ReadFault>&)> ready);

  /// `close` ends the connection once what was sent has left; disconnect() follows.
  [[nodiscard]] ViewerNumber connect(
      Identity who, SendMessage send, std::function<void()> close = [] {});
  void disconnect(ViewerNumber viewer);
  /// One message of a client's, as it came.
  void receive(ViewerNumber viewer, std::string_view text);

  /// Their connections end, here and at the other nodes.
  void end_sessions(const std::vector<Id>& sessions);

  /// To be called several times a second: seats whose time is up leave, the lobby is shown, the
  /// store is asked what others have done.
  void tick();

  /// What another process has told; it may as well be lost.
  void hear(const BusNews& news);

  // For requests without a stream.

  /// A page of the lobby, as a message: the tables after that one, at most so many.
  [[nodiscard]] std::string lobby_page_after(const std::optional<Id>& after,
                                             std::optional<std::size_t> most) const;
  void find_code(const std::string& code, GameAnswer answer);
  void games_of(const Id& user, GamesAnswer answer);
  /// The table as anyone may see it, or why not: no_such_table, unavailable or busy.
  void look_at(const Id& game,
               std::function<void(Result<std::string, std::string> message)> answer);
  /// The record of a game that is over, or why not: not_ended, or as above.
  void record(const Id& game, std::function<void(Result<std::string, std::string> text)> answer);

  [[nodiscard]] HubFigures figures() const;
  /// Whether no command waits for its commit.
  [[nodiscard]] bool is_at_rest() const;

 private:
  struct Connection {
    Id user;
    Identity who;
    SendMessage send;
    std::function<void()> close;
    std::vector<Id> watching;  // in the order they came
    bool in_lobby = false;
  };
  struct Room;  // a table in memory; in hub_room.hpp
  /// Gets the table, or none and why: no_such_table, unavailable or busy.
  using WithRoom = std::function<void(Room* room, std::string_view why_not)>;

  // One for each kind of message.
  void on(ViewerNumber viewer, const ClientHello& hello);
  void on(ViewerNumber viewer, const CreateTable& create);
  void on(ViewerNumber viewer, const QuickMatch& quick);
  void seat_quickly(ViewerNumber viewer, const QuickMatch& quick, std::set<Id> tried);
  void on(ViewerNumber viewer, const WatchTable& watch);
  void on(ViewerNumber viewer, const UnwatchTable& unwatch);
  void on(ViewerNumber viewer, const EnterLobby& enter);
  void on(ViewerNumber viewer, const LeaveLobby& leave);
  void on(ViewerNumber viewer, const SayPhrase& say);
  void on(ViewerNumber viewer, const TableRequest& request);

  // What happens at tables; in hub_tables.cpp.
  void load(const Id& game, WithRoom use);
  void loaded(const Id& game, const Result<std::vector<StoredEvent>, ReadFault>& events);
  [[nodiscard]] bool fold(Room& room, const std::vector<StoredEvent>& events) const;
  void enqueue(Room& room, std::function<void()> task);
  void run_next(Room& room);
  void unload_if_idle(const Id& game);
  void add_viewer(Room& room, ViewerNumber viewer);
  void stop_watching(ViewerNumber viewer, const Id& game);
  void unless_done_before(ViewerNumber viewer, const Id& command, std::function<void()> go_on);
  void welcome(const EventPlace& done, ViewerNumber viewer, const Id& command);
  [[nodiscard]] TableCreated new_table(const TablePlan& plan, const Id& host) const;
  [[nodiscard]] JoinTable join_as(ViewerNumber viewer, const std::string& name) const;
  [[nodiscard]] bool may_make_table(ViewerNumber viewer);
  void create_if_allowed(ViewerNumber viewer, const CreateTable& create);
  void count_tables(ViewerNumber viewer, const Id& user, const CreateTable& create);
  void created_or_not(const Id& user);
  void create_table(ViewerNumber viewer, const Id& user, const CreateTable& create, int tries);
  void carry_out(Room& room, ViewerNumber viewer, const TableRequest& request,
                 std::int64_t received_ms);
  [[nodiscard]] bool may_change(const Room& room, const Id& user, const TableCommand& what);
  void make_rematch(Room& room, ViewerNumber viewer, const Id& command,
                    const std::vector<TableEvent>& events, int tries);
  void rematch_made(Room& room, ViewerNumber viewer, const Id& command,
                    const std::vector<TableEvent>& events, int tries,
                    const Result<std::uint64_t, AppendRefusal>& answer);
  struct Storing {
    std::vector<TableEvent> events;
    std::int64_t time_ms = 0;
    std::optional<Id> command;
    std::optional<ViewerNumber> sender;
  };
  void store(Room& room, Storing what);
  void stored(Room& room, const Storing& what, const Result<std::uint64_t, AppendRefusal>& outcome);
  void changed(Room& room, GameStatus before);
  void catch_up(Room& room, const Storing& what);
  void answer_refused(Room& room, ViewerNumber viewer, const TableRequest& request,
                      const TableRefusal& refusal);
  void answer_stale(Room& room, ViewerNumber viewer, std::uint64_t known_seq, const Id& command);
  void time_out(const Id& game);

  // Bots; in hub_bots.cpp.
  [[nodiscard]] bool wants_bot(const Room& room) const;
  [[nodiscard]] bool has_audience(const Room& room) const;
  [[nodiscard]] QueueOwner owner_of(const Room& room) const;
  void ask_bot(Room& room);
  void ask_bot_later(const Room& room);
  void think_next();
  void think(Room& room);
  void move_bot(Room& room, int seat, std::uint64_t seq, const Move& move);

  // What other processes do; in hub_news.cpp.
  void find_open_games(std::int64_t down_ms,
                       const std::function<void(const std::optional<ReadFault>&)>& ready);
  void give_back(const Outage& outage, const DoneAnswer& done);
  [[nodiscard]] NodeReport next_report();
  void hear_event(const EventPlace& place);
  void tell_phrase(const SaidPhrase& said);
  void report(std::int64_t now_ms);
  void take(const NodeNews& news, const std::set<Id>& asked);
  void cut_off(const std::vector<Id>& banned);
  void cut_off_sessions(const std::vector<Id>& sessions);
  void cut_off(ViewerNumber viewer, std::string_view code);
  [[nodiscard]] bool is_settled() const;
  void settle(const NodeNews& news, std::uint64_t faults);
  void follow_clock(std::int64_t common_ms);
  void watch_clock();
  [[nodiscard]] bool may_time_out(const Room& room) const;

  // What leaves.
  void show(Room& room);
  void show(Room& room, ViewerNumber viewer);
  [[nodiscard]] TableMoment moment(const Room& room) const;
  [[nodiscard]] std::set<Id> away_at(const Room& room) const;
  void send(ViewerNumber viewer, const std::string& message);
  void acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq);
  void refuse(ViewerNumber viewer, const Id& command, std::string_view code);
  void send_error(ViewerNumber viewer, Json error);

  // The lobby; in hub_lobby.cpp.
  [[nodiscard]] bool is_listed(const Room& room) const;
  void list(const Room& room);
  void list_tables_of(const Id& user);
  void show_lobby_changes();
  void forget_idle(std::int64_t steady_ms);

  [[nodiscard]] TableWorld table_world(const Room* room) const;
  [[nodiscard]] std::int64_t attended_ms(const Room& room) const;
  void log_change(const Room& room, GameStatus before) const;

  Store& store_;
  HubWorld world_;
  std::function<std::int64_t()> wall_ms_;  // as the machine's clock is; world_.now_ms is even
  HubClock clock_;
  std::int64_t wall_offset_ms_;  // between the machine's clocks, when last seen
  std::int64_t ticked_ms_;
  std::uint64_t faults_ = 0;  // of the store, and steps of the clock
  std::uint64_t settled_faults_ = 0;
  std::int64_t settled_ms_;  // in steady time
  bool giving_back_ = false;
  NewsPages next_pages_;
  std::map<Id, std::unique_ptr<Room>> rooms_;
  std::map<ViewerNumber, Connection> connections_;
  ViewerNumber last_viewer_ = 0;
  Presence presence_;
  Deadlines deadlines_;
  std::set<Id> listed_;  // tables of the lobby that wait for players; they stay in memory
  Lobby lobby_;
  int open_tables_ = 0;
  // Of each user the tables that are being made: one at a time, so that all are counted.
  std::map<Id, std::deque<std::function<void()>>> creating_;
  TokenBuckets<Id> tables_of_user_;
  TokenBuckets<std::string> tables_of_address_;
  TokenBuckets<std::pair<Id, Id>> changes_of_user_;  // by table and user
  TokenBuckets<Id> changes_of_table_;
  TokenBuckets<Id> phrases_of_user_;
  FairQueue thinking_;
  int thinkers_ = 0;
  std::int64_t forgot_ms_ = 0;
  std::int64_t reported_ms_ = 0;
  bool reporting_ = false;
  HubFigures figures_;
  std::set<Id> muted_;
};

}  // namespace sixfold
