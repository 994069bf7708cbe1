#include "store/access_tokens.hpp"

#include "store/sessions.hpp"

namespace sixfold::store {

namespace {

constexpr std::size_t most_tokens = 20;

AccessToken token_of(const SqlRow& row) {
  return {row.id(0),
          row.id(1),
          row.text(2),
          row.text(3),
          static_cast<unsigned>(row.integer(4)),
          row.integer(5),
          row.integer(6)};
}

}  // namespace

bool insert_access_token(Sql& sql, const AccessToken& token) {
  if (access_tokens_of(sql, token.player).size() >= most_tokens) return false;
  sql.run(
      "INSERT INTO access_tokens (id, player, token, name, scopes, created_ms, used_ms) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      {token.id, token.player, token.token, token.name, std::int64_t{token.scopes},
       token.created_ms, token.used_ms});
  return true;
}

std::optional<AccessToken> find_access_token(Sql& sql, const std::string& token) {
  const SqlRows rows = sql.run(
      "SELECT id, player, token, name, scopes, created_ms, used_ms FROM access_tokens "
      "WHERE token = $1",
      {token});
  return rows.empty() ? std::nullopt : std::optional(token_of(rows.front()));
}

std::vector<AccessToken> access_tokens_of(Sql& sql, const Id& player) {
  std::vector<AccessToken> tokens;
  for (const SqlRow& row :
       sql.run("SELECT id, player, token, name, scopes, created_ms, used_ms FROM access_tokens "
               "WHERE player = $1 ORDER BY created_ms DESC, id",
               {player}))
    tokens.push_back(token_of(row));
  return tokens;
}

void touch_access_token(Sql& sql, const Id& token, std::int64_t now_ms) {
  sql.run("UPDATE access_tokens SET used_ms = $1 WHERE id = $2", {now_ms, token});
}

bool end_access_token(Sql& sql, const Id& player, const Id& token, std::int64_t now_ms) {
  if (sql.run("DELETE FROM access_tokens WHERE id = $1 AND player = $2 RETURNING id",
              {token, player})
          .empty())
    return false;
  tell_ended(sql, token, now_ms);
  return true;
}

}  // namespace sixfold::store
