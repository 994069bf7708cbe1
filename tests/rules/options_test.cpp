// The options as data: every value reads back, and games allow what their rules allow.
#include "rules/options.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "rules/variants/catalogue.hpp"

namespace sixfold::tests {
namespace {

const RuleOption& option_named(std::string_view name) {
  return *std::ranges::find(rule_options(), name, &RuleOption::name);
}

TEST(Options, ReadBackFromTheirWords) {
  for (const RuleOption& option : rule_options()) {
    ASSERT_GE(option.values.size(), 2U) << option.name;
    for (const std::string_view value : option.values) {
      Ruleset rules;
      EXPECT_TRUE(option.set(rules, value));
      EXPECT_EQ(option.get(rules), value) << option.name;
    }
    for (const std::string_view other : {"", "Youngest", "tallest"}) {
      Ruleset rules;
      EXPECT_FALSE(option.set(rules, other)) << option.name;
      EXPECT_EQ(rules, Ruleset{});
    }
  }
}

TEST(Options, AreTheMembersOfARuleset) {
  Ruleset rules;
  EXPECT_TRUE(option_named("opening").set(rules, "youngest"));
  EXPECT_EQ(rules.opening, Opening::youngest);
  EXPECT_TRUE(option_named("tie").set(rules, "youngest"));
  EXPECT_EQ(rules.tie, Tie::youngest);
}

TEST(Options, AreAllowedByEveryGameAsItIs) {
  for (const Edition& edition : all_editions()) {
    const Ruleset rules = edition.ruleset();
    for (const RuleOption& option : rule_options()) {
      EXPECT_TRUE(option.allowed(rules)) << edition.name << ' ' << option.name;
      const auto values = values_for(option, rules);
      EXPECT_EQ(std::ranges::count(values, option.get(rules)), 1) << edition.name;
    }
  }
}

TEST(Options, N2_TheLargestSetCannotOpenConnectOrTheCombination) {
  using Values = std::vector<std::string_view>;
  const RuleOption& opening = option_named("opening");
  for (const Ruleset& rules : {variants::connect(), variants::select_connect()})
    EXPECT_EQ(values_for(opening, rules), Values{"youngest"}) << rules.variant;
  EXPECT_EQ(values_for(opening, variants::select()), (Values{"largest-set", "youngest"}));
}

TEST(Options, B1_ASmallBagHasOneTileOfEachKind) {
  using Values = std::vector<std::string_view>;
  const RuleOption& bag = option_named("bag");
  for (const Edition& edition : all_editions()) {
    Ruleset rules = edition.ruleset();
    const bool tiles_without_board = !rules.pieces.rolled && !rules.layout;
    EXPECT_EQ(values_for(bag, rules),
              tiles_without_board ? (Values{"full", "small"}) : Values{"full"})
        << edition.name;
    if (!tiles_without_board) continue;
    const int full = full_bag(rules).size();
    EXPECT_TRUE(bag.set(rules, "small"));
    for (const Tile tile : full_bag(rules).list()) EXPECT_EQ(full_bag(rules).count(tile), 1);
    EXPECT_EQ(full_bag(rules).size(), 36);
    EXPECT_TRUE(bag.set(rules, "full"));
    EXPECT_EQ(full_bag(rules).size(), full);
    EXPECT_EQ(rules, edition.ruleset());
  }
}

TEST(Options, B2_ATieMattersOnlyIfTheLargestSetOpens) {
  Ruleset rules;
  EXPECT_TRUE(matters(option_named("tie"), rules));
  EXPECT_TRUE(matters(option_named("opening"), rules));
  rules.opening = Opening::youngest;
  EXPECT_FALSE(matters(option_named("tie"), rules));
}

TEST(Options, DependOnlyOnOptionsAndValuesThatExist) {
  for (const RuleOption& option : rule_options()) {
    if (option.only_if.option.empty()) continue;
    const auto other = std::ranges::find(rule_options(), option.only_if.option, &RuleOption::name);
    ASSERT_NE(other, rule_options().end()) << option.name;
    EXPECT_EQ(std::ranges::count(other->values, option.only_if.value), 1) << option.name;
  }
}

}  // namespace
}  // namespace sixfold::tests
