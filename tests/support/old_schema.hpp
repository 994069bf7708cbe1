// Takes a database back to what earlier programs stored.
#pragma once

#include "store/sql.hpp"

namespace sixfold {

/// The schema before the archive: 10 in SQLite, 8 in PostgreSQL. The store must be opened again
/// afterwards.
inline void take_archive_away(store::Sql& sql) {
  for (const char* const statement :
       {"DROP INDEX results_archive",
        "DROP INDEX results_unarchived",
        "ALTER TABLE results DROP COLUMN theme",
        "ALTER TABLE results DROP COLUMN length",
        "ALTER TABLE results DROP COLUMN biggest_move",
        "CREATE INDEX results_player ON results (player, ended_ms) WHERE player IS NOT NULL",
        "DROP TABLE unarchived",
        "DROP TABLE push_subscriptions",
        "DROP TABLE notices",
        "DROP TABLE access_tokens",
        "DROP TABLE relations",
        "DROP TABLE friend_codes",
        "DROP TABLE invitations",
        "DROP TABLE rating_steps",
        "DROP TABLE closed_profiles",
        "DROP TABLE event_streams",
        "DROP TABLE stream_events",
        "DROP TABLE webhooks",
        "DROP TABLE webhook_events",
        "DROP TABLE holidays",
        "DROP TABLE chores",
        "DROP TABLE notes",
        "DROP TABLE feeds"})
    sql.run(statement, {});
  sql.run(sql.is_shared() ? "UPDATE schema_version SET version = 8" : "PRAGMA user_version = 10",
          {});
}

}  // namespace sixfold
