// All tables of one server process, run by one thread: commands arrive, are decided, stored, then
// acknowledged and shown. The hub knows neither sockets nor SQL.
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

/// Sends a message to a connection.
using SendMessage = std::function<void(const std::string& message)>;

/// Who is connected: a guest, or an account, which has the same name at every table.
struct Identity {
  Id user;
  SeatTaken::Kind kind = SeatTaken::Kind::guest;
  std::string name;
  std::string address;  ///< for limits; empty: no limits by address
  Id session;           ///< an account's session; for a guest or bot, its own id
};

/// The number of an open connection. Numbers are never reused, so that no message reaches the wrong
/// person.
using ViewerNumber = std::uint64_t;

/// The services that the hub needs from the process.
struct HubServices {
  /// The time of day, for display and for deadlines that outlive the process. It may jump.
  std::function<std::int64_t()> now_ms;
  /// Never jumps: for all durations. Defaults to `now_ms`.
  std::function<std::int64_t()> steady_ms;
  /// The id of the table that a user's command creates; the same command gives the same id.
  std::function<Id(const Id& user, const Id& command)> new_game;
  /// A random code of six letters by which a table can be found.
  std::function<std::string()> new_code;
  /// Seeds for bots only.
  std::function<std::uint64_t()> new_seed;
  /// Sets up a game at random.
  std::function<Setup(const Ruleset&, std::vector<Player>)> deal;
  std::function<std::vector<Tile>(const Game&)> answer;
  /// Returns the secret from which a new table's bag is derived. If not given, `deal` is used,
  /// which players cannot verify.
  std::function<FairSecret()> new_secret;
  /// How long a full table waits for its players' seeds.
  std::int64_t seed_wait_ms = 5'000;
  /// Runs a task on the hub's thread, soon or after a delay.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::int64_t delay_ms, std::function<void()>)> after;
  /// Runs a task on a thread for slow work.
  std::function<void(std::function<void()>)> think;
  /// Tells the other processes, if they can be reached.
  std::function<void(const BusNews&)> publish = [](const BusNews& /*news*/) {};
  /// Receives the banned address ranges about once a second.
  std::function<void(const std::vector<std::string>& ranges)> ban_addresses =
      [](const std::vector<std::string>& /*ranges*/) {};
  /// Whether this is the only process that serves these games.
  bool alone = true;
  /// If the hub's thread is held up for longer than this, players get the time back. 0: never.
  std::int64_t longest_stall_ms = 0;
  /// Identifies this process among others.
  Id node;
  /// Writes a line to the log.
  std::function<void(std::string_view event, const Json& with)> log;
  /// How long a player may be away before the others may decide, in casual and in rated games.
  std::int64_t grace_ms = 30'000;
  std::int64_t rated_grace_ms = 900'000;
  /// Bots move at multiples of this after the start of their turn, so that their thinking time
  /// reveals nothing about their hands. 0: immediately.
  std::int64_t bot_pace_ms = 600;
  /// The longest time a bot may think, measured from the start of its turn. 0: no limit.
  std::int64_t bot_time_ms = 500;
  /// How many bots may think at a time.
  int thinkers = 1;
  /// The number of open tables allowed, per user and in total.
  int tables_per_user = 50;
  int most_tables = 100'000;
  /// How fast tables may be created.
  Rate tables_of_user{10'000, 20};
  Rate tables_of_address{1'000, 120};
};

/// Makes the services deal from random seeds.
void deal_by_seed(HubServices& services, const std::function<std::uint64_t()>& new_seed);

/// The hub's figures for the metrics.
struct HubFigures {
  std::size_t viewers = 0;
  std::size_t tables_in_memory = 0;
  std::size_t open_tables = 0;
  std::uint64_t commands_stored = 0;
  std::uint64_t commands_refused = 0;
  std::uint64_t bot_moves = 0;
  std::size_t bots_waiting = 0;  ///< for a thread
};

class Hub {
 public:
  Hub(Store& store, HubServices services);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// Finds the running games and gives them back the time during which no server ran. A game is
  /// loaded when it is first used or its deadline passes.
  void begin(std::function<void(const std::optional<ReadFault>&)> ready);

  /// `close` closes the connection once everything queued has been sent; disconnect() follows.
  [[nodiscard]] ViewerNumber connect(
      Identity who, SendMessage send, std::function<void()> close = [] {});
  void disconnect(ViewerNumber viewer);
  /// Handles a message from a client.
  void receive(ViewerNumber viewer, std::string_view text);

  /// Closes their connections, here and on the other nodes.
  void end_sessions(const std::vector<Id>& sessions);

  /// To be called several times a second: removes players whose time is up, updates the lobby and
  /// polls the store for what other nodes have done.
  void tick();

  /// Handles news from another process. It may also be lost.
  void hear(const BusNews& news);

  // For requests without a stream.

  /// A page of the lobby, as a message: at most `most` tables after the given one.
  [[nodiscard]] std::string lobby_page_after(const std::optional<Id>& after,
                                             std::optional<std::size_t> most) const;
  void find_code(const std::string& code, GameAnswer answer);
  void games_of(const Id& user, GamesAnswer answer);
  /// Answers with the table as anyone may see it, or an error: no_such_table, unavailable or busy.
  void look_at(const Id& game,
               std::function<void(Result<std::string, std::string> message)> answer);
  /// Answers with the record of a finished game, or an error: not_ended, or as above.
  void record(const Id& game, std::function<void(Result<std::string, std::string> text)> answer);

  [[nodiscard]] HubFigures figures() const;
  /// Whether no command is waiting for its commit.
  [[nodiscard]] bool is_at_rest() const;

 private:
  struct Connection {
    Id user;
    Identity who;
    SendMessage send;
    std::function<void()> close;
    std::vector<Id> watching;  // oldest first
    bool in_lobby = false;
  };
  struct Room;  // a table in memory; see hub_room.hpp
  /// A command that a viewer waits for.
  struct Request {
    ViewerNumber viewer = 0;
    Id command;
  };
  /// Receives the table, or null and an error: no_such_table, unavailable or busy.
  using WithRoom = std::function<void(Room* room, std::string_view why_not)>;

  // One for each kind of message.
  void on(ViewerNumber viewer, const ClientHello& hello);
  void on(ViewerNumber viewer, const CreateTable& create);
  void on(ViewerNumber viewer, const QuickMatch& quick);
  void seat_quickly(ViewerNumber viewer, const CreateTable& quick, std::set<Id> tried);
  void on(ViewerNumber viewer, const WatchTable& watch);
  void on(ViewerNumber viewer, const UnwatchTable& unwatch);
  void on(ViewerNumber viewer, const EnterLobby& enter);
  void on(ViewerNumber viewer, const LeaveLobby& leave);
  void on(ViewerNumber viewer, const SayPhrase& say);
  void on(ViewerNumber viewer, const TableRequest& request);

  // Tables; see hub_tables.cpp.
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
  [[nodiscard]] std::string name_at_table(ViewerNumber viewer, const std::string& chosen) const;
  [[nodiscard]] TableUser table_user(ViewerNumber viewer) const;
  [[nodiscard]] bool may_make_table(ViewerNumber viewer);
  void create_if_allowed(ViewerNumber viewer, const CreateTable& create);
  void count_tables(ViewerNumber viewer, const Id& user, const CreateTable& create);
  void created_or_not(const Id& user);
  void create_table(ViewerNumber viewer, const Id& user, const CreateTable& create, int tries);
  void carry_out(Room& room, ViewerNumber viewer, const TableRequest& request,
                 std::int64_t received_ms);
  [[nodiscard]] bool may_change(const Room& room, const Id& user, const TableCommand& what);
  void make_rematch(Room& room, const Request& request, int tries);
  void rematch_made(Room& room, const Request& request, int tries,
                    const Result<std::uint64_t, AppendRefusal>& answer);
  void store(Room& room, TableChange change, std::int64_t time_ms,
             std::optional<Request> request = std::nullopt);
  void stored(Room& room, const std::optional<Request>& request,
              const Result<std::uint64_t, AppendRefusal>& outcome);
  void changed(Room& room, GameStatus before);
  void catch_up(Room& room, const std::optional<Request>& request = std::nullopt);
  void answer_refused(Room& room, ViewerNumber viewer, const TableRequest& request,
                      const TableRefusal& refusal);
  void answer_stale(Room& room, ViewerNumber viewer, std::uint64_t known_seq, const Id& command);
  void time_out(const Id& game);

  // Bots; see hub_bots.cpp.
  [[nodiscard]] bool wants_bot(const Room& room) const;
  [[nodiscard]] bool has_audience(const Room& room) const;
  [[nodiscard]] QueueOwner owner_of(const Room& room) const;
  void ask_bot(Room& room);
  void ask_bot_later(const Room& room);
  void think_next();
  void think(Room& room);
  void move_bot(Room& room, int seat, std::uint64_t seq, const Move& move);

  // Other processes; see hub_news.cpp.
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

  // Outgoing messages.
  void show(Room& room);
  void show(Room& room, ViewerNumber viewer);
  [[nodiscard]] TableMoment moment(const Room& room) const;
  [[nodiscard]] std::set<Id> away_at(const Room& room) const;
  void send(ViewerNumber viewer, const protocol::ServerMessage& message);
  void acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq);
  void refuse(ViewerNumber viewer, const Id& command, std::string_view code);

  // The lobby; see hub_lobby.cpp.
  [[nodiscard]] bool is_listed(const Room& room) const;
  void list(const Room& room);
  void list_tables_of(const Id& user);
  void show_lobby_changes();
  void forget_idle(std::int64_t steady_ms);

  [[nodiscard]] TableServices table_services(const Room* room, std::int64_t time_ms) const;
  [[nodiscard]] std::int64_t attended_ms(const Room& room) const;
  void log_change(const Room& room, GameStatus before) const;

  Store& store_;
  HubServices services_;
  std::function<std::int64_t()> wall_ms_;  // the machine's clock; services_.now_ms runs evenly
  HubClock clock_;
  std::int64_t wall_offset_ms_;  // between the machine's two clocks, when last checked
  std::int64_t ticked_ms_;
  std::uint64_t faults_ = 0;  // store errors and clock jumps
  std::uint64_t settled_faults_ = 0;
  std::int64_t settled_ms_;  // in steady time
  bool giving_back_ = false;
  NewsPages next_pages_;
  std::map<Id, std::unique_ptr<Room>> rooms_;
  std::map<ViewerNumber, Connection> connections_;
  ViewerNumber last_viewer_ = 0;
  Presence presence_;
  Deadlines deadlines_;
  std::set<Id> listed_;  // waiting tables of the lobby, which stay in memory
  Lobby lobby_;
  int open_tables_ = 0;
  // Tables being created, by user: one at a time, so that all of them are counted.
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
