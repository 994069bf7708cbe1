#include "server/keeping.hpp"

#include <filesystem>
#include <stdexcept>

#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold {

namespace {

constexpr const char* guests_key = "guests";

}  // namespace

bool is_database(const std::string& place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::string shown_place(const std::string& place) {
  if (!is_database(place)) return place;
  const auto begin = place.find("//") + 2;
  // Whoever is named before the host, and the options after it, may come with a secret.
  const auto host_end = place.find_first_of("/?", begin);
  const auto at = place.substr(0, host_end).rfind('@');
  const auto host = at == std::string::npos ? begin : at + 1;
  return place.substr(0, begin) + place.substr(host, place.find('?', host) - host);
}

Keeping open_keeping(const std::string& place, bool alone) {
  Keeping keeping;
  if (is_database(place)) {
    auto store = std::make_unique<PostgresStore>(
        place, alone ? PostgresStore::Use::alone : PostgresStore::Use::shared);
    keeping.key = store->common_key(guests_key, new_guest_key());
    keeping.store = std::move(store);
  } else {
    keeping.folder = std::make_unique<DataFolder>(place);
    keeping.key = guest_key_in(keeping.folder->guest_key());
    keeping.store = std::make_unique<SqliteStore>(SqliteOptions{keeping.folder->games(), "", true});
  }
  return keeping;
}

std::unique_ptr<SqlStore> open_beside_server(const std::string& place) {
  if (is_database(place)) return std::make_unique<PostgresStore>(place, PostgresStore::Use::beside);
  const std::string games = DataFolder::games_in(place);
  if (!std::filesystem::exists(games)) throw std::runtime_error(place + ": no games here");
  return std::make_unique<SqliteStore>(SqliteOptions{games, "", true});
}

void put_key(const Keeping& keeping, Sql& sql, const GuestKey& key) {
  if (keeping.folder)
    put_guest_key(keeping.folder->guest_key(), key);
  else
    put_common_key(sql, guests_key, key);
}

}  // namespace sixfold
