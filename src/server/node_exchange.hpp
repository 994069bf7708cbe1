// What a node shares with the others through the store: about once a second it reports what it has,
// and learns what they have done. Also time: players get the time of an outage back. Runs on the
// hub's thread.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "server/hub_services.hpp"
#include "server/node_time.hpp"
#include "server/presence.hpp"
#include "store/store.hpp"

namespace sixfold::server {

class NodeExchange {
 public:
  /// What the hub tells, and is told.
  struct Host {
    /// The tables in memory, and the users who have a seat there.
    std::function<std::vector<store::EventPlace>()> tables;
    std::function<std::set<Id>()> players;
    std::function<void(const store::NodeNews& news)> learn;
    /// These users have come to other nodes, or are gone from there.
    std::function<void(const std::vector<Id>& users)> presence_changed;
    /// Games have got time back, so there are events to be read.
    std::function<void()> time_given_back;
  };

  NodeExchange(store::Store& store, const HubServices& services, NodeTime& time, Presence& presence,
               Host host)
      : store_(store),
        services_(services),
        time_(time),
        presence_(presence),
        host_(std::move(host)) {}

  /// The first report. Answers how long no server ran, once games have got that time back.
  void begin(std::function<void(const Result<std::int64_t, store::ReadFault>& down_ms)> ready);

  /// To be called several times a second, before clocks are looked at.
  void watch_clock();
  /// To be called several times a second.
  void report_if_due();

 private:
  [[nodiscard]] store::NodeReport next_report();
  void take(const store::NodeNews& news, const std::set<Id>& asked);
  void settle(const store::NodeNews& news, std::uint64_t faults);
  void give_back(const store::Outage& outage, const store::DoneAnswer& done);
  void follow_clock(std::int64_t common_ms);

  store::Store& store_;
  const HubServices& services_;
  NodeTime& time_;
  Presence& presence_;
  Host host_;
  store::NewsPages next_pages_;
  std::int64_t reported_ms_ = 0;
  bool reporting_ = false;
};

}  // namespace sixfold::server
