// A user's own tables: found again wherever the user is, in pages, with whose turn it is.
#include "forwarding_store.hpp"
#include "hub_fixture.hpp"

namespace sixfold::server {
namespace {

class OwnTables : public HubTest {
 protected:
  /// Asks for the first page and waits for it.
  void ask(Client& client, const Json& what = Json::object()) {
    const std::size_t known = client.messages.size();
    send(client, {{"own", what}});
    tasks_.run_until([&] { return last_page(client, known).is_object(); });
  }

  static Json last_page(const Client& client, std::size_t from = 0) {
    Json page;
    for (std::size_t i = from; i < client.messages.size(); ++i) {
      Json json = *parse_json(client.messages[i]);
      if (json.contains("own")) page = json["own"];
    }
    return page;
  }

  Id both_sit_down(const Json& more = Json::object()) {
    for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
    const Id game = create(ann_, "base", 2, 0, more);
    join(ben_, game, "Ben");
    tasks_.run_until([&] { return ann_.at_turn() || ben_.at_turn(); });
    return game;
  }

  Json own_of(Client& client, const Id& game) { return client.own.value(to_text(game), Json()); }

  Client ann_{1};
  Client ben_{2};
};

TEST_F(OwnTables, AreNoneForSomebodyWhoHasNeverPlayed) {
  ann_.connect(*hub_);
  ask(ann_);
  EXPECT_EQ(ann_.messages.back(), R"({"own":{"tables":[]}})");
}

TEST_F(OwnTables, AreFoundAgainAfterLeavingThePageAndARestart) {
  const Id game = both_sit_down({{"clock", {{"kind", "per-move"}, {"seconds", 90}}}});
  stop();
  now_ms_ += 1'000;
  start();
  ann_.connect(*hub_);
  ask(ann_);
  ASSERT_EQ(ann_.own.size(), 1U);
  const Json own = own_of(ann_, game);
  EXPECT_EQ(own["code"], ann_.table["code"]);
  // The time for which there was no server was given back.
  EXPECT_EQ(own["seq"], ann_.table["seq"].get<int>() + 1);
  EXPECT_EQ(own["status"], "running");
  EXPECT_EQ(own["you"], 0);
  EXPECT_EQ(own["turn"], ann_.table["view"]["turn"]);
  EXPECT_EQ(own["points"], (Json{0, 0}));
  EXPECT_EQ(own["seats"][1]["name"], "Ben");
  EXPECT_EQ(own["plan"]["variant"], "base");
  EXPECT_TRUE(own.contains("deadline_ms"));
  EXPECT_FALSE(own.contains("paused"));
}

TEST_F(OwnTables, AreToldWhoseTurnItIs) {
  const Id game = both_sit_down();
  for (Client* client : {&ann_, &ben_}) {
    ask(*client);
    send(*client, {{"unwatch", {{"game", to_text(game)}}}});
  }
  for (int move = 0; move < 6; ++move) {
    const int turn = own_of(ann_, game)["turn"].get<int>();
    Client& mover = turn == 0 ? ann_ : ben_;
    Client& other = turn == 0 ? ben_ : ann_;
    watch(mover, game);
    ASSERT_TRUE(act(mover).contains("seq"));
    send(mover, {{"unwatch", {{"game", to_text(game)}}}});
    tasks_.run_until([&] { return own_of(other, game)["turn"] == 1 - turn; });
    EXPECT_EQ(own_of(other, game)["seq"], own_of(mover, game)["seq"]);
    EXPECT_EQ(own_of(other, game)["points"], own_of(mover, game)["points"]);
  }
}

TEST_F(OwnTables, EndWithTheGameAndWithTheSeat) {
  const Id game = both_sit_down();
  const Id waiting = create(ann_, "base", 2, 0);
  for (Client* client : {&ann_, &ben_}) ask(*client);
  EXPECT_EQ(ann_.own.size(), 2U);
  EXPECT_EQ(own_of(ann_, waiting)["status"], "waiting");
  EXPECT_FALSE(own_of(ann_, waiting).contains("turn"));
  command(ann_, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann_.own.size() == 1; });
  watch(ann_, game);
  command(ann_, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ben_.own.empty() && ann_.own.empty(); });
  ask(ann_);
  EXPECT_TRUE(ann_.own.empty());
}

