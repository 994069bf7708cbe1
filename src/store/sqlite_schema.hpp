// The tables in SQLite, as the migrations that made them what they are.
#pragma once

#include <array>

#include "store/sqlite_store.hpp"

namespace sixfold::store {

/// Migration n upgrades a file from version n to n + 1.
inline constexpr std::array<const char*, schema_version> sqlite_migrations{
    R"(
    CREATE TABLE games (
      game BLOB PRIMARY KEY,
      seq INTEGER NOT NULL,
      status INTEGER NOT NULL,
      deadline_ms INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX games_open ON games (status, deadline_ms) WHERE status <> 2;
    CREATE TABLE events (
      game BLOB NOT NULL,
      seq INTEGER NOT NULL,
      time_ms INTEGER NOT NULL,
      type TEXT NOT NULL,
      version INTEGER NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (game, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE commands (
      game BLOB NOT NULL,
      command BLOB NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (game, command)
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    ALTER TABLE games ADD COLUMN code TEXT;
    ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE UNIQUE INDEX games_code ON games (code) WHERE code IS NOT NULL;
    CREATE TABLE players (
      user BLOB NOT NULL,
      game BLOB NOT NULL,
      PRIMARY KEY (user, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      alive_ms INTEGER NOT NULL
    ) STRICT;
    )",
    R"(
    ALTER TABLE players RENAME COLUMN user TO player;
    CREATE INDEX games_listed ON games (listed) WHERE listed = 1;
    CREATE TABLE accounts (
      account BLOB PRIMARY KEY,
      kind INTEGER NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      passphrase TEXT NOT NULL,
      recovery TEXT NOT NULL,
      owner BLOB,
      token TEXT UNIQUE,
      created_ms INTEGER NOT NULL,
      valid_from_ms INTEGER NOT NULL,
      banned INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;
    CREATE TABLE transfers (
      code TEXT PRIMARY KEY,
      player BLOB NOT NULL,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE results (
      game BLOB NOT NULL,
      seat INTEGER NOT NULL,
      player BLOB,
      name TEXT NOT NULL,
      variant TEXT NOT NULL,
      points INTEGER NOT NULL,
      place INTEGER NOT NULL,
      seats INTEGER NOT NULL,
      rated INTEGER NOT NULL,
      ended_ms INTEGER NOT NULL,
      PRIMARY KEY (game, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_player ON results (player, ended_ms) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player BLOB NOT NULL,
      variant TEXT NOT NULL,
      many INTEGER NOT NULL,
      rating REAL NOT NULL,
      deviation REAL NOT NULL,
      volatility REAL NOT NULL,
      games INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, variant, many)
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    CREATE INDEX accounts_banned ON accounts (account) WHERE banned = 1;
    )",
    R"(
    CREATE TABLE daily_results (
      day TEXT NOT NULL,
      player BLOB NOT NULL,
      name TEXT NOT NULL,
      points INTEGER NOT NULL,
      bot_points INTEGER NOT NULL,
      turns INTEGER NOT NULL,
      ended_ms INTEGER NOT NULL,
      PRIMARY KEY (day, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX daily_results_player ON daily_results (player);
    )",
    R"(
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE name_looks (
      look TEXT PRIMARY KEY,
      account BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX name_looks_account ON name_looks (account);
    CREATE INDEX accounts_name ON accounts (name);
    )",
    R"(
    CREATE TABLE sessions (
      session BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      token TEXT NOT NULL UNIQUE,
      device TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      used_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_player ON sessions (player);
    CREATE TABLE ended_sessions (
      session BLOB PRIMARY KEY,
      ended_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ended_sessions_time ON ended_sessions (ended_ms);
    ALTER TABLE results ADD COLUMN unrated TEXT NOT NULL DEFAULT '';
    CREATE TABLE flags (
      game BLOB NOT NULL,
      player BLOB NOT NULL,
      reason TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX flags_player ON flags (player);
    )",
    R"(
    CREATE TABLE audit (
      entry BLOB PRIMARY KEY,
      time_ms INTEGER NOT NULL,
      who TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX audit_time ON audit (time_ms);
    CREATE TABLE address_bans (
      address TEXT PRIMARY KEY,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE reports (
      report BLOB PRIMARY KEY,
      game BLOB NOT NULL,
      seat INTEGER NOT NULL,
      reporter BLOB NOT NULL,
      reported BLOB,
      reason TEXT NOT NULL,
      time_ms INTEGER NOT NULL,
      closed INTEGER NOT NULL,
      UNIQUE (game, seat, reporter)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX reports_time ON reports (closed, time_ms);
    CREATE INDEX reports_reporter ON reports (reporter);
    CREATE TABLE mutes (
      player BLOB PRIMARY KEY,
      until_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE second_factors (
      account BLOB PRIMARY KEY,
      secret TEXT NOT NULL,
      confirmed INTEGER NOT NULL,
      last_step INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    )",
    R"(
    ALTER TABLE games ADD COLUMN given_ms INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE outages (
      began_ms INTEGER PRIMARY KEY,
      ended_ms INTEGER NOT NULL,
      is_done INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    )",
    // No new tables, but plans with a small bag, which older programs do not understand.
    "",
    // The archive of finished games. What older programs did not store is filled in later.
    R"(
    ALTER TABLE results ADD COLUMN theme TEXT NOT NULL DEFAULT '';
    ALTER TABLE results ADD COLUMN length INTEGER;
    ALTER TABLE results ADD COLUMN biggest_move INTEGER;
    DROP INDEX results_player;
    CREATE INDEX results_archive ON results (player, ended_ms, game) WHERE player IS NOT NULL;
    CREATE INDEX results_unarchived ON results (game) WHERE length IS NULL;
    CREATE TABLE unarchived (
      game BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    INSERT INTO unarchived (game) SELECT game FROM games WHERE status = 2;
    )",
    // Notices to devices.
    R"(
    CREATE TABLE push_subscriptions (
      subscription BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      session BLOB NOT NULL,
      endpoint TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL,
      auth TEXT NOT NULL,
      kinds INTEGER NOT NULL,
      quiet_from INTEGER NOT NULL,
      quiet_until INTEGER NOT NULL,
      zone TEXT NOT NULL,
      language TEXT NOT NULL,
      changed_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX push_subscriptions_player ON push_subscriptions (player);
    CREATE INDEX push_subscriptions_session ON push_subscriptions (session);
    CREATE TABLE notices (
      subscription BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (subscription, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notices_due ON notices (due_ms);
    )",
    // Personal tokens.
    R"(
    CREATE TABLE access_tokens (
      id BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      token TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      scopes INTEGER NOT NULL,
      created_ms INTEGER NOT NULL,
      used_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX access_tokens_player ON access_tokens (player);
    )",
    // Friends, invitations and profiles.
    R"(
    CREATE TABLE relations (
      player BLOB NOT NULL,
      other BLOB NOT NULL,
      kind INTEGER NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, other)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX relations_other ON relations (other, kind);
    CREATE TABLE friend_codes (
      account BLOB PRIMARY KEY,
      code TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations (
      game BLOB NOT NULL,
      player BLOB NOT NULL,
      host BLOB NOT NULL,
      plan TEXT NOT NULL,
      seats INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      until_ms INTEGER NOT NULL,
      PRIMARY KEY (game, player)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_player ON invitations (player, made_ms);
    CREATE INDEX invitations_host ON invitations (host);
    CREATE TABLE rating_steps (
      player BLOB NOT NULL,
      ended_ms INTEGER NOT NULL,
      game BLOB NOT NULL,
      variant TEXT NOT NULL,
      many INTEGER NOT NULL,
      rating REAL NOT NULL,
      PRIMARY KEY (player, ended_ms, game)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE closed_profiles (
      account BLOB PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    )",
    // Streams of events, and webhooks.
    R"(
    CREATE TABLE event_streams (
      stream BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      node BLOB NOT NULL,
      renewed_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX event_streams_player ON event_streams (player);
    CREATE INDEX event_streams_node ON event_streams (node);
    CREATE INDEX event_streams_renewed ON event_streams (renewed_ms);
    CREATE TABLE stream_events (
      node BLOB NOT NULL,
      stream BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      PRIMARY KEY (node, stream, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE webhooks (
      webhook BLOB PRIMARY KEY,
      player BLOB NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      kinds INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      status INTEGER NOT NULL,
      is_off INTEGER NOT NULL,
      created_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhooks_player ON webhooks (player);
    CREATE TABLE webhook_events (
      webhook BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      made_ms INTEGER NOT NULL,
      due_ms INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      PRIMARY KEY (webhook, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX webhook_events_due ON webhook_events (due_ms);
    )",
    // Holidays, with what tables do not know of them yet, and notes.
    R"(
    CREATE TABLE holidays (
      player BLOB NOT NULL,
      from_ms INTEGER NOT NULL,
      until_ms INTEGER NOT NULL,
      PRIMARY KEY (player, from_ms)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chores (
      player BLOB NOT NULL,
      game BLOB NOT NULL,
      kind INTEGER NOT NULL,
      change INTEGER NOT NULL,
      PRIMARY KEY (player, game, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE notes (
      player BLOB NOT NULL,
      game BLOB NOT NULL,
      text TEXT NOT NULL,
      changed_ms INTEGER NOT NULL,
      PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX notes_game ON notes (game);
    )",
    // Feeds.
    R"(
    CREATE TABLE feeds (
      player BLOB PRIMARY KEY,
      secret TEXT NOT NULL UNIQUE
    ) STRICT, WITHOUT ROWID;
    )"};

}  // namespace sixfold::store
