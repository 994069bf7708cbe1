#include "server/guess_limits.hpp"

#include <algorithm>

#include "record/durations.hpp"

namespace sixfold::server {

namespace {

// Much longer than any lock-out, or waiting would be rewarded.
constexpr std::int64_t forgotten_after_ms = 24 * hour_ms;

constexpr BackOffRule of_pair{10, 30 * second_ms, hour_ms};
// Much more lenient, with only a short lock-out, because anyone can guess at any name.
constexpr BackOffRule of_account{100, 5 * second_ms, 5 * second_ms};
constexpr BackOffRule of_address{60, 30 * second_ms, hour_ms};
constexpr BackOffRule of_search{30, 3 * second_ms, 10 * minute_ms};
constexpr int most_doublings = 16;
constexpr std::size_t most_at_home = 100'000;

}  // namespace

bool BackOff::is_open(const BackOffRule& rule, std::int64_t now_ms) const {
  // If the clock was set back, the lock-out must not last longer.
  return closed_until_ms_ <= now_ms || closed_until_ms_ - now_ms > rule.longest_ms;
}

void BackOff::fail(const BackOffRule& rule, std::int64_t now_ms) {
  if (is_idle(now_ms)) failures_ = 0;
  last_ms_ = now_ms;
  const int over = std::min(++failures_ - rule.free_failures, most_doublings);
  if (over >= 0) closed_until_ms_ = now_ms + std::min(rule.first_ms << over, rule.longest_ms);
}

bool BackOff::is_idle(std::int64_t now_ms) const {
  return now_ms - last_ms_ > forgotten_after_ms && closed_until_ms_ <= now_ms;
}

bool GuessLimits::begin(const std::string& account, const std::string& address,
                        std::int64_t now_ms) {
  forget_idle(now_ms);
  const Pair pair{account, address};
  BackOff& by_pair = pairs_[pair];
  BackOff& by_account = accounts_[account];
  BackOff& by_address = addresses_[address];
  if (!by_pair.is_open(of_pair, now_ms) || !by_address.is_open(of_address, now_ms)) return false;
  if (!at_home_.contains(pair) && !by_account.is_open(of_account, now_ms)) return false;
  by_pair.fail(of_pair, now_ms);
  by_account.fail(of_account, now_ms);
  by_address.fail(of_address, now_ms);
  return true;
}

void GuessLimits::succeeded(const std::string& account, const std::string& address) {
  const Pair pair{account, address};
  pairs_.erase(pair);
  accounts_[account].undo();
  addresses_[address].undo();
  if (at_home_.size() >= most_at_home) at_home_.clear();
  at_home_.insert(pair);
}

bool GuessLimits::may_search(const std::string& address, std::int64_t now_ms) {
  forget_idle(now_ms);
  const auto found = searches_.find(address);
  return found == searches_.end() || found->second.is_open(of_search, now_ms);
}

void GuessLimits::missed(const std::string& address, std::int64_t now_ms) {
  searches_[address].fail(of_search, now_ms);
}

void GuessLimits::forget_idle(std::int64_t now_ms) {
  if (now_ms - forgotten_ms_ < minute_ms && now_ms >= forgotten_ms_) return;
  forgotten_ms_ = now_ms;
  const auto idle = [now_ms](const auto& one) { return one.second.is_idle(now_ms); };
  std::erase_if(pairs_, idle);
  std::erase_if(accounts_, idle);
  std::erase_if(addresses_, idle);
  std::erase_if(searches_, idle);
}

}  // namespace sixfold::server
