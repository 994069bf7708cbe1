#include "server/forget.hpp"

#include <set>
#include <vector>

#include "record/json.hpp"
#include "store/accounts.hpp"
#include "store/feeds.hpp"
#include "store/random_id.hpp"
#include "store/sessions.hpp"
#include "store/webhooks.hpp"

namespace sixfold::server {

namespace {

constexpr const char* nobodys_name = "—";

/// Replaces the player with somebody anonymous in the logs of games.
void forget_in_logs(store::Sql& sql, const Id& player) {
  const std::string id = to_text(player);
  const std::string nobody = to_text(store::random_id());
  for (const store::SqlRow& game : sql.run("SELECT game FROM players WHERE player = $1 UNION "
                                           "SELECT game FROM invitations WHERE player = $1",
                                           {player})) {
    std::set<std::size_t> seats;
    for (const store::SqlRow& event :
         sql.run("SELECT seq, type, body FROM events WHERE game = $1 "
                 "AND type IN ('table-created', 'seat-taken', 'game-started') ORDER BY seq",
                 {game.id(0)})) {
      std::string body = event.text(2);
      for (auto at = body.find(id); at != std::string::npos; at = body.find(id))
        body.replace(at, id.size(), nobody);
      const auto parsed = parse_json(body);
      if (!parsed) continue;
      Json json = *parsed;
      // Others may have sat there before the game began.
      if (event.text(1) == "seat-taken") seats.erase(json.value("seat", std::size_t{0}));
      if (json.value("user", "") == nobody) {
        json["name"] = nobodys_name;
        seats.insert(json.value("seat", std::size_t{0}));
      }
      for (const std::size_t seat : seats)
        if (json.contains("players")) json["players"][seat] = nobodys_name;
      sql.run("UPDATE events SET body = $1 WHERE game = $2 AND seq = $3",
              {dump(json), game.id(0), event.integer(0)});
    }
  }
}

}  // namespace

Result<std::vector<Id>, std::string> forget_player(store::Sql& sql, const Id& player,
                                                   std::int64_t now_ms) {
  std::vector<Id> gone{player};
  for (const store::Account& bot : store::bots_of(sql, player)) gone.push_back(bot.id);
  for (const Id& one : gone)
    if (!sql.run("SELECT games.game FROM players JOIN games USING (game) "
                 "WHERE player = $1 AND status <> 2 LIMIT 1",
                 {one})
             .empty())
      return Unexpected{std::string("games_go_on")};
  std::vector<Id> ended;
  for (const Id& one : gone) {
    forget_in_logs(sql, one);
    const std::vector<Id> of_one = store::end_sessions_of(sql, one, now_ms);
    ended.insert(ended.end(), of_one.begin(), of_one.end());
    store::delete_webhooks_of(sql, one);
    store::delete_feed(sql, one);
  }
  store::delete_account(sql, player);
  return ended;
}

}  // namespace sixfold::server
