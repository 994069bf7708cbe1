#include "store/people.hpp"

#include "store/node_reports.hpp"

namespace sixfold::store {

namespace {

std::int64_t number(Relation relation) { return static_cast<std::int64_t>(relation); }

std::vector<Acquaintance> acquaintances(const SqlRows& rows) {
  std::vector<Acquaintance> found;
  for (const SqlRow& row : rows) found.push_back({row.id(0), row.text(1), row.integer(2)});
  return found;
}

}  // namespace

std::optional<Relation> relation(Sql& sql, const Id& from, const Id& to) {
  const SqlRows rows =
      sql.run("SELECT kind FROM relations WHERE player = $1 AND other = $2", {from, to});
  if (rows.empty()) return std::nullopt;
  return static_cast<Relation>(rows.front().integer(0));
}

void put_relation(Sql& sql, const Id& from, const Id& to, Relation relation, std::int64_t now_ms) {
  sql.run(
      "INSERT INTO relations (player, other, kind, changed_ms) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT (player, other) DO UPDATE SET kind = excluded.kind, "
      "changed_ms = excluded.changed_ms",
      {from, to, number(relation), now_ms});
}

void delete_relation(Sql& sql, const Id& from, const Id& to) {
  sql.run("DELETE FROM relations WHERE player = $1 AND other = $2", {from, to});
}

std::vector<Acquaintance> related_to(Sql& sql, const Id& from, Relation relation, int most) {
  return acquaintances(
      sql.run("SELECT other, name, changed_ms FROM relations JOIN accounts ON account = other "
              "WHERE player = $1 AND relations.kind = $2 ORDER BY name_key LIMIT $3",
              {from, number(relation), std::int64_t{most}}));
}

std::vector<Acquaintance> asking(Sql& sql, const Id& to, int most) {
  return acquaintances(
      sql.run("SELECT theirs.player, name, theirs.changed_ms FROM relations AS theirs "
              "JOIN accounts ON account = theirs.player "
              "LEFT JOIN relations AS own ON own.player = $1 AND own.other = theirs.player "
              "WHERE theirs.other = $1 AND theirs.kind = $2 AND own.kind IS NULL "
              "ORDER BY theirs.changed_ms, name_key LIMIT $3",
              {to, number(Relation::asked), std::int64_t{most}}));
}

std::int64_t count_related(Sql& sql, const Id& from, Relation relation) {
  return sql
      .run("SELECT count(*) FROM relations WHERE player = $1 AND kind = $2",
           {from, number(relation)})
      .front()
      .integer(0);
}

std::int64_t count_asking(Sql& sql, const Id& to) {
  return sql
      .run("SELECT count(*) FROM relations WHERE other = $1 AND kind = $2",
           {to, number(Relation::asked)})
      .front()
      .integer(0);
}

std::vector<Id> friends_at_nodes(Sql& sql, const Id& account) {
  std::vector<Id> present;
  if (!sql.is_shared()) return present;
  for (const SqlRow& row :
       sql.run("SELECT DISTINCT other FROM relations JOIN presence ON presence.player = other "
               "JOIN nodes USING (node) WHERE relations.player = $1 AND kind = $2 AND "
               "alive_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $3",
               {account, number(Relation::friends), node_lost_ms}))
    present.push_back(row.id(0));
  return present;
}

bool is_apart(Sql& sql, const Id& one, const Id& other) {
  return relation(sql, one, other) == Relation::blocked ||
         relation(sql, other, one) == Relation::blocked;
}

std::optional<std::string> friend_code(Sql& sql, const Id& account) {
  const SqlRows rows = sql.run("SELECT code FROM friend_codes WHERE account = $1", {account});
  return rows.empty() ? std::nullopt : std::optional(rows.front().text(0));
}

void put_friend_code(Sql& sql, const Id& account, const std::string& code) {
  sql.run(
      "INSERT INTO friend_codes (account, code) VALUES ($1, $2) ON CONFLICT (account) "
      "DO UPDATE SET code = excluded.code",
      {account, code});
}

std::optional<Id> find_friend_code(Sql& sql, const std::string& code) {
  const SqlRows rows = sql.run("SELECT account FROM friend_codes WHERE code = $1", {code});
  return rows.empty() ? std::nullopt : std::optional(rows.front().id(0));
}

bool may_invite(Sql& sql, const Id& host, const Id& player, std::int64_t now_ms) {
  const bool is_friend = relation(sql, host, player) == Relation::friends;
  std::int64_t all = 0;
  std::int64_t from_strangers = 0;
  std::int64_t from_host = 0;
  for (const SqlRow& row :
       sql.run("SELECT host, relations.kind FROM invitations JOIN games USING (game) "
               "LEFT JOIN relations ON relations.player = $1 AND relations.other = host "
               "WHERE invitations.player = $1 AND until_ms > $2 AND status = 0",
               {player, now_ms})) {
    from_host += row.id(0) == host ? 1 : 0;
    // Accounts that are blocked take nobody's place.
    if (!row.is_null(1) && row.integer(1) == number(Relation::blocked)) continue;
    ++all;
    from_strangers += row.is_null(1) || row.integer(1) != number(Relation::friends) ? 1 : 0;
  }
  return all < most_invitations && from_host < most_from_one &&
         (is_friend || from_strangers < most_from_strangers);
}

bool put_invitation(Sql& sql, const Id& game, const Invitation& invitation, std::int64_t now_ms) {
  const Id& player = invitation.player;
  sql.run(
      "DELETE FROM invitations WHERE player = $1 AND (until_ms <= $2 OR "
      "NOT EXISTS (SELECT seq FROM games WHERE games.game = invitations.game AND status = 0))",
      {player, now_ms});
  if (!may_invite(sql, invitation.host, player, now_ms)) return false;
  sql.run(
      "INSERT INTO invitations (game, player, host, plan, seats, made_ms, until_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      {game, player, invitation.host, invitation.plan, std::int64_t{invitation.seats}, now_ms,
       invitation.until_ms});
  // One from a blocked account counts like any other for its host, but is not seen.
  return !is_apart(sql, invitation.host, player);
}

