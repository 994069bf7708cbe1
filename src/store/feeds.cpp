#include "store/feeds.hpp"

namespace sixfold::store {

void put_feed(Sql& sql, const Id& player, const std::string& secret) {
  sql.run(
      "INSERT INTO feeds (player, secret) VALUES ($1, $2) ON CONFLICT (player) "
      "DO UPDATE SET secret = excluded.secret",
      {player, secret});
}

std::optional<Id> find_feed(Sql& sql, const std::string& secret) {
  const SqlRows rows = sql.run("SELECT player FROM feeds WHERE secret = $1", {secret});
  return rows.empty() ? std::nullopt : std::optional(rows.front().id(0));
}

bool has_feed(Sql& sql, const Id& player) {
  return !sql.run("SELECT player FROM feeds WHERE player = $1", {player}).empty();
}

void delete_feed(Sql& sql, const Id& player) {
  sql.run("DELETE FROM feeds WHERE player = $1", {player});
}

}  // namespace sixfold::store
