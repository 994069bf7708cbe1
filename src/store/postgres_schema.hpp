// The tables in PostgreSQL, as the migrations that made them what they are.
#pragma once

#include <array>

namespace sixfold::store {

/// Migration n upgrades the database from version n to n + 1.
inline constexpr std::array<const char*, 15> postgres_migrations{
    R"(
    CREATE TABLE games (
      game BYTEA PRIMARY KEY,
      seq BIGINT NOT NULL,
      status BIGINT NOT NULL,
      deadline_ms BIGINT,
      code TEXT UNIQUE,
      listed BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX games_open ON games (deadline_ms) WHERE status <> 2;
    CREATE INDEX games_listed ON games (game) WHERE listed = 1;
    CREATE TABLE events (
      game BYTEA NOT NULL,
      seq BIGINT NOT NULL,
      time_ms BIGINT NOT NULL,
      type TEXT NOT NULL,
      version BIGINT NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (game, seq)
    );
    CREATE TABLE commands (
      game BYTEA NOT NULL,
      command BYTEA NOT NULL,
      seq BIGINT NOT NULL,
      PRIMARY KEY (game, command)
    );
    CREATE TABLE players (
      player BYTEA NOT NULL,
      game BYTEA NOT NULL,
      PRIMARY KEY (player, game)
    );
    CREATE INDEX players_game ON players (game);
    CREATE TABLE server (
      id BIGINT PRIMARY KEY CHECK (id = 1),
      alive_ms BIGINT NOT NULL
    );
    CREATE TABLE accounts (
      account BYTEA PRIMARY KEY,
      kind BIGINT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL UNIQUE,
      passphrase TEXT NOT NULL,
      recovery TEXT NOT NULL,
      owner BYTEA,
      token TEXT UNIQUE,
      created_ms BIGINT NOT NULL,
      valid_from_ms BIGINT NOT NULL,
      banned BIGINT NOT NULL DEFAULT 0
    );
    CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;
    CREATE TABLE transfers (
      code TEXT PRIMARY KEY,
      player BYTEA NOT NULL,
      until_ms BIGINT NOT NULL
    );
    CREATE TABLE results (
      game BYTEA NOT NULL,
      seat BIGINT NOT NULL,
      player BYTEA,
      name TEXT NOT NULL,
      variant TEXT NOT NULL,
      points BIGINT NOT NULL,
      place BIGINT NOT NULL,
      seats BIGINT NOT NULL,
      rated BIGINT NOT NULL,
      ended_ms BIGINT NOT NULL,
      PRIMARY KEY (game, seat)
    );
    CREATE INDEX results_player ON results (player, ended_ms) WHERE player IS NOT NULL;
    CREATE TABLE ratings (
      player BYTEA NOT NULL,
      variant TEXT NOT NULL,
      many BIGINT NOT NULL,
      rating DOUBLE PRECISION NOT NULL,
      deviation DOUBLE PRECISION NOT NULL,
      volatility DOUBLE PRECISION NOT NULL,
      games BIGINT NOT NULL,
      changed_ms BIGINT NOT NULL,
      PRIMARY KEY (player, variant, many)
    );
    CREATE TABLE nodes (
      node BYTEA PRIMARY KEY,
      alive_ms BIGINT NOT NULL
    );
    CREATE TABLE presence (
      player BYTEA NOT NULL,
      node BYTEA NOT NULL,
      PRIMARY KEY (player, node)
    );
    CREATE INDEX presence_node ON presence (node);
    CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    );
    )",
    R"(
    CREATE INDEX accounts_banned ON accounts (account) WHERE banned = 1;
    )",
    R"(
    CREATE TABLE daily_results (
      day TEXT NOT NULL,
      player BYTEA NOT NULL,
      name TEXT NOT NULL,
      points BIGINT NOT NULL,
      bot_points BIGINT NOT NULL,
      turns BIGINT NOT NULL,
      ended_ms BIGINT NOT NULL,
      PRIMARY KEY (day, player)
    );
    CREATE INDEX daily_results_player ON daily_results (player);
    )",
    R"(
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    );
    CREATE TABLE name_looks (
      look TEXT PRIMARY KEY,
      account BYTEA NOT NULL
    );
    CREATE INDEX name_looks_account ON name_looks (account);
    CREATE INDEX accounts_name ON accounts (name);
    )",
    R"(
    CREATE TABLE sessions (
      session BYTEA PRIMARY KEY,
      player BYTEA NOT NULL,
      token TEXT NOT NULL UNIQUE,
      device TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      used_ms BIGINT NOT NULL
    );
    CREATE INDEX sessions_player ON sessions (player);
    CREATE TABLE ended_sessions (
      session BYTEA PRIMARY KEY,
      ended_ms BIGINT NOT NULL
    );
    CREATE INDEX ended_sessions_time ON ended_sessions (ended_ms);
    ALTER TABLE results ADD COLUMN unrated TEXT NOT NULL DEFAULT '';
    CREATE TABLE flags (
      game BYTEA NOT NULL,
      player BYTEA NOT NULL,
      reason TEXT NOT NULL,
      time_ms BIGINT NOT NULL,
      PRIMARY KEY (game, player)
    );
    CREATE INDEX flags_player ON flags (player);
    )",
    R"(
    CREATE TABLE audit (
      entry BYTEA PRIMARY KEY,
      time_ms BIGINT NOT NULL,
      who TEXT NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL
    );
    CREATE INDEX audit_time ON audit (time_ms);
    CREATE TABLE address_bans (
      address TEXT PRIMARY KEY,
      until_ms BIGINT NOT NULL
    );
    CREATE TABLE reports (
      report BYTEA PRIMARY KEY,
      game BYTEA NOT NULL,
      seat BIGINT NOT NULL,
      reporter BYTEA NOT NULL,
      reported BYTEA,
      reason TEXT NOT NULL,
      time_ms BIGINT NOT NULL,
      closed BIGINT NOT NULL,
      UNIQUE (game, seat, reporter)
    );
    CREATE INDEX reports_time ON reports (closed, time_ms);
    CREATE INDEX reports_reporter ON reports (reporter);
    CREATE TABLE mutes (
      player BYTEA PRIMARY KEY,
      until_ms BIGINT NOT NULL
    );
    CREATE TABLE second_factors (
      account BYTEA PRIMARY KEY,
      secret TEXT NOT NULL,
      confirmed BIGINT NOT NULL,
      last_step BIGINT NOT NULL
    );
    )",
    R"(
    ALTER TABLE games ADD COLUMN given_ms BIGINT NOT NULL DEFAULT 0;
    CREATE TABLE outages (
      began_ms BIGINT PRIMARY KEY,
      ended_ms BIGINT NOT NULL,
      is_done BIGINT NOT NULL DEFAULT 0
    );
    )",
    // No new tables, but plans with a small bag, which older programs do not understand.
    "SELECT 1",
    // The archive of finished games. What older programs did not store is filled in later.
    R"(
    ALTER TABLE results ADD COLUMN theme TEXT NOT NULL DEFAULT '';
    ALTER TABLE results ADD COLUMN length BIGINT;
    ALTER TABLE results ADD COLUMN biggest_move BIGINT;
    DROP INDEX results_player;
    CREATE INDEX results_archive ON results (player, ended_ms, game) WHERE player IS NOT NULL;
    CREATE INDEX results_unarchived ON results (game) WHERE length IS NULL;
    CREATE TABLE unarchived (
      game BYTEA PRIMARY KEY
    );
    INSERT INTO unarchived (game) SELECT game FROM games WHERE status = 2;
    )",
    // Notices to devices.
    R"(
    CREATE TABLE push_subscriptions (
      subscription BYTEA PRIMARY KEY,
      player BYTEA NOT NULL,
      session BYTEA NOT NULL,
      endpoint TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL,
      auth TEXT NOT NULL,
      kinds BIGINT NOT NULL,
      quiet_from BIGINT NOT NULL,
      quiet_until BIGINT NOT NULL,
      zone TEXT NOT NULL,
      language TEXT NOT NULL,
      changed_ms BIGINT NOT NULL
    );
    CREATE INDEX push_subscriptions_player ON push_subscriptions (player);
    CREATE INDEX push_subscriptions_session ON push_subscriptions (session);
    CREATE TABLE notices (
      subscription BYTEA NOT NULL,
      game BYTEA NOT NULL,
      kind BIGINT NOT NULL,
      made_ms BIGINT NOT NULL,
      due_ms BIGINT NOT NULL,
      tries BIGINT NOT NULL,
      PRIMARY KEY (subscription, game, kind)
    );
    CREATE INDEX notices_due ON notices (due_ms);
    )",
    // Personal tokens.
    R"(
    CREATE TABLE access_tokens (
      id BYTEA PRIMARY KEY,
      player BYTEA NOT NULL,
      token TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      scopes BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      used_ms BIGINT NOT NULL
    );
    CREATE INDEX access_tokens_player ON access_tokens (player);
    )",
    // Friends, invitations and profiles.
    R"(
    CREATE TABLE relations (
      player BYTEA NOT NULL,
      other BYTEA NOT NULL,
      kind BIGINT NOT NULL,
      changed_ms BIGINT NOT NULL,
      PRIMARY KEY (player, other)
    );
    CREATE INDEX relations_other ON relations (other, kind);
    CREATE TABLE friend_codes (
      account BYTEA PRIMARY KEY,
      code TEXT NOT NULL UNIQUE
    );
    CREATE TABLE invitations (
      game BYTEA NOT NULL,
      player BYTEA NOT NULL,
      host BYTEA NOT NULL,
      plan TEXT NOT NULL,
      seats BIGINT NOT NULL,
      made_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL,
      PRIMARY KEY (game, player)
    );
    CREATE INDEX invitations_player ON invitations (player, made_ms);
    CREATE INDEX invitations_host ON invitations (host);
    CREATE TABLE rating_steps (
      player BYTEA NOT NULL,
      ended_ms BIGINT NOT NULL,
      game BYTEA NOT NULL,
      variant TEXT NOT NULL,
      many BIGINT NOT NULL,
      rating DOUBLE PRECISION NOT NULL,
      PRIMARY KEY (player, ended_ms, game)
    );
    CREATE TABLE closed_profiles (
      account BYTEA PRIMARY KEY
    );
    )",
    // Streams of events, and webhooks.
    R"(
    CREATE TABLE event_streams (
      stream BYTEA PRIMARY KEY,
      player BYTEA NOT NULL,
      node BYTEA NOT NULL,
      renewed_ms BIGINT NOT NULL
    );
    CREATE INDEX event_streams_player ON event_streams (player);
    CREATE INDEX event_streams_node ON event_streams (node);
    CREATE INDEX event_streams_renewed ON event_streams (renewed_ms);
    CREATE TABLE stream_events (
      node BYTEA NOT NULL,
      stream BYTEA NOT NULL,
      game BYTEA NOT NULL,
      kind BIGINT NOT NULL,
      made_ms BIGINT NOT NULL,
      due_ms BIGINT NOT NULL,
      PRIMARY KEY (node, stream, game, kind)
    );
    CREATE TABLE webhooks (
      webhook BYTEA PRIMARY KEY,
      player BYTEA NOT NULL,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      kinds BIGINT NOT NULL,
      failures BIGINT NOT NULL,
      status BIGINT NOT NULL,
      is_off BIGINT NOT NULL,
      created_ms BIGINT NOT NULL
    );
    CREATE INDEX webhooks_player ON webhooks (player);
    CREATE TABLE webhook_events (
      webhook BYTEA NOT NULL,
      game BYTEA NOT NULL,
      kind BIGINT NOT NULL,
      made_ms BIGINT NOT NULL,
      due_ms BIGINT NOT NULL,
      tries BIGINT NOT NULL,
      PRIMARY KEY (webhook, game, kind)
    );
    CREATE INDEX webhook_events_due ON webhook_events (due_ms);
    )",
    // Holidays, with what tables do not know of them yet, and notes.
    R"(
    CREATE TABLE holidays (
      player BYTEA NOT NULL,
      from_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL,
      PRIMARY KEY (player, from_ms)
    );
    CREATE TABLE chores (
      player BYTEA NOT NULL,
      game BYTEA NOT NULL,
      kind BIGINT NOT NULL,
      change BIGINT NOT NULL,
      PRIMARY KEY (player, game, kind)
    );
    CREATE TABLE notes (
      player BYTEA NOT NULL,
      game BYTEA NOT NULL,
      text TEXT NOT NULL,
      changed_ms BIGINT NOT NULL,
      PRIMARY KEY (player, game)
    );
    CREATE INDEX notes_game ON notes (game);
    )",
    // Feeds.
    R"(
    CREATE TABLE feeds (
      player BYTEA PRIMARY KEY,
      secret TEXT NOT NULL UNIQUE
    );
    )"};

}  // namespace sixfold::store
