// A SQLite VFS that shows what a loss of power leaves behind. Writes stay in the memory of this
// process, where all its connections see them, and reach the real file only when SQLite syncs it:
// a process that is killed leaves its files as a loss of power leaves a disk.
//
// A disk is free to write what nobody synced, in any order and sector by sector; early_percent of
// the sectors do that. A file that was deleted is back after the loss, as it was synced, unless
// its folder was synced since. A file that was created is there at once, empty, which SQLite
// cannot tell from none. The shared memory (-shm) is passed through: nothing is recovered from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sixfold::simulation {

struct PowerLossOptions {
  int early_percent = 0;  ///< of what is not synced yet, how much reaches the file all the same
  std::uint64_t seed = 1;
};

/// Makes the VFS known to SQLite and gives its name. Called again, it changes the options alone.
/// Files opened with it must not be opened otherwise in the same process.
std::string power_loss_vfs(const PowerLossOptions& options);

/// By how many bytes files may grow from now on, all together; none: as far as the disk goes. Who
/// wants more is told that the disk is full.
void set_disk_room(std::optional<std::int64_t> bytes);

/// For those who do not want to kill a process: after so many more changes nothing is written,
/// synced, deleted or read any more. All connections must then be closed before the power is back,
/// with the files as they were left.
void cut_power(int after_changes);
void restore_power();

}  // namespace sixfold::simulation
