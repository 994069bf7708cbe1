#include "server/node_exchange.hpp"

#include <utility>

#include "server/table_event.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t report_every_ms = 1'000;

}  // namespace

void NodeExchange::begin(
    std::function<void(const Result<std::int64_t, store::ReadFault>& down_ms)> ready) {
  using DownTime = Result<std::int64_t, store::ReadFault>;
  store::NodeReport first = next_report();
  first.is_first = true;
  store_.report(std::move(first), [this, ready = std::move(ready)](auto news) {
    services_.post([this, ready, news = std::move(news)] {
      if (!news) return ready(DownTime(Unexpected{news.error()}));
      if (!services_.alone) follow_clock(news->now_ms);
      if (!news->outage) return ready(DownTime(std::int64_t{0}));
      const std::int64_t down_ms = news->outage->ended_ms - news->outage->began_ms;
      give_back(*news->outage, [ready, down_ms](const auto& fault) {
        ready(fault ? DownTime(Unexpected{*fault}) : DownTime(down_ms));
      });
    });
  });
}

void NodeExchange::give_back(const store::Outage& outage, const store::DoneAnswer& done) {
  const store::GiveBack what{outage, [](std::int64_t ms) { return to_stored(TimeGivenBack{ms}); }};
  store_.give_back(what, [this, done](const auto& fault) {
    services_.post([done, fault = std::optional<store::ReadFault>(fault)] { done(fault); });
  });
}

store::NodeReport NodeExchange::next_report() {
  store::NodeReport report;
  report.node = services_.node;
  report.time_ms = services_.alone ? time_.wall_ms() : time_.now_ms();
  Presence::Changes changes = presence_.take_changes();
  report.is_whole = changes.is_whole;
  report.arrived = std::move(changes.arrived);
  report.gone = std::move(changes.gone);
  report.tables = host_.tables();
  report.is_unsure = !time_.is_settled();
  report.next = next_pages_;
  return report;
}

void NodeExchange::report_if_due() {
  const std::int64_t now = time_.now_ms();
  if (now - reported_ms_ < report_every_ms || reporting_) return;
  reported_ms_ = now;
  reporting_ = true;
  presence_.forget_old(now);
  store::NodeReport report = next_report();
  store_.report(std::move(report),
                [this, asked = host_.players(), faults = time_.faults()](auto news) {
                  services_.post([this, asked, faults, news = std::move(news)] {
                    reporting_ = false;
                    if (news) {
                      settle(*news, faults);
                      return take(*news, asked);
                    }
                    presence_.tell_all_again();
                    presence_.lose_news();
                    time_.add_fault();
                    services_.log("no_news", {{"why", news.error()}});
                  });
                });
}

void NodeExchange::take(const store::NodeNews& news, const std::set<Id>& asked) {
  if (news.was_forgotten) presence_.tell_all_again();
  next_pages_ = news.next;
  host_.learn(news);
  host_.presence_changed(presence_.set_elsewhere(news.present, asked, time_.now_ms()));
}

/// Called when a report has succeeded; `faults` is the number of faults when it was sent.
void NodeExchange::settle(const store::NodeNews& news, std::uint64_t faults) {
  const std::int64_t common_ms = services_.alone ? time_.wall_ms() : news.now_ms;
  if (!news.outage) {
    follow_clock(common_ms);
    return time_.settle(faults);
  }
  if (!time_.begin_giving_back()) return;
  services_.log("outage", {{"ms", news.outage->ended_ms - news.outage->began_ms}});
  give_back(*news.outage, [this, faults, ahead = time_.ahead_ms(common_ms)](const auto& fault) {
    if (!fault) {
      follow_clock(time_.now_ms() + ahead);
      time_.settle(faults);
      host_.time_given_back();
    } else {
      time_.add_fault();
      services_.log("not_given_back", {{"why", *fault}});
    }
    time_.end_giving_back();
  });
}

void NodeExchange::follow_clock(std::int64_t common_ms) {
  const std::int64_t ahead = time_.follow(common_ms);
  presence_.shift(ahead);
  reported_ms_ += ahead;
}

void NodeExchange::watch_clock() {
  if (const std::int64_t step = time_.watch(services_.longest_stall_ms))
    services_.log("clock_stepped", {{"by_ms", step}});
  // Games get the difference back first. If there are other nodes, follow the store's clock
  // instead.
  if (services_.alone && time_.is_settled()) follow_clock(time_.wall_ms());
}

}  // namespace sixfold::server
