#include "server/account_names.hpp"

#include <set>

#include "server/names.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {

namespace {

/// A key that cannot be a name's: for accounts whose own key is taken, or whose name has no key.
std::string spare_key(const Id& account) { return "#" + to_text(account); }

/// In order of creation.
std::vector<store::AccountKeys> keys_of_all(store::Sql& sql) {
  std::vector<store::AccountKeys> all;
  std::set<std::string> taken;
  for (const store::SqlRow& row :
       sql.run("SELECT account, name FROM accounts ORDER BY created_ms, account", {})) {
    const auto keys = name_keys(row.text(1));
    store::AccountKeys one{row.id(0), spare_key(row.id(0)), {}};
    if (keys) one.looks = keys->looks;
    if (keys && taken.insert(keys->key).second) one.name_key = keys->key;
    all.push_back(std::move(one));
  }
  return all;
}

bool is_up_to_date(store::Sql& sql, const std::string& version) {
  const store::SqlRows rows = sql.run("SELECT value FROM settings WHERE name = 'name-rules'", {});
  return !rows.empty() && rows.front().text(0) == version;
}

}  // namespace

std::optional<store::Account> account_named(store::Sql& sql, const std::string& name) {
  if (auto exact = store::find_account_called(sql, name)) return exact;
  const auto keys = name_keys(name);
  return keys ? store::find_account_named(sql, keys->key) : std::nullopt;
}

void renew_name_keys(store::SqlStore& store) {
  const std::string version = name_rules_version();
  bool is_done = false;
  store::look_up_now(store, [&](store::Sql& sql) { is_done = is_up_to_date(sql, version); });
  if (is_done) return;
  store::write_now(store, [&](store::Sql& sql) {
    store::put_account_keys(sql, keys_of_all(sql));
    sql.run(
        "INSERT INTO settings (name, value) VALUES ('name-rules', $1) ON CONFLICT (name) "
        "DO UPDATE SET value = excluded.value",
        {version});
  });
}

}  // namespace sixfold::server
