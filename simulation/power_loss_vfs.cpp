#include "simulation/power_loss_vfs.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include <sqlite3.h>

#include "engine/random.hpp"

namespace sixfold::simulation {

namespace {

constexpr std::int64_t sector_size = 512;

/// A write, or the cutting off of everything from `at` on.
struct Change {
  std::int64_t at = 0;
  std::string bytes;
  bool cuts = false;
};

/// A file as the connections see it, and what of that the real file does not have yet.
struct BufferedFile {
  std::string contents;
  std::vector<Change> unsynced;
  bool deleted = false;
};

/// What SQLite holds for an open file; the real file's own handle lies right behind it.
struct Handle {
  sqlite3_file file{};
  BufferedFile* buffered = nullptr;
  // SQLite's own VFS syncs the folder together with the first sync of a log that it may have made.
  bool syncs_folder = false;
};

struct Disk {
  std::mutex mutex;
  std::map<std::string, BufferedFile> files;
  int early_percent = 0;
  Random random{1};
  std::optional<std::int64_t> room;
  std::optional<int> changes_left;  // until the power is cut
  bool has_power = true;
  sqlite3_vfs* system = nullptr;
  sqlite3_vfs vfs{};

  bool early() { return random.below(100) < static_cast<std::uint32_t>(early_percent); }
};

Disk& disk() {
  static Disk the_disk;
  return the_disk;
}

/// Whether there is power for one more change.
bool power_for_change() {
  if (disk().changes_left && --*disk().changes_left < 0) disk().has_power = false;
  return disk().has_power;
}

Handle& handle_of(sqlite3_file* file) { return *reinterpret_cast<Handle*>(file); }

sqlite3_file* real(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(&handle_of(file) + 1);
}

int write_through(sqlite3_file* file, const Change& change) {
  sqlite3_file* const to = real(file);
  if (change.cuts) return to->pMethods->xTruncate(to, change.at);
  return to->pMethods->xWrite(to, change.bytes.data(), static_cast<int>(change.bytes.size()),
                              change.at);
}

/// Some sectors of the write, or the cut, may come early.
int write_some_early(sqlite3_file* file, const Change& change) {
  if (disk().early_percent == 0) return SQLITE_OK;
  if (change.cuts) return disk().early() ? write_through(file, change) : SQLITE_OK;
  const auto end = change.at + static_cast<std::int64_t>(change.bytes.size());
  for (std::int64_t at = change.at; at < end;) {
    const std::int64_t next = std::min(end, (at / sector_size + 1) * sector_size);
    if (disk().early()) {
      const std::string sector = change.bytes.substr(static_cast<std::size_t>(at - change.at),
                                                     static_cast<std::size_t>(next - at));
      if (const int status = write_through(file, {at, sector}); status != SQLITE_OK) return status;
    }
    at = next;
  }
  return SQLITE_OK;
}

/// Gives back or takes room for a change of a file's size; whether there was enough.
bool take_room(std::int64_t bytes) {
  std::optional<std::int64_t>& room = disk().room;
  if (!room) return true;
  if (bytes > *room) return false;
  *room -= bytes;
  return true;
}

int close(sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); }

int read(sqlite3_file* file, void* to, int count, sqlite3_int64 at) {
  const std::lock_guard lock(disk().mutex);
  if (!disk().has_power) return SQLITE_IOERR_READ;
  const std::string& contents = handle_of(file).buffered->contents;
  const auto wanted = static_cast<std::size_t>(count);
  const auto from = std::min(static_cast<std::size_t>(at), contents.size());
  const std::size_t there = std::min(wanted, contents.size() - from);
  std::memcpy(to, contents.data() + from, there);
  if (there == wanted) return SQLITE_OK;
  std::memset(static_cast<char*>(to) + there, 0, wanted - there);
  return SQLITE_IOERR_SHORT_READ;
}

int write(sqlite3_file* file, const void* from, int count, sqlite3_int64 at) {
  const std::lock_guard lock(disk().mutex);
  if (!power_for_change()) return SQLITE_IOERR_WRITE;
  BufferedFile& buffered = *handle_of(file).buffered;
  Change change{at, std::string(static_cast<const char*>(from), static_cast<std::size_t>(count))};
  const auto end = static_cast<std::size_t>(at) + change.bytes.size();
  if (end > buffered.contents.size()) {
    if (!take_room(static_cast<std::int64_t>(end - buffered.contents.size()))) return SQLITE_FULL;
    buffered.contents.resize(end);
  }
  std::ranges::copy(change.bytes, buffered.contents.begin() + at);
  const int status = write_some_early(file, change);
  buffered.unsynced.push_back(std::move(change));
  return status;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const std::lock_guard lock(disk().mutex);
  if (!power_for_change()) return SQLITE_IOERR_TRUNCATE;
  BufferedFile& buffered = *handle_of(file).buffered;
  take_room(size - static_cast<std::int64_t>(buffered.contents.size()));
  buffered.contents.resize(static_cast<std::size_t>(size));
  const Change change{size, "", true};
  const int status = write_some_early(file, change);
  buffered.unsynced.push_back(change);
  return status;
}

/// Deletions in the folder are for good now.
void sync_folder() {
  std::erase_if(disk().files, [](const auto& entry) {
    if (!entry.second.deleted) return false;
    disk().system->xDelete(disk().system, entry.first.c_str(), 0);
    return true;
  });
}

int sync(sqlite3_file* file, int /*flags*/) {
  const std::lock_guard lock(disk().mutex);
  if (!power_for_change()) return SQLITE_IOERR_FSYNC;
  Handle& handle = handle_of(file);
  for (const Change& change : handle.buffered->unsynced)
    if (const int status = write_through(file, change); status != SQLITE_OK) return status;
  handle.buffered->unsynced.clear();
  if (handle.syncs_folder) sync_folder();
  handle.syncs_folder = false;
  return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
  const std::lock_guard lock(disk().mutex);
  *size = static_cast<sqlite3_int64>(handle_of(file).buffered->contents.size());
  return SQLITE_OK;
}

int lock(sqlite3_file* file, int kind) { return real(file)->pMethods->xLock(real(file), kind); }
int unlock(sqlite3_file* file, int kind) { return real(file)->pMethods->xUnlock(real(file), kind); }
int check_reserved_lock(sqlite3_file* file, int* held) {
  return real(file)->pMethods->xCheckReservedLock(real(file), held);
}

int file_control(sqlite3_file* file, int what, void* with) {
  // The real file must not grow by itself.
  if (what == SQLITE_FCNTL_SIZE_HINT) return SQLITE_OK;
  return real(file)->pMethods->xFileControl(real(file), what, with);
}

int reported_sector_size(sqlite3_file* file) {
  return real(file)->pMethods->xSectorSize(real(file));
}
int device_characteristics(sqlite3_file* file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

int shm_map(sqlite3_file* file, int page, int size, int extend, void volatile** where) {
  return real(file)->pMethods->xShmMap(real(file), page, size, extend, where);
}
int shm_lock(sqlite3_file* file, int offset, int count, int flags) {
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
void shm_barrier(sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); }
int shm_unmap(sqlite3_file* file, int remove) {
  return real(file)->pMethods->xShmUnmap(real(file), remove);
}

// Version 2: with shared memory, without memory-mapped files, which would go past the buffer.
constexpr sqlite3_io_methods methods{2,
                                     close,
                                     read,
                                     write,
                                     truncate,
                                     sync,
                                     file_size,
                                     lock,
                                     unlock,
                                     check_reserved_lock,
                                     file_control,
                                     reported_sector_size,
                                     device_characteristics,
                                     shm_map,
                                     shm_lock,
                                     shm_barrier,
                                     shm_unmap,
                                     nullptr,
                                     nullptr};

/// What the real file holds when this process first sees it.
int load(sqlite3_file* from, std::string& contents) {
  sqlite3_int64 size = 0;
  if (const int status = from->pMethods->xFileSize(from, &size); status != SQLITE_OK) return status;
  contents.resize(static_cast<std::size_t>(size));
  return size == 0 ? SQLITE_OK
                   : from->pMethods->xRead(from, contents.data(), static_cast<int>(size), 0);
}

int open(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  sqlite3_vfs* const system = disk().system;
  constexpr int logs = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL;
  // Temporary files need not survive anything.
  if (name == nullptr || (flags & (SQLITE_OPEN_MAIN_DB | logs)) == 0)
    return system->xOpen(system, name, file, flags, out_flags);

  const std::lock_guard lock(disk().mutex);
  auto* const handle = new (file) Handle;
  const auto known = disk().files.find(name);
  const bool create = (flags & SQLITE_OPEN_CREATE) != 0;
  if (known != disk().files.end() && known->second.deleted && !create) return SQLITE_CANTOPEN;
  int status = system->xOpen(system, name, real(file), flags, out_flags);
  if (status != SQLITE_OK) return status;
  handle->buffered = &disk().files[name];
  if (known == disk().files.end()) status = load(real(file), handle->buffered->contents);
  if (status != SQLITE_OK) {
    real(file)->pMethods->xClose(real(file));
    return status;
  }
  handle->buffered->deleted = false;
  handle->syncs_folder = create && (flags & logs) != 0;
  handle->file.pMethods = &methods;
  return SQLITE_OK;
}

int remove(sqlite3_vfs* /*vfs*/, const char* name, int syncs_folder) {
  const std::lock_guard lock(disk().mutex);
  if (!power_for_change()) return SQLITE_IOERR_DELETE;
  const auto known = disk().files.find(name);
  if (known == disk().files.end() || syncs_folder != 0 || disk().early()) {
    if (known != disk().files.end()) disk().files.erase(known);
    return disk().system->xDelete(disk().system, name, syncs_folder);
  }
  take_room(-static_cast<std::int64_t>(known->second.contents.size()));
  // What was synced stays in the real file until a new one of the same name, or the folder, is
  // synced.
  known->second = {"", {Change{0, "", true}}, true};
  return SQLITE_OK;
}

int access(sqlite3_vfs* /*vfs*/, const char* name, int what, int* answer) {
  const std::lock_guard lock(disk().mutex);
  const auto known = disk().files.find(name);
  if (known == disk().files.end()) return disk().system->xAccess(disk().system, name, what, answer);
  // As SQLite's own VFS has it: a file that is empty is none.
  *answer = !known->second.deleted && !known->second.contents.empty() ? 1 : 0;
  return SQLITE_OK;
}

}  // namespace

std::string power_loss_vfs(const PowerLossOptions& options) {
  constexpr const char* name = "power-loss";
  const std::lock_guard lock(disk().mutex);
  disk().early_percent = options.early_percent;
  disk().random = Random(options.seed);
  if (disk().system != nullptr) return name;
  disk().system = sqlite3_vfs_find(nullptr);
  // The rest of what a VFS does is none of the disk's business.
  disk().vfs = *disk().system;
  disk().vfs.zName = name;
  disk().vfs.szOsFile = static_cast<int>(sizeof(Handle)) + disk().system->szOsFile;
  disk().vfs.xOpen = open;
  disk().vfs.xDelete = remove;
  disk().vfs.xAccess = access;
  sqlite3_vfs_register(&disk().vfs, 0);
  return name;
}

void cut_power(int after_changes) {
  const std::lock_guard lock(disk().mutex);
  disk().changes_left = after_changes;
}

void restore_power() {
  const std::lock_guard lock(disk().mutex);
  disk().changes_left.reset();
  disk().has_power = true;
  disk().files.clear();
}

void set_disk_room(std::optional<std::int64_t> bytes) {
  const std::lock_guard lock(disk().mutex);
  disk().room = bytes;
}

}  // namespace sixfold::simulation
