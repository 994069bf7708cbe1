// A hub with a real store but without sockets: messages in, messages out. The test controls time,
// ids and chance.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

#include <gtest/gtest.h>

#include "engine/bots.hpp"
#include "record/forms.hpp"
#include "server/hub.hpp"
#include "store/random_id.hpp"
#include "store/sqlite_store.hpp"
#include "support/temporary_folder.hpp"

namespace sixfold::server {

/// The test's thread serves as the hub's: tasks run while the test waits for something.
class Tasks {
 public:
  void post(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    tasks_.clear();
  }

  template <class Done>
  void run_until(const Done& done) {
    while (!done()) {
      std::unique_lock lock(mutex_);
      const bool came =
          ready_.wait_for(lock, std::chrono::seconds(20), [this] { return !tasks_.empty(); });
      ASSERT_TRUE(came) << "nothing happens any more";
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
};

/// Ids that are the same in every run.
inline Id numbered_id(int number) {
  Id id;
  id.bytes[14] = static_cast<std::uint8_t>(number / 256);
  id.bytes[15] = static_cast<std::uint8_t>(number % 256);
  return id;
}

/// A client that keeps what it was sent.
struct Client {
  explicit Client(int number) : user(numbered_id(number)) {}

  Id user;
  SeatTaken::Kind kind{};  ///< with or without an account
  std::string name;        ///< of the account
  std::string address;
  ViewerNumber viewer = 0;
  std::vector<std::string> messages;  ///< all messages, in order of arrival
  std::vector<Json> acks;
  std::vector<Json> errors;
  std::vector<Json> phrases;
  Json table;
  Json lobby;
  Json own;  ///< the user's own tables, by id
  Json hello;

  void connect(Hub& hub) {
    viewer = hub.connect({user, kind, name, address}, [this](const std::string& message) {
      messages.push_back(message);
      Json json = *parse_json(message);
      if (json.contains("ack")) acks.push_back(json["ack"]);
      if (json.contains("error")) errors.push_back(json["error"]);
      if (json.contains("phrase")) phrases.push_back(json["phrase"]);
      if (json.contains("table")) table = json["table"];
      if (json.contains("lobby")) lobby = json["lobby"];
      if (json.contains("lobby_changes")) change_lobby(json["lobby_changes"]);
      if (json.contains("own")) take_in_own(json["own"]);
      if (json.contains("own_changes")) change_own(json["own_changes"]);
      if (json.contains("hello") || json.contains("reload")) hello = json;
    });
  }
  void take_in_own(const Json& page) {
    if (!page.contains("after")) own = Json::object();
    change_own({{"put", page["tables"]}, {"gone", Json::array()}});
  }
  void change_own(const Json& changes) {
    for (const Json& table : changes["put"]) own[table["game"].get<std::string>()] = table;
    for (const Json& game : changes["gone"]) own.erase(game.get<std::string>());
  }
  void change_lobby(const Json& changes) {
    Json tables = changes["put"];
    for (const Json& known : lobby["tables"]) {
      const auto is_it = [&](const Json& other) { return other["game"] == known["game"]; };
      if (std::ranges::none_of(changes["put"], is_it) &&
          std::ranges::find(changes["gone"], known["game"]) == changes["gone"].end())
        tables.push_back(known);
    }
    lobby["tables"] = std::move(tables);
  }
  [[nodiscard]] bool at_turn() const {
    return !table.is_null() && table["status"] == "running" &&
           table["view"]["turn"] == table["you"];
  }
  [[nodiscard]] bool ended() const { return !table.is_null() && table["status"] == "ended"; }
  [[nodiscard]] View view() const {
    FormReader reader;
    return *read_view(reader, table["view"], {});
  }
};

class HubTest : public testing::Test {
 protected:
  HubTest() { start(); }
  ~HubTest() override { stop(); }

  void start() {
    store_ = open_store();
    hub_ = std::make_unique<Hub>(*store_, make_services());
    begin(*hub_);
  }
  void begin(Hub& hub) {
    bool ready = false;
    hub.begin([&](const auto& fault) { ready = !fault; });
    tasks_.run_until([&] { return ready; });
    // No table is created at the very moment at which the server starts.
    ++now_ms_;
  }
  [[nodiscard]] std::unique_ptr<store::SqliteStore> open_store() const {
    return std::make_unique<store::SqliteStore>(
        store::SqliteOptions{(folder_.path() / "games.db").string(), vfs_, true});
  }
  HubServices make_services() {
    HubServices services;
    services.now_ms = [this] { return now_ms_; };
    services.new_game = [](const Id& user, const Id& command) {
      Id game = command;
      for (std::size_t i = 0; i < 14; ++i) game.bytes[i] ^= user.bytes[i + 2];
      game.bytes[0] = 0x99;
      return game;
    };
    services.new_code = [this] { return "CODE" + std::to_string(10 + codes_++); };
    services.new_seed = [this] { return ++seed_; };
    deal_by_seed(services, [this] { return ++seed_; });
    services.post = [this](std::function<void()> task) { tasks_.post(std::move(task)); };
    services.after = [this](std::int64_t delay_ms, std::function<void()> task) {
      delays_.push_back(delay_ms);
      now_ms_ += delay_ms;
      tasks_.post(std::move(task));
    };
    services.think = [this](std::function<void()> task) {
      tasks_.post([this, task = std::move(task)] {
        now_ms_ += think_ms_;
        task();
      });
    };
    services.log = [this](std::string_view event, const Json& with) {
      log_.push_back(std::string(event) + dump(with));
    };
    services.bot_pace_ms = bot_pace_ms_;
    services.tables_per_user = tables_per_user_;
    services.most_tables = most_tables_;
    prepare(services);
    return services;
  }
  void stop() {
    store_.reset();
    // Drop the store's outstanding answers.
    tasks_.clear();
    hub_.reset();
  }

  void send(Client& client, const Json& message) { hub_->receive(client.viewer, dump(message)); }

  Id next_command() { return numbered_id(1'000 + commands_++); }

  /// Sends a command and waits for its answer: the ack or the error.
  Json command(Client& client, const Json& what) {
    Json message;
    const Id id = next_command();
    message["command"] = {{"id", to_text(id)},
                          {"game", client.table["game"]},
                          {"seq", client.table["seq"]},
                          {"do", what}};
    send(client, message);
    return answer_to(client, id);
  }

  Json answer_to(Client& client, const Id& id) {
    Json answer;
    tasks_.run_until([&] {
      for (const std::vector<Json>* const kind : {&client.acks, &client.errors})
        for (const Json& json : *kind)
          if (json.value("id", "") == to_text(id)) answer = json;
      return !answer.is_null();
    });
    return answer;
  }

  /// Creates a table with `people` open seats and `bots` bots; the client takes a seat.
  Id create(Client& client, const std::string& variant, int people, int bots,
            const Json& more = Json::object()) {
    Json plan;
    plan["variant"] = variant;
    for (int i = 0; i < people; ++i) plan["seats"].push_back({{"kind", "open"}});
    for (int i = 0; i < bots; ++i) plan["seats"].push_back({{"kind", "bot"}, {"bot", "greedy"}});
    add_members(plan, more);
    const Id id = next_command();
    send(client, {{"create", {{"id", to_text(id)}, {"plan", plan}, {"name", "Ann"}}}});
    const Json answer = answer_to(client, id);
    EXPECT_TRUE(answer.contains("seq")) << dump(answer);
    tasks_.run_until([&] { return client.table["game"] == answer["game"]; });
    return *parse_id(client.table["game"].get<std::string>());
  }

  void watch(Client& client, const Id& game) {
    client.table = nullptr;
    send(client, {{"watch", {{"game", to_text(game)}}}});
    tasks_.run_until([&] { return !client.table.is_null(); });
  }

  Json join(Client& client, const Id& game, const std::string& name) {
    watch(client, game);
    return command(client, {{"join", {{"name", name}}}});
  }

  /// Makes the client's next act, chosen by a bot.
  Json act(Client& client) {
    Random random(1);
    return command(client, {{"act", to_json(bot_named("greedy")->choose(client.view(), random))}});
  }

  /// Makes every move of the client until the game is over; each must be acknowledged.
  void play_out(Client& client, int most_moves) {
    for (int move = 0; move < most_moves && !client.ended(); ++move) {
      tasks_.run_until([&] { return client.at_turn() || client.ended(); });
      if (client.ended()) return;
      const Json answer = act(client);
      ASSERT_TRUE(answer.contains("seq")) << dump(answer);
    }
  }

  /// For tests that need other services.
  virtual void prepare(HubServices& /*services*/) {}

  tests::TemporaryFolder folder_;
  std::string vfs_;  ///< SQLite's VFS; empty: the system's
  Tasks tasks_;
  std::int64_t now_ms_ = 1'000'000;
  std::int64_t think_ms_ = 0;
  std::int64_t bot_pace_ms_ = 0;
  int tables_per_user_ = 50;
  int most_tables_ = 1'000;
  std::vector<std::int64_t> delays_;
  std::vector<std::string> log_;
  std::uint64_t seed_ = 0;
  int codes_ = 0;
  int commands_ = 0;
  std::unique_ptr<store::SqliteStore> store_;
  std::unique_ptr<Hub> hub_;
};

}  // namespace sixfold::server
