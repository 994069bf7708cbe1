#include "server/notifier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>

#include "push/base64url.hpp"
#include "record/durations.hpp"
#include "server/notice_forms.hpp"
#include "server/quiet_hours.hpp"
#include "server/table_notices.hpp"

namespace sixfold::server {

namespace {

using store::DueNotice;
using store::NoticeKind;

constexpr std::int64_t look_every_ms = second_ms;
constexpr int most_at_once = 16;
// Longer than looking up a name and an answer may take. After that, another node may try.
constexpr std::int64_t claim_ms = 90 * second_ms;
// A player who is there sees what happens. Whoever has gone is noticed by then.
constexpr std::int64_t presence_ms = 10 * second_ms;
constexpr std::int64_t news_kept_ms = 2 * day_ms;
constexpr std::int64_t first_retry_ms = 30 * second_ms;
constexpr std::int64_t longest_retry_ms = 6 * hour_ms;
constexpr int most_tries = 12;

std::string topic_of(const Id& game) {
  return push::to_base64url({std::bit_cast<const char*>(game.bytes.data()), game.bytes.size()});
}

}  // namespace

std::int64_t retry_ms(int tries, std::int64_t wait_s) {
  std::int64_t wait = first_retry_ms;
  for (int i = 0; i < tries && wait < longest_retry_ms; ++i) wait *= 2;
  return std::max(std::min(wait, longest_retry_ms), wait_s * second_ms);
}

bool is_needed(NoticeKind kind, std::int64_t made_ms, const TableFacts& facts,
               std::int64_t now_ms) {
  switch (kind) {
    case NoticeKind::turn:
    case NoticeKind::fast_turn:
      return facts.has_turn;
    case NoticeKind::reminder:
      return facts.has_turn && facts.deadline_ms && *facts.deadline_ms > now_ms;
    case NoticeKind::over:
      return facts.status == GameStatus::ended && now_ms - made_ms < news_kept_ms;
    case NoticeKind::rematch:
    case NoticeKind::invited:
      return facts.has_kept_seat && now_ms - made_ms < news_kept_ms;
    case NoticeKind::started:
      return facts.status == GameStatus::running && now_ms - made_ms < news_kept_ms;
  }
  return false;
}

std::string notice_text(const DueNotice& notice, const std::string& code) {
  return dump({{"kind", word_of(notice.kind)},
               {"table", code.empty() ? to_text(notice.game) : code},
               {"language", notice.to.language}});
}

void Notifier::tick() {
  const std::int64_t now = services_.steady_ms();
  if (is_looking_ || claimed_ >= most_at_once) return;
  if (!has_more_ && now - looked_ms_ < look_every_ms) return;
  looked_ms_ = now;
  is_looking_ = true;
  look();
}

/// Claiming takes a transaction that writes, so that first it is found out whether there is
/// anything.
void Notifier::look() {
  const auto found = std::make_shared<bool>(false);
  store_.look_up([found, now = services_.now_ms()](
                     store::Sql& sql) { *found = store::has_due_notices(sql, now); },
                 [this, found](const auto& fault) {
                   services_.post([this, is_due = !fault && *found] {
                     if (is_due) return claim();
                     is_looking_ = false;
                     has_more_ = false;
                   });
                 });
}

void Notifier::claim() {
  const auto found = std::make_shared<std::vector<DueNotice>>();
  const int most = most_at_once - claimed_;
  store_.write(
      [found, now = services_.now_ms(), most](store::Sql& sql) {
        *found = store::claim_notices(sql, now, now + claim_ms, most);
      },
      [this, found, most](const auto& fault) {
        services_.post([this, found, most, failed = fault.has_value()] {
          is_looking_ = false;
          has_more_ = !failed && static_cast<int>(found->size()) == most;
          if (failed) return;
          claimed_ += static_cast<int>(found->size());
          for (const DueNotice& notice : *found) consider(notice);
        });
      },
      false);
}

void Notifier::consider(const DueNotice& notice) {
  hub_.find_facts(
      notice.game, notice.to.player, [this, notice](const Result<TableFacts, NoRoom>& facts) {
        if (facts) return consider(notice, *facts);
        const bool is_lost =
            facts.error() == NoRoom::no_such_table || facts.error() == NoRoom::unreadable;
        if (is_lost) return finish(notice);
        postpone(notice, services_.now_ms() + first_retry_ms, notice.tries);
      });
}

void Notifier::consider(const DueNotice& notice, const TableFacts& facts) {
  const std::int64_t now = services_.now_ms();
  if (!is_needed(notice.kind, notice.made_ms, facts, now)) return finish(notice);
  if (notice.kind == NoticeKind::reminder) {
    // The player may have got time back, or be on holiday.
    const std::int64_t early = *facts.time_left_ms - longest_reminder_lead_ms;
    const std::int64_t due = std::max(now + early, facts.holiday_until_ms.value_or(now));
    if (due > now) return postpone(notice, due, notice.tries);
  }
  const store::Subscription& to = notice.to;
  const std::int64_t awake = awake_ms(to.quiet_from, to.quiet_until, to.zone, now);
  if (awake > now) return postpone(notice, awake, notice.tries);
  // A reminder must also reach somebody whose browser is open somewhere else.
  if (notice.kind == NoticeKind::reminder) return send(notice, facts.code);
  unless_present(notice, facts.code);
}

void Notifier::unless_present(const DueNotice& notice, const std::string& code) {
  const auto found = std::make_shared<bool>(hub_.is_here(notice.to.player));
  store_.look_up([found, player = notice.to.player](
                     store::Sql& sql) { *found = *found || store::is_at_a_node(sql, player); },
                 [this, notice, code, found](const auto& /*fault*/) {
                   services_.post([this, notice, code, is_present = *found] {
                     if (!is_present) return send(notice, code);
                     const std::int64_t again = notice.made_ms + presence_ms;
                     if (services_.now_ms() >= again) return finish(notice);
                     postpone(notice, again, notice.tries);
                   });
                 });
}

void Notifier::send(const DueNotice& notice, const std::string& code) {
  const auto to = push::parse_endpoint(notice.to.endpoint);
  const auto key = push::parse_base64url(notice.to.key);
  const auto auth = push::parse_base64url(notice.to.auth);
  if (!to || !key || !auth) return finish(notice);
  PushMessage message;
  message.to = *to;
  message.receiver = {*key, *auth};
  message.text = notice_text(notice, code);
  message.topic = topic_of(notice.game);
  message.is_urgent = notice.kind == NoticeKind::fast_turn || notice.kind == NoticeKind::reminder;
  message.kept_s = day_ms / second_ms;
  services_.send(std::move(message), [this, notice](const PushReply& reply) {
    services_.post([this, notice, reply] { sent(notice, reply); });
  });
}

void Notifier::sent(const DueNotice& notice, const PushReply& reply) {
  constexpr std::array gone{404, 410};
  constexpr int too_many = 429;
  constexpr int errors = 400;
  constexpr int faults = 500;
  const bool is_taken = reply.status >= 200 && reply.status < 300;
  const bool is_gone = std::ranges::find(gone, reply.status) != gone.end();
  const bool is_final =
      is_gone || (reply.status >= errors && reply.status < faults && reply.status != too_many);
  if (!is_taken) services_.log("not_pushed", {{"status", reply.status}, {"why", reply.why}});
  if (is_gone)
    return settle([id = notice.to.id](store::Sql& sql) { store::unsubscribe_device(sql, id); });
  if (is_taken || is_final || notice.tries >= most_tries) return finish(notice);
  postpone(notice, services_.now_ms() + retry_ms(notice.tries, reply.wait_s), notice.tries + 1);
}

void Notifier::finish(const DueNotice& notice) {
  settle([notice](store::Sql& sql) { store::finish_notice(sql, notice); });
}

void Notifier::postpone(const DueNotice& notice, std::int64_t due_ms, int tries) {
  settle([notice, due_ms, tries](store::Sql& sql) {
    store::postpone_notice(sql, notice, due_ms, tries);
  });
}

/// If this fails, the claim runs out.
void Notifier::settle(std::function<void(store::Sql&)> work) {
  store_.write(
      std::move(work), [this](const auto& /*fault*/) { services_.post([this] { --claimed_; }); },
      false);
}

}  // namespace sixfold::server
