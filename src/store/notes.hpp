// Notes of players to themselves, one for each of their tables. All functions run inside a
// transaction of the store.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/sql.hpp"

namespace sixfold::store {

struct Note {
  Id game;
  std::string text;
  std::int64_t changed_ms = 0;

  friend bool operator==(const Note&, const Note&) = default;
};

/// Empty if there is none.
[[nodiscard]] std::string note_of(Sql& sql, const Id& player, const Id& game);
/// Replaces the note; an empty text removes it. False if the player has never had a seat at the
/// table. The player's oldest notes are forgotten if there would be too many.
[[nodiscard]] bool put_note(Sql& sql, const Id& player, const Note& note);
/// The one changed last first.
[[nodiscard]] std::vector<Note> notes_of(Sql& sql, const Id& player);
void forget_notes(Sql& sql, const Id& player);

}  // namespace sixfold::store
