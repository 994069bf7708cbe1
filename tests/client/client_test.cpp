#include <gtest/gtest.h>

#include "client/account.hpp"
#include "client/address.hpp"
#include "client/conversation.hpp"
#include "client/lobby_tables.hpp"

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

Id numbered(int number) {
  Id id;
  id.bytes[15] = static_cast<std::uint8_t>(number);
  return id;
}
std::string text_of(int number) { return to_text(numbered(number)); }

/// A conversation with consecutive ids.
Conversation counting() {
  return Conversation([number = 0]() mutable { return numbered(++number); });
}

constexpr const char* hello =
    R"({"hello":{"protocol":1,"user":"u","now_ms":1,"grace_ms":2,"rated_grace_ms":3}})";

TEST(Conversation, NothingIsSaidBeforeTheHello) {
  Conversation talk = counting();
  talk.watch(numbered(7));
  talk.opened();
  EXPECT_EQ(talk.outgoing(), (std::vector<std::string>{R"({"hello":{"protocol":1}})"}));
  ASSERT_TRUE(talk.hear(hello));
  EXPECT_EQ(talk.outgoing(),
            (std::vector<std::string>{R"({"watch":{"game":")" + text_of(7) + R"("}})"}));
}

TEST(Conversation, WhatWasNotAnsweredIsAskedAgainUnderTheSameId) {
  Conversation talk = counting();
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  static_cast<void>(talk.outgoing());
  talk.command(3, protocol::JoinTable{"Ann", std::nullopt});
  talk.command(4, protocol::LeaveTable{});
  const auto asked = talk.outgoing();
  ASSERT_EQ(asked.size(), 2U);
  ASSERT_TRUE(talk.hear(R"({"ack":{"id":")" + text_of(1) + R"(","game":")" + text_of(9) +
                        R"(","seq":4}})"));
  talk.lost();
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  const auto again = talk.outgoing();
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[1], asked[1]);
  ASSERT_TRUE(talk.hear(R"({"error":{"id":")" + text_of(2) + R"(","code":"stale"}})"));
  talk.lost();
  talk.opened();
  ASSERT_TRUE(talk.hear(hello));
  EXPECT_EQ(talk.outgoing().size(), 1U);
}

TEST(LobbyTables, AreKeptFromPagesAndChanges) {
  const auto table = [](int number, const char* code) {
    protocol::LobbyTable one;
    one.game = numbered(number);
    one.code = code;
    return one;
  };
  std::vector<protocol::LobbyTable> tables;
  const auto games = [&] {
    std::string all;
    for (const auto& one : tables) all += std::to_string(one.game.bytes[15]) + one.code + " ";
    return all;
  };
  take_in(tables, protocol::LobbyPage{{table(1, "a"), table(2, "a")}, {}, numbered(2)});
  EXPECT_EQ(games(), "1a 2a ");
  take_in(tables, protocol::LobbyPage{{table(3, "a")}, numbered(2), {}});
  EXPECT_EQ(games(), "1a 2a 3a ");
  take_in(tables,
          protocol::LobbyChanges{{table(2, "b"), table(4, "a")}, {numbered(1), numbered(9)}});
  EXPECT_EQ(games(), "2b 3a 4a ");
  take_in(tables, protocol::LobbyPage{});
  EXPECT_EQ(games(), "");
}

TEST(Conversation, TheLobbyIsEnteredAgainAfterALoss) {
  Conversation talk = counting();
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
  ASSERT_TRUE(talk.hear(hello));
  static_cast<void>(talk.outgoing());
  EXPECT_EQ(talk.quick("Ann", {"select", 3, "star-wars"}), numbered(1));
  EXPECT_EQ(
      talk.outgoing(),
      (std::vector<std::string>{
          R"({"quick":{"id":")" + text_of(1) +
          R"(","name":"Ann","variant":"select","players":3,"theme":"star-wars","tempo":"normal"}})"}));
}

TEST(Account, ARefusalIsItsCode) {
  EXPECT_EQ(read_reply({0, "no route", ""}).error(), (HttpRefusal{"unreachable", "no route"}));
  EXPECT_EQ(read_reply({403, R"({"error":{"code":"wrong_token"}})", ""}).error(),
            (HttpRefusal{"wrong_token", ""}));
  EXPECT_EQ(read_reply({502, "<html>", ""}).error(), (HttpRefusal{"502", ""}));
  EXPECT_EQ(read_reply({200, "[]", ""}).error(), (HttpRefusal{"200", ""}));
  ASSERT_TRUE(read_reply({200, R"({"user":"u"})", ""}));
}

TEST(Conversation, IdsAreRandom) { EXPECT_NE(random_id(), random_id()); }

}  // namespace
}  // namespace sixfold::client
