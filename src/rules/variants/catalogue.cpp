#include "rules/variants/catalogue.hpp"

#include <algorithm>
#include <array>

namespace sixfold {

namespace {

constexpr std::array<Variant, 5> variant_list{{
    {"base", variants::base},
    {"cubes", variants::cubes},
    {"select", variants::select},
    {"connect", variants::connect},
    {"select-connect", variants::select_connect},
}};

constexpr std::array<Edition, 6> edition_list{{
    {"base", variants::base, "classic"},
    {"star-wars", variants::star_wars, "star-wars"},
    {"cubes", variants::cubes, "classic"},
    {"select", variants::select, "classic"},
    {"connect", variants::connect, "classic"},
    {"select-connect", variants::select_connect, "classic"},
}};

}  // namespace

std::span<const Variant> all_variants() { return variant_list; }

std::optional<Ruleset> ruleset_named(std::string_view variant) {
  const auto found = std::ranges::find(variant_list, variant, &Variant::name);
  if (found == variant_list.end()) return std::nullopt;
  return found->ruleset();
}

std::span<const Edition> all_editions() { return edition_list; }

std::optional<Edition> edition_named(std::string_view name) {
  const auto found = std::ranges::find(edition_list, name, &Edition::name);
  if (found == edition_list.end()) return std::nullopt;
  return *found;
}

}  // namespace sixfold
