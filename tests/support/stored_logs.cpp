#include "support/stored_logs.hpp"

#include <algorithm>
#include <future>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "engine/random.hpp"
#include "store/random_id.hpp"

namespace sixfold::tests {

namespace {

constexpr std::uint32_t longest_body = 6'000;
constexpr std::uint32_t most_events = 3;

Random random_at(int game, std::uint64_t seq) {
  return Random(seq, static_cast<std::uint64_t>(game));
}

/// Calls a member of the store and waits for its answer.
template <class T, class Call>
T answer_of(const Call& call) {
  std::promise<T> answer;
  call([&](const T& result) { answer.set_value(result); });
  return answer.get_future().get();
}

using Events = Result<std::vector<store::StoredEvent>, store::ReadFault>;
using Found = Result<std::optional<std::uint64_t>, store::ReadFault>;

/// Whether each command led to its seq. Asks for all of them before waiting for the first answer,
/// which is many times faster than one by one.
bool knows_commands(store::Store& store, int game,
                    const std::vector<std::pair<Id, std::uint64_t>>& commands) {
  std::vector<std::future<bool>> known;
  for (const auto& [command, seq] : commands) {
    const auto answer = std::make_shared<std::promise<bool>>();
    known.push_back(answer->get_future());
    store.find_command(game_id(game), command, [answer, seq](const Found& found) {
      answer->set_value(found && *found == seq);
    });
  }
  return std::ranges::all_of(known, [](std::future<bool>& one) { return one.get(); });
}

}  // namespace

Id game_id(int game) {
  Id id;
  id.bytes[0] = static_cast<std::uint8_t>(game + 1);
  return id;
}

store::AppendRequest next_append(int game, std::uint64_t seq) {
  Random random = random_at(game, seq);
  store::AppendRequest request;
  request.game = game_id(game);
  request.expected_seq = seq;
  request.time_ms = static_cast<std::int64_t>(seq);
  const auto events = 1 + random.below(most_events);
  for (std::uint32_t i = 0; i < events; ++i)
    request.events.push_back({"e", 1, std::string(random.below(longest_body), 'x')});
  request.command = Id{};
  for (std::uint8_t& byte : request.command->bytes) byte = static_cast<std::uint8_t>(random.next());
  request.status = GameStatus::running;
  return request;
}

Result<std::uint64_t, store::AppendRefusal> append_and_wait(store::Store& store,
                                                            store::AppendRequest request) {
  return answer_of<Result<std::uint64_t, store::AppendRefusal>>(
      [&](auto answer) { store.append(std::move(request), answer); });
}

std::uint64_t append_times(store::Store& store, int game, std::uint64_t seq, int times) {
  for (int i = 0; i < times; ++i) {
    const auto appended = append_and_wait(store, next_append(game, seq));
    if (!appended) {
      ADD_FAILURE() << appended.error().why;
      return seq;
    }
    seq = *appended;
  }
  return seq;
}

std::uint64_t stored_seq(store::Store& store, int game) {
  // An append that claims to know future events is told the current seq.
  store::AppendRequest question;
  question.game = game_id(game);
  question.expected_seq = std::numeric_limits<std::int64_t>::max();
  const auto refused = append_and_wait(store, question);
  return refused ? 0 : refused.error().seq;
}

std::string fault_in_log(store::Store& store, int game, std::uint64_t acknowledged) {
  const std::string name = "game " + std::to_string(game) + ": ";
  const auto events = answer_of<Events>([&](auto answer) { store.read(game_id(game), 0, answer); });
  if (!events) return name + events.error();
  if (events->size() < acknowledged)
    return name + "acknowledged " + std::to_string(acknowledged) + ", kept " +
           std::to_string(events->size());
  std::uint64_t seq = 0;
  std::vector<std::pair<Id, std::uint64_t>> commands;
  while (seq < events->size()) {
    const store::AppendRequest request = next_append(game, seq);
    for (const store::NewEvent& event : request.events) {
      if (seq == events->size()) return name + "half an append is kept";
      const store::StoredEvent expected{seq + 1, request.time_ms, event.type, event.version,
                                        event.body};
      if ((*events)[seq] != expected) return name + "another event after " + std::to_string(seq);
      ++seq;
    }
    commands.emplace_back(*request.command, seq);
  }
  if (!knows_commands(store, game, commands)) return name + "a command is not known";
  if (stored_seq(store, game) != seq) return name + "the row does not match the log";
  return "";
}

}  // namespace sixfold::tests
