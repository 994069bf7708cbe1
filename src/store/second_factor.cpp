#include "store/second_factor.hpp"

namespace sixfold::store {

std::optional<SecondFactor> find_second_factor(Sql& sql, const Id& account) {
  // Of two concurrent logins with the same code, only one may find it unused.
  const char* const find = sql.is_shared() ? "SELECT account, secret, confirmed, last_step "
                                             "FROM second_factors WHERE account = $1 FOR UPDATE"
                                           : "SELECT account, secret, confirmed, last_step "
                                             "FROM second_factors WHERE account = $1";
  const SqlRows rows = sql.run(find, {account});
  if (rows.empty()) return std::nullopt;
  const SqlRow& row = rows.front();
  return SecondFactor{row.id(0), row.text(1), row.integer(2) != 0, row.integer(3)};
}

void put_second_factor(Sql& sql, const SecondFactor& factor) {
  sql.run(
      "INSERT INTO second_factors (account, secret, confirmed, last_step) "
      "VALUES ($1, $2, $3, $4) ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, "
      "confirmed = excluded.confirmed, last_step = excluded.last_step",
      {factor.account, factor.secret, std::int64_t{factor.confirmed}, factor.last_step});
}

void delete_second_factor(Sql& sql, const Id& account) {
  sql.run("DELETE FROM second_factors WHERE account = $1", {account});
}

}  // namespace sixfold::store
