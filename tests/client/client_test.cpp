#include <gtest/gtest.h>

#include "client/account.hpp"
#include "client/address.hpp"
#include "client/conversation.hpp"

namespace sixfold::client {
namespace {

TEST(Link, ServersAndTables) {
  const auto plain = parse_link("127.0.0.1:8080");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->address, (Address{false, "127.0.0.1", "8080"}));
  EXPECT_EQ(plain->address.origin(), "http://127.0.0.1:8080");
  const auto table = parse_link("https://play.example/t/bcdfgh");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->code, "BCDFGH");
  EXPECT_EQ(table->address, (Address{true, "play.example", "443"}));
  EXPECT_EQ(table->address.origin(), "https://play.example");
  EXPECT_EQ(parse_link("http://[::1]:80/")->address.host, "[::1]");
}

TEST(Link, WhatIsNoneIsSaid) {
  for (const std::string_view text :
       {"ftp://x", "http://", "http://x:port", "http://x:99999", "http://x/t/ABC", "http://x/else"})
    EXPECT_FALSE(parse_link(text)) << text;
  EXPECT_FALSE(parse_code("ABCDE"));
  EXPECT_FALSE(parse_code("ABC1EF"));
}

/// A conversation with consecutive ids.
Conversation counting() {
  return Conversation([number = 0]() mutable { return std::to_string(++number); });
}

TEST(Conversation, NothingIsSaidBeforeTheHello) {
  Conversation talk = counting();
  talk.watch("g");
  talk.opened();
  EXPECT_EQ(talk.outgoing(), (std::vector<std::string>{R"({"hello":{"protocol":1}})"}));
  ASSERT_TRUE(talk.hear(R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2}})"));
  EXPECT_EQ(talk.outgoing(), (std::vector<std::string>{R"({"watch":{"game":"g"}})"}));
}

TEST(Conversation, WhatWasNotAnsweredIsAskedAgainUnderTheSameId) {
  Conversation talk = counting();
  const std::string hello = R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2}})";
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  static_cast<void>(talk.outgoing());
  talk.command(3, {{"join", {{"name", "Ann"}}}});
  talk.command(4, {{"leave", Json::object()}});
  const auto asked = talk.outgoing();
  ASSERT_EQ(asked.size(), 2U);
  ASSERT_TRUE(talk.hear(R"({"ack":{"id":"1","game":"g","seq":4}})"));
  talk.lost();
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  const auto again = talk.outgoing();
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[1], asked[1]);
  ASSERT_TRUE(talk.hear(R"({"error":{"id":"2","code":"stale"}})"));
  talk.lost();
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  EXPECT_EQ(talk.outgoing().size(), 1U);
}

TEST(Messages, ATableThatWaits) {
  const auto message = read_message(
      R"({"table":{"game":"g","seq":2,"now_ms":1700000000000,"code":"BCDFGH","status":"waiting",)"
      R"("plan":{},"theme":"classic","you":0,"host":true,"locked":false,"paused":false,)"
      R"("can_take_back":false,"seats":[{"name":"Ann","taken":true,"away":false},)"
      R"({"name":"","taken":false,"away":false}]}})");
  ASSERT_TRUE(message);
  const auto& table = std::get<TableMessage>(*message);
  EXPECT_EQ(table.code, "BCDFGH");
  EXPECT_EQ(table.now_ms, 1'700'000'000'000);
  EXPECT_EQ(table.seats.size(), 2U);
  EXPECT_FALSE(table.view);
}

TEST(Messages, ATableThatWasClosedBeforeItsGameBegan) {
  const auto message = read_message(
      R"({"table":{"game":"g","seq":3,"status":"ended","you":null,"seats":[)"
      R"({"name":"","taken":false,"away":false},{"name":"","taken":false,"away":false}]}})");
  ASSERT_TRUE(message);
  const auto& table = std::get<TableMessage>(*message);
  EXPECT_EQ(table.status, Status::ended);
  EXPECT_FALSE(table.view);
}

TEST(Messages, WhoIsAwayAndForHowLongThatIsBorne) {
  const auto hello = read_message(R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2}})");
  ASSERT_TRUE(hello);
  EXPECT_EQ(std::get<Hello>(*hello).grace_ms, 2);
  const auto message = read_message(
      R"({"table":{"game":"g","status":"waiting","seats":[{"name":"Ann","taken":true,"away":true,)"
      R"("away_since_ms":1700000000000},{"name":"Ben","taken":true,"away":false}]}})");
  ASSERT_TRUE(message);
  const auto& seats = std::get<TableMessage>(*message).seats;
  EXPECT_EQ(seats[0].away_since_ms, 1'700'000'000'000);
  EXPECT_FALSE(seats[1].away_since_ms);
}

TEST(Messages, WhatNoGameCouldShowIsRefused) {
  const auto table = [](std::string_view tiles, std::string_view history) {
    return R"({"table":{"game":"g","status":"running","seats":[{"name":"Ann"},{"name":"Ben"}],)"
           R"("view":{"variant":"base","options":{},"tiles":[)" +
           std::string(tiles) +
           R"(],"seat":0,"turn":0,"hand":[],"bag":0,"unseen":{},"seats":[{"score":0,"held":0},)"
           R"({"score":0,"held":0}],"acts":[],"barred":null,"history":[)" +
           std::string(history) + "]}}}";
  };
  EXPECT_TRUE(read_message(table(R"("Rc@0,0")", R"({"seat":1,"pass":true})")));
  EXPECT_FALSE(read_message(table(R"("Rc@0,0","Rs@900000000,0")", "")));
  EXPECT_FALSE(read_message(table(R"("Rc@0,0")", R"({"seat":3,"pass":true})")));
}

