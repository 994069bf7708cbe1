#include "server/totp.hpp"

#include <set>

#include <gtest/gtest.h>

namespace sixfold::server {
namespace {

// The secret of RFC 6238, appendix B: "12345678901234567890".
constexpr const char* secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

TEST(Totp, AgreesWithItsRfc) {
  // The RFC prints eight digits; these are the last six.
  EXPECT_EQ(totp_code(secret, 59 / 30), "287082");
  EXPECT_EQ(totp_code(secret, 1'111'111'109 / 30), "081804");
  EXPECT_EQ(totp_code(secret, 1'234'567'890 / 30), "005924");
  EXPECT_EQ(totp_code(secret, 20'000'000'000 / 30), "353130");
  EXPECT_EQ(totp_code("not base 32", 1), "");
}

TEST(Totp, TakesEachCodeOnce) {
  constexpr std::int64_t now_ms = 1'234'567'890'000;
  constexpr std::int64_t now = now_ms / 30'000;
  EXPECT_EQ(accepted_step(secret, totp_code(secret, now), now_ms, 0), now);
  EXPECT_EQ(accepted_step(secret, totp_code(secret, now - 1), now_ms, 0), now - 1);
  EXPECT_EQ(accepted_step(secret, totp_code(secret, now + 1), now_ms, 0), now + 1);
  EXPECT_FALSE(accepted_step(secret, totp_code(secret, now), now_ms, now));
  EXPECT_FALSE(accepted_step(secret, totp_code(secret, now - 1), now_ms, now));
  EXPECT_FALSE(accepted_step(secret, totp_code(secret, now - 2), now_ms, 0));
  EXPECT_FALSE(accepted_step(secret, "", now_ms, 0));
  EXPECT_FALSE(accepted_step("", "", now_ms, 0));
}

TEST(Totp, MakesSecretsThatWork) {
  std::set<std::string> secrets;
  for (int i = 0; i < 100; ++i) secrets.insert(new_totp_secret());
  EXPECT_EQ(secrets.size(), 100U);
  EXPECT_EQ(totp_code(*secrets.begin(), 1).size(), 6U);
  EXPECT_EQ(totp_address("ABC", "Jörg 2"),
            "otpauth://totp/Sixfold:J%C3%B6rg%202?secret=ABC&issuer=Sixfold");
}

}  // namespace
}  // namespace sixfold::server
