// Blocking versions of a store's calls.
#pragma once

#include <future>
#include <utility>
#include <vector>

#include "store/store.hpp"

namespace sixfold {

using Appended = Result<std::uint64_t, store::AppendRefusal>;

inline Appended append(store::Store& store, store::AppendRequest request) {
  std::promise<Appended> answer;
  store.append(std::move(request), [&](const Appended& result) { answer.set_value(result); });
  return answer.get_future().get();
}

inline std::vector<store::StoredEvent> read(store::Store& store, const Id& game,
                                            std::uint64_t after = 0) {
  std::promise<std::vector<store::StoredEvent>> answer;
  store.read(game, after, [&](const auto& events) { answer.set_value(*events); });
  return answer.get_future().get();
}

inline std::vector<store::GameRow> open_games(store::Store& store) {
  std::promise<std::vector<store::GameRow>> answer;
  store.open_games([&](const auto& found) { answer.set_value(*found); });
  return answer.get_future().get();
}

inline store::AppendRequest request(const Id& game, std::uint64_t expected,
                                    std::vector<store::NewEvent> events) {
  store::AppendRequest request;
  request.game = game;
  request.expected_seq = expected;
  request.time_ms = 1'000;
  request.events = std::move(events);
  return request;
}

inline store::NodeNews report(store::Store& store, store::NodeReport node) {
  std::promise<store::NodeNews> answer;
  store.report(std::move(node), [&](const auto& news) { answer.set_value(*news); });
  return answer.get_future().get();
}

}  // namespace sixfold
