// Sends the notices that the store holds. A single node claims each notice, checks that it is still
// true and that the player is not there, and sends it. A notice that could not be sent is
// tried again later; a device that the push service no longer knows is forgotten.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "record/json.hpp"
#include "server/hub.hpp"
#include "server/push_client.hpp"
#include "store/notices.hpp"
#include "store/sql_store.hpp"

namespace sixfold::server {

struct NotifierServices {
  std::function<std::int64_t()> now_ms;
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the hub's thread.
  std::function<void(std::function<void()>)> post;
  /// Sends a message; may answer on another thread.
  std::function<void(PushMessage, std::function<void(const PushReply&)>)> send;
  std::function<void(std::string_view event, const Json& with)> log;
};

/// Whether what the notice tells is still true.
[[nodiscard]] bool is_needed(store::NoticeKind kind, std::int64_t made_ms, const TableFacts& facts,
                             std::int64_t now_ms);

/// When to send again what has failed so many times before; `wait_s`: what the receiver asks for.
[[nodiscard]] std::int64_t retry_ms(int tries, std::int64_t wait_s);

/// What the player reads: the kind, the table and the language, nothing that others do not know.
[[nodiscard]] std::string notice_text(const store::DueNotice& notice, const std::string& code);

class Notifier {
 public:
  Notifier(store::SqlStore& store, Hub& hub, NotifierServices services)
      : store_(store), hub_(hub), services_(std::move(services)) {}

  /// To be called several times a second, on the hub's thread.
  void tick();
  /// Whether it has nothing to do until the next look at the store.
  [[nodiscard]] bool is_at_rest() const { return !is_looking_ && claimed_ == 0; }

 private:
  void look();
  void claim();
  void consider(const store::DueNotice& notice);
  void consider(const store::DueNotice& notice, const TableFacts& facts);
  void unless_present(const store::DueNotice& notice, const std::string& code);
  void send(const store::DueNotice& notice, const std::string& code);
  void sent(const store::DueNotice& notice, const PushReply& reply);
  void finish(const store::DueNotice& notice);
  void postpone(const store::DueNotice& notice, std::int64_t due_ms, int tries);
  void settle(std::function<void(store::Sql&)> work);

  store::SqlStore& store_;
  Hub& hub_;
  NotifierServices services_;
  std::int64_t looked_ms_ = 0;
  bool is_looking_ = false;
  bool has_more_ = false;  // the last claim got as many as it could take
  int claimed_ = 0;        // and not settled yet
};

}  // namespace sixfold::server
