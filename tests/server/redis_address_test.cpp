// Redis addresses: their parts, and that error messages never contain the password.
#include "server/redis_address.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace sixfold::server {
namespace {

TEST(RedisAddress, IsReadWithAndWithoutLogin) {
  EXPECT_EQ(parse_redis_address("redis://db"), (RedisAddress{"db", 6379, "", ""}));
  EXPECT_EQ(parse_redis_address("redis://db:7000/0"), (RedisAddress{"db", 7000, "", ""}));
  EXPECT_EQ(parse_redis_address("redis://:p%40ss@db"), (RedisAddress{"db", 6379, "", "p@ss"}));
  EXPECT_EQ(parse_redis_address("redis://me:pass@[::1]:7000"),
            (RedisAddress{"::1", 7000, "me", "pass"}));
  EXPECT_EQ(parse_redis_address("unix:///run/r@dis.sock"),
            (RedisAddress{"/run/r@dis.sock", 0, "", ""}));
  EXPECT_EQ(parse_redis_address("unix://me:pass@/run/redis.sock"),
            (RedisAddress{"/run/redis.sock", 0, "me", "pass"}));
}

TEST(RedisAddress, IsShownWithoutLogin) {
  for (const auto& [url, text] : {std::pair("redis://me:secret@db", "redis://db:6379"),
                                  std::pair("redis://:secret@[::1]:7000", "redis://[::1]:7000"),
                                  std::pair("unix://:secret@/run/r", "unix:///run/r")})
    EXPECT_EQ(shown(parse_redis_address(url)), text);
}

TEST(RedisAddress, IsNotRepeatedWhereItIsWrong) {
  for (const char* const url :
       {"rediss://:secret@db", "http://:secret@db", ":secret@db", "redis://:secret@",
        "redis://:secret@:1", "redis://:secret@db:port", "redis://:secret@db:0",
        "redis://:secret@db:65536", "redis://secret@db", "redis://:secret%@db",
        "redis://:secret%zz@db", "unix://:secret@run", "unix://", "redis://",
        "redis://:secret@[::1"}) {
    try {
      static_cast<void>(parse_redis_address(url));
      ADD_FAILURE() << url;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string_view(error.what()).find("secret"), std::string_view::npos) << url;
    }
  }
}

}  // namespace
}  // namespace sixfold::server
