// A hub with a real store, driven by bytes: messages of several connections in any order, people
// who come and go, time that passes and clocks that are set, servers that stop and start. Whatever
// happens, every command is answered once, everyone is shown their own hand alone, the lobby lists
// tables with free seats alone, and another server finds every table as it was.
#include "server/hub.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fuzzer/FuzzedDataProvider.h>

#include "engine/bots.hpp"
#include "hub_store.hpp"
#include "play/fair_bag.hpp"
#include "record/forms.hpp"
#include "record/hex.hpp"
#include "require.hpp"
#include "rules/indexed.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

constexpr int user_count = 5;
constexpr int connection_count = 7;
constexpr int most_steps = 150;
constexpr int most_timers_at_once = 40;
constexpr std::size_t largest_message = std::size_t{128} << 10;
constexpr std::size_t longest_lobby_page = 50;

Id numbered(int kind, int number) {
  Id id;
  id.bytes[0] = static_cast<std::uint8_t>(kind);
  id.bytes[14] = static_cast<std::uint8_t>(number / 256);
  id.bytes[15] = static_cast<std::uint8_t>(number % 256);
  return id;
}

/// The first three are guests, the others have accounts.
struct User {
  Id id;
  std::set<std::string> names;
};

struct Connection {
  int user = 0;
  server::ViewerNumber viewer = 0;
  bool is_open = false;
  bool is_cut_off = false;
  std::map<std::string, int> unanswered;  // answers that are still due, by command
  Json table;                             // the last that was shown
};

/// An object with one member.
Json of(const char* key, Json value = Json::object()) {
  Json json;
  json[key] = std::move(value);
  return json;
}

class HubDriver {
 public:
  HubDriver(FuzzedDataProvider& bytes, fuzz::HubStore& store) : bytes_(bytes), store_(store) {
    for (int i = 0; i < user_count; ++i) nth(users_, i).id = numbered(1, i);
    start();
  }

  void run() {
    for (int i = 0; i < most_steps && bytes_.remaining_bytes() > 0; ++i) {
      step();
      // Now and then more comes before the store has answered.
      if (below(4) > 0 || i % 8 == 7) finish();
    }
    finish();
    check_restart();
  }

 private:
  int below(int count) { return bytes_.ConsumeIntegralInRange(0, count - 1); }
  bool one_in(int count) { return below(count) == count - 1; }
  template <class T, std::size_t count>
  const T& any_of(const std::array<T, count>& values) {
    return nth(values, below(static_cast<int>(count)));
  }

  // The server

  void start() {
    hub_ = std::make_unique<server::Hub>(store_, world());
    bool is_ready = false;
    hub_->begin([&](const auto& fault) { is_ready = !fault; });
    store_.run_all();
    require(is_ready, "a server starts");
  }

