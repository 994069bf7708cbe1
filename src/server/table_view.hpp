// What one user is shown of a table, copied member by member, so that nothing else can leak. The
// encoders take no other input.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "record/json.hpp"
#include "rules/view.hpp"
#include "server/table.hpp"

namespace sixfold {

struct ShownSeat {
  std::string name;
  bool taken = false;
  SeatTaken::Kind kind{};                     ///< of the user who took it
  std::string bot;                            ///< the bot level that plays here; empty: a person
  std::optional<std::int64_t> away_since_ms;  ///< for a person without a connection
  std::optional<Wish> wish;
  std::optional<int> lets_leave;  ///< the seat whose removal this player agrees to
  std::int64_t bank_ms = 0;
  std::optional<FairSeal> seal;  ///< commits the player to a seed
  std::optional<FairSeed> seed;  ///< the player's contribution to chance
};

struct ShownTable {
  Id game;
  std::uint64_t seq = 0;
  std::int64_t now_ms = 0;
  std::int64_t created_ms = 0;
  std::string code;
  TablePlan plan;
  GameStatus status{};
  std::optional<int> you;  ///< the viewer's seat
  bool host = false;       ///< whether the viewer is the host
  bool locked = false;
  bool paused = false;
  bool can_take_back = false;
  std::vector<ShownSeat> seats;
  std::optional<std::int64_t> deadline_ms;
  std::optional<Id> rematch;
  std::optional<View> view;  ///< once the game has begun
  std::vector<int> winners;  ///< once it has ended
  /// The server's commitment; empty for old tables.
  std::optional<FairCommitment> commitment;
  bool reveals_seeds = false;  ///< whether sealed seeds may be revealed now
};

/// What is known about a table apart from its events.
struct TableMoment {
  Id game;
  std::uint64_t seq = 0;
  std::int64_t now_ms = 0;
  /// Since when a user has had no connection; empty while there is one.
  std::function<std::optional<std::int64_t>(const Id& user)> away_since_ms;
};

/// `user`: empty for a spectator.
[[nodiscard]] ShownTable shown_to(const std::optional<Id>& user, const Table& table,
                                  const TableMoment& moment);

/// The message `{"table":{…}}`.
[[nodiscard]] std::string table_message(const ShownTable& shown);

/// The table's entry in the lobby: what people choose by, in bounded size.
[[nodiscard]] Json lobby_entry(const ShownTable& shown);

/// An event as everyone may see it: counts instead of drawn or traded tiles, and no users.
[[nodiscard]] Json public_event(const TableEvent& event, std::uint64_t seq, std::int64_t time_ms);

}  // namespace sixfold
