// The rules that players may choose, as data. Records, the command line, forms, the set-up page and
// the pages that document them go through this list and name no option themselves.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "rules/ruleset.hpp"

namespace sixfold {

struct RuleOption {
  /// Another option that must have this value, as otherwise the choice has no effect.
  struct Condition {
    std::string_view option;  ///< empty: it always has an effect
    std::string_view value;
  };

  std::string_view name;   ///< as in records; messages are `setup.<name>`, `setup.<name>.<value>`
  std::string_view about;  ///< for the help of the command line
  std::span<const std::string_view> values;
  std::string_view (*get)(const Ruleset& rules);
  /// False, and nothing is changed, if there is no such value.
  bool (*set)(Ruleset& rules, std::string_view value);
  /// Whether the game allows the value that these rules have.
  bool (*allowed)(const Ruleset& rules);
  Condition only_if;
};

/// A game's default is what its own ruleset has.
[[nodiscard]] std::span<const RuleOption> rule_options();

/// Whether there is one tile of each kind instead of three (B1).
[[nodiscard]] bool has_small_bag(const Ruleset& rules);

/// Whether the option has an effect under these rules.
[[nodiscard]] bool matters(const RuleOption& option, const Ruleset& rules);

/// The values that the game allows.
[[nodiscard]] std::vector<std::string_view> values_for(const RuleOption& option,
                                                       const Ruleset& rules);

}  // namespace sixfold