  void restart() {
    finish();
    for (Connection& connection : connections_) connection = {};
    timers_.clear();
    store_.forget_tasks();
    hub_.reset();
    pass(one_in(2) ? 1'000LL * below(100'000) : 0);
    start();
  }

  server::HubServices world() {
    server::HubServices world;
    world.now_ms = [this] { return steady_ms_ + wall_offset_ms_; };
    world.steady_ms = [this] { return steady_ms_; };
    world.new_game = [](const Id& user, const Id& command) {
      Id game = command;
      for (std::size_t i = 0; i < game.bytes.size(); ++i) game.bytes[i] ^= user.bytes[i];
      game.bytes[1] ^= 0x99U;
      return game;
    };
    world.new_code = [this] { return "CODE" + std::to_string(10 + codes_++); };
    world.new_seed = [this] { return ++seed_; };
    server::deal_by_seed(world, [this] { return ++seed_; });
    if (one_in(2)) world.new_secret = [] { return FairSecret{}; };
    world.post = [this](std::function<void()> task) { store_.post(std::move(task)); };
    world.think = world.post;
    world.after = [this](std::int64_t delay_ms, std::function<void()> task) {
      timers_.emplace(steady_ms_ + delay_ms, std::move(task));
    };
    world.longest_stall_ms = one_in(2) ? 2'000 : 0;
    world.bot_time_ms = 0;
    world.tables_per_user = 6;
    world.most_tables = 20;
    world.log = [](std::string_view event, const Json& with) {
      require(event != "unreadable", "a table can be read: " + dump(with));
    };
    return world;
  }

  /// Until nothing waits for the store.
  void finish() {
    store_.run_all();
    for (const Connection& connection : connections_)
      for (const auto& [command, count] : connection.unanswered)
        require(connection.is_cut_off || count == 0, "command " + command + " is answered");
  }

  /// Time passes; whatever was to happen meanwhile happens, as far as it is not too much.
  void pass(std::int64_t ms) {
    const std::int64_t until = steady_ms_ + ms;
    for (int i = 0; i < most_timers_at_once && !timers_.empty(); ++i) {
      const auto first = timers_.begin();
      if (first->first > until) break;
      steady_ms_ = std::max(steady_ms_, first->first);
      const auto task = std::move(first->second);
      timers_.erase(first);
      task();
      store_.run_all();
    }
    steady_ms_ = std::max(steady_ms_, until);
  }

  // What happens

  void step() {
    Connection& connection = nth(connections_, below(connection_count));
    if (!connection.is_open) return connect(connection);
    if (connection.is_cut_off) return disconnect(connection);
    switch (below(20)) {
      default:
        return play(connection);
      case 9:
        return send(connection, with_id("create", {{"plan", any_plan()}}));
      case 10:
      case 11:
        return send(connection,
                    with_id("quick", {{"variant", any_of(variants)}, {"players", below(3) + 2}}));
      case 12:
        return send(connection,
                    of("lobby", one_in(2) ? of("after", any_game()) : Json(Json::object())));
      case 13:
        return send(connection,
                    any_of<Json, 6>({of("leave-lobby"),
                                     of("unwatch", of("game", any_game())),
                                     of("hello", of("protocol", 1)),
                                     of("hello", of("protocol", 2)),
                                     {{"phrase", {{"game", any_game()}, {"phrase", "oops"}}}},
                                     of("watch", of("game", any_game()))}));
      case 14:
        return command(connection, any_order(connection));
      case 15:
        return repeat(connection);
      case 16:
        return disconnect(connection);
      case 17:
        pass(one_in(4) ? 1'000LL * below(400'000) : below(5'000));
        return hub_->tick();
      case 18:
        return disturb(connection);
      case 19:
        return hub_->receive(connection.viewer, bytes_.ConsumeRandomLengthString(60));
    }
  }

  void connect(Connection& connection) {
    connection = {};
    connection.is_open = true;
    connection.user = below(user_count);
    const auto number = static_cast<std::size_t>(connection.user);
    const bool has_account = number >= 3;
    const std::string name = "P" + std::to_string(number);
    users_[number].names.insert(name);
    connection.viewer = hub_->connect(
        {users_[number].id,
         has_account ? server::SeatTaken::Kind::person : server::SeatTaken::Kind::guest,
         has_account ? name : "", one_in(2) ? "203.0.113.7" : "", users_[number].id},
        [this, &connection](const std::string& message) { hear(connection, message); },
        [&connection] { connection.is_cut_off = true; });
    if (one_in(2) && !games_.empty()) send(connection, of("watch", of("game", any_game())));
  }

  void disconnect(Connection& connection) {
    hub_->disconnect(connection.viewer);
    connection = {};
  }

  /// Whatever leads on: people sit down, and whoever is at turn moves.
  void play(Connection& connection) {
    const Json& table = connection.table;
    if (table.is_null()) return send(connection, of("watch", of("game", any_game())));
    if (table["status"] == "waiting" && table["you"].is_null())
      return command(connection, of("join", of("name", name_of(connection))));
    if (table["status"] == "waiting") return command(connection, add_to_chance(table));
    if (table["status"] == "ended" && !table["you"].is_null())
      return command(connection, of("rematch"));
    // A table that was closed before anyone played has no view.
    if (!table.contains("view") || table["view"]["turn"] != table["you"]) return;
    FormReader reader;
    const auto seen = read_view(reader, table["view"], {});
    require(seen.has_value(), "a view can be read");
    if (seen->rules.layout && seen->rules.layout->width > 20) return;
    Random random(1);
    command(connection, of("act", to_json(bot_named("greedy")->choose(*seen, random))));
  }

  /// A seal first, and the seed once the server asks for it.
  static Json add_to_chance(const Json& table) {
    const FairSeed seed{1, 2, 3};
    const int seat = table["you"].get<int>();
    if (table.contains("reveal")) return of("seed", of("seed", to_hex(seed)));
    const Id game = *parse_id(table["game"].get<std::string>());
    return of("seal", of("seal", to_hex(seal_of(seed, game.bytes, seat))));
  }

  Json any_order(const Connection& connection) {
    const Json seat = of("seat", below(4));
    Json join = of("name", name_of(connection));
    if (one_in(2)) join["seat"] = below(4);
    if (one_in(2)) join["seed"] = "00ff";
    return any_of<Json, 17>({of("leave"), of("remove", seat), of("lock"), of("unlock"), of("pause"),
                             of("take-back"), of("refuse"), of("resume"), of("let-bot-play", seat),
                             of("let-leave", seat), of("return"), of("rematch"),
                             of("seed", of("seed", "0102")),
                             of("seal", of("seal", std::string(64, 'a'))), of("join", join),
                             of("act", of("trade", Json::array({"Rc"}))), of("act", "pass")});
  }

  Json any_plan() {
    Json plan;
    plan["variant"] = any_of(variants);
    const int seats = 2 + below(3);
    bool has_bot = false;
    for (int seat = 0; seat < seats; ++seat) {
      const int kind = below(4);
      has_bot |= kind == 3;
      Json at = of("kind", kind == 3 ? "bot" : kind == 2 ? "invited" : "open");
      if (kind == 3) at["bot"] = one_in(2) ? "greedy" : "random";
      plan["seats"].push_back(std::move(at));
    }
    const int clock = below(3);
    if (clock == 1) plan["clock"] = {{"kind", "per-move"}, {"seconds", 1 + below(300)}};
    if (clock == 2)
      plan["clock"] = {{"kind", "bank"}, {"seconds", 1 + below(300)}, {"increment", 5}};
    plan["lobby"] = !one_in(3);
    if (!has_bot && one_in(4)) plan["rated"] = true;
    return plan;
  }

  /// What no client does.
  void disturb(const Connection& connection) {
    switch (below(6)) {
      case 0:
        return restart();
      case 1:
        wall_offset_ms_ += 1'000LL * (below(200'000) - 100'000);
        return hub_->tick();
      case 2:
        return hub_->end_sessions({nth(users_, connection.user).id});
      case 3:
        return hub_->hear(
            store::EventPlace{*parse_id(any_game()), static_cast<std::uint64_t>(below(99))});
      case 4:
        hub_->look_at(*parse_id(any_game()), [](const auto& found) {
          if (found) require(parse_json(*found).has_value(), "a table is JSON");
        });
        return hub_->record(*parse_id(any_game()), [](const auto& found) {
          if (found) require(parse_json(*found).has_value(), "a record is JSON");
        });
      default:
        check_lobby((*parse_json(hub_->lobby_page_after(std::nullopt, 50)))["lobby"]["tables"]);
        return;
    }
  }

  // Messages

  std::string name_of(const Connection& connection) const {
    return "P" + std::to_string(connection.user);
  }
  std::string any_game() {
    if (games_.empty()) return to_text(Id{});
    return nth(games_, below(static_cast<int>(games_.size())));
  }

  Json with_id(const char* key, Json members) {
    members["id"] = to_text(numbered(0, ++commands_));
    members["name"] = "P0";
    return of(key, std::move(members));
  }

  void command(Connection& connection, Json what) {
    const Json& table = connection.table;
    Json json;
    json["id"] = to_text(numbered(0, ++commands_));
    json["game"] = table.is_null() ? Json(any_game()) : table["game"];
    json["seq"] = table.is_null() ? 1 : table["seq"].get<int>() - (one_in(8) ? 1 : 0);
    json["do"] = std::move(what);
    send(connection, of("command", std::move(json)));
  }

  /// The last command once more, perhaps by somebody else, who then joins by the other's name.
  void repeat(Connection& connection) {
    if (last_.is_null()) return;
    const Json::json_pointer name("/command/do/join/name");
    if (last_.contains(name))
      nth(users_, connection.user).names.insert(last_[name].get<std::string>());
    send(connection, last_);
  }

  void send(Connection& connection, Json message) {
    for (const char* const key : {"create", "quick"})
      if (message.contains(key)) message[key]["name"] = name_of(connection);
    for (const char* const key : {"create", "quick", "command"})
      if (message.contains(key)) {
        ++connection.unanswered[message[key]["id"].get<std::string>()];
        last_ = message;
      }
    trace(connection, "says", dump(message));
    hub_->receive(connection.viewer, dump(message));
  }

  /// For whoever looks into a finding: SIXFOLD_TRACE=1 prints every message.
  static void trace(const Connection& connection, const char* verb, const std::string& message) {
    static const bool is_wanted = std::getenv("SIXFOLD_TRACE") != nullptr;
    if (is_wanted)
      std::fprintf(stderr, "%d (P%d) %s %s\n", static_cast<int>(connection.viewer), connection.user,
                   verb, message.c_str());
  }

  void hear(Connection& connection, const std::string& message) {
    trace(connection, "hears", message);
    require(message.size() <= largest_message, "messages are bounded");
    const auto json = parse_json(message);
    require(json && json->is_object(), "a message is an object");
    for (const char* const key : {"ack", "error"})
      if (json->contains(key) && (*json)[key].contains("id")) {
        int& due = connection.unanswered[(*json)[key]["id"].get<std::string>()];
        require(--due >= 0, "a command is answered once");
      }
    if (json->contains("ack")) note_game((*json)["ack"]["game"].get<std::string>());
    if (json->contains("table")) see_table(connection, (*json)["table"]);
    if (json->contains("lobby")) check_lobby((*json)["lobby"]["tables"]);
    if (json->contains("lobby_changes")) check_lobby((*json)["lobby_changes"]["put"]);
  }

  void note_game(const std::string& game) {
    if (std::ranges::find(games_, game) == games_.end()) games_.push_back(game);
  }

  void see_table(Connection& connection, const Json& table) {
    connection.table = table;
    seqs_[table["game"].get<std::string>()] = table["seq"].get<std::uint64_t>();
    const Json& you = table["you"];
    if (!you.is_null())
      require(
          nth(users_, connection.user)
              .names.contains(table["seats"][you.get<std::size_t>()]["name"].get<std::string>()),
          "everyone has their own seat");
    if (!table.contains("view")) return;
    const Json& view = table["view"];
    require(view["seat"] == you, "everyone sees from their own seat");
    if (you.is_null()) require(view["hand"].empty(), "whoever has no seat sees no hand");
    if (table["status"] == "ended" || table["plan"]["variant"] == "cubes") return;
    for (const Json& seat : view["seats"]) require(!seat.contains("hand"), "hands are hidden");
  }

  static void check_lobby(const Json& tables) {
    require(tables.size() <= longest_lobby_page, "a page of the lobby is bounded");
    for (const Json& table : tables)
      require(std::ranges::any_of(table["seats"],
                                  [](const Json& seat) { return !seat["taken"].get<bool>(); }),
              "a table in the lobby has a free seat");
  }

  /// Another server shows every table at the same event.
  void check_restart() {
    const auto before = seqs_;
    for (Connection& connection : connections_)
      if (connection.is_open) disconnect(connection);
    timers_.clear();
    store_.run_all();
    store_.forget_tasks();
    hub_.reset();
    start();
    Connection& eve = connections_.front();
    connect(eve);
    for (const auto& [game, seq] : before) {
      eve.table = nullptr;
      hub_->receive(eve.viewer, dump(of("watch", of("game", game))));
      store_.run_all();
      require(!eve.table.is_null(), "another server finds the table");
      require(eve.table["seq"].get<std::uint64_t>() >= seq, "nothing that was shown is lost");
    }
    hub_.reset();
    store_.forget_tasks();
  }

  static constexpr std::array<const char*, 5> variants{"base", "cubes", "select", "connect",
                                                       "select-connect"};

  FuzzedDataProvider& bytes_;
  fuzz::HubStore& store_;
  std::int64_t steady_ms_ = 1'000'000;
  std::int64_t wall_offset_ms_ = 1'700'000'000'000;
  std::multimap<std::int64_t, std::function<void()>> timers_;
  std::uint64_t seed_ = 0;
  int codes_ = 0;
  int commands_ = 0;
  std::array<User, user_count> users_;
  std::array<Connection, connection_count> connections_;
  std::vector<std::string> games_;
  std::map<std::string, std::uint64_t> seqs_;  // the last event that somebody was shown
  Json last_;                                  // command, create or quick
  std::unique_ptr<server::Hub> hub_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::HubStore store;
  store.clear();
  FuzzedDataProvider bytes(data, size);
  HubDriver(bytes, store).run();
  return 0;
}
