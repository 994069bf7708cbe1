#include "server/chores.hpp"

#include <memory>
#include <utility>

#include "record/durations.hpp"
#include "store/holidays.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t chores_every_ms = second_ms;
constexpr int most_chores = 16;
// A turn began at most this long ago, unless nobody was there to end it.
constexpr std::int64_t holidays_told_ms = 365 * day_ms;

struct FoundChore {
  store::Chore chore;
  std::vector<Holiday> holidays;
};

}  // namespace

void Chores::tick() {
  const std::int64_t now = services_.steady_ms();
  if (!is_at_rest() || now - looked_ms_ < chores_every_ms) return;
  looked_ms_ = now;
  is_looking_ = true;
  const auto found = std::make_shared<std::vector<FoundChore>>();
  store_.look_up(
      [found, after = services_.now_ms() - holidays_told_ms](store::Sql& sql) {
        for (const store::Chore& chore : store::some_chores(sql, most_chores))
          found->push_back({chore, store::holidays_of(sql, chore.player, after)});
      },
      [this, found](const auto& fault) {
        services_.post([this, found, failed = fault.has_value()] {
          is_looking_ = false;
          if (failed) return;
          doing_ = static_cast<int>(found->size());
          for (const FoundChore& one : *found) begin(one.chore, one.holidays);
        });
      });
}

void Chores::begin(const store::Chore& chore, const std::vector<Holiday>& holidays) {
  hub_.tell_holidays(chore.game, chore.player, holidays,
                     [this, chore](bool is_done) { ended(chore, is_done); });
}

/// What is not done is found again at the next look.
void Chores::ended(const store::Chore& chore, bool is_done) {
  if (!is_done) {
    --doing_;
    return;
  }
  store_.write([chore](store::Sql& sql) { store::finish_chore(sql, chore); },
               [this](const auto& /*fault*/) { services_.post([this] { --doing_; }); }, false);
}

}  // namespace sixfold::server
