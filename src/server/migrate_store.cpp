#include "server/migrate_store.hpp"

#include <filesystem>
#include <stdexcept>

#include "server/storage.hpp"

namespace sixfold::server {

std::vector<store::CopiedTable> migrate_store(const std::string& from, const std::string& to) {
  if (!is_database(from) && !std::filesystem::exists(DataFolder::games_in(from)))
    throw std::runtime_error(from + ": contains no games");
  const Storage source = open_storage(from, true);
  const Storage target = open_storage(to, true);
  return store::copy_store(*source.store, *target.store,
                           [&](store::Sql& sql) { put_key(target, sql, source.key); });
}

}  // namespace sixfold::server
