#include "store/notes.hpp"

namespace sixfold::store {

namespace {

constexpr std::int64_t most_notes = 500;

}  // namespace

std::string note_of(Sql& sql, const Id& player, const Id& game) {
  const SqlRows rows =
      sql.run("SELECT text FROM notes WHERE player = $1 AND game = $2", {player, game});
  return rows.empty() ? "" : rows.front().text(0);
}

bool put_note(Sql& sql, const Id& player, const Note& note) {
  if (sql.run("SELECT game FROM players WHERE player = $1 AND game = $2", {player, note.game})
          .empty())
    return false;
  sql.run("DELETE FROM notes WHERE player = $1 AND game = $2", {player, note.game});
  if (note.text.empty()) return true;
  for (const SqlRow& old : sql.run("SELECT game FROM notes WHERE player = $1 "
                                   "ORDER BY changed_ms DESC, game LIMIT 100 OFFSET $2",
                                   {player, most_notes - 1}))
    sql.run("DELETE FROM notes WHERE player = $1 AND game = $2", {player, old.id(0)});
  sql.run("INSERT INTO notes (player, game, text, changed_ms) VALUES ($1, $2, $3, $4)",
          {player, note.game, note.text, note.changed_ms});
  return true;
}

std::vector<Note> notes_of(Sql& sql, const Id& player) {
  std::vector<Note> all;
  for (const SqlRow& row : sql.run("SELECT game, text, changed_ms FROM notes WHERE player = $1 "
                                   "ORDER BY changed_ms DESC, game",
                                   {player}))
    all.push_back({row.id(0), row.text(1), row.integer(2)});
  return all;
}

void forget_notes(Sql& sql, const Id& player) {
  sql.run("DELETE FROM notes WHERE player = $1", {player});
}

}  // namespace sixfold::store
