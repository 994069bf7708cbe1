// Streams of events: which node serves whose, and the events that it has not sent yet. A node that
// dies loses its streams, which clients open again. All functions run inside a transaction of the
// store.
#pragma once

#include <cstdint>
#include <vector>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// A stream whose node has not renewed it for this long has ended.
inline constexpr std::int64_t stream_lost_ms = 60'000;

struct EventStream {
  Id id;
  Id player;
  Id node;

  friend bool operator==(const EventStream&, const EventStream&) = default;
};

/// False if the player has as many as allowed.
[[nodiscard]] bool open_event_stream(Sql& sql, const EventStream& stream, std::int64_t now_ms);
void close_event_stream(Sql& sql, const Id& stream);
/// To be called more often than streams are lost. Returns those of the node that go on. Also
/// forgets what others have lost.
std::vector<Id> renew_event_streams(Sql& sql, const Id& node, std::int64_t now_ms);

/// For every open stream of the player, in place of an earlier one of this kind.
void put_event(Sql& sql, const Notice& notice, std::int64_t made_ms);

struct StreamEvent {
  Id stream;
  Id game;
  NoticeKind kind{};
  std::int64_t made_ms = 0;

  friend bool operator==(const StreamEvent&, const StreamEvent&) = default;
};
/// Whether any event for a stream of the node is due.
[[nodiscard]] bool has_stream_events(Sql& sql, const Id& node, std::int64_t now_ms);
/// Removes what is due and returns it, the earliest first.
[[nodiscard]] std::vector<StreamEvent> take_stream_events(Sql& sql, const Id& node,
                                                          std::int64_t now_ms, int most);

}  // namespace sixfold::store
