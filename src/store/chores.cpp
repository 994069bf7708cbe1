#include "store/chores.hpp"

namespace sixfold::store {

void put_chore(Sql& sql, const Chore& chore) {
  sql.run(
      "INSERT INTO chores (player, game, kind, change) VALUES ($1, $2, $3, 1) "
      "ON CONFLICT (player, game, kind) DO UPDATE SET change = chores.change + 1",
      {chore.player, chore.game, static_cast<std::int64_t>(chore.kind)});
}

std::vector<Chore> some_chores(Sql& sql, int most) {
  std::vector<Chore> chores;
  for (const SqlRow& row :
       sql.run("SELECT player, game, kind, change FROM chores LIMIT $1", {std::int64_t{most}}))
    chores.push_back(
        {row.id(0), row.id(1), static_cast<ChoreKind>(row.integer(2)), row.integer(3)});
  return chores;
}

void finish_chore(Sql& sql, const Chore& chore) {
  sql.run("DELETE FROM chores WHERE player = $1 AND game = $2 AND kind = $3 AND change = $4",
          {chore.player, chore.game, static_cast<std::int64_t>(chore.kind), chore.change});
}

}  // namespace sixfold::store
