// Each side reads what the other says.
#include <set>

#include <gtest/gtest.h>

#include "play/dealer.hpp"
#include "protocol/server_messages.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::protocol {
namespace {

Id numbered(int number) {
  Id id;
  id.bytes[15] = static_cast<std::uint8_t>(number);
  return id;
}

TablePlan any_plan() {
  TablePlan plan;
  plan.rules = variants::select_connect();
  plan.rules.layout->presets = {{3, 3}};
  plan.seats = {{SeatPlan::Kind::open, "", {}}, {SeatPlan::Kind::bot, "greedy", {}}};
  plan.clock = {ClockPlan::Kind::bank, 600, 5};
  plan.in_lobby = true;
  plan.hints = true;
  plan.favoured_opener = 1;
  return plan;
}

ShownTable any_table() {
  Random random(1);
  const Ruleset rules = variants::base();
  const Game game = *Game::begin(rules, deal(rules, {{"Ann", {}}, {"Ben", {}}}, random));
  ShownTable table;
  table.game = numbered(3);
  table.seq = 17;
  table.now_ms = 1'700'000'000'000;
  table.code = "BCDFGH";
  table.status = GameStatus::running;
  table.plan = any_plan();
  table.theme = "classic";
  table.you = 1;
  table.host = true;
  table.seats.resize(2);
  table.seats[0].name = "Ann";
  table.seats[0].taken = true;
  table.seats[0].kind = AccountKind::person;
  table.seats[0].is_away = true;
  table.seats[0].away_since_ms = 1'700'000'000'001;
  table.seats[0].wish = Wish::take_back;
  table.seats[0].lets_leave = 1;
  table.seats[0].bank_ms = 5'000;
  table.seats[0].seal = FairSeal{1, 2, 3};
  table.seats[1].bot = "greedy";
  table.seats[1].seed = FairSeed{4, 5};
  table.seats[1].is_seeded = true;
  table.deadline_ms = 1'700'000'060'000;
  table.commitment = FairCommitment{7};
  table.reveals_seeds = true;
  table.rematch = numbered(4);
  table.view = view(game, 1);
  table.end = ShownEnd{EndReason::out, 1, 6};
  table.winners = {1};
  return table;
}

LobbyTable any_lobby_table() {
  return {numbered(5),
          "CDFGHJ",
          1'700'000'000'000,
          summary_of(any_plan()),
          {{"Ann", true, "", AccountKind::bot}, {"", false, "", {}}}};
}

OwnTable any_own_table() {
  OwnTable own;
  own.game = numbered(6);
  own.code = "JKLMNP";
  own.seq = 12;
  own.status = GameStatus::running;
  own.plan = summary_of(any_plan());
  own.in_lobby = true;
  own.is_quick = true;
  own.seats = any_lobby_table().seats;
  own.you = 1;
  own.turn = 0;
  own.paused = true;
  own.points = {12, 0};
  own.deadline_ms = 1'700'000'060'000;
  own.since_ms = 1'700'000'000'000;
  return own;
}

std::vector<ServerMessage> server_messages() {
  Error illegal;
  illegal.id = numbered(1);
  illegal.code = "illegal";
  illegal.reason = Reason::no_contact;
  illegal.cell = Cell{3, -4};
  Error stale;
  stale.id = numbered(1);
  stale.game = numbered(2);
  stale.code = "stale";
  stale.seq = 9;
  stale.missed = {Json{{"seq", 9}, {"type", "game-paused"}}};
  Error unreadable;
  unreadable.code = "type";
  unreadable.where = "command.do";
  unreadable.message = "expected an object, not a number";
  ShownTable waiting;
  waiting.plan = any_plan();
  waiting.seats.resize(2);
  return {Hello{version, to_text(numbered(1)), 1, 2, 3},
          Reload{2},
          Ack{numbered(1), numbered(2), 3},
          illegal,
          stale,
          unreadable,
          any_table(),
          waiting,
          LobbyPage{{any_lobby_table()}, numbered(1), numbered(2)},
          LobbyChanges{{any_lobby_table()}, {numbered(3)}},
          OwnPage{{any_own_table(), OwnTable{}}, numbered(1), numbered(2)},
          OwnChanges{{any_own_table()}, {numbered(3)}},
          SaidPhrase{numbered(1), 2, "hello"}};
}

std::vector<TableCommand> commands() {
  return {JoinTable{"Ann", 2, FairSeed{1, 2}},
          LeaveTable{},
          RemovePlayer{3},
          LockTable{},
          UnlockTable{},
          MakeMove{Place{{{{1, -2}, Tile{}}}}},
          MakeMove{Pass{}},
          AskPause{},
          AskTakeBack{},
          RefuseWish{},
          ResumeGame{},
          LetBotPlay{1},
          LetSeatLeave{0},
          ReturnToSeat{},
          AskRematch{},
          GiveSeed{FairSeed{9}},
          GiveSeal{FairSeal{8}},
          FillSeat{2, "greedy"}};
}

std::vector<ClientMessage> client_messages() {
  std::vector<ClientMessage> messages{ClientHello{version},
                                      CreateTable{numbered(1), any_plan(), "Ann"},
                                      QuickMatch{numbered(1), "base", 3, "Ben", "star-wars"},
                                      WatchTable{numbered(2)},
                                      UnwatchTable{numbered(2)},
                                      EnterLobby{},
                                      EnterLobby{numbered(3)},
                                      LeaveLobby{},
                                      AskOwnTables{},
                                      AskOwnTables{numbered(3)},
                                      SayPhrase{numbered(1), "oops"}};
  for (TableCommand& command : commands())
    messages.emplace_back(TableRequest{numbered(1), 7, numbered(2), std::move(command)});
  return messages;
}

template <class Message>
std::set<std::size_t> kinds_of(const std::vector<Message>& messages) {
  std::set<std::size_t> kinds;
  for (const Message& message : messages) kinds.insert(message.index());
  return kinds;
}

TEST(Messages, OfAServerAreReadAsTheyWereWritten) {
  const auto messages = server_messages();
  EXPECT_EQ(kinds_of(messages).size(), std::variant_size_v<ServerMessage>) << "one of each kind";
  for (const ServerMessage& message : messages) {
    const std::string text = to_text(message);
    const auto read = read_server_message(text);
    ASSERT_TRUE(read) << text << ": " << read.error().where << " " << read.error().message;
    ASSERT_TRUE(*read) << text;
    EXPECT_EQ((*read)->index(), message.index()) << text;
    EXPECT_EQ(to_text(**read), text);
  }
}

TEST(Messages, OfAClientAreReadAsTheyWereWritten) {
  const auto messages = client_messages();
  EXPECT_EQ(kinds_of(messages).size(), std::variant_size_v<ClientMessage>) << "one of each kind";
  EXPECT_EQ(kinds_of(commands()).size(), std::variant_size_v<TableCommand>) << "one of each kind";
  for (const ClientMessage& message : messages) {
    const std::string text = to_text(message);
    const auto read = read_client_message(text);
    ASSERT_TRUE(read) << text << ": " << read.error().form.where << " "
                      << read.error().form.message;
    EXPECT_EQ(read->index(), message.index()) << text;
    EXPECT_EQ(to_text(*read), text);
  }
}

TEST(Commands, AreFoundByTheirTags) {
  const auto text = [](std::string_view tag, std::optional<int> seat) {
    const auto command = command_tagged(tag, seat);
    return command ? dump(write(*command)) : "";
  };
  EXPECT_EQ(text("take-back", {}), R"({"take-back":{}})");
  EXPECT_EQ(text("let-leave", 3), R"({"let-leave":{"seat":3}})");
  EXPECT_EQ(text("let-leave", {}), "");
  EXPECT_EQ(text("let-leave", most_seats), "");
  EXPECT_EQ(text("let-leave", -1), "");
  EXPECT_EQ(text("join", 1), "") << "it needs a name";
  EXPECT_EQ(text("seal", 1), "") << "it needs a seal";
  EXPECT_EQ(text("fill", 1), "") << "it needs a bot";
  EXPECT_EQ(text("dance", {}), "");
}

TEST(Messages, ThatNobodyKnowsArePassedOver) {
  const auto weather = read_server_message(R"({"weather":{"fine":true}})");
  ASSERT_TRUE(weather);
  EXPECT_FALSE(*weather);
  EXPECT_FALSE(read_client_message(R"({"weather":{"fine":true}})"));
}

TEST(Messages, OfAnOlderServerMayLackWhatIsNew) {
  const auto hello = read_server_message(R"({"hello":{"protocol":1,"now_ms":1,"grace_ms":2}})");
  ASSERT_TRUE(hello && *hello);
  EXPECT_EQ(std::get<Hello>(**hello).rated_grace_ms, 0);
}

TEST(Messages, OfANewerServerMaySayWordsThatNobodyKnows) {
  Json json = tagged(server_messages()[3]);
  json["error"]["reason"] = "too_heavy";
  const auto refused = read_server_message(dump(json));
  ASSERT_TRUE(refused && *refused);
  EXPECT_EQ(std::get<Error>(**refused).id, numbered(1));
  EXPECT_EQ(std::get<Error>(**refused).reason, std::nullopt);

  json = tagged(ServerMessage(any_table()));
  json["table"]["seats"][0]["account"] = "team";
  json["table"]["seats"][0]["wish"] = "coffee";
  const auto shown = read_server_message(dump(json));
  ASSERT_TRUE(shown && *shown);
  const ShownSeat& seat = std::get<ShownTable>(**shown).seats[0];
  EXPECT_EQ(seat.kind, AccountKind::guest);
  EXPECT_EQ(seat.wish, std::nullopt);

  json = tagged(ServerMessage(LobbyPage{{any_lobby_table()}, {}, {}}));
  json["lobby"]["tables"][0]["seats"][0]["account"] = "team";
  const auto lobby = read_server_message(dump(json));
  ASSERT_TRUE(lobby && *lobby);
  EXPECT_EQ(std::get<LobbyPage>(**lobby).tables[0].seats[0].kind, AccountKind::guest);

  json["lobby"]["tables"][0]["seats"][0]["account"] = 7;
  EXPECT_FALSE(read_server_message(dump(json)));
}

TEST(Messages, ThatAreBrokenSayWhereTheyAre) {
  const auto where = [](std::string_view text) {
    const auto read = read_server_message(text);
    return read ? "readable" : read.error().where;
  };
  const std::string id = to_text(numbered(1));
  EXPECT_EQ(where(R"({"ack":{"id":"7"}})"), "ack.id");
  EXPECT_EQ(where(R"({"ack":7})"), "ack");
  EXPECT_EQ(where(R"({"lobby":{"tables":7}})"), "lobby.tables");
  EXPECT_EQ(where(R"({"lobby":{"tables":[{"game":")" + id + R"("}]}})"), "lobby.tables[0]");
  EXPECT_EQ(where(R"({"phrase":{"game":")" + id + R"(","seat":4,"phrase":"hi"}})"), "phrase.seat");
  const auto asked = read_client_message(R"({"command":{"id":")" + id + R"(","game":")" + id +
                                         R"(","seq":1,"do":{"join":{"name":7}}}})");
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().form.where, "command.do.join.name");
  EXPECT_EQ(asked.error().command, numbered(1));
}

