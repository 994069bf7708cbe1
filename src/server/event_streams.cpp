#include "server/event_streams.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "record/durations.hpp"
#include "server/notice_forms.hpp"
#include "server/notifier.hpp"
#include "store/random_id.hpp"

namespace sixfold::server {

namespace {

constexpr std::int64_t look_for_events_ms = second_ms;
constexpr std::int64_t renew_streams_ms = 20 * second_ms;
// Less than connections may be idle for.
constexpr std::int64_t alive_every_ms = 15 * second_ms;
constexpr int most_events_at_once = 200;
constexpr std::size_t longest_event_queue = 256;
constexpr std::size_t most_tables_at_first = 100;

std::string plain_line(std::string_view event, std::int64_t time_ms) {
  return dump({{"event", event}, {"time_ms", time_ms}}) + "\n";
}

}  // namespace

std::string event_line(store::NoticeKind kind, const Id& game, const TableFacts& facts,
                       std::int64_t time_ms) {
  Json json = {{"event", word_of(kind)}, {"game", to_text(game)}, {"time_ms", time_ms}};
  if (!facts.code.empty()) json["table"] = facts.code;
  if (facts.has_turn && facts.deadline_ms) json["deadline_ms"] = *facts.deadline_ms;
  return dump(json) + "\n";
}

/// What one client waits for.
class EventStreams::Stream {
 public:
  Stream(EventStreams& all, const Asker& asker)
      : all_(all),
        id_(store::random_id()),
        user_(asker.user),
        connection_(asker.connection),
        address_(asker.address) {
    ++all_.of_address_[address_];
  }
  ~Stream() {
    if (--all_.of_address_[address_] == 0) all_.of_address_.erase(address_);
    all_.streams_.erase(id_);
    all_.closed_.push_back(id_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  bool is_stored = false;

  [[nodiscard]] const Id& id() const { return id_; }
  [[nodiscard]] const Id& user() const { return user_; }
  [[nodiscard]] const Id& connection() const { return connection_; }

  void take(TakePiece give) {
    waiting_ = std::move(give);
    go_on();
  }
  void say(std::string line) {
    // A client this slow is better off with a new stream.
    if (lines_.size() >= longest_event_queue) return finish();
    lines_.push_back(std::move(line));
    go_on();
  }
  void finish() {
    is_over_ = true;
    go_on();
  }
  void stay_alive() {
    if (all_.services_.steady_ms() - said_ms_ >= alive_every_ms && lines_.empty())
      say(plain_line("alive", all_.services_.now_ms()));
  }

 private:
  void go_on() {
    if (!waiting_ || (lines_.empty() && !is_over_)) return;
    BodyPiece piece;
    piece.kind = lines_.empty() ? BodyPiece::Kind::end : BodyPiece::Kind::text;
    for (const std::string& line : std::exchange(lines_, {})) piece.text += line;
    said_ms_ = all_.services_.steady_ms();
    std::exchange(waiting_, nullptr)(std::move(piece));
  }

  EventStreams& all_;
  Id id_;
  Id user_;
  Id connection_;
  std::string address_;
  std::vector<std::string> lines_;
  TakePiece waiting_;
  std::int64_t said_ms_ = 0;
  bool is_over_ = false;
};

void EventStreams::open(const Asker& asker, Accounts::Answer<BodySource> answer) {
  const auto refuse = [&](const char* code) { answer(Unexpected{std::string(code)}); };
  if (!opened_by_user_.take(asker.user, services_.steady_ms())) return refuse("too_fast");
  if (streams_.size() >= most_streams) return refuse("busy");
  const auto of_address = of_address_.find(asker.address);
  if (services_.limits_addresses && of_address != of_address_.end() &&
      of_address->second >= most_of_address)
    return refuse("too_many_streams");
  auto stream = std::make_shared<Stream>(*this, asker);
  streams_.emplace(stream->id(), stream);
  const auto opened = std::make_shared<bool>(false);
  store_.write([opened, row = store::EventStream{stream->id(), stream->user(), services_.node},
                now = services_.now_ms()](
                   store::Sql& sql) { *opened = store::open_event_stream(sql, row, now); },
               [this, opened, stream, answer = std::move(answer)](const auto& fault) mutable {
                 // The stream must end on the hub's thread.
                 services_.post([this, opened, stream = std::move(stream),
                                 answer = std::move(answer), failed = fault.has_value()] {
                   if (failed) return answer(Unexpected{std::string("unavailable")});
                   if (!*opened) return answer(Unexpected{std::string("too_many_streams")});
                   stream->is_stored = true;
                   stream->say(plain_line("open", services_.now_ms()));
                   answer(BodySource([stream](TakePiece give) { stream->take(std::move(give)); }));
                   begin(stream);
                 });
               },
               false);
}

/// What waits for the player already. From now on the store keeps what happens.
void EventStreams::begin(const std::shared_ptr<Stream>& stream) {
  hub_.games_of(stream->user(), [this, weak = std::weak_ptr(stream)](const auto& rows) {
    const auto open = weak.lock();
    if (!open) return;
    if (!rows) return open->finish();
    std::size_t count = 0;
    for (const store::GameRow& row : *rows) {
      if (row.status != GameStatus::running || ++count > most_tables_at_first) continue;
      hub_.find_facts(
          row.game, open->user(),
          [this, weak, game = row.game](const Result<TableFacts, NoRoom>& facts) {
            const auto listener = weak.lock();
            if (listener && facts && facts->has_turn)
              listener->say(event_line(store::NoticeKind::turn, game, *facts, services_.now_ms()));
          });
    }
  });
}

void EventStreams::end(const std::vector<Id>& sessions, const std::vector<Id>& users) {
  if (streams_.empty()) return;
  const std::set<Id> of(sessions.begin(), sessions.end());
  const std::set<Id> whose(users.begin(), users.end());
  std::vector<std::shared_ptr<Stream>> ended;
  for (const auto& [id, weak] : streams_)
    if (auto stream = weak.lock();
        stream && (of.contains(stream->connection()) || whose.contains(stream->user())))
      ended.push_back(stream);
  for (const auto& stream : ended) stream->finish();
}

void EventStreams::tick() {
  const std::int64_t now = services_.steady_ms();
  std::vector<std::shared_ptr<Stream>> open;
  for (const auto& [id, weak] : streams_)
    if (auto stream = weak.lock()) open.push_back(std::move(stream));
  for (const auto& stream : open) stream->stay_alive();
  if (!open.empty() && now - renewed_ms_ >= renew_streams_ms) {
    renewed_ms_ = now;
    renew();
  }
  if (is_looking_ || now - looked_ms_ < look_for_events_ms) return;
  looked_ms_ = now;
  if (!closed_.empty())
    store_.write(
        [ids = std::exchange(closed_, {})](store::Sql& sql) {
          for (const Id& id : ids) store::close_event_stream(sql, id);
        },
        [](const auto& /*fault*/) {}, false);
  if (!open.empty()) look();
}

void EventStreams::renew() {
  const auto renewed = std::make_shared<std::vector<Id>>();
  std::vector<std::weak_ptr<Stream>> stored;
  for (const auto& [id, weak] : streams_)
    if (const auto stream = weak.lock(); stream && stream->is_stored) stored.push_back(weak);
  store_.write([renewed, node = services_.node, now = services_.now_ms()](
                   store::Sql& sql) { *renewed = store::renew_event_streams(sql, node, now); },
               [this, renewed, stored = std::move(stored)](const auto& fault) {
                 if (fault) return;
                 services_.post([renewed, stored] {
                   // After a long stall, others may have taken this node for dead.
                   for (const std::weak_ptr<Stream>& weak : stored)
                     if (const auto stream = weak.lock();
                         stream && std::ranges::find(*renewed, stream->id()) == renewed->end())
                       stream->finish();
                 });
               },
               false);
}

/// Taking is a transaction that writes, so that first it is found out whether there is anything.
void EventStreams::look() {
  is_looking_ = true;
  const auto found = std::make_shared<bool>(false);
  store_.look_up([found, node = services_.node, now = services_.now_ms()](
                     store::Sql& sql) { *found = store::has_stream_events(sql, node, now); },
                 [this, found](const auto& fault) {
                   services_.post([this, is_due = !fault && *found] {
                     if (is_due) return take();
                     is_looking_ = false;
                   });
                 });
}

void EventStreams::take() {
  const auto found = std::make_shared<std::vector<store::StreamEvent>>();
  store_.write(
      [found, node = services_.node, now = services_.now_ms()](store::Sql& sql) {
        *found = store::take_stream_events(sql, node, now, most_events_at_once);
      },
      [this, found](const auto& fault) {
        services_.post([this, found, failed = fault.has_value()] {
          is_looking_ = false;
          if (failed) return;
          for (const store::StreamEvent& event : *found) deliver(event);
        });
      },
      false);
}

void EventStreams::deliver(const store::StreamEvent& event) {
  const auto found = streams_.find(event.stream);
  const auto stream = found == streams_.end() ? nullptr : found->second.lock();
  if (!stream) return;
  hub_.find_facts(event.game, stream->user(),
                  [this, event, weak = std::weak_ptr(stream)](const auto& facts) {
                    const auto open = weak.lock();
                    if (!open) return;
                    // A client that misses something would wait for ever; it asks again.
                    if (!facts && facts.error() != NoRoom::no_such_table) return open->finish();
                    const std::int64_t now = services_.now_ms();
                    if (facts && is_needed(event.kind, event.made_ms, *facts, now))
                      open->say(event_line(event.kind, event.game, *facts, event.made_ms));
                  });
}

}  // namespace sixfold::server
