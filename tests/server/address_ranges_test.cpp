#include "server/address_ranges.hpp"

#include <gtest/gtest.h>

namespace sixfold::server {
namespace {

std::string shown(std::string_view text) {
  const auto range = parse_range(text);
  return range ? to_text(*range) : "none";
}

TEST(AddressRanges, AreReadAndWritten) {
  EXPECT_EQ(shown("192.0.2.77"), "192.0.2.77/32");
  EXPECT_EQ(shown("192.0.2.77/24"), "192.0.2.0/24");
  EXPECT_EQ(shown("::ffff:192.0.2.77"), "192.0.2.77/32");
  EXPECT_EQ(shown("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(shown("2001:db8:1:2:3:4:5:6/128"), "2001:db8:1:2::/64");
  EXPECT_EQ(shown("2001:db8:ffff::/33"), "2001:db8:8000::/33");
  for (const char* const bad : {"", "example", "192.0.2.1/33", "192.0.2.1/", "::1/129", "1.2.3/8",
                                "192.0.2.1/-1", "192.0.2.1/8x"})
    EXPECT_EQ(shown(bad), "none") << bad;
}

TEST(AddressRanges, HoldAddresses) {
  const std::vector<AddressRange> ranges{*parse_range("192.0.2.0/24"),
                                         *parse_range("2001:db8:1:2::9")};
  for (const char* const in : {"192.0.2.0", "192.0.2.255", "::ffff:192.0.2.3",
                               "2001:db8:1:2::", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"})
    EXPECT_TRUE(is_in(ranges, in)) << in;
  for (const char* const out :
       {"192.0.3.0", "2001:db8:1:3::", "2001:db8:1::/48", "::1", "", "unknown"})
    EXPECT_FALSE(is_in(ranges, out)) << out;
}

}  // namespace
}  // namespace sixfold::server
