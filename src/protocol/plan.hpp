// What is agreed before a table's game begins.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/form.hpp"
#include "rules/ruleset.hpp"

namespace sixfold::protocol {

/// Who may take a seat: anyone, somebody with the link, or a bot.
struct SeatPlan {
  static constexpr std::string_view title = "SeatPlan";
  enum class Kind : std::uint8_t { open, invited, bot };
  Kind kind = Kind::open;
  std::string bot;             ///< a bot's level
  std::optional<Id> reserved;  ///< only this user may sit here; never shown

  static void form(auto& self, auto& member) {
    member("kind", self.kind);
    member.unless_empty("bot", self.bot);
  }
  friend bool operator==(const SeatPlan&, const SeatPlan&) = default;
};
constexpr std::array<std::string_view, 3> words_of(SeatPlan::Kind /*kind*/) {
  return {"open", "invited", "bot"};
}

/// The time limit. Days per move are expressed in seconds per move.
struct ClockPlan {
  static constexpr std::string_view title = "ClockPlan";
  enum class Kind : std::uint8_t { none, per_move, bank };
  static constexpr Range time{0, 100 * 24 * 3600};

  Kind kind = Kind::none;
  std::int64_t seconds = 0;    ///< per move, or in the bank at the start
  std::int64_t increment = 0;  ///< seconds added to the bank after every turn

  static void form(auto& self, auto& member) {
    member("kind", self.kind);
    member.defaulted("seconds", self.seconds, time);
    member.defaulted("increment", self.increment, time);
  }
  friend bool operator==(const ClockPlan&, const ClockPlan&) = default;
};
constexpr std::array<std::string_view, 3> words_of(ClockPlan::Kind /*kind*/) {
  return {"none", "per-move", "bank"};
}

/// The name of every variant and of every theme.
[[nodiscard]] std::span<const std::string_view> variant_names();
[[nodiscard]] std::span<const std::string_view> theme_names();

struct TablePlan {
  static constexpr std::string_view title = "TablePlan";
  Ruleset rules;  ///< including the board
  std::string theme = "classic";
  std::vector<SeatPlan> seats;
  ClockPlan clock;
  bool in_lobby = false;
  bool rated = false;  ///< accounts only; changes their ratings
  bool hints = false;  ///< whether players may ask for hints during the game
  /// The seat of the youngest or oldest player, whichever the rules ask for; empty: chosen at
  /// random.
  std::optional<int> favoured_opener;

  static void form(auto& self, auto& member) {
    member.rules(self.rules);
    member.defaulted("theme", self.theme, OneOf{"theme", theme_names()});
    member("seats", self.seats, Most{most_seats});
    member.defaulted("clock", self.clock);
    member.defaulted("lobby", self.in_lobby);
    member.defaulted("rated", self.rated);
    member.defaulted("hints", self.hints);
    member("opener", self.favoured_opener, seat_range);
  }
  friend bool operator==(const TablePlan&, const TablePlan&) = default;
};
/// What a plan may not say although every member of it is well-formed.
void check(FormReader& reader, const Path& path, const TablePlan& plan);
void check(FormReader& reader, const Path& path, const ClockPlan& plan);

/// What people choose a table by: the plan without its seats and its board, which may be larger
/// than everything else.
struct PlanSummary {
  static constexpr std::string_view title = "PlanSummary";
  std::string_view variant = "base";
  Json options = Json::object();
  std::string layout;             ///< `standard` or `custom`; empty: there is no board
  std::optional<BoardSize> size;  ///< of the board
  std::string theme = "classic";
  ClockPlan clock;
  bool rated = false;
  bool hints = false;

  static void form(auto& self, auto& member) {
    member("variant", self.variant, OneOf{"unknown_variant", variant_names()});
    member.defaulted("options", self.options);
    member.unless_empty("layout", self.layout);
    member("size", self.size);
    member.defaulted("theme", self.theme, OneOf{"theme", theme_names()});
    member.defaulted("clock", self.clock);
    member.defaulted("rated", self.rated);
    member.defaulted("hints", self.hints);
  }
  friend bool operator==(const PlanSummary&, const PlanSummary&) = default;
};
[[nodiscard]] PlanSummary summary_of(const TablePlan& plan);

}  // namespace sixfold::protocol
