#include "server/guess_limits.hpp"

#include <deque>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "record/durations.hpp"
#include "server/device_name.hpp"
#include "server/hash_queue.hpp"

namespace sixfold::server {
namespace {

/// How many of these simultaneous attempts are allowed.
int let_through(GuessLimits& limits, const std::string& account, const std::string& address,
                std::int64_t now_ms, int attempts = 100) {
  int count = 0;
  for (int i = 0; i < attempts; ++i) count += limits.begin(account, address, now_ms) ? 1 : 0;
  return count;
}

TEST(GuessLimits, CloseForLongerAndLonger) {
  GuessLimits limits;
  std::int64_t now = hour_ms;
  EXPECT_EQ(let_through(limits, "ann", "here", now), 10);
  for (const std::int64_t wait : {30'000, 60'000, 120'000}) {
    EXPECT_EQ(let_through(limits, "ann", "here", now + wait - 1), 0);
    now += wait;
    EXPECT_EQ(let_through(limits, "ann", "here", now), 1);
  }
  // A whole day allows fewer than fifty guesses.
  int guesses = 0;
  for (int i = 0; i < 24 * 60; ++i) guesses += let_through(limits, "ann", "here", now += minute_ms);
  EXPECT_LT(guesses, 50);
}

TEST(GuessLimits, OpenAgainAfterSuccessAndAfterADay) {
  GuessLimits limits;
  EXPECT_EQ(let_through(limits, "ann", "here", hour_ms, 9), 9);
  ASSERT_TRUE(limits.begin("ann", "here", hour_ms));
  limits.succeeded("ann", "here");
  EXPECT_EQ(let_through(limits, "ann", "here", hour_ms), 10);
  EXPECT_EQ(let_through(limits, "ann", "here", 26 * hour_ms), 10);
}

TEST(GuessLimits, StrangersDoNotLockTheOwnerOut) {
  GuessLimits limits;
  ASSERT_TRUE(limits.begin("ann", "at home", hour_ms));
  limits.succeeded("ann", "at home");
  int guesses = 0;
  for (int address = 0; address < 1'000; ++address)
    guesses += let_through(limits, "ann", std::to_string(address), hour_ms);
  EXPECT_EQ(guesses, 100);
  EXPECT_TRUE(limits.begin("ann", "at home", hour_ms));
  EXPECT_FALSE(limits.begin("ann", "elsewhere", hour_ms + 4'999));
  EXPECT_TRUE(limits.begin("ann", "elsewhere", hour_ms + 5'000));
}

TEST(GuessLimits, OneAddressCannotTryManyAccounts) {
  GuessLimits limits;
  int guesses = 0;
  for (int account = 0; account < 1'000; ++account)
    guesses += let_through(limits, std::to_string(account), "here", hour_ms, 1);
  EXPECT_EQ(guesses, 60);
  EXPECT_TRUE(limits.begin("1", "elsewhere", hour_ms));
}

TEST(GuessLimits, CodesCannotBeSearched) {
  GuessLimits limits;
  int searched = 0;
  for (std::int64_t now = hour_ms; now < 2 * hour_ms; now += 1'000)
    for (int i = 0; i < 10 && limits.may_search("here", now); ++i, ++searched)
      limits.missed("here", now);
  EXPECT_LT(searched, 50);
  EXPECT_TRUE(limits.may_search("elsewhere", hour_ms));
}

TEST(GuessLimits, AClockThatIsSetBackKeepsNobodyOut) {
  GuessLimits limits;
  EXPECT_EQ(let_through(limits, "ann", "here", 100 * hour_ms), 10);
  EXPECT_TRUE(limits.begin("ann", "here", 10 * hour_ms));
}

class HashQueueTest : public testing::Test {
 protected:
  bool push(const std::string& address, const std::string& what) {
    return queue_.push(
        address, [what] { return what; },
        [this](const std::string& result) { done_.push_back(result); });
  }
  void run_all() {
    while (!elsewhere_.empty()) {
      const auto task = std::move(elsewhere_.front());
      elsewhere_.pop_front();
      task();
    }
  }

  std::deque<HashQueue::Task> elsewhere_;
  HashQueue queue_{[this](HashQueue::Task task) { elsewhere_.push_back(std::move(task)); },
                   [](const HashQueue::Task& task) { task(); }};
  std::vector<std::string> done_;
};

TEST_F(HashQueueTest, LetsAddressesTakeTurns) {
  for (const char* const what : {"a1", "a2", "a3"}) EXPECT_TRUE(push("a", what));
  EXPECT_TRUE(push("b", "b1"));
  EXPECT_TRUE(push("c", "c1"));
  EXPECT_TRUE(push("b", "b2"));
  EXPECT_EQ(elsewhere_.size(), 1U);
  run_all();
  EXPECT_EQ(done_, (std::vector<std::string>{"a1", "a2", "b1", "c1", "a3", "b2"}));
}

TEST_F(HashQueueTest, RefusesOneAddressBeforeOthers) {
  int taken = 0;
  for (int i = 0; i < 200; ++i) taken += push("a", "a") ? 1 : 0;
  EXPECT_LE(taken, 17);
  EXPECT_TRUE(push("b", "b"));
  run_all();
  EXPECT_EQ(done_[2], "b");
  EXPECT_TRUE(push("a", "again"));
}

TEST(DeviceName, SaysWhatIsKnown) {
  EXPECT_EQ(device_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"),
            "Firefox, Linux");
  EXPECT_EQ(device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 "
                        "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"),
            "Safari, iPhone");
  EXPECT_EQ(device_name("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like "
                        "Gecko) Chrome/140.0 Safari/537.36 Edg/140.0"),
            "Edge, Windows");
  EXPECT_EQ(device_name("curl/8"), "");
}

}  // namespace
}  // namespace sixfold::server
