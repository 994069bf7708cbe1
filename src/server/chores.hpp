// Does what the store remembers as still to be done at tables: tells them about the holidays of
// their players. Any node may do a chore; if two do, the second finds that nothing is left.
#pragma once

#include <cstdint>
#include <functional>

#include "server/hub.hpp"
#include "store/chores.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

struct ChoresServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the hub's thread.
  std::function<void(std::function<void()>)> post;
};

class Chores {
 public:
  Chores(store::SqlStore& store, Hub& hub, ChoresServices services)
      : store_(store), hub_(hub), services_(std::move(services)) {}

  /// To be called several times a second, on the hub's thread.
  void tick();
  /// Whether it has nothing to do until the next look at the store.
  [[nodiscard]] bool is_at_rest() const { return !is_looking_ && doing_ == 0; }

 private:
  void begin(const store::Chore& chore, const std::vector<Holiday>& holidays);
  void ended(const store::Chore& chore, bool is_done);

  store::SqlStore& store_;
  Hub& hub_;
  ChoresServices services_;
  std::int64_t looked_ms_ = 0;
  bool is_looking_ = false;
  int doing_ = 0;
};

}  // namespace sixfold::server
