#include "store/accounts.hpp"

#include <algorithm>

#include "store/holidays.hpp"
#include "store/moderation.hpp"
#include "store/notes.hpp"
#include "store/notices.hpp"
#include "store/people.hpp"

namespace sixfold::store {

namespace {

SqlValue or_null(const std::string& text) {
  return text.empty() ? SqlValue(std::monostate{}) : SqlValue(text);
}

Account account_of(const SqlRow& row) {
  return {row.id(0),           static_cast<Account::Kind>(row.integer(1)),
          row.text(2),         row.text(3),
          row.text(4),         row.text(5),
          row.optional_id(6),  row.text(7),
          row.integer(8),      row.integer(9),
          row.integer(10) != 0};
}

std::optional<Account> first_account(const SqlRows& rows) {
  return rows.empty() ? std::nullopt : std::optional(account_of(rows.front()));
}

std::vector<Account> accounts_of(const SqlRows& rows) {
  std::vector<Account> accounts;
  for (const SqlRow& row : rows) accounts.push_back(account_of(row));
  return accounts;
}

void put_looks(Sql& sql, const Id& account, const std::vector<std::string>& looks) {
  std::vector<SqlValues> rows;
  for (const std::string& look : looks) rows.push_back({look, account});
  sql.run_each("INSERT INTO name_looks (look, account) VALUES ($1, $2) ON CONFLICT DO NOTHING",
               rows);
}

}  // namespace

std::optional<Account> find_account(Sql& sql, const Id& account) {
  return first_account(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts WHERE account = $1",
              {account}));
}

std::optional<Account> find_account_named(Sql& sql, const std::string& name_key) {
  return first_account(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts WHERE name_key = $1",
              {name_key}));
}

std::optional<Account> find_account_called(Sql& sql, const std::string& name) {
  return first_account(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts WHERE name = $1 "
              "ORDER BY created_ms, account LIMIT 1",
              {name}));
}

std::optional<Account> find_account_with_token(Sql& sql, const std::string& token) {
  return first_account(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts WHERE token = $1",
              {token}));
}

std::vector<Account> bots_of(Sql& sql, const Id& owner) {
  return accounts_of(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts WHERE owner = $1 ORDER BY name_key",
              {owner}));
}

std::vector<Account> list_accounts(Sql& sql, int most) {
  return accounts_of(
      sql.run("SELECT account, kind, name, name_key, passphrase, recovery, owner, token, "
              "created_ms, valid_from_ms, banned FROM accounts ORDER BY created_ms DESC LIMIT $1",
              {std::int64_t{most}}));
}

bool insert_account(Sql& sql, const Account& account, const std::vector<std::string>& looks) {
  if (find_account(sql, account.id) || find_account_named(sql, account.name_key)) return false;
  for (const std::string& look : looks)
    if (!sql.run("SELECT account FROM name_looks WHERE look = $1", {look}).empty()) return false;
  sql.run(
      "INSERT INTO accounts (account, kind, name, name_key, passphrase, recovery, owner, token, "
      "created_ms, valid_from_ms, banned) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
      {account.id, static_cast<std::int64_t>(account.kind), account.name, account.name_key,
       account.passphrase, account.recovery, or_null(account.owner), or_null(account.token),
       account.created_ms, account.valid_from_ms, std::int64_t{account.banned}});
  put_looks(sql, account.id, looks);
  return true;
}

void put_account_keys(Sql& sql, const std::vector<AccountKeys>& accounts) {
  for (const AccountKeys& one : accounts) {
    sql.run("UPDATE accounts SET name_key = $1 WHERE account = $2",
            {"#" + to_text(one.account), one.account});
    sql.run("DELETE FROM name_looks WHERE account = $1", {one.account});
  }
  for (const AccountKeys& one : accounts) {
    sql.run("UPDATE accounts SET name_key = $1 WHERE account = $2", {one.name_key, one.account});
    put_looks(sql, one.account, one.looks);
  }
}

void update_account(Sql& sql, const Account& account) {
  sql.run(
      "UPDATE accounts SET name = $1, name_key = $2, passphrase = $3, recovery = $4, token = $5, "
      "valid_from_ms = $6, banned = $7 WHERE account = $8",
      {account.name, account.name_key, account.passphrase, account.recovery, or_null(account.token),
       account.valid_from_ms, std::int64_t{account.banned}, account.id});
}

