// Which connections stay open when there are too many.
#include "server/connections.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace sixfold::server {
namespace {

class ConnectionsTest : public testing::Test {
 protected:
  using Place = std::unique_ptr<Connections::Place>;

  Place waiting(const std::string& address, int number) {
    Place place = connections_.admit(address);
    if (place) place->wait([this, number] { closed_.push_back(number); });
    return place;
  }

  std::vector<int> closed_;
  Connections connections_{{.in_all = 4, .per_address = 2}};
};

TEST_F(ConnectionsTest, TheOneThatWaitedLongestGoes) {
  std::vector<Place> places;
  places.reserve(6);
  for (int i = 0; i < 6; ++i) places.push_back(waiting("a" + std::to_string(i), i));
  EXPECT_EQ(closed_, (std::vector<int>{0, 1}));
}

TEST_F(ConnectionsTest, WaitingAnewCounts) {
  std::vector<Place> places;
  places.reserve(5);
  for (int i = 0; i < 4; ++i) places.push_back(waiting("a" + std::to_string(i), i));
  places[0]->be_busy();
  places[0]->wait([this] { closed_.push_back(10); });
  places.push_back(waiting("b", 5));
  EXPECT_EQ(closed_, (std::vector<int>{1}));
}

TEST_F(ConnectionsTest, BusyOnesStay) {
  std::vector<Place> places;
  for (int i = 0; i < 4; ++i) {
    places.push_back(waiting("a" + std::to_string(i), i));
    places.back()->be_busy();
  }
  EXPECT_EQ(connections_.admit("b"), nullptr);
  places.pop_back();
  EXPECT_NE(connections_.admit("b"), nullptr);
  EXPECT_TRUE(closed_.empty());
}

TEST_F(ConnectionsTest, AnAddressGivesWayToItself) {
  std::vector<Place> places;
  places.push_back(waiting("other", 0));
  for (int i = 1; i < 4; ++i) places.push_back(waiting("one", i));
  EXPECT_EQ(closed_, (std::vector<int>{1}));
}

TEST_F(ConnectionsTest, SocketsAreNotCountedForTheirAddress) {
  std::vector<Place> places;
  for (int i = 0; i < 3; ++i) {
    places.push_back(waiting("one", i));
    places.back()->become_socket();
  }
  EXPECT_TRUE(closed_.empty());
  EXPECT_EQ(connections_.count(), 3U);
  places.clear();
  EXPECT_EQ(connections_.count(), 0U);
  EXPECT_FALSE(connections_.close_oldest());
}

TEST_F(ConnectionsTest, WithoutAnAddressOnlyTheSumCounts) {
  std::vector<Place> places;
  places.reserve(5);
  for (int i = 0; i < 4; ++i) places.push_back(waiting("", i));
  EXPECT_TRUE(closed_.empty());
  places.push_back(waiting("", 4));
  EXPECT_EQ(closed_, (std::vector<int>{0}));
}

}  // namespace
}  // namespace sixfold::server
