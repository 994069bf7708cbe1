// The examples of the RFCs, and what a browser and a push service would do with our messages.
#include "push/message.hpp"

#include <bit>
#include <memory>

#include <gtest/gtest.h>

#include "push/base64url.hpp"
#include "record/json.hpp"
#include "support/push_receiver.hpp"

namespace sixfold::push {
namespace {

using tests::decrypted;
using tests::is_signed;

std::string bytes(std::string_view text) { return parse_base64url(text).value(); }

// RFC 8291, section 5 and appendix A.
const std::string rfc_message = "When I grow up, I want to be a watermelon";
const std::string rfc_body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN";

KeyPair rfc_sender() {
  return KeyPair::from_private(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).value();
}
KeyPair rfc_browser() {
  return KeyPair::from_private(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).value();
}
Receiver rfc_receiver() { return {rfc_browser().public_bytes(), bytes("BTBZMqHH6r4Tts7J_aSIgg")}; }

TEST(PushMessage, IsTheExampleOfRfc8291) {
  EXPECT_EQ(
      to_base64url(rfc_sender().public_bytes()),
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
  EXPECT_EQ(
      to_base64url(rfc_browser().public_bytes()),
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
  const auto body =
      encrypt(rfc_message, rfc_receiver(), rfc_sender(), bytes("DGv6ra1nlYgDCS1FRnbzlw"));
  ASSERT_TRUE(body);
  EXPECT_EQ(to_base64url(*body), rfc_body);
}

TEST(PushMessage, IsReadByTheReceiverAlone) {
  EXPECT_EQ(decrypted(bytes(rfc_body), rfc_browser(), rfc_receiver().auth), rfc_message);
  for (const std::string& message : {std::string(), std::string("a"), std::string(3'000, 'x')}) {
    const KeyPair browser = KeyPair::random().value();
    const Receiver to{browser.public_bytes(), std::string(auth_bytes, 'k')};
    const auto first = encrypt(message, to);
    const auto second = encrypt(message, to);
    ASSERT_TRUE(first && second);
    EXPECT_NE(*first, *second);
    EXPECT_LE(first->size(), 4'096U);
    EXPECT_EQ(decrypted(*first, browser, to.auth), message);
    EXPECT_FALSE(decrypted(*first, KeyPair::random().value(), to.auth));
    EXPECT_FALSE(decrypted(*first, browser, std::string(auth_bytes, 'l')));
    std::string changed = *first;
    changed.back() = static_cast<char>(changed.back() ^ 1);
    EXPECT_FALSE(decrypted(changed, browser, to.auth));
  }
}

/// RFC 8188, section 3.1, whose key needs no exchange.
TEST(PushMessage, HasTheKeysOfRfc8188) {
  using namespace std::literals;
  const std::string salt = bytes("I1BsxtFttlv3u_Oo94xnmw");
  const std::string secret = bytes("yqdlZ-tYemfogSmv7Ws5PQ");
  EXPECT_EQ(to_base64url(*hkdf(salt, secret, "Content-Encoding: aes128gcm\0"sv, 16)),
            "_wniytB-ofscZDh4tbSjHw");
  EXPECT_EQ(to_base64url(*hkdf(salt, secret, "Content-Encoding: nonce\0"sv, 12)),
            "Bcs8gkIRKLI8GeI8");
  EXPECT_EQ(tests::opened(bytes("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-"
                                "ly8Thjg"),
                          secret),
            "I am the walrus");
}

TEST(PushMessage, IsRefusedForBadKeys) {
  const Receiver good = rfc_receiver();
  EXPECT_FALSE(encrypt(std::string(3'001, 'x'), good));
  EXPECT_FALSE(encrypt("a", {good.key, good.auth + "x"}));
  EXPECT_FALSE(encrypt("a", {good.key.substr(1), good.auth}));
  std::string off_the_curve = good.key;
  off_the_curve.back() = static_cast<char>(off_the_curve.back() ^ 1);
  EXPECT_FALSE(encrypt("a", {off_the_curve, good.auth}));
  EXPECT_FALSE(is_public_key(off_the_curve));
  EXPECT_FALSE(is_public_key(std::string(public_key_bytes, '\0')));
  EXPECT_FALSE(is_public_key(std::string(1, '\0')));
  EXPECT_TRUE(is_public_key(good.key));
}

TEST(PushKeys, AreDerivedFromASecret) {
  const std::string secret(32, 's');
  const KeyPair one = KeyPair::derived(secret, "push").value();
  EXPECT_EQ(one.public_bytes(), KeyPair::derived(secret, "push").value().public_bytes());
  EXPECT_NE(one.public_bytes(), KeyPair::derived(secret, "other").value().public_bytes());
  EXPECT_NE(one.public_bytes(),
            KeyPair::derived(std::string(32, 't'), "push").value().public_bytes());
}

TEST(PushKeys, AreWithinTheCurve) {
  EXPECT_FALSE(KeyPair::from_private(std::string(private_key_bytes, '\0')));
  EXPECT_FALSE(KeyPair::from_private(std::string(private_key_bytes, '\xff')));
  EXPECT_FALSE(KeyPair::from_private("short"));
}

/// RFC 8292, section 2.4.
TEST(PushAuthorization, OfTheExampleIsAccepted) {
  EXPECT_TRUE(is_signed(
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOj"
      "E0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0",
      bytes("i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1o"
            "A"),
      bytes("BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClB"
            "Ps")));
}

TEST(PushAuthorization, SaysWhoSendsAndIsSigned) {
  const KeyPair server = KeyPair::random().value();
  const std::string header =
      authorization(server, "https://push.example.net", "mailto:a@example.com", 1'453'523'768)
          .value();
  const auto token = header.find("t=") + 2;
  const auto comma = header.find(", k=");
  ASSERT_TRUE(header.starts_with("vapid t="));
  EXPECT_EQ(bytes(header.substr(comma + 4)), server.public_bytes());
  const std::string text = header.substr(token, comma - token);
  const auto dot = text.rfind('.');
  EXPECT_TRUE(is_signed(text.substr(0, dot), bytes(text.substr(dot + 1)), server.public_bytes()));
  EXPECT_FALSE(
      is_signed(text.substr(0, dot) + "x", bytes(text.substr(dot + 1)), server.public_bytes()));
  const auto first = text.find('.');
  EXPECT_EQ(bytes(text.substr(0, first)), R"({"typ":"JWT","alg":"ES256"})");
  EXPECT_EQ(*parse_json(bytes(text.substr(first + 1, dot - first - 1))),
            (Json{{"aud", "https://push.example.net"},
                  {"exp", 1'453'523'768},
                  {"sub", "mailto:a@example.com"}}));
}

TEST(PushEndpoint, IsAnAddressWithHttps) {
  EXPECT_EQ(parse_endpoint("https://push.example/a/b?c=d"),
            (Endpoint{"push.example", "443", "/a/b?c=d", "https://push.example"}));
  EXPECT_EQ(parse_endpoint("https://127.0.0.1:8443/x"),
            (Endpoint{"127.0.0.1", "8443", "/x", "https://127.0.0.1:8443"}));
  EXPECT_EQ(parse_endpoint("https://[::1]:8443/x"),
            (Endpoint{"::1", "8443", "/x", "https://[::1]:8443"}));
  EXPECT_EQ(parse_endpoint("https://push.example")->target, "/");
  EXPECT_EQ(parse_endpoint("https://push.example?a")->target, "/?a");
}

TEST(PushEndpoint, IsNothingElse) {
  for (const char* const text :
       {"", "http://push.example/", "https:///a", "https://user@push.example/", "https://a b/",
        "https://push.example/a\r\nHost: b", "https://push.example:0/", "https://push.example:x/",
        "https://push.example:123456/", "https://push.example/#a", "https://[::1/", "https://[]/",
        "https://[::1]x/", "https://push.example\\@evil/", "https://:443/", "ftp://push.example/"})
    EXPECT_FALSE(parse_endpoint(text)) << text;
  EXPECT_FALSE(parse_endpoint("https://push.example/" + std::string(1'000, 'a')));
}

TEST(Base64url, HasOneSpelling) {
  for (const std::string& text : {std::string(), std::string("f"), std::string("fo"),
                                  std::string("foo"), std::string("\xff\xfe\x00", 3)})
    EXPECT_EQ(parse_base64url(to_base64url(text)), text);
  EXPECT_EQ(to_base64url("\xfb\xff"), "-_8");
  for (const char* const text : {"A", "AB", "AA==", "A+", "A/", "-_9", "AAAAA"})
    EXPECT_FALSE(parse_base64url(text)) << text;
}

}  // namespace
}  // namespace sixfold::push