TEST_F(OwnTables, LeaveOutAGameThatTheUserHasResigned) {
  for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
  Client cas(3);
  cas.connect(*hub_);
  const Id game = create(ann_, "base", 3, 0);
  join(ben_, game, "Ben");
  join(cas, game, "Cas");
  tasks_.run_until([&] { return cas.table["status"] == "running"; });
  ask(cas);
  EXPECT_EQ(cas.own.size(), 1U);
  command(cas, {{"leave", Json::object()}});
  tasks_.run_until([&] { return cas.own.empty(); });
}

TEST_F(OwnTables, AreNoneForWhoeverDeclinesARematch) {
  const Id game = both_sit_down();
  watch(ben_, game);
  command(ben_, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann_.ended(); });
  command(ann_, {{"rematch", Json::object()}});
  for (Client* client : {&ann_, &ben_})
    tasks_.run_until([&] { return client->table.contains("rematch"); });
  const Id again = *parse_id(ann_.table["rematch"].get<std::string>());
  for (Client* client : {&ann_, &ben_}) watch(*client, again);
  EXPECT_EQ(ann_.table["seats"][1]["reserved"], true);
  EXPECT_FALSE(ann_.table["seats"][0].contains("reserved"));
  EXPECT_TRUE(command(ben_, {{"leave", Json::object()}}).contains("seq"));
  tasks_.run_until([&] { return !ann_.table["seats"][1].contains("reserved"); });
  EXPECT_EQ(ann_.table["status"], "waiting");
  EXPECT_EQ(ann_.table["you"], 0);
  // Once is enough, and nobody else can.
  EXPECT_EQ(command(ben_, {{"leave", Json::object()}})["code"], "not_at_table");
  Client cas(3);
  cas.connect(*hub_);
  EXPECT_TRUE(join(cas, again, "Cas").contains("seq"));
}

/// The user sits down with another device.
TEST_F(OwnTables, AreToldOfNewOnes) {
  Client phone(1);
  ann_.connect(*hub_);
  phone.connect(*hub_);
  ask(phone);
  EXPECT_TRUE(phone.own.empty());
  const Id game = create(ann_, "base", 2, 0, {{"lobby", true}});
  tasks_.run_until([&] { return phone.own.size() == 1; });
  EXPECT_EQ(own_of(phone, game)["lobby"], true);
  ben_.connect(*hub_);
  join(ben_, game, "Ben");
  tasks_.run_until([&] { return own_of(phone, game)["status"] == "running"; });
}

TEST_F(OwnTables, ComeInPages) {
  ann_.connect(*hub_);
  for (int i = 0; i < 45; ++i) {
    create(ann_, "base", 2, 0);
    now_ms_ += 10'000;
  }
  std::set<std::string> seen;
  Json what = Json::object();
  for (const std::size_t expected : {20U, 20U, 5U}) {
    ask(ann_, what);
    const Json page = last_page(ann_);
    EXPECT_EQ(page["tables"].size(), expected);
    for (const Json& table : page["tables"]) seen.insert(table["game"].get<std::string>());
    EXPECT_EQ(page.contains("next"), expected == 20);
    what["after"] = page.value("next", "");
  }
  EXPECT_EQ(seen.size(), 45U);
}

TEST_F(OwnTables, KeepNothingInMemoryForSomebodyWhoIsGone) {
  both_sit_down();
  for (Client* client : {&ann_, &ben_}) hub_->disconnect(client->viewer);
  bool rests = false;
  tasks_.post([&] { rests = true; });
  tasks_.run_until([&] { return rests; });
  EXPECT_EQ(hub_->figures().tables_in_memory, 0U);
  ann_.connect(*hub_);
  ask(ann_);
  EXPECT_EQ(hub_->figures().tables_in_memory, 1U);
  hub_->disconnect(ann_.viewer);
  tasks_.post([&] { rests = false; });
  tasks_.run_until([&] { return !rests; });
  EXPECT_EQ(hub_->figures().tables_in_memory, 0U);
}

