#include "server/storage.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "server/account_names.hpp"
#include "store/postgres_store.hpp"
#include "store/sqlite_store.hpp"

namespace sixfold::server {

namespace {

constexpr const char* guests_key = "guests";

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

bool has_good_escapes(std::string_view text) {
  for (auto at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1))
    if (at + 2 >= text.size() || std::isxdigit(static_cast<unsigned char>(text[at + 1])) == 0 ||
        std::isxdigit(static_cast<unsigned char>(text[at + 2])) == 0)
      return false;
  return true;
}

/// `host`, `host:5432`, `[::1]:5432`, or several of these separated by commas.
bool are_hosts(std::string_view hosts) {
  while (true) {
    const auto comma = hosts.find(',');
    const std::string_view host = hosts.substr(0, comma);
    const auto bracket = host.find(']');
    const auto colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon != std::string_view::npos && !is_number(host.substr(colon + 1))) return false;
    if (comma == std::string_view::npos) return true;
    hosts.remove_prefix(comma + 1);
  }
}

/// libpq's error messages repeat the part of an address that they cannot parse, which may contain
/// part of the password. Therefore libpq never gets an invalid address.
void check_address(std::string_view place) {
  std::string_view rest = place.substr(place.find("//") + 2);
  const bool is_escaped = has_good_escapes(rest);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (const auto at = rest.find('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  if (is_escaped && rest.find('@') == std::string_view::npos && are_hosts(rest)) return;
  throw std::runtime_error(
      "invalid address of a PostgreSQL database: expected "
      "postgresql://user:password@host:port/"
      "database, with characters other than letters and digits in the password written as %XX");
}

}  // namespace

bool is_database(const std::string& place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::string shown_place(const std::string& place) {
  if (!is_database(place)) return place;
  const auto begin = place.find("//") + 2;
  // The user info before the host and the options after it may contain a secret.
  const auto host_end = place.find_first_of("/?", begin);
  const auto at = place.substr(0, host_end).rfind('@');
  const auto host = at == std::string::npos ? begin : at + 1;
  return place.substr(0, begin) + place.substr(host, place.find('?', host) - host);
}

Storage open_storage(const std::string& place, bool alone) {
  Storage storage;
  if (is_database(place)) {
    check_address(place);
    auto store = std::make_unique<store::PostgresStore>(
        place, alone ? store::PostgresStore::Use::alone : store::PostgresStore::Use::shared);
    storage.key = store->common_key(guests_key, new_guest_key());
    storage.store = std::move(store);
  } else {
    storage.folder = std::make_unique<DataFolder>(place);
    storage.lost_key = std::filesystem::exists(storage.folder->games()) &&
                       !std::filesystem::exists(storage.folder->guest_key());
    storage.key = guest_key_in(storage.folder->guest_key());
    storage.store = std::make_unique<store::SqliteStore>(
        store::SqliteOptions{storage.folder->games(), "", true});
  }
  renew_name_keys(*storage.store);
  return storage;
}

std::unique_ptr<store::SqlStore> open_beside_server(const std::string& place) {
  std::unique_ptr<store::SqlStore> store;
  if (is_database(place)) {
    check_address(place);
    store = std::make_unique<store::PostgresStore>(place, store::PostgresStore::Use::beside);
  } else {
    const std::string games = DataFolder::games_in(place);
    if (!std::filesystem::exists(games)) throw std::runtime_error(place + ": contains no games");
    store = std::make_unique<store::SqliteStore>(store::SqliteOptions{games, "", true});
  }
  renew_name_keys(*store);
  return store;
}

void put_key(const Storage& storage, store::Sql& sql, const GuestKey& key) {
  if (storage.folder)
    put_guest_key(storage.folder->guest_key(), key);
  else
    store::put_common_key(sql, guests_key, key);
}

}  // namespace sixfold::server
