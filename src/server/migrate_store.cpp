#include "server/migrate_store.hpp"

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "server/keeping.hpp"

namespace sixfold {

namespace {

// Servers say once a second that they run.
constexpr std::int64_t silence_ms = 5'000;
constexpr std::int64_t first_sign_ms = 2'000;
constexpr auto look_again = std::chrono::milliseconds(200);

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// A folder is held by its lock; of a database, servers must have been silent for a while.
void expect_unused(const Keeping& keeping, const std::string& place) {
  if (keeping.folder) return;
  const auto last = last_alive_ms(*keeping.store);
  // Where none has ever said so, one may just have started.
  const std::int64_t until = last ? *last + silence_ms : now_ms() + first_sign_ms;
  while (now_ms() < until) {
    std::this_thread::sleep_for(look_again);
    if (last_alive_ms(*keeping.store) != last)
      throw std::runtime_error(shown_place(place) + ": a server uses this database");
  }
}

}  // namespace

std::vector<CopiedTable> migrate_store(const std::string& from, const std::string& to) {
  if (!is_database(from) && !std::filesystem::exists(DataFolder::games_in(from)))
    throw std::runtime_error(from + ": no games here");
  const Keeping source = open_keeping(from);
  const Keeping target = open_keeping(to);
  expect_unused(source, from);
  expect_unused(target, to);
  return copy_store(*source.store, *target.store,
                    [&](Sql& sql) { put_key(target, sql, source.key); });
}

}  // namespace sixfold
