// The lobby with many tables: its messages stay small, whatever boards people invent.
#include "hub_fixture.hpp"
#include "rules/indexed.hpp"

namespace sixfold::server {
namespace {

class FullLobby : public HubTest {
 protected:
  static constexpr std::size_t hosts = 60;

  /// The largest board that fits into a message.
  static Json huge_board() {
    Json stars = Json::array();
    for (int y = 0; y < 64; y += 2)
      for (int x = 0; x < 64; x += 2)
        if (stars.size() < 900) stars.push_back(std::to_string(x) + "," + std::to_string(y));
    return {{"size", {64, 64}}, {"stars", stars}, {"starts", {"1,1"}}, {"bonus", Json::array()}};
  }

  void open_tables() {
    for (std::size_t i = 0; i < hosts; ++i) {
      clients_.push_back(std::make_unique<Client>(100 + static_cast<int>(i)));
      clients_.back()->connect(*hub_);
      create(*clients_.back(), "select", 2, 0, {{"lobby", true}, {"board", huge_board()}});
    }
  }

  static Json parsed(const std::string& message) { return (*parse_json(message))["lobby"]; }

  std::vector<std::unique_ptr<Client>> clients_;
};

TEST_F(FullLobby, IsShownInPagesWithoutBoards) {
  open_tables();
  Client eve(1);
  eve.connect(*hub_);
  send(eve, {{"lobby", Json::object()}});
  ASSERT_EQ(eve.messages.size(), 1U);
  EXPECT_LT(eve.messages[0].size(), 64U << 10);
  EXPECT_EQ(eve.lobby["tables"].size(), 50U);
  const Json& plan = eve.lobby["tables"][0]["plan"];
  EXPECT_FALSE(plan.contains("board"));
  EXPECT_EQ(plan["layout"], "custom");
  EXPECT_EQ(plan["size"], (Json{64, 64}));
  EXPECT_EQ(plan["options"], Json::object());
  std::set<std::string> seen;
  for (const Json& table : eve.lobby["tables"]) seen.insert(table["game"].get<std::string>());
  send(eve, {{"lobby", {{"after", eve.lobby["next"]}}}});
  EXPECT_EQ(eve.lobby["tables"].size(), hosts - 50);
  EXPECT_FALSE(eve.lobby.contains("next"));
  for (const Json& table : eve.lobby["tables"]) seen.insert(table["game"].get<std::string>());
  EXPECT_EQ(seen.size(), hosts);
}

TEST_F(FullLobby, TellsChangesAlone) {
  open_tables();
  Client eve(1);
  eve.connect(*hub_);
  send(eve, {{"lobby", Json::object()}});
  for (int i = 0; i < 4; ++i) hub_->tick();
  eve.messages.clear();
  hub_->tick();
  EXPECT_TRUE(eve.messages.empty());
  command(*clients_[0], {{"lock", Json::object()}});
  hub_->tick();
  ASSERT_EQ(eve.messages.size(), 1U);
  EXPECT_EQ(eve.messages[0],
            R"({"lobby_changes":{"put":[],"gone":[)" + dump(clients_[0]->table["game"]) + "]}}");
  // Many changes at once come in several messages.
  for (const auto& client : clients_) hub_->disconnect(client->viewer);
  eve.messages.clear();
  hub_->tick();
  ASSERT_EQ(eve.messages.size(), 1U);
  EXPECT_EQ((*parse_json(eve.messages[0]))["lobby_changes"]["gone"].size(), 50U);
  hub_->tick();
  EXPECT_EQ(eve.messages.size(), 2U);
  EXPECT_TRUE(eve.lobby["tables"].empty());
}

TEST_F(FullLobby, GivesPagesOfALimitedLengthWithoutAStream) {
  open_tables();
  EXPECT_EQ(parsed(hub_->lobby_page_after({}, 7))["tables"].size(), 7U);
  EXPECT_EQ(parsed(hub_->lobby_page_after({}, 0))["tables"].size(), 1U);
  const Json all = parsed(hub_->lobby_page_after({}, 1'000'000));
  EXPECT_EQ(all["tables"].size(), hosts);
  const Id last = *parse_id(all["tables"][hosts - 1]["game"].get<std::string>());
  EXPECT_TRUE(parsed(hub_->lobby_page_after(last, {}))["tables"].empty());
}

/// What somebody costs who comes and goes must not depend on how many tables others have.
TEST_F(FullLobby, KnowsTheTablesOfAUserAndOfAMatch) {
  const Id ann = numbered_id(1);
  const Id ben = numbered_id(2);
  const auto table_of = [](const std::vector<Id>& users, const TablePlan& plan) {
    Table table;
    table.apply(TableCreated{plan, users.front(), "ABCDEF", std::nullopt, 0}, 1);
    for (std::size_t seat = 0; seat < users.size(); ++seat)
      table.apply(SeatTaken{static_cast<int>(seat), nth(users, seat), "P", {}}, 1);
    return table;
  };
  const auto moment = [](int game, std::optional<std::int64_t> away = {}) {
    return TableMoment{numbered_id(game), 1, 1, [away](const Id& /*user*/) { return away; }};
  };
  QuickMatch quick;
  const TablePlan plan = quick_plan(quick);
  quick.tempo = protocol::Tempo::slow;
  const TablePlan slow = quick_plan(quick);
  TablePlan other = plan;
  other.hints = true;
  Lobby lobby;
  lobby.update(table_of({ann}, plan), moment(10));
  lobby.update(table_of({ann}, other), moment(11));
  lobby.update(table_of({ann, ben}, slow), moment(12));
  using Games = std::set<Id>;
  EXPECT_EQ(lobby.tables_of(ann), (Games{numbered_id(10), numbered_id(11), numbered_id(12)}));
  EXPECT_EQ(lobby.tables_of(ben), Games{numbered_id(12)});
  EXPECT_EQ(lobby.matches(plan), Games{numbered_id(10)});
  EXPECT_EQ(lobby.matches(other), Games{}) << "a quick match has no hints";
  EXPECT_EQ(lobby.matches(slow), Games{}) << "it is full";
  // Whoever waits there is away: the table stays known, but leads nowhere.
  lobby.update(table_of({ann}, plan), moment(10, 0));
  EXPECT_EQ(lobby.matches(plan), Games{});
  EXPECT_EQ(lobby.tables_of(ann).size(), 3U);
  // Ann gets up, Ben closes the table.
  Table left = table_of({ann, ben}, slow);
  left.apply(SeatFreed{0}, 2);
  lobby.update(left, moment(12));
  EXPECT_EQ(lobby.matches(slow), Games{numbered_id(12)});
  EXPECT_EQ(lobby.tables_of(ann), (Games{numbered_id(10), numbered_id(11)}));
  left.apply(SeatFreed{1}, 3);
  left.apply(TableClosed{}, 3);
  lobby.update(left, moment(12));
  EXPECT_EQ(lobby.tables_of(ben), Games{});
  EXPECT_EQ(lobby.matches(slow), Games{});
  EXPECT_FALSE(lobby.contains(numbered_id(12)));
  EXPECT_TRUE(lobby.contains(numbered_id(10)));
}

/// Even if the connection that watched the table was not the user's last one.
TEST_F(HubTest, ListsATableAsLongAsSomebodyOfItIsThere) {
  Client ann(1);
  Client same(1);
  for (Client* client : {&ann, &same}) client->connect(*hub_);
  create(ann, "base", 2, 0, {{"lobby", true}});
  const auto listed = [&] {
    return (*parse_json(hub_->lobby_page_after({}, {})))["lobby"]["tables"].size();
  };
  hub_->disconnect(ann.viewer);
  EXPECT_EQ(listed(), 1U);
  hub_->disconnect(same.viewer);
  EXPECT_EQ(listed(), 0U);
  ann.connect(*hub_);
  EXPECT_EQ(listed(), 1U);
}

}  // namespace
}  // namespace sixfold::server