TEST(Messages, ThatNoGameCouldShowAreRefused) {
  ShownTable table = any_table();
  table.view->history.push_back({.seat = 3, .act = Passed{}});
  EXPECT_FALSE(read_server_message(to_text(table)));
  table = any_table();
  table.seats.resize(3);
  EXPECT_FALSE(read_server_message(to_text(table)));
  table = any_table();
  table.view.reset();
  EXPECT_FALSE(read_server_message(to_text(table)));
  table.status = GameStatus::ended;  // closed before its game began
  EXPECT_TRUE(read_server_message(to_text(table)));
}

TEST(Plans, ThatNoTableCanHaveAreRefused) {
  const auto fault = [](const TablePlan& plan) {
    const auto read = read_client_message(to_text(ClientMessage(CreateTable{{}, plan, "Ann"})));
    return read ? "" : read.error().form.code;
  };
  EXPECT_EQ(fault(any_plan()), "");
  TablePlan plan = any_plan();
  plan.theme = "plaid";
  EXPECT_EQ(fault(plan), "theme");
  plan = any_plan();
  plan.seats.resize(1);
  EXPECT_EQ(fault(plan), "seats");
  plan = any_plan();
  plan.seats[0].bot = "greedy";
  EXPECT_EQ(fault(plan), "bot");
  plan = any_plan();
  plan.rated = true;
  EXPECT_EQ(fault(plan), "rated");
  plan = {};
  plan.rules = variants::base();
  plan.seats.resize(2);
  plan.rated = true;
  EXPECT_EQ(fault(plan), "");
  plan.rules.pieces.copies = 1;
  EXPECT_EQ(fault(plan), "rated");
  plan = any_plan();
  plan.clock.seconds = 0;
  EXPECT_EQ(fault(plan), "clock");
  plan = any_plan();
  plan.rules = variants::base();
  plan.rules.layout = any_plan().rules.layout;
  EXPECT_EQ(fault(plan), "board");
}

}  // namespace
}  // namespace sixfold::protocol
