// The archive: every finished game of a player, newest first, in pages. All functions run inside a
// transaction of the store.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// One seat of a finished game.
struct KeptResult {
  Id game;
  int seat = 0;
  std::optional<Id> player;
  std::string name;
  std::string variant;
  int points = 0;
  int place = 0;  ///< 0: the game was aborted, nobody won
  int seats = 0;
  bool rated = false;
  std::int64_t ended_ms = 0;
  std::string unrated;  ///< why the game does not count at a rated table, as a code
  // Unknown until an earlier version's game has been archived, and if its log cannot be read.
  std::string theme;
  std::optional<int> length;        ///< of the game, in turns
  std::optional<int> biggest_move;  ///< the most points of one move of this seat
  bool is_person = false;           ///< with an account

  friend bool operator==(const KeptResult&, const KeptResult&) = default;
};

struct ArchivedGame {
  std::string code;
  std::uint64_t seq = 0;
  std::vector<KeptResult> seats;  ///< at least one

  friend bool operator==(const ArchivedGame&, const ArchivedGame&) = default;
};

/// The place of a game in the order of the archive: by its end, then by its id. It never changes,
/// so that pages have no gaps and no repeats while further games end.
struct ArchivePlace {
  std::int64_t ended_ms = 0;
  Id game;

  friend auto operator<=>(const ArchivePlace&, const ArchivePlace&) = default;
};
[[nodiscard]] ArchivePlace place_of(const ArchivedGame& game);

struct ArchiveRange {
  std::optional<ArchivePlace> before;  ///< only games before this one in the order
  std::int64_t since_ms = std::numeric_limits<std::int64_t>::min();
  std::int64_t until_ms = std::numeric_limits<std::int64_t>::max();  ///< exclusive
};
/// The latest of the player's finished games in this range, newest first.
[[nodiscard]] std::vector<ArchivedGame> archived_games(Sql& sql, const Id& player,
                                                       const ArchiveRange& range, int most);
/// All seats of the player's latest games, newest first.
[[nodiscard]] std::vector<KeptResult> results_of(Sql& sql, const Id& player, int most_games);

// Games whose results have no theme, no length and no biggest moves, because an earlier version
// stored them. The table `unarchived` has those that had ended when there was no archive yet, with
// or without results; a server that is not upgraded yet may store further results without a length.

/// Some that are still to be looked at.
[[nodiscard]] std::vector<Id> unarchived_games(Sql& sql, int most);
/// What a game's log says about its end.
struct EndOfGame {
  GameResult result;
  std::int64_t time_ms = 0;
};
/// Fills in what is missing, and never lists the game again. Empty: its log does not say.
void archive_game(Sql& sql, const Id& game, const std::optional<EndOfGame>& end);

}  // namespace sixfold::store