TEST_F(OwnTables, AreNotAskedForWithoutEnd) {
  ann_.connect(*hub_);
  for (int i = 0; i < 30; ++i) send(ann_, {{"own", Json::object()}});
  tasks_.run_until([&] { return last_page(ann_).is_object() && !ann_.errors.empty(); });
  EXPECT_EQ(ann_.errors[0]["code"], "too_fast");
  EXPECT_EQ(ann_.errors[0]["where"], "own");
}

/// Anyone can look at a finished game.
TEST_F(OwnTables, ThatAreOverAreNotToldAgain) {
  const Id game = both_sit_down();
  for (Client* client : {&ann_, &ben_}) ask(*client);
  command(ann_, {{"leave", Json::object()}});
  tasks_.run_until([&] { return ann_.own.empty() && ben_.own.empty(); });
  for (Client* client : {&ann_, &ben_}) send(*client, {{"unwatch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  const std::size_t known = ben_.messages.size();
  for (int i = 0; i < 3; ++i) {
    bool shown = false;
    hub_->look_at(game, [&](const auto& message) { shown = message.has_value(); });
    tasks_.run_until([&] { return shown && hub_->figures().tables_in_memory == 0; });
  }
  EXPECT_EQ(ben_.messages.size(), known) << ben_.messages.back();
}

TEST_F(OwnTables, LeaveOutOnlyTheGameThatCannotBeRead) {
  ann_.connect(*hub_);
  const Id broken = create(ann_, "base", 2, 0);
  store::AppendRequest forged;
  forged.game = broken;
  forged.expected_seq = ann_.table["seq"].get<std::uint64_t>();
  forged.events = {to_stored(MoveMade{7, Pass{}})};
  forged.code = ann_.table["code"].get<std::string>();
  const Id good = create(ann_, "base", 2, 0);
  for (const Id& game : {broken, good}) send(ann_, {{"unwatch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  bool done = false;
  store_->append(forged, [&](const auto& answer) {
    const bool appended = answer.has_value();
    tasks_.post([&done, appended] { done = appended; });
  });
  tasks_.run_until([&] { return done; });
  ask(ann_);
  EXPECT_TRUE(ann_.errors.empty());
  EXPECT_EQ(ann_.own.size(), 1U);
  EXPECT_TRUE(ann_.own.contains(to_text(good)));
}

/// Reads of one game are answered only when the test says so.
class SlowStore : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  Id slow;
  std::vector<std::function<void()>> held;

  void read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) override {
    if (game != slow) return ForwardingStore::read(game, after_seq, std::move(answer));
    held.emplace_back([this, game, after_seq, answer = std::move(answer)] {
      ForwardingStore::read(game, after_seq, answer);
    });
  }
};

class SlowOwnTables : public OwnTables {
 protected:
  SlowOwnTables() {
    hub_.reset();
    hub_ = std::make_unique<Hub>(slow_, make_services());
    begin(*hub_);
  }
  SlowStore slow_{*store_};
};

TEST_F(SlowOwnTables, AreSortedAndNoOlderThanWhatWasToldBefore) {
  for (Client* client : {&ann_, &ben_}) client->connect(*hub_);
  std::array games{create(ann_, "base", 2, 0), create(ann_, "base", 2, 0)};
  std::ranges::sort(games);
  for (const Id& game : games) send(ann_, {{"unwatch", {{"game", to_text(game)}}}});
  tasks_.run_until([&] { return hub_->figures().tables_in_memory == 0; });
  slow_.slow = games[0];
  send(ann_, {{"own", Json::object()}});
  tasks_.run_until([&] { return slow_.held.size() == 1 && !ann_.own.is_null(); });
  // The game at the other table begins before the page is complete.
  join(ben_, games[1], "Ben");
  tasks_.run_until([&] { return own_of(ann_, games[1])["status"] == "running"; });
  slow_.held[0]();
  tasks_.run_until([&] { return last_page(ann_).is_object(); });
  EXPECT_EQ(own_of(ann_, games[1])["status"], "running");
  const Json page = last_page(ann_);
  ASSERT_EQ(page["tables"].size(), 2U);
  EXPECT_EQ(page["tables"][0]["game"], to_text(games[0]));
}

}  // namespace
}  // namespace sixfold::server
