// All tables of one server process, run by one thread: commands arrive, are decided, stored, then
// acknowledged and shown. The hub knows neither sockets nor SQL. It connects its parts: rooms, the
// lobby, the bots' turns, the exchange with other nodes, and who is present. All of them are used
// only on the hub's thread; answers of the store and of bots reach it through `post`.
#pragma once

#include <cstddef>
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

#include "server/bot_turns.hpp"
#include "server/bus_news.hpp"
#include "server/client_message.hpp"
#include "server/deadlines.hpp"
#include "server/hub_services.hpp"
#include "server/limits.hpp"
#include "server/lobby.hpp"
#include "server/node_exchange.hpp"
#include "server/node_time.hpp"
#include "server/presence.hpp"
#include "server/room.hpp"
#include "server/table_view.hpp"
#include "store/store.hpp"

namespace sixfold::server {

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

/// What a notice about a table may say to a player.
struct TableFacts {
  GameStatus status{};
  std::string code;
  bool has_turn = false;
  bool has_kept_seat = false;  ///< at a table that waits
  std::optional<std::int64_t> deadline_ms;
  std::optional<std::int64_t> time_left_ms;      ///< for which the clock runs until the deadline
  std::optional<std::int64_t> holiday_until_ms;  ///< the player's, if it is on
  std::size_t turns = 0;                         ///< taken so far
  std::int64_t since_ms = 0;                     ///< of the turn
};

class Hub {
 public:
  Hub(store::Store& store, HubServices services);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  /// Finds the running games and gives them back the time during which no server ran. A game is
  /// loaded when it is first used or its deadline passes.
  void begin(std::function<void(const std::optional<store::ReadFault>&)> ready);

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
  void find_code(const std::string& code, store::GameAnswer answer);
  void games_of(const Id& user, store::GamesAnswer answer);
  /// Answers with the table as anyone may see it, or an error: no_such_table, unavailable or busy.
  void look_at(const Id& game,
               std::function<void(Result<std::string, std::string> message)> answer);
  /// Answers with the record of a finished game, or an error: not_ended, or as above.
  void record(const Id& game, std::function<void(Result<std::string, std::string> text)> answer);

  /// Gives up the seat that is kept for a user who has not taken it.
  void decline(const Id& game, const Id& user);

  /// Tells a table about the holidays of a player. Answers whether it knows them now, or never
  /// will; otherwise they are to be told again.
  void tell_holidays(const Id& game, const Id& player, std::vector<Holiday> holidays,
                     std::function<void(bool is_done)> answer);
  void find_facts(const Id& game, const Id& player,
                  std::function<void(Result<TableFacts, NoRoom>)> answer);
  /// Whether the user has a connection to this node.
  [[nodiscard]] bool is_here(const Id& user) const { return presence_.is_here(user); }

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
    std::set<Id> following;    // own tables
    bool in_lobby = false;
  };
  /// A command that a viewer waits for.
  struct Request {
    ViewerNumber viewer = 0;
    Id command;
    /// What to do, instead of answering `stale`, if another node has changed the table meanwhile.
    std::function<void()> overtaken;
  };
  enum class Stored : std::uint8_t { done, overtaken, failed };
  using AfterStoring = std::function<void(Stored how)>;
  // The most codes tried for a new table, and tables for a quick match.
  static constexpr int most_tries = 10;

  // What the parts ask of the hub.
  [[nodiscard]] BotTurns::Host bots_host();
  [[nodiscard]] NodeExchange::Host nodes_host();

  // One for each kind of message.
  void on(ViewerNumber viewer, const ClientHello& hello);
  void on(ViewerNumber viewer, const CreateTable& create);
  void on(ViewerNumber viewer, const QuickMatch& quick);
  void on(ViewerNumber viewer, const WatchTable& watch);
  void on(ViewerNumber viewer, const UnwatchTable& unwatch);
  void on(ViewerNumber viewer, const EnterLobby& enter);
  void on(ViewerNumber viewer, const LeaveLobby& leave);
  void on(ViewerNumber viewer, const AskOwnTables& ask);
  void on(ViewerNumber viewer, const SayPhrase& say);
  void on(ViewerNumber viewer, const TableRequest& request);

