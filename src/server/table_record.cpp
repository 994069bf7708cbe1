#include "server/table_record.hpp"

#include "record/record.hpp"
#include "server/table_append.hpp"

namespace sixfold::server {

namespace {

struct EndedTable {
  Table table;
  std::int64_t ended_ms = 0;
};

std::optional<EndedTable> ended_table(const std::vector<store::StoredEvent>& events) {
  EndedTable ended;
  bool is_over = false;
  for (const store::StoredEvent& stored : events) {
    const auto event = from_stored(stored);
    if (!event) return std::nullopt;
    ended.table.apply(*event, stored.time_ms);
    if (ended.table.is_broken()) return std::nullopt;
    // Other events may follow the end, such as a rematch.
    if (!is_over && ended.table.status() == GameStatus::ended) {
      is_over = true;
      ended.ended_ms = stored.time_ms;
    }
  }
  return is_over ? std::optional(std::move(ended)) : std::nullopt;
}

}  // namespace

std::optional<std::string> record_text(const Table& table, const Id& game) {
  const auto finished = table.game() ? FinishedGame::of(*table.game()) : std::nullopt;
  if (!finished) return std::nullopt;
  Record record = record_of(*finished, table.plan().theme);
  record.fair = table.fair_proof(game);
  return to_text(record);
}

std::optional<std::string> record_text(const std::vector<store::StoredEvent>& events,
                                       const Id& game) {
  const auto ended = ended_table(events);
  return ended ? record_text(ended->table, game) : std::nullopt;
}

std::optional<store::EndOfGame> end_of_game(const std::vector<store::StoredEvent>& events) {
  const auto ended = ended_table(events);
  auto result = ended ? result_of(ended->table) : std::nullopt;
  if (!result) return std::nullopt;
  return store::EndOfGame{*std::move(result), ended->ended_ms};
}

}  // namespace sixfold::server
