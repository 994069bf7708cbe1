#include "protocol/plan.hpp"

#include <algorithm>

#include "rules/options.hpp"
#include "rules/theme.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::protocol {

void check(FormReader& reader, const Path& path, const ClockPlan& plan) {
  if (plan.kind != ClockPlan::Kind::none && plan.seconds == 0)
    reader.fail("clock", path, "the clock has no time");
}

void check(FormReader& reader, const Path& path, const TablePlan& plan) {
  if (plan.seats.size() < fewest_seats)
    reader.fail("seats", Path{&path, "seats", 0}, "a game needs at least two seats");
  const auto is_bot = [](const SeatPlan& seat) { return seat.kind == SeatPlan::Kind::bot; };
  for (std::size_t i = 0; i < plan.seats.size(); ++i)
    if (is_bot(plan.seats[i]) == plan.seats[i].bot.empty())
      reader.fail("bot", Path{&path, "seats", i},
                  "bot must be a level if the seat is for a bot, and missing otherwise");
  if (plan.rated && std::ranges::any_of(plan.seats, is_bot))
    reader.fail("rated", Path{&path, "rated", 0}, "a rated game cannot have bots of the server");
  if (plan.rated && has_small_bag(plan.rules))
    reader.fail("rated", Path{&path, "rated", 0}, "a rated game needs the full bag");
  const std::size_t pieces = static_cast<std::size_t>(full_bag(plan.rules).size());
  const auto needed = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size);
  if (plan.rules.layout && plan.rules.layout->presets.size() + needed > pieces)
    reader.fail("board", Path{&path, "board", 0},
                "the board has more black cells than there are tiles");
}

std::span<const std::string_view> variant_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const Variant& variant : all_variants()) all.push_back(variant.name);
    return all;
  }();
  return names;
}

std::span<const std::string_view> theme_names() {
  static constexpr std::array<std::string_view, themes.size()> names = [] {
    std::array<std::string_view, themes.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = themes[i].name;
    return all;
  }();
  return names;
}

PlanSummary summary_of(const TablePlan& plan) {
  PlanSummary summary{.variant = plan.rules.variant,
                      .options = options_to_json(plan.rules),
                      .theme = plan.theme,
                      .clock = plan.clock,
                      .rated = plan.rated,
                      .hints = plan.hints};
  if (const auto& layout = plan.rules.layout) {
    const auto usual = ruleset_named(plan.rules.variant);
    summary.layout = usual && layout == usual->layout ? "standard" : "custom";
    summary.size = BoardSize{layout->width, layout->height};
  }
  return summary;
}

}  // namespace sixfold::protocol
