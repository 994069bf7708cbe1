#include "store/webhooks.hpp"

namespace sixfold::store {

namespace {

constexpr std::size_t most_webhooks = 3;
constexpr int most_failures = 20;

Webhook webhook_of(const SqlRow& row) {
  return {row.id(0),
          row.id(1),
          row.text(2),
          row.text(3),
          static_cast<unsigned>(row.integer(4)),
          static_cast<int>(row.integer(5)),
          static_cast<int>(row.integer(6)),
          row.integer(7) != 0,
          row.integer(8)};
}

std::optional<Webhook> find_webhook(Sql& sql, const Id& webhook) {
  const SqlRows rows = sql.run(
      "SELECT webhook, player, url, secret, kinds, failures, status, is_off, created_ms "
      "FROM webhooks WHERE webhook = $1",
      {webhook});
  return rows.empty() ? std::nullopt : std::optional(webhook_of(rows.front()));
}

std::int64_t webhook_number(NoticeKind kind) { return static_cast<std::int64_t>(kind); }

}  // namespace

bool insert_webhook(Sql& sql, const Webhook& webhook) {
  if (webhooks_of(sql, webhook.player).size() >= most_webhooks) return false;
  sql.run(
      "INSERT INTO webhooks (webhook, player, url, secret, kinds, failures, status, is_off, "
      "created_ms) VALUES ($1, $2, $3, $4, $5, 0, 0, 0, $6)",
      {webhook.id, webhook.player, webhook.url, webhook.secret, std::int64_t{webhook.kinds},
       webhook.created_ms});
  return true;
}

std::vector<Webhook> webhooks_of(Sql& sql, const Id& player) {
  std::vector<Webhook> all;
  for (const SqlRow& row :
       sql.run("SELECT webhook, player, url, secret, kinds, failures, status, is_off, created_ms "
               "FROM webhooks WHERE player = $1 ORDER BY created_ms, webhook",
               {player}))
    all.push_back(webhook_of(row));
  return all;
}

bool delete_webhook(Sql& sql, const Id& player, const Id& webhook) {
  if (sql.run("DELETE FROM webhooks WHERE webhook = $1 AND player = $2 RETURNING webhook",
              {webhook, player})
          .empty())
    return false;
  sql.run("DELETE FROM webhook_events WHERE webhook = $1", {webhook});
  return true;
}

void delete_webhooks_of(Sql& sql, const Id& player) {
  for (const Webhook& one : webhooks_of(sql, player))
    static_cast<void>(delete_webhook(sql, player, one.id));
}

void put_webhook_event(Sql& sql, const Notice& notice, std::int64_t made_ms) {
  std::vector<SqlValues> rows;
  const std::int64_t due_ms = notice.kind == NoticeKind::reminder ? notice.due_ms : made_ms;
  for (const SqlRow& row : sql.run("SELECT webhook FROM webhooks "
                                   "WHERE player = $1 AND is_off = 0 AND kinds & $2 <> 0",
                                   {notice.player, std::int64_t{bit_of(notice.kind)}}))
    rows.push_back({row.id(0), notice.game, webhook_number(notice.kind), made_ms, due_ms});
  if (rows.empty()) return;
  sql.run_each(
      "INSERT INTO webhook_events (webhook, game, kind, made_ms, due_ms, tries) "
      "VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (webhook, game, kind) "
      "DO UPDATE SET made_ms = excluded.made_ms, due_ms = excluded.due_ms, tries = 0",
      rows);
}

bool has_webhook_events(Sql& sql, std::int64_t now_ms) {
  return !sql.run("SELECT kind FROM webhook_events WHERE due_ms <= $1 LIMIT 1", {now_ms}).empty();
}

std::vector<WebhookEvent> claim_webhook_events(Sql& sql, std::int64_t now_ms, std::int64_t until_ms,
                                               int most) {
  constexpr const char* claim =
      "UPDATE webhook_events SET due_ms = $1 WHERE (webhook, game, kind) IN "
      "(SELECT webhook, game, kind FROM webhook_events WHERE due_ms <= $2 "
      "ORDER BY due_ms LIMIT $3) RETURNING webhook, game, kind, made_ms, tries";
  constexpr const char* shared_claim =
      "UPDATE webhook_events SET due_ms = $1 WHERE (webhook, game, kind) IN "
      "(SELECT webhook, game, kind FROM webhook_events WHERE due_ms <= $2 "
      "ORDER BY due_ms LIMIT $3 FOR UPDATE SKIP LOCKED) "
      "RETURNING webhook, game, kind, made_ms, tries";
  std::vector<WebhookEvent> claimed;
  for (const SqlRow& row :
       sql.run(sql.is_shared() ? shared_claim : claim, {until_ms, now_ms, std::int64_t{most}})) {
    auto to = find_webhook(sql, row.id(0));
    if (!to || to->is_off) {
      sql.run("DELETE FROM webhook_events WHERE webhook = $1", {row.id(0)});
      continue;
    }
    claimed.push_back({*std::move(to), row.id(1), static_cast<NoticeKind>(row.integer(2)),
                       row.integer(3), static_cast<int>(row.integer(4)), until_ms});
  }
  return claimed;
}

void finish_webhook_event(Sql& sql, const WebhookEvent& event) {
  sql.run(
      "DELETE FROM webhook_events WHERE webhook = $1 AND game = $2 AND kind = $3 AND due_ms = $4",
      {event.to.id, event.game, webhook_number(event.kind), event.claimed_until_ms});
}

void postpone_webhook_event(Sql& sql, const WebhookEvent& event, std::int64_t due_ms, int tries) {
  sql.run(
      "UPDATE webhook_events SET due_ms = $1, tries = $2 "
      "WHERE webhook = $3 AND game = $4 AND kind = $5 AND due_ms = $6",
      {due_ms, std::int64_t{tries}, event.to.id, event.game, webhook_number(event.kind),
       event.claimed_until_ms});
}

void webhook_reached(Sql& sql, const WebhookEvent& event, int status) {
  finish_webhook_event(sql, event);
  sql.run("UPDATE webhooks SET failures = 0, status = $1 WHERE webhook = $2",
          {std::int64_t{status}, event.to.id});
}

bool webhook_failed(Sql& sql, const WebhookEvent& event, int status, bool is_gone) {
  const SqlRows rows = sql.run(
      "UPDATE webhooks SET failures = failures + 1, status = $1 WHERE webhook = $2 "
      "RETURNING failures",
      {std::int64_t{status}, event.to.id});
  if (rows.empty() || (!is_gone && rows.front().integer(0) < most_failures)) return false;
  sql.run("UPDATE webhooks SET is_off = 1 WHERE webhook = $1", {event.to.id});
  sql.run("DELETE FROM webhook_events WHERE webhook = $1", {event.to.id});
  return true;
}

}  // namespace sixfold::store