  // Tables; see hub_tables.cpp.
  void load(const Id& game, WithRoom use);
  void loaded(const Id& game,
              const Result<std::vector<store::StoredEvent>, store::ReadFault>& events);
  [[nodiscard]] bool fold(Room& room, const std::vector<store::StoredEvent>& events) const;
  [[nodiscard]] Room* loaded_room(const Id& game);
  void enqueue(Room& room, std::function<void()> task);
  void run_next(Room& room);
  void unload_if_idle(const Id& game);
  void add_viewer(Room& room, ViewerNumber viewer);
  void stop_watching(ViewerNumber viewer, const Id& game);
  void unless_done_before(ViewerNumber viewer, const Id& command, std::function<void()> go_on);
  void welcome(const store::EventPlace& done, ViewerNumber viewer, const Id& command);
  [[nodiscard]] TableCreated new_table(const TablePlan& plan, const Id& host) const;
  void find_invited(ViewerNumber viewer, const CreateTable& create);
  void decline(Room& room, const Id& user, int tries);
  [[nodiscard]] std::string name_at_table(ViewerNumber viewer, const std::string& chosen) const;
  [[nodiscard]] TableUser table_user(ViewerNumber viewer) const;
  [[nodiscard]] std::string_view why_no_table(ViewerNumber viewer);
  [[nodiscard]] bool has_too_many(const std::vector<store::GameRow>& games) const;
  [[nodiscard]] bool create_if_allowed(ViewerNumber viewer, const CreateTable& create);
  void count_tables(ViewerNumber viewer, const Id& user, const CreateTable& create);
  void created_or_not(const Id& user, const CreateTable& create);
  void create_table(ViewerNumber viewer, const Id& user, const CreateTable& create, int tries);
  void carry_out(Room& room, ViewerNumber viewer, const TableRequest& request,
                 std::int64_t received_ms);
  [[nodiscard]] bool may_change(const Room& room, const Id& user, const TableCommand& what);
  void ask_for_rematch(Room& room, const Request& request);
  void make_rematch(Room& room, const Request& request, int tries);
  void rematch_made(Room& room, const Request& request, int tries,
                    const Result<std::uint64_t, store::AppendRefusal>& answer);
  void store(Room& room, TableChange change, std::int64_t time_ms,
             std::optional<Request> request = std::nullopt, const AfterStoring& after = {});
  [[nodiscard]] Stored stored(Room& room, const std::optional<Request>& request,
                              const Result<std::uint64_t, store::AppendRefusal>& outcome);
  void changed(Room& room, GameStatus before);
  void catch_up(Room& room, const std::optional<Request>& request = std::nullopt);
  void answer_refused(Room& room, ViewerNumber viewer, const TableRequest& request,
                      const TableRefusal& refusal);
  void answer_stale(Room& room, ViewerNumber viewer, std::uint64_t known_seq, const Id& command);
  void time_out(const Id& game);

  // Quick matches; see hub_quick.cpp.
  void seat_quickly(ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried);
  void take_seat_quickly(Room& room, ViewerNumber viewer, const CreateTable& quick,
                         const std::set<Id>& tried, bool may_repeat);
  void move_on(Room& own, ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried);
  void stay_at(Room& own, ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried);
  void welcome_back(const Room& room, ViewerNumber viewer, const Id& command);
  void open_for_match(ViewerNumber viewer, const CreateTable& quick, const std::set<Id>& tried);
  void match_opened(const Id& user, const Id& command);
  [[nodiscard]] std::ptrdiff_t present_at(const Room& room) const;
  void end_other_searches(const Id& user, const Id& game);
  void end_search(Room& room, const Id& user, int tries);
  void end_searches_of_players(const Room& room);