TEST(Messages, ARefusalHasItsReason) {
  const auto message =
      read_message(R"({"error":{"id":"7","code":"illegal","reason":"no_contact","cell":[3,-4]}})");
  ASSERT_TRUE(message);
  const auto& error = std::get<Error>(*message);
  EXPECT_EQ(error.illegal, (IllegalMove{Reason::no_contact, Cell{3, -4}}));
}

TEST(Messages, OthersArePassedOverAndBrokenOnesRefused) {
  EXPECT_TRUE(std::holds_alternative<Unknown>(*read_message(R"({"weather":{"fine":true}})")));
  for (const std::string_view text :
       {"", "[]", R"({"table":{}})", R"({"table":{"game":"g","status":"odd"}})",
        R"({"table":{"game":"g","status":"running","seats":[]}})", R"({"ack":7})",
        R"({"lobby":{"tables":[{"game":"g"}]}})", R"({"lobby":{"tables":7}})",
        R"({"lobby":{"tables":[{"game":"g","code":"BCDFGH","plan":{"clock":{"seconds":-1}}}]}})"})
    EXPECT_FALSE(read_message(text)) << text;
}

TEST(Messages, TheLobbyIsKeptFromPagesAndChanges) {
  std::vector<LobbyTable> tables;
  const auto hear = [&](const std::string& text) {
    const auto message = read_message(text);
    ASSERT_TRUE(message) << message.error().message;
    if (const auto* page = std::get_if<LobbyMessage>(&*message)) take_in(tables, *page);
    if (const auto* changes = std::get_if<LobbyChanges>(&*message)) take_in(tables, *changes);
  };
  const auto games = [&] {
    std::string all;
    for (const LobbyTable& table : tables) all += table.game + table.code + " ";
    return all;
  };
  hear(R"({"lobby":{"tables":[{"game":"a","code":"1"},{"game":"b","code":"1"}],"next":"b"}})");
  EXPECT_EQ(games(), "a1 b1 ");
  hear(R"({"lobby":{"tables":[{"game":"c","code":"1"}],"after":"b"}})");
  EXPECT_EQ(games(), "a1 b1 c1 ");
  hear(R"({"lobby_changes":{"put":[{"game":"b","code":"2"},{"game":"d","code":"1"}],)"
       R"("gone":["a","x"]}})");
  EXPECT_EQ(games(), "b2 c1 d1 ");
  hear(R"({"lobby":{"tables":[]}})");
  EXPECT_EQ(games(), "");
  EXPECT_FALSE(read_message(R"({"lobby_changes":{"put":[{"game":"g"}],"gone":[]}})"));
  EXPECT_FALSE(read_message(R"({"lobby_changes":{"put":[],"gone":[7]}})"));
}

TEST(Messages, TheLobbyShowsWhatWasAgreedOn) {
  const auto message = read_message(
      R"({"lobby":{"tables":[{"game":"g","code":"BCDFGH","plan":{"variant":"cubes",)"
      R"("theme":"classic","clock":{"kind":"bank","seconds":600,"increment":5},"rated":true,)"
      R"("hints":false},"seats":[{"name":"Ann","taken":true},{"name":"","taken":false}]}]}})");
  ASSERT_TRUE(message);
  const auto& tables = std::get<LobbyMessage>(*message).tables;
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].code, "BCDFGH");
  EXPECT_EQ(tables[0].agreed, (Agreement{"cubes", "classic", {"bank", 600, 5}, true, false}));
  EXPECT_EQ(tables[0].seats.size(), 2U);
}

TEST(Conversation, TheLobbyIsEnteredAgainAfterALoss) {
  Conversation talk = counting();
  const std::string hello = R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2}})";
  talk.enter_lobby();
  for (int i = 0; i < 2; ++i) {
    talk.opened();
    static_cast<void>(talk.outgoing());
    ASSERT_TRUE(talk.hear(hello));
    EXPECT_EQ(talk.outgoing(), (std::vector<std::string>{R"({"lobby":{}})"}));
    talk.lost();
  }
}

TEST(Conversation, AQuickMatchIsAskedForOnce) {
  Conversation talk = counting();
  talk.opened();
  ASSERT_TRUE(talk.hear(R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2}})"));
  static_cast<void>(talk.outgoing());
  EXPECT_EQ(talk.quick("Ann", "select", 3), "1");
  EXPECT_EQ(talk.outgoing(),
            (std::vector<std::string>{
                R"({"quick":{"name":"Ann","variant":"select","players":3,"id":"1"}})"}));
}

TEST(Account, ARefusalIsItsCode) {
  EXPECT_EQ(read_reply({0, "no route", ""}).error(), (HttpRefusal{"unreachable", "no route"}));
  EXPECT_EQ(read_reply({403, R"({"error":{"code":"wrong_token"}})", ""}).error(),
            (HttpRefusal{"wrong_token", ""}));
  EXPECT_EQ(read_reply({502, "<html>", ""}).error(), (HttpRefusal{"502", ""}));
  EXPECT_EQ(read_reply({200, "[]", ""}).error(), (HttpRefusal{"200", ""}));
  ASSERT_TRUE(read_reply({200, R"({"user":"u"})", ""}));
}

TEST(Conversation, IdsAreRandom) {
  EXPECT_EQ(random_id().size(), 32U);
  EXPECT_NE(random_id(), random_id());
}

}  // namespace
}  // namespace sixfold::client
