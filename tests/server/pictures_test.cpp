// Pictures of finished games: drawn elsewhere, each once, and kept within bounds.
#include "server/pictures.hpp"

#include <deque>
#include <utility>

#include <gtest/gtest.h>

namespace sixfold::server {
namespace {

Id game(std::uint8_t number) {
  Id id;
  id.bytes[0] = number;
  return id;
}

struct PicturesTest : testing::Test {
  struct Task {
    std::function<void()> work;
    std::function<void()> then;
  };
  std::deque<Task> tasks;
  std::size_t most = 2;
  std::vector<std::string> drawn;
  std::vector<std::string> shown;
  Pictures pictures{[this](std::string_view record) {
                      drawn.emplace_back(record);
                      return record == "bad" ? "" : "png of " + std::string(record);
                    },
                    [this](auto work, auto then) {
                      if (tasks.size() >= most) return false;
                      tasks.push_back({std::move(work), std::move(then)});
                      return true;
                    },
                    30};

  bool draw(std::uint8_t number, const std::string& record) {
    return pictures.draw(game(number), record, [this](const std::string* png) {
      shown.push_back(png == nullptr ? "none" : *png);
    });
  }
  void run() {
    while (!tasks.empty()) {
      const Task task = std::move(tasks.front());
      tasks.pop_front();
      task.work();
      task.then();
    }
  }
};

TEST_F(PicturesTest, AreDrawnOnceForAllWhoAsk) {
  EXPECT_TRUE(draw(1, "one"));
  EXPECT_TRUE(draw(1, "one"));
  EXPECT_TRUE(drawn.empty());
  run();
  EXPECT_EQ(drawn, std::vector<std::string>{"one"});
  EXPECT_EQ(shown, (std::vector<std::string>{"png of one", "png of one"}));
  ASSERT_NE(pictures.kept(game(1)), nullptr);
  EXPECT_EQ(*pictures.kept(game(1)), "png of one");
}

TEST_F(PicturesTest, AreRefusedWhenTooManyWait) {
  EXPECT_TRUE(draw(1, "one"));
  EXPECT_TRUE(draw(2, "two"));
  EXPECT_FALSE(draw(3, "three"));
  EXPECT_TRUE(draw(2, "two"));
  run();
  EXPECT_EQ(shown.size(), 3U);
  EXPECT_TRUE(draw(3, "three"));
}

TEST_F(PicturesTest, ThoseAskedForLastAreKept) {
  for (std::uint8_t number = 1; number <= 3; ++number) {
    EXPECT_TRUE(draw(number, std::to_string(number)));
    run();
  }
  // Each has eight bytes, so that three fit.
  EXPECT_NE(pictures.kept(game(1)), nullptr);
  EXPECT_TRUE(draw(4, "4"));
  run();
  EXPECT_NE(pictures.kept(game(1)), nullptr);
  EXPECT_EQ(pictures.kept(game(2)), nullptr);
  EXPECT_TRUE(draw(5, "one that is longer than all that may be kept"));
  run();
  EXPECT_EQ(shown.back(), "png of one that is longer than all that may be kept");
  EXPECT_EQ(pictures.kept(game(5)), nullptr);
}

TEST_F(PicturesTest, WhatCannotBeDrawnIsNotKept) {
  EXPECT_TRUE(draw(1, "bad"));
  run();
  EXPECT_EQ(shown, std::vector<std::string>{"none"});
  EXPECT_EQ(pictures.kept(game(1)), nullptr);
  EXPECT_FALSE(Pictures({}, {}).are_drawn());
}

}  // namespace
}  // namespace sixfold::server
