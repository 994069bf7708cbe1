// Streams of a player's events as lines of JSON, for programs that wait for them. The store hands
// each event to the node that serves the stream. Whoever listens does not count as present.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/accounts.hpp"
#include "server/body_source.hpp"
#include "server/hub.hpp"
#include "server/limits.hpp"
#include "store/event_streams.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

struct EventStreamServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the hub's thread.
  std::function<void(std::function<void()>)> post;
  Id node;
  bool limits_addresses = true;
};

/// One line: the kind, the table and when; nothing that others do not know.
[[nodiscard]] std::string event_line(store::NoticeKind kind, const Id& game,
                                     const TableFacts& facts, std::int64_t time_ms);

class EventStreams {
 public:
  EventStreams(store::SqlStore& store, Hub& hub, EventStreamServices services)
      : store_(store), hub_(hub), services_(std::move(services)) {}

  /// A stream that begins with the tables at which the player has the turn; or an error: too_fast,
  /// too_many_streams, busy or unavailable. It ends with the last copy of the source.
  void open(const Asker& asker, Accounts::Answer<BodySource> answer);
  /// Ends the streams of these sessions (or tokens) and of these users.
  void end(const std::vector<Id>& sessions, const std::vector<Id>& users);
  /// To be called several times a second, on the hub's thread.
  void tick();
  void forget_idle(std::int64_t now_ms) { opened_by_user_.forget_idle(now_ms); }
  [[nodiscard]] std::size_t count() const { return streams_.size(); }

 private:
  class Stream;

  void begin(const std::shared_ptr<Stream>& stream);
  void look();
  void take();
  void deliver(const store::StreamEvent& event);
  void renew();

  static constexpr Rate opened{5'000, 10};
  static constexpr std::size_t most_streams = 1'000;
  static constexpr int most_of_address = 20;

  store::SqlStore& store_;
  Hub& hub_;
  EventStreamServices services_;
  std::map<Id, std::weak_ptr<Stream>> streams_;
  std::map<std::string, int> of_address_;
  std::vector<Id> closed_;  // and not yet removed from the store
  TokenBuckets<Id> opened_by_user_{opened};
  std::int64_t looked_ms_ = 0;
  std::int64_t renewed_ms_ = 0;
  bool is_looking_ = false;
};

}  // namespace sixfold::server
