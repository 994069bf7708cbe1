// What nodes tell each other through the database: that they are alive, where players are, and for
// how long nobody could write.
#pragma once

#include <optional>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold::store {

/// A node that has not reported for this long no longer serves anyone.
inline constexpr std::int64_t node_lost_ms = 5'000;

/// What writing the report reveals; the rest of the news is queried.
struct Reported {
  std::int64_t now_ms = 0;
  bool was_forgotten = false;
};

/// Writes a node's report.
[[nodiscard]] Reported write_report(Sql& sql, const NodeReport& report);

/// The news for a node, after its report was written.
[[nodiscard]] NodeNews news_for(Sql& sql, const NodeReport& report, const Reported& reported);

/// When a server last reported that it was running; empty if there never was one.
[[nodiscard]] std::optional<std::int64_t> last_alive(Sql& sql);

/// Gives a page of games the time of an outage back; returns the number of games found.
[[nodiscard]] std::size_t give_back_page(Sql& sql, const GiveBack& what);
/// False while there are games left.
[[nodiscard]] bool finish_outage(Sql& sql, const Outage& outage);

}  // namespace sixfold::store
