// Which addresses share limits, and which pages are the server's own.
#include "server/gate.hpp"

#include <gtest/gtest.h>

#include "server/addresses.hpp"

namespace sixfold::server {
namespace {

boost::asio::ip::address address(const char* text) { return boost::asio::ip::make_address(text); }

std::string seen(const Gate& gate, const char* peer, const std::vector<std::string>& lines) {
  Request request;
  for (const std::string& line : lines) request.insert("X-Forwarded-For", line);
  return gate.address_of(request, address(peer));
}

Gate behind(std::vector<std::string> proxies) {
  GateOptions options;
  options.trusted_proxies = std::move(proxies);
  return Gate(options);
}

TEST(Addresses, MappedOnesAreIPv4) {
  EXPECT_EQ(group_of(address("::ffff:192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(group_of(address("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(parse_address("::ffff:192.0.2.1"), address("192.0.2.1"));
}

TEST(Addresses, IPv6IsGroupedByCustomer) {
  EXPECT_EQ(group_of(address("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::/64");
  EXPECT_EQ(group_of(address("2001:db8:1:2:ffff::1")), "2001:db8:1:2::/64");
  EXPECT_NE(group_of(address("2001:db8:1:3::1")), "2001:db8:1:2::/64");
}

TEST(Addresses, AreReadAsProxiesWriteThem) {
  EXPECT_EQ(parse_address(" 192.0.2.1 "), address("192.0.2.1"));
  EXPECT_EQ(parse_address("192.0.2.1:443"), address("192.0.2.1"));
  EXPECT_EQ(parse_address("[2001:db8::1]:443"), address("2001:db8::1"));
  EXPECT_EQ(parse_address("2001:db8::1"), address("2001:db8::1"));
  for (const char* const text : {"", " ", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "::g"})
    EXPECT_FALSE(parse_address(text)) << text;
}

TEST(Gate, BelievesNobodyButTrustedProxies) {
  const Gate gate = behind({"127.0.0.1", "10.0.0.9"});
  EXPECT_EQ(seen(gate, "192.0.2.7", {"198.51.100.1"}), "192.0.2.7");
  EXPECT_EQ(seen(gate, "127.0.0.1", {}), "127.0.0.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"198.51.100.1"}), "198.51.100.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"203.0.113.5, 198.51.100.1"}), "198.51.100.1");
}

TEST(Gate, TakesSeveralLinesForOneList) {
  const Gate gate = behind({"127.0.0.1"});
  EXPECT_EQ(seen(gate, "127.0.0.1", {"203.0.113.5", "198.51.100.1"}), "198.51.100.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"203.0.113.5, 203.0.113.6", "203.0.113.7,198.51.100.1"}),
            "198.51.100.1");
}

TEST(Gate, GoesThroughAllTrustedProxies) {
  const Gate gate = behind({"127.0.0.1", "10.0.0.9"});
  EXPECT_EQ(seen(gate, "127.0.0.1", {"203.0.113.5, 198.51.100.1, 10.0.0.9"}), "198.51.100.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"198.51.100.1", "10.0.0.9"}), "198.51.100.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"10.0.0.9"}), "10.0.0.9");
}

TEST(Gate, StopsAtWhatCannotBeRead) {
  const Gate gate = behind({"127.0.0.1", "10.0.0.9"});
  EXPECT_EQ(seen(gate, "127.0.0.1", {"198.51.100.1, unknown"}), "127.0.0.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {"198.51.100.1, unknown, 10.0.0.9"}), "10.0.0.9");
  EXPECT_EQ(seen(gate, "127.0.0.1", {""}), "127.0.0.1");
  EXPECT_EQ(seen(gate, "127.0.0.1", {","}), "127.0.0.1");
}

TEST(Gate, KnowsMappedAddressesOfProxies) {
  EXPECT_EQ(seen(behind({"127.0.0.1"}), "::ffff:127.0.0.1", {"198.51.100.1"}), "198.51.100.1");
  EXPECT_EQ(seen(behind({"::ffff:127.0.0.1"}), "127.0.0.1", {"198.51.100.1"}), "198.51.100.1");
  EXPECT_EQ(seen(behind({"::1"}), "::1", {"::ffff:198.51.100.1"}), "198.51.100.1");
}

TEST(Gate, LimitsTheAddressesOfOneCustomerTogether) {
  GateOptions options;
  options.trusted_proxies = {"::1"};
  Gate gate(options);
  int allowed = 0;
  for (int i = 0; i < 2'000; ++i) {
    const std::string from = "2001:db8::" + std::to_string(i % 1'000);
    if (gate.allow_request(seen(gate, "::1", {from}), false, 0)) ++allowed;
  }
  EXPECT_EQ(allowed, 400);
}

/// Everyone can have as many guests as sockets.
TEST(Gate, LimitsTheMessagesOfAllWhoComeFromOneAddress) {
  GateOptions options;
  const auto allowed = [](Gate& gate, const std::string& address, std::int64_t now_ms) {
    int count = 0;
    for (int i = 0; i < 4'000; ++i) {
      Id user;
      user.bytes[0] = static_cast<std::uint8_t>(i % 200);
      count += gate.allow_message(user, address, now_ms) ? 1 : 0;
    }
    return count;
  };
  Gate gate(options);
  EXPECT_EQ(allowed(gate, "192.0.2.1", 1'000'000), 1'000);
  EXPECT_EQ(allowed(gate, "192.0.2.1", 1'001'000), 500);
  EXPECT_EQ(allowed(gate, "192.0.2.2", 1'001'000), 1'000);
  options.sockets_per_address = 0;
  Gate without(options);
  EXPECT_EQ(allowed(without, "192.0.2.1", 1'000'000), 4'000);
}

TEST(Gate, RefusesProxiesWithoutAnAddress) { EXPECT_THROW(behind({"proxy"}), std::runtime_error); }

bool is_own(const Gate& gate, const std::string& origin, const std::string& host) {
  Request request;
  if (!origin.empty()) request.set(http::field::origin, origin);
  request.set(http::field::host, host);
  return gate.is_own_page(request);
}

TEST(Gate, KnowsItsPagesByTheirWholeOrigin) {
  GateOptions options;
  options.public_url = "https://Play.example:443/";
  options.own_url = "http://127.0.0.1:8080";
  const Gate gate(options);
  EXPECT_TRUE(is_own(gate, "https://play.example", "play.example"));
  EXPECT_TRUE(is_own(gate, "http://127.0.0.1:8080", "127.0.0.1:8080"));
  EXPECT_TRUE(is_own(gate, "", "whatever"));
  EXPECT_FALSE(is_own(gate, "http://play.example", "play.example"));
  EXPECT_FALSE(is_own(gate, "https://play.example:8443", "play.example:8443"));
  EXPECT_FALSE(is_own(gate, "https://evil.example", "evil.example"));
  EXPECT_FALSE(is_own(gate, "https://play.example.evil.example", "play.example"));
  EXPECT_FALSE(is_own(gate, "null", "play.example"));
}

TEST(Gate, WithoutAPublicUrlGoesByTheHost) {
  GateOptions options;
  options.own_url = "https://0.0.0.0:8443";
  const Gate gate(options);
  EXPECT_TRUE(is_own(gate, "https://box.local:8443", "box.local:8443"));
  EXPECT_FALSE(is_own(gate, "http://box.local:8443", "box.local:8443"));
  EXPECT_FALSE(is_own(gate, "https://evil.example", "box.local:8443"));
}

}  // namespace
}  // namespace sixfold::server
