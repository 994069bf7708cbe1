// The subcommands of `sixfold`. Each adds itself to the program and sets its exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace sixfold::cli {

inline constexpr int exit_ok = 0;
inline constexpr int exit_no = 1;             ///< the check failed
inline constexpr int exit_unusable = 2;       ///< bad usage or unreadable input
inline constexpr int exit_interrupted = 130;  ///< what shells report after Ctrl-C

void add_moves(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);
void add_selfplay(CLI::App& app, int& status);
void add_arena(CLI::App& app, int& status);
void add_analyse(CLI::App& app, int& status);
void add_stats(CLI::App& app, int& status);
void add_hint(CLI::App& app, int& status);
void add_puzzles(CLI::App& app, int& status);
void add_bot(CLI::App& app, int& status);
void add_bench(CLI::App& app, int& status);
void add_play(CLI::App& app, int& status);
void add_replay(CLI::App& app, int& status);
void add_photo(CLI::App& app, int& status);
void add_show(CLI::App& app, int& status);
void add_schema(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_backup(CLI::App& app, int& status);
void add_restore(CLI::App& app, int& status);
void add_migrate_store(CLI::App& app, int& status);
void add_admin(CLI::App& app, int& status);
void add_help(CLI::App& app, int& status);
void add_completion(CLI::App& app, int& status);
void add_manual(CLI::App& app, int& status);
void add_version(CLI::App& app, int& status);

}  // namespace sixfold::cli
