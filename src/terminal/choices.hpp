// What is agreed on before a game, chosen by flags or on the set-up screen, and the plan that comes
// of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/messages.hpp"
#include "play/local_game.hpp"
#include "record/json.hpp"
#include "rules/variants/catalogue.hpp"
#include "terminal/words.hpp"

namespace sixfold::terminal {

struct SeatChoice {
  std::string name;  ///< empty: one is found
  std::string bot;   ///< a level, perhaps with a budget; empty for a person

  friend bool operator==(const SeatChoice&, const SeatChoice&) = default;
};

enum class BoardChoice : std::uint8_t { first, random, own };

/// What only a table of a server has.
struct ServerChoices {
  bool lobby = false;  ///< listed there
  bool rated = false;
  bool hints = false;
  /// `none`, seconds a move as `90`, or seconds a player and what a turn adds, as `600+5`.
  std::string clock = "none";

  friend bool operator==(const ServerChoices&, const ServerChoices&) = default;
};

struct Choices {
  std::string edition = "base";
  std::vector<SeatChoice> seats{{"", ""}, {"", "regular"}};
  std::optional<Opening> opening;
  std::optional<Tie> tie;
  BoardChoice board = BoardChoice::first;
  std::vector<std::string> board_rows;  ///< of one's own board, with the marks of docs/notation.md
  std::optional<int> seed;
  ServerChoices server;

  friend bool operator==(const Choices&, const Choices&) = default;
};

[[nodiscard]] std::optional<client::Clock> parse_clock(std::string_view text);

/// What is wrong, in words, where there is no such game.
[[nodiscard]] Result<LocalPlan, std::string> plan_of(const Choices& choices, const Words& words);

/// The plan of a table on a server: seats of people can be taken by anyone who has the link.
[[nodiscard]] Result<Json, std::string> online_plan_of(const Choices& choices, const Words& words);

}  // namespace sixfold::terminal
