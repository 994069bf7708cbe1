#include "rules/variants/catalogue.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace sixfold {

namespace {

#define SIXFOLD_EDITION(function, name, theme) Edition{name, variants::function, theme},
constexpr auto edition_list = std::to_array({SIXFOLD_GAMES(SIXFOLD_EDITION)});
#undef SIXFOLD_EDITION

std::vector<Variant> variants_among(std::span<const Edition> editions) {
  std::vector<Variant> variants;
  for (const Edition& edition : editions)
    if (edition.ruleset().variant == edition.name)
      variants.push_back({edition.name, edition.ruleset});
  return variants;
}

}  // namespace

std::span<const Variant> all_variants() {
  static const std::vector<Variant> variant_list = variants_among(edition_list);
  return variant_list;
}

std::optional<Ruleset> ruleset_named(std::string_view variant) {
  const auto found = std::ranges::find(all_variants(), variant, &Variant::name);
  if (found == all_variants().end()) return std::nullopt;
  return found->ruleset();
}

std::span<const Edition> all_editions() { return edition_list; }

std::optional<Edition> edition_named(std::string_view name) {
  const auto found = std::ranges::find(edition_list, name, &Edition::name);
  if (found == edition_list.end()) return std::nullopt;
  return *found;
}

}  // namespace sixfold
