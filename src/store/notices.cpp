#include "store/notices.hpp"

#include "store/node_reports.hpp"

namespace sixfold::store {

namespace {

constexpr std::size_t most_devices = 10;

Subscription subscription_of(const SqlRow& row) {
  return {row.id(0),
          row.id(1),
          row.id(2),
          row.text(3),
          row.text(4),
          row.text(5),
          static_cast<unsigned>(row.integer(6)),
          static_cast<int>(row.integer(7)),
          static_cast<int>(row.integer(8)),
          row.text(9),
          row.text(10),
          row.integer(11)};
}

std::optional<Subscription> find_subscription(Sql& sql, const Id& subscription) {
  const SqlRows rows = sql.run(
      "SELECT subscription, player, session, endpoint, key, auth, kinds, quiet_from, quiet_until, "
      "zone, language, changed_ms FROM push_subscriptions WHERE subscription = $1",
      {subscription});
  return rows.empty() ? std::nullopt : std::optional(subscription_of(rows.front()));
}

std::int64_t number(NoticeKind kind) { return static_cast<std::int64_t>(kind); }

}  // namespace

Id put_subscription(Sql& sql, const Subscription& subscription) {
  const std::vector<Subscription> others = subscriptions_of(sql, subscription.player);
  for (std::size_t i = most_devices - 1; i < others.size(); ++i)
    if (others[i].endpoint != subscription.endpoint) unsubscribe_device(sql, others[i].id);
  return sql
      .run(
          "INSERT INTO push_subscriptions (subscription, player, session, endpoint, key, auth, "
          "kinds, quiet_from, quiet_until, zone, language, changed_ms) "
          "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (endpoint) "
          "DO UPDATE SET player = excluded.player, session = excluded.session, "
          "key = excluded.key, auth = excluded.auth, kinds = excluded.kinds, "
          "quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, "
          "zone = excluded.zone, language = excluded.language, changed_ms = excluded.changed_ms "
          "RETURNING subscription",
          {subscription.id, subscription.player, subscription.session, subscription.endpoint,
           subscription.key, subscription.auth, std::int64_t{subscription.kinds},
           std::int64_t{subscription.quiet_from}, std::int64_t{subscription.quiet_until},
           subscription.zone, subscription.language, subscription.changed_ms})
      .front()
      .id(0);
}

std::vector<Subscription> subscriptions_of(Sql& sql, const Id& player) {
  std::vector<Subscription> all;
  for (const SqlRow& row :
       sql.run("SELECT subscription, player, session, endpoint, key, auth, kinds, quiet_from, "
               "quiet_until, zone, language, changed_ms FROM push_subscriptions "
               "WHERE player = $1 ORDER BY changed_ms DESC, subscription",
               {player}))
    all.push_back(subscription_of(row));
  return all;
}

bool unsubscribe(Sql& sql, const Id& player, const Id& subscription) {
  const auto found = find_subscription(sql, subscription);
  if (!found || found->player != player) return false;
  unsubscribe_device(sql, subscription);
  return true;
}

void unsubscribe_device(Sql& sql, const Id& subscription) {
  sql.run("DELETE FROM notices WHERE subscription = $1", {subscription});
  sql.run("DELETE FROM push_subscriptions WHERE subscription = $1", {subscription});
}

void unsubscribe_session(Sql& sql, const Id& session) {
  for (const SqlRow& row :
       sql.run("SELECT subscription FROM push_subscriptions WHERE session = $1", {session}))
    unsubscribe_device(sql, row.id(0));
}

void unsubscribe_player(Sql& sql, const Id& player) {
  for (const Subscription& one : subscriptions_of(sql, player)) unsubscribe_device(sql, one.id);
}

void put_notice(Sql& sql, const Notice& notice, std::int64_t made_ms) {
  std::vector<SqlValues> rows;
  for (const SqlRow& row : sql.run("SELECT subscription FROM push_subscriptions "
                                   "WHERE player = $1 AND kinds & $2 <> 0",
                                   {notice.player, std::int64_t{bit_of(notice.kind)}}))
    rows.push_back({row.id(0), notice.game, number(notice.kind), made_ms, notice.due_ms});
  if (rows.empty()) return;
  sql.run_each(
      "INSERT INTO notices (subscription, game, kind, made_ms, due_ms, tries) "
      "VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT (subscription, game, kind) "
      "DO UPDATE SET made_ms = excluded.made_ms, due_ms = excluded.due_ms, tries = 0",
      rows);
}

bool has_due_notices(Sql& sql, std::int64_t now_ms) {
  return !sql.run("SELECT kind FROM notices WHERE due_ms <= $1 LIMIT 1", {now_ms}).empty();
}

std::vector<DueNotice> claim_notices(Sql& sql, std::int64_t now_ms, std::int64_t until_ms,
                                     int most) {
  constexpr const char* claim =
      "UPDATE notices SET due_ms = $1 WHERE (subscription, game, kind) IN "
      "(SELECT subscription, game, kind FROM notices WHERE due_ms <= $2 "
      "ORDER BY due_ms LIMIT $3) RETURNING subscription, game, kind, made_ms, tries";
  constexpr const char* shared_claim =
      "UPDATE notices SET due_ms = $1 WHERE (subscription, game, kind) IN "
      "(SELECT subscription, game, kind FROM notices WHERE due_ms <= $2 "
      "ORDER BY due_ms LIMIT $3 FOR UPDATE SKIP LOCKED) "
      "RETURNING subscription, game, kind, made_ms, tries";
  std::vector<DueNotice> claimed;
  for (const SqlRow& row :
       sql.run(sql.is_shared() ? shared_claim : claim, {until_ms, now_ms, std::int64_t{most}})) {
    auto to = find_subscription(sql, row.id(0));
    if (!to) {
      sql.run("DELETE FROM notices WHERE subscription = $1", {row.id(0)});
      continue;
    }
    claimed.push_back({*std::move(to), row.id(1), static_cast<NoticeKind>(row.integer(2)),
                       row.integer(3), static_cast<int>(row.integer(4)), until_ms});
  }
  return claimed;
}

void finish_notice(Sql& sql, const DueNotice& notice) {
  sql.run("DELETE FROM notices WHERE subscription = $1 AND game = $2 AND kind = $3 AND due_ms = $4",
          {notice.to.id, notice.game, number(notice.kind), notice.claimed_until_ms});
}

void postpone_notice(Sql& sql, const DueNotice& notice, std::int64_t due_ms, int tries) {
  sql.run(
      "UPDATE notices SET due_ms = $1, tries = $2 "
      "WHERE subscription = $3 AND game = $4 AND kind = $5 AND due_ms = $6",
      {due_ms, std::int64_t{tries}, notice.to.id, notice.game, number(notice.kind),
       notice.claimed_until_ms});
}

bool is_at_a_node(Sql& sql, const Id& player) {
  return sql.is_shared() &&
         !sql.run(
                 "SELECT player FROM presence JOIN nodes USING (node) WHERE player = $1 AND "
                 "alive_ms > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $2 LIMIT 1",
                 {player, node_lost_ms})
              .empty();
}

}  // namespace sixfold::store