bool delete_invitation(Sql& sql, const Id& game, const Id& player) {
  return !sql.run("DELETE FROM invitations WHERE game = $1 AND player = $2 RETURNING seats",
                  {game, player})
              .empty();
}

std::vector<WaitingInvitation> invitations_to(Sql& sql, const Id& player, std::int64_t now_ms) {
  std::vector<WaitingInvitation> found;
  for (const SqlRow& row :
       sql.run("SELECT game, code, name, plan, seats, made_ms, until_ms FROM invitations "
               "JOIN games USING (game) JOIN accounts ON account = host "
               "LEFT JOIN relations ON relations.player = $1 AND relations.other = host "
               "WHERE invitations.player = $1 AND until_ms > $2 AND status = 0 "
               "AND (relations.kind IS NULL OR relations.kind <> $3) "
               "ORDER BY made_ms DESC, game LIMIT $4",
               {player, now_ms, number(Relation::blocked), std::int64_t{most_invitations}}))
    found.push_back({row.id(0), row.text(1), row.text(2), row.text(3),
                     static_cast<int>(row.integer(4)), row.integer(5), row.integer(6)});
  return found;
}

void forget_people(Sql& sql, const Id& account) {
  sql.run("DELETE FROM invitations WHERE player = $1", {account});
  sql.run("DELETE FROM invitations WHERE host = $1", {account});
  sql.run("DELETE FROM relations WHERE player = $1", {account});
  sql.run("DELETE FROM relations WHERE other = $1", {account});
  sql.run("DELETE FROM friend_codes WHERE account = $1", {account});
}

}  // namespace sixfold::store
