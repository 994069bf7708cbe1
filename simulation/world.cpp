#include "simulation/world.hpp"

#include <algorithm>
#include <filesystem>

#include "simulation/player.hpp"
#include "simulation/power_loss_vfs.hpp"
#include "simulation/referee.hpp"
#include "simulation/vandal.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold::simulation {

namespace {

constexpr Micros longest_finish = Micros{5} * 60 * minute;
constexpr Micros time_to_rest = 10 * minute;
constexpr std::uint64_t steps_between_looks = 500;

/// A folder for one run's file.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() /
              ("sixfold-simulation-" + to_text(store::random_id()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string file() const { return (path_ / "games.db").string(); }

 private:
  std::filesystem::path path_;
};

/// A game that is not over, in short.
std::string described(const Id& id, const GameLog& log) {
  std::string text = to_text(id) + " (";
  for (const store::StoredEvent& event : log.events) text += event.type + " ";
  return text + "until " + std::to_string(log.table.deadline_ms().value_or(0)) + ")";
}

class World {
 public:
  explicit World(const Options& options);
  Outcome run();

 private:
  [[nodiscard]] std::unique_ptr<store::Store> open_store(const std::function<bool()>& is_alive);
  [[nodiscard]] std::shared_ptr<Connection> connect(const server::Identity& who, bool honest,
                                                    ConnectionEnd end);
  [[nodiscard]] std::optional<Micros> sound_since(const Id& user) const;
  [[nodiscard]] std::optional<Id> any_game();
  [[nodiscard]] server::Identity new_identity();
  void populate();
  void crash(Node& node, Micros restart_after);
  void supervise();
  /// Lets things happen until it is so, or the time is up, or something is wrong; whether it is so.
  template <class Done>
  bool step_until(const Done& done, Micros longest);
  void look_around();

  // The end of a run.
  void finish_games();
  void come_to_rest();
  void audit();
  [[nodiscard]] std::map<Id, std::vector<Id>> games_to_finish() const;
  [[nodiscard]] bool all_games_ended() const;
  [[nodiscard]] bool nobody_is_left() const;
  [[nodiscard]] Outcome outcome() const;

  Options options_;
  Environment environment_;
  Ledger ledger_{environment_};
  ModelDatabase database_;
  StoreConditions conditions_;
  Folder folder_;
  Bus bus_{environment_};
  Referee referee_;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::map<int, Micros> restart_at_;
  std::vector<std::shared_ptr<Connection>> connections_;
  Surroundings surroundings_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::unique_ptr<Vandal>> vandals_;
  std::optional<Faults> faults_;
};

World::World(const Options& options)
    : options_(options),
      environment_(options.seed, options.trace, options.tolerated),
      referee_(environment_, ledger_, [this](const Id& user) { return sound_since(user); }),
      surroundings_{environment_,
                    [this](const server::Identity& who, bool honest, ConnectionEnd end) {
                      return connect(who, honest, std::move(end));
                    },
                    [this] { return any_game(); }} {
  if (options_.store == StoreKind::sqlite) {
    options_.nodes = 1;
    restore_power();
    power_loss_vfs({static_cast<int>(environment_.between(0, 60)), options.seed});
  }
  for (int number = 0; number < options_.nodes; ++number) {
    nodes_.push_back(std::make_unique<Node>(
        environment_, number,
        Node::Outside{[this](const auto& is_alive) { return open_store(is_alive); },
                      [this](const server::BusNews& news) { bus_.publish(news); },
                      options_.store == StoreKind::sqlite}));
    bus_.join(*nodes_.back());
  }
  faults_.emplace(environment_,
                  Faultable{nodes_, connections_, bus_, conditions_, options_.store,
                            [this](Node& node, Micros after) { crash(node, after); }});
}

std::unique_ptr<store::Store> World::open_store(const std::function<bool()>& is_alive) {
  const auto after = [this, is_alive](Micros delay, Scheduler::Task task) {
    environment_.scheduler.after(delay, [is_alive, task = std::move(task)] {
      if (is_alive()) task();
    });
  };
  if (options_.store == StoreKind::model)
    return std::make_unique<ObservedStore>(
        ledger_, std::make_unique<ModelStore>(database_, conditions_, environment_.rng, after,
                                              [this] { return environment_.wall_ms(); }));
  store::SqliteOptions sqlite{folder_.file(), "power-loss", true, {}};
  sqlite.schedule = [this, after](Scheduler::Task work) {
    after(environment_.between(100, 5'000), std::move(work));
  };
  return std::make_unique<ObservedStore>(ledger_, std::make_unique<store::SqliteStore>(sqlite));
}

// Connections

std::shared_ptr<Connection> World::connect(const server::Identity& who, bool honest,
                                           ConnectionEnd end) {
  std::erase_if(connections_, [](const auto& connection) { return connection->is_gone(); });
  Node& node = *nodes_[environment_.rng.index(nodes_.size())];
  auto connection = std::make_shared<Connection>(
      environment_, node, who, std::move(end),
      ConnectionWitness{
          [this](const std::string& message) { referee_.asked(message); },
          [this, honest, &node](const std::string& message) {
            if (honest) referee_.arrived(node, message);
          },
          [this, honest, user = who.user](std::uint64_t number, const std::string& message) {
            referee_.sent({number, user, honest}, message);
          }});
  connections_.push_back(connection);
  connection->open();
  return connection;
}

std::optional<Micros> World::sound_since(const Id& user) const {
  std::optional<Micros> since;
  for (const auto& connection : connections_)
    if (connection->user() == user && connection->is_sound())
      since = std::min(since.value_or(connection->opened_at()), connection->opened_at());
  return since;
}

std::optional<Id> World::any_game() {
  const auto& games = ledger_.games();
  if (games.empty()) return std::nullopt;
  auto found = games.begin();
  std::advance(found, static_cast<std::ptrdiff_t>(environment_.rng.index(games.size())));
  return found->first;
}

// Nodes and people

server::Identity World::new_identity() {
  if (environment_.one_in(3))
    return {environment_.new_id(), server::SeatTaken::Kind::person, any_name(environment_)};
  return {environment_.new_id(), server::SeatTaken::Kind::guest, ""};
}

void World::populate() {
  const auto honest = environment_.between(3, 12);
  const auto hostile = environment_.one_in(3) ? 0 : environment_.between(1, 6);
  for (int i = 0; i < honest; ++i) {
    const server::Identity who = new_identity();
    players_.push_back(std::make_unique<Player>(surroundings_, who));
    // A second tab.
    if (environment_.one_in(8)) players_.push_back(std::make_unique<Player>(surroundings_, who));
  }
  for (int i = 0; i < hostile; ++i)
    vandals_.push_back(std::make_unique<Vandal>(surroundings_, new_identity()));
  for (const auto& player : players_) player->begin();
  for (const auto& vandal : vandals_) vandal->begin();
}

void World::crash(Node& node, Micros restart_after) {
  for (const auto& connection : connections_)
    if (&connection->node() == &node) connection->node_gone();
  referee_.crashed(node);
  node.crash();
  restart_at_[node.number()] = environment_.scheduler.now() + restart_after;
}

/// Starts what does not run, as an init system does.
void World::supervise() {
  for (const auto& node : nodes_)
    if (!node->is_running() && environment_.scheduler.now() >= restart_at_[node->number()])
      node->start();
  environment_.scheduler.after(500 * millisecond, [this] { supervise(); });
}

// Running

void World::look_around() {
  referee_.check_hidden_tiles();
  for (const auto& node : nodes_) referee_.check_bounds(*node);
}

template <class Done>
bool World::step_until(const Done& done, Micros longest) {
  const Micros end = environment_.scheduler.now() + longest;
  while (!environment_.verdict.violation() && environment_.scheduler.now() < end) {
    if (!environment_.scheduler.step()) break;
    if (environment_.scheduler.steps() % steps_between_looks != 0) continue;
    look_around();
    if (done()) return true;
  }
  return done();
}

Outcome World::run() {
  supervise();
  populate();
  faults_->begin();
  const auto lasts = static_cast<Micros>(options_.hours * 60 * static_cast<double>(minute));
  step_until(
      [this] {
        return options_.most_steps != 0 && environment_.scheduler.steps() >= options_.most_steps;
      },
      lasts);
  finish_games();
  come_to_rest();
  audit();
  return outcome();
}

// The end

std::map<Id, std::vector<Id>> World::games_to_finish() const {
  std::map<Id, std::vector<Id>> games;
  for (const auto& [id, log] : ledger_.games()) {
    if (log.events.empty() || log.table.status() == GameStatus::ended) continue;
    bool has_people = false;
    for (const server::TableSeat& seat : log.table.seats())
      if (seat.user) {
        games[*seat.user].push_back(id);
        has_people = true;
      }
    // Bots play on while somebody looks.
    if (!has_people) games[players_.front()->who().user].push_back(id);
  }
  return games;
}

bool World::all_games_ended() const {
  return std::ranges::all_of(ledger_.games(), [](const auto& game) {
    return game.second.events.empty() || game.second.table.status() == GameStatus::ended;
  });
}

void World::finish_games() {
  if (environment_.verdict.violation()) return;
  environment_.note("end", "of faults");
  faults_->end();
  for (const auto& vandal : vandals_) vandal->retire();
  for (const auto& player : players_) player->retire();
  // Games of which nobody has heard yet are known once all nodes have started.
  step_until([] { return false; }, minute);
  audit();
  std::vector<std::unique_ptr<Player>> finishing;
  for (const auto& [user, games] : games_to_finish()) {
    finishing.push_back(std::make_unique<Player>(
        surroundings_, server::Identity{user, server::SeatTaken::Kind::guest, ""}));
    finishing.back()->finish(games);
    finishing.back()->begin();
  }
  const bool ended = step_until([this] { return all_games_ended(); }, longest_finish);
  environment_.verdict.check("every game ends once faults stop",
                             ended || environment_.verdict.violation(), [this] {
                               std::string open;
                               for (const auto& [id, log] : ledger_.games())
                                 if (log.table.status() != GameStatus::ended)
                                   open += " " + described(id, log);
                               return "still open:" + open;
                             });
  for (auto& player : finishing) {
    player->retire();
    players_.push_back(std::move(player));
  }
}

bool World::nobody_is_left() const {
  return std::ranges::all_of(nodes_, [](const auto& node) {
    return node->is_running() && node->hub().is_at_rest() &&
           node->hub().figures().tables_in_memory == 0 && node->hub().figures().viewers == 0;
  });
}

void World::come_to_rest() {
  if (environment_.verdict.violation()) return;
  const bool rests = step_until([this] { return nobody_is_left(); }, time_to_rest);
  environment_.verdict.check("nothing stays in memory when everyone has gone", rests, [this] {
    std::string left;
    for (const auto& node : nodes_)
      if (node->is_running())
        left += " " + std::to_string(node->hub().figures().tables_in_memory) + " tables and " +
                std::to_string(node->hub().figures().viewers) + " viewers";
    return left;
  });
}

/// Reads everything anew; the ledger compares.
void World::audit() {
  if (environment_.verdict.violation()) return;
  // What it has scheduled and not done when it goes must not happen any more.
  const auto life = std::make_shared<int>();
  const auto store = open_store([life = std::weak_ptr(life)] { return !life.expired(); });
  std::size_t missing = 1;
  const auto answered = [&missing](const auto&) { --missing; };
  for (const auto& [id, log] : ledger_.games()) {
    ++missing;
    store->read(id, 0, [&, stored = log.events.size()](const auto& events) {
      environment_.verdict.check("nothing that was stored is lost",
                                 events && events->size() >= stored, [&] { return to_text(id); });
      answered(events);
    });
  }
  for (const auto& [command, seq] : referee_.acknowledged()) {
    ++missing;
    store->find_command(command.first, command.second, [&, expected = seq](const auto& found) {
      environment_.verdict.check("what was acknowledged is there once", found && *found == expected,
                                 [&] { return to_text(command.second); });
      answered(found);
    });
  }
  store->open_games([&](const auto& found) {
    if (found)
      for (const store::GameRow& row : *found) {
        ++missing;
        store->read(row.game, 0, answered);
      }
    answered(found);
  });
  while (missing > 0 && environment_.scheduler.step()) {
  }
}

Outcome World::outcome() const {
  Outcome outcome;
  outcome.virtual_time = environment_.scheduler.now();
  outcome.steps = environment_.scheduler.steps();
  outcome.games = ledger_.games().size();
  outcome.acknowledged = referee_.acknowledged().size();
  outcome.connections = environment_.connections;
  outcome.slowest_answer = environment_.slowest_answer;
  outcome.faults = environment_.faults;
  outcome.checked = environment_.verdict.checked();
  outcome.hash = environment_.trace.hash();
  outcome.violation = environment_.verdict.violation();
  const auto& lines = environment_.trace.last_lines();
  outcome.last_lines.assign(lines.begin(), lines.end());
  return outcome;
}

}  // namespace

Outcome run(const Options& options) { return World(options).run(); }

}  // namespace sixfold::simulation
