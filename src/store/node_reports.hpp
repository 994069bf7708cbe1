// What nodes tell each other by way of the database: that they are alive, who is where, and for how
// long nobody could write.
#pragma once

#include <optional>

#include "store/sql.hpp"
#include "store/store.hpp"

namespace sixfold {

/// What the report itself finds out; the rest of the news is looked up.
struct Reported {
  std::int64_t now_ms = 0;
  bool was_forgotten = false;
};

/// Writes a node's report.
[[nodiscard]] Reported write_report(Sql& sql, const NodeReport& report);

/// What is new for a node, after its report was written.
[[nodiscard]] NodeNews news_for(Sql& sql, const NodeReport& report, const Reported& reported);

/// When a server last said that it runs; none if there never was one.
[[nodiscard]] std::optional<std::int64_t> last_alive(Sql& sql);

/// Gives some games the time of an outage back; how many it found.
[[nodiscard]] std::size_t give_back_page(Sql& sql, const GiveBack& what);
/// False while there are games left.
[[nodiscard]] bool finish_outage(Sql& sql, const Outage& outage);

}  // namespace sixfold
