#include "rules/options.hpp"

#include <algorithm>
#include <array>

namespace sixfold {

namespace {

// A word for each value. The compiler asks for the word of a new one, and values<> finds it.

constexpr std::string_view word_of(Opening opening) {
  switch (opening) {
    case Opening::largest_set:
      return "largest-set";
    case Opening::youngest:
      return "youngest";
  }
  return "";
}

constexpr std::string_view word_of(Tie tie) {
  switch (tie) {
    case Tie::oldest:
      return "oldest";
    case Tie::youngest:
      return "youngest";
  }
  return "";
}

template <class Enum>
constexpr std::size_t value_count = [] {
  std::size_t count = 0;
  while (!word_of(static_cast<Enum>(count)).empty()) ++count;
  return count;
}();

template <class Enum>
constexpr std::array<std::string_view, value_count<Enum>> values = [] {
  std::array<std::string_view, value_count<Enum>> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_of(static_cast<Enum>(i));
  return words;
}();

bool always(const Ruleset& /*rules*/) { return true; }

bool opening_allowed(const Ruleset& rules) {
  return rules.largest_set_may_open || !opens_with_largest_set(rules);
}

/// The option that sets a member of Ruleset.
template <auto member>
constexpr RuleOption option(std::string_view name, std::string_view about,
                            bool (*allowed)(const Ruleset&), RuleOption::Condition only_if = {}) {
  using Enum = std::remove_cvref_t<decltype(Ruleset{}.*member)>;
  return {name,
          about,
          values<Enum>,
          [](const Ruleset& rules) { return word_of(rules.*member); },
          [](Ruleset& rules, std::string_view value) {
            const auto found = std::ranges::find(values<Enum>, value);
            if (found == values<Enum>.end()) return false;
            rules.*member = static_cast<Enum>(found - values<Enum>.begin());
            return true;
          },
          allowed,
          only_if};
}

// A small bag has one tile of each kind instead of three (B1).

constexpr std::string_view full_bag_word = "full";
constexpr std::string_view small_bag_word = "small";
constexpr std::array bag_words{full_bag_word, small_bag_word};
constexpr int small_bag_copies = 1;

std::string_view bag_of(const Ruleset& rules) {
  return rules.pieces.copies == small_bag_copies ? small_bag_word : full_bag_word;
}

bool set_bag(Ruleset& rules, std::string_view value) {
  if (std::ranges::find(bag_words, value) == bag_words.end()) return false;
  if (value == bag_of(rules)) return true;
  rules.pieces.copies = value == small_bag_word ? small_bag_copies : Pieces{}.copies;
  return true;
}

/// Boards need the tiles of a full bag.
bool bag_allowed(const Ruleset& rules) {
  return bag_of(rules) == full_bag_word || (!rules.pieces.rolled && !rules.layout);
}

constexpr auto option_list = std::to_array<RuleOption>({
    option<&Ruleset::opening>("opening", "Who opens", opening_allowed),
    option<&Ruleset::tie>("tie", "Who opens among players with equal sets", always,
                          {"opening", word_of(Opening::largest_set)}),
    {"bag", "How many tiles there are", bag_words, bag_of, set_bag, bag_allowed, {}},
});

}  // namespace

std::span<const RuleOption> rule_options() { return option_list; }

bool has_small_bag(const Ruleset& rules) { return bag_of(rules) == small_bag_word; }

bool matters(const RuleOption& option, const Ruleset& rules) {
  const auto condition = std::ranges::find(option_list, option.only_if.option, &RuleOption::name);
  return condition == option_list.end() || condition->get(rules) == option.only_if.value;
}

std::vector<std::string_view> values_for(const RuleOption& option, const Ruleset& rules) {
  std::vector<std::string_view> found;
  for (const std::string_view value : option.values) {
    Ruleset chosen = rules;
    if (option.set(chosen, value) && option.allowed(chosen)) found.push_back(value);
  }
  return found;
}

}  // namespace sixfold