  // Own tables; see hub_own.cpp.
  /// A page of own tables that is being put together.
  struct OwnRequest {
    ViewerNumber viewer = 0;
    std::optional<Id> after;
    std::optional<Id> next;
    std::vector<Id> games;
    std::map<Id, protocol::OwnTable> loaded;  // as they were when they came into memory
    std::optional<NoRoom> fault;
  };
  void refuse_own(ViewerNumber viewer, std::string_view code);
  void send_own_page(const OwnRequest& request);
  void send_own(ViewerNumber viewer, const std::optional<Id>& after,
                const std::vector<store::GameRow>& rows);
  [[nodiscard]] std::optional<protocol::OwnTable> own_entry(const Room& room,
                                                            ViewerNumber viewer) const;
  void follow(Room& room, ViewerNumber viewer);
  void unfollow(ViewerNumber viewer);
  void tell_followers(Room& room);

  // Bots
  [[nodiscard]] bool has_audience(const Room& room) const;
  [[nodiscard]] QueueOwner owner_of(const Room& room) const;
  void move_bot(Room& room, int seat, std::uint64_t seq, const Move& move);

  // News from other nodes; see hub_news.cpp.
  void find_open_games(std::int64_t down_ms,
                       const std::function<void(const std::optional<store::ReadFault>&)>& ready);
  void learn(const store::NodeNews& news);
  void hear_event(const store::EventPlace& place);
  void tell_phrase(const SaidPhrase& said);
  void cut_off(const std::vector<Id>& banned);
  void cut_off_sessions(const std::vector<Id>& sessions);
  void cut_off(ViewerNumber viewer, std::string_view code);
  [[nodiscard]] bool may_time_out(const Room& room) const;
  [[nodiscard]] bool watches(const Room& room, const Id& user) const;

  // Outgoing messages.
  void show(Room& room);
  void show(Room& room, ViewerNumber viewer);
  [[nodiscard]] TableMoment moment(const Room& room) const;
  [[nodiscard]] std::set<Id> away_at(const Room& room) const;
  void send(ViewerNumber viewer, const protocol::ServerMessage& message);
  void acknowledge(ViewerNumber viewer, const Id& command, const Id& game, std::uint64_t seq);
  void refuse(ViewerNumber viewer, const Id& command, std::string_view code);

  // The lobby
  void list(const Room& room);
  void list_tables_of(const Id& user);
  void show_lobby_changes();
  void forget_idle(std::int64_t steady_ms);

  [[nodiscard]] TableServices table_services(const Room* room, std::int64_t time_ms) const;
  [[nodiscard]] std::int64_t attended_ms(const Room& room) const;
  void log_change(const Room& room, GameStatus before) const;

  store::Store& store_;
  HubServices services_;
  NodeTime time_;
  Presence presence_;
  NodeExchange nodes_;
  BotTurns bots_;
  Lobby lobby_;
  std::map<Id, std::unique_ptr<Room>> rooms_;
  std::map<ViewerNumber, Connection> connections_;
  ViewerNumber last_viewer_ = 0;
  Deadlines deadlines_;
  int open_tables_ = 0;
  // Tables being created, by user: one at a time, so that all of them are counted.
  std::map<Id, std::deque<std::function<void()>>> creating_;
  /// A table that a quick match opens, and the others who want the same game meanwhile.
  struct Opening {
    Id command;
    TablePlan plan;
    std::vector<std::function<void()>> waiting;
  };
  std::vector<Opening> openings_;
  // The connections that are told about their user's own tables.
  std::map<Id, std::set<ViewerNumber>> askers_;
  TokenBuckets<Id> tables_of_user_;
  TokenBuckets<std::string> tables_of_address_;
  TokenBuckets<std::pair<Id, Id>> changes_of_user_;  // by table and user
  TokenBuckets<Id> changes_of_table_;
  TokenBuckets<Id> changes_of_host_;  // by table
  TokenBuckets<Id> phrases_of_user_;
  TokenBuckets<Id> own_asked_by_user_;
  TokenBuckets<Id> searches_of_user_;
  std::int64_t forgot_ms_ = 0;
  std::int64_t began_steady_ms_ = 0;
  HubFigures figures_;
  std::set<Id> muted_;
};

}  // namespace sixfold::server
