// The settings of a game, chosen by flags or on the set-up screen, and the plan made from them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "play/local_game.hpp"
#include "protocol/server_messages.hpp"
#include "record/json.hpp"
#include "rules/variants/catalogue.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

struct SeatChoice {
  std::string name;  ///< empty: a default is used
  std::string bot;   ///< a level, optionally with a budget; empty for a person

  friend bool operator==(const SeatChoice&, const SeatChoice&) = default;
};

enum class BoardChoice : std::uint8_t { first, random, own };

/// Settings that exist only for a server's table.
struct ServerChoices {
  bool lobby = false;  ///< listed in the lobby
  bool rated = false;
  bool hints = false;
  /// `none`, seconds per move such as `90`, or seconds per player and increment such as `600+5`.
  std::string clock = "none";

  friend bool operator==(const ServerChoices&, const ServerChoices&) = default;
};

/// The values of options that were chosen, by the options' names.
using RuleChoices = std::map<std::string, std::string, std::less<>>;

struct Choices {
  std::string edition = "base";
  std::vector<SeatChoice> seats{{"", ""}, {"", "regular"}};
  RuleChoices rules;
  BoardChoice board = BoardChoice::first;
  std::vector<std::string> board_rows;  ///< of a custom board, with the marks of docs/notation.md
  std::optional<int> seed;
  ServerChoices server;

  friend bool operator==(const Choices&, const Choices&) = default;
};

[[nodiscard]] std::optional<protocol::ClockPlan> parse_clock(std::string_view text);

/// A description of the problem if there is no such game.
[[nodiscard]] Result<LocalPlan, std::string> plan_of(const Choices& choices, const Words& words);

/// The plan of a server's table: anyone with the link can take the seats of people.
[[nodiscard]] Result<protocol::TablePlan, std::string> online_plan_of(const Choices& choices,
                                                                      const Words& words);

}  // namespace sixfold::terminal