void delete_account(Sql& sql, const Id& account) {
  for (const Account& bot : bots_of(sql, account)) delete_account(sql, bot.id);
  const auto found = find_account(sql, account);
  forget_moderation(sql, account, found ? found->name : "");
  sql.run("UPDATE results SET player = NULL, name = '' WHERE player = $1", {account});
  sql.run("DELETE FROM ratings WHERE player = $1", {account});
  sql.run("DELETE FROM transfers WHERE player = $1", {account});
  sql.run("DELETE FROM daily_results WHERE player = $1", {account});
  sql.run("DELETE FROM players WHERE player = $1", {account});
  sql.run("DELETE FROM name_looks WHERE account = $1", {account});
  sql.run("DELETE FROM sessions WHERE player = $1", {account});
  sql.run("DELETE FROM second_factors WHERE account = $1", {account});
  sql.run("DELETE FROM flags WHERE player = $1", {account});
  unsubscribe_player(sql, account);
  forget_people(sql, account);
  sql.run("DELETE FROM rating_steps WHERE player = $1", {account});
  close_profile(sql, account, false);
  forget_holidays(sql, account);
  forget_notes(sql, account);
  sql.run("DELETE FROM accounts WHERE account = $1", {account});
}

void put_transfer(Sql& sql, const std::string& code_hash, const Id& player, std::int64_t until_ms) {
  sql.run("DELETE FROM transfers WHERE player = $1", {player});
  sql.run("INSERT INTO transfers (code, player, until_ms) VALUES ($1, $2, $3)",
          {code_hash, player, until_ms});
}

std::optional<Id> take_transfer(Sql& sql, const std::string& code_hash, std::int64_t now_ms) {
  const SqlRows rows =
      sql.run("DELETE FROM transfers WHERE code = $1 RETURNING player, until_ms", {code_hash});
  sql.run("DELETE FROM transfers WHERE until_ms < $1", {now_ms});
  if (rows.empty() || rows.front().integer(1) < now_ms) return std::nullopt;
  return rows.front().id(0);
}

std::vector<VariantRating> ratings_of(Sql& sql, const Id& player) {
  std::vector<VariantRating> ratings;
  for (const SqlRow& row :
       sql.run("SELECT variant, many, rating, deviation, volatility, games, changed_ms "
               "FROM ratings WHERE player = $1 ORDER BY variant, many",
               {player}))
    ratings.push_back({row.text(0),
                       row.integer(1) != 0,
                       {row.real(2), row.real(3), row.real(4)},
                       row.integer(5),
                       row.integer(6)});
  return ratings;
}

std::vector<RatingStep> rating_steps_of(Sql& sql, const Id& player, int most) {
  std::vector<RatingStep> steps;
  for (const SqlRow& row : sql.run("SELECT variant, many, ended_ms, rating FROM rating_steps "
                                   "WHERE player = $1 ORDER BY ended_ms DESC, game DESC LIMIT $2",
                                   {player, std::int64_t{most}}))
    steps.push_back({row.text(0), row.integer(1) != 0, row.integer(2), row.real(3)});
  std::ranges::reverse(steps);
  return steps;
}

bool is_profile_closed(Sql& sql, const Id& account) {
  return !sql.run("SELECT account FROM closed_profiles WHERE account = $1", {account}).empty();
}

void close_profile(Sql& sql, const Id& account, bool is_closed) {
  if (is_closed)
    sql.run("INSERT INTO closed_profiles (account) VALUES ($1) ON CONFLICT DO NOTHING", {account});
  else
    sql.run("DELETE FROM closed_profiles WHERE account = $1", {account});
}

std::vector<RankedPlayer> ranking(Sql& sql, const std::string& variant, bool many, int most) {
  std::vector<RankedPlayer> players;
  for (const SqlRow& row : sql.run(
           "SELECT name, kind, rating, deviation, volatility, games FROM ratings "
           "JOIN accounts ON account = player WHERE variant = $1 AND many = $2 AND banned = 0 "
           "AND NOT EXISTS (SELECT 1 FROM closed_profiles WHERE closed_profiles.account = player) "
           "ORDER BY rating - 2 * deviation DESC, name_key LIMIT $3",
           {variant, std::int64_t{many}, std::int64_t{most}}))
    players.push_back({row.text(0),
                       static_cast<Account::Kind>(row.integer(1)) == Account::Kind::bot,
                       {row.real(2), row.real(3), row.real(4)},
                       row.integer(5)});
  return players;
}

}  // namespace sixfold::store
