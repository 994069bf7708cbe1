// The path of a command: decided, committed, acknowledged, shown.
#include <algorithm>
#include <utility>

#include "rules/indexed.hpp"
#include "server/hub.hpp"
#include "server/table_append.hpp"
#include "server/table_notices.hpp"

namespace sixfold::server {

void Hub::carry_out(Room& room, ViewerNumber viewer, const TableRequest& request,
                    std::int64_t received_ms) {
  const auto connection = connections_.find(viewer);
  if (connection == connections_.end()) return;
  const Id user = connection->second.user;
  // Players of this table must receive the result.
  if (room.table.seat_of(user)) add_viewer(room, viewer);
  // Being late does not matter while the table waits for players.
  const bool has_clock =
      room.table.status() == GameStatus::running || (room.table.is_full() && may_time_out(room));
  const TableServices services = table_services(&room, received_ms);
  auto late = has_clock ? decide_timeout(room.table, services) : TableChange{};
  if (!late.events.empty() && time_.is_settled()) {
    room.queue.push_front([this, &room, viewer, request, before = room.seq] {
      if (room.seq == before) return refuse(viewer, request.command, "unavailable");
      answer_stale(room, viewer, request.expected_seq, request.command);
    });
    return store(room, std::move(late), received_ms);
  }
  if (request.expected_seq != room.seq)
    return answer_stale(room, viewer, request.expected_seq, request.command);
  TableCommand what = request.what;
  if (auto* const join = std::get_if<JoinTable>(&what))
    join->name = name_at_table(viewer, join->name);
  auto outcome = decide(room.table, table_user(viewer), what, services);
  if (!outcome) return answer_refused(room, viewer, request, outcome.error());
  TableChange change = *std::move(outcome);
  // Without a change there is nothing to store.
  if (change.events.empty()) return acknowledge(viewer, request.command, room.game, room.seq);
  if (!may_change(room, user, what)) return refuse(viewer, request.command, "too_fast");
  if (std::holds_alternative<AskRematch>(what)) {
    if (const std::string_view refusal = why_no_table(viewer); !refusal.empty())
      return refuse(viewer, request.command, refusal);
    room.change = std::move(change);
    return ask_for_rematch(room, {viewer, request.command, {}});
  }
  store(room, std::move(change), received_ms, Request{viewer, request.command});
}

/// Unlike moves, other commands could be repeated forever, so they are limited by user and by
/// table. Strangers who use up what is left for a table must not keep its host from locking it.
bool Hub::may_change(const Room& room, const Id& user, const TableCommand& what) {
  if (std::holds_alternative<MakeMove>(what)) return true;
  const std::int64_t now = services_.steady_ms();
  return changes_of_user_.take({room.game, user}, now) &&
         (changes_of_table_.take(room.game, now) ||
          (user == room.table.host() && changes_of_host_.take(room.game, now)));
}

/// The command may have been carried out before, and its answer lost.
void Hub::answer_refused(Room& room, ViewerNumber viewer, const TableRequest& request,
                         const TableRefusal& refusal) {
  room.queue.hold();
  store_.find_command(
      room.game, request.command, [this, &room, viewer, request, refusal](auto found) {
        services_.post([this, &room, viewer, request, refusal, found = std::move(found)] {
          room.queue.release();
          if (!found) {
            refuse(viewer, request.command, "unavailable");
          } else if (*found) {
            acknowledge(viewer, request.command, room.game, **found);
          } else {
            ++figures_.commands_refused;
            protocol::Error error{.id = request.command,
                                  .code = std::string(code_of(refusal.code))};
            if (refusal.illegal) {
              error.reason = refusal.illegal->reason;
              error.cell = refusal.illegal->cell;
            }
            send(viewer, std::move(error));
          }
          run_next(room);
        });
      });
}

/// Sends the events that the client has missed, unless the command had been carried out.
void Hub::answer_stale(Room& room, ViewerNumber viewer, std::uint64_t known_seq,
                       const Id& command) {
  room.queue.hold();
  const auto answer = [this, &room, viewer, command](const auto& done, const auto& events) {
    room.queue.release();
    if (!done) {
      refuse(viewer, command, "unavailable");
    } else if (*done) {
      acknowledge(viewer, command, room.game, **done);
    } else {
      ++figures_.commands_refused;
      std::vector<Json> missed;
      for (const store::StoredEvent& stored : events)
        if (const auto event = from_stored(stored))
          missed.push_back(public_event(*event, stored.seq, stored.time_ms));
      send(viewer, protocol::Error{.id = command,
                                   .game = room.game,
                                   .code = "stale",
                                   .seq = room.seq,
                                   .missed = std::move(missed)});
    }
    show(room, viewer);
    run_next(room);
  };
  const bool tells_missed = known_seq + protocol::most_missed.count >= room.seq;
  store_.find_command(
      room.game, command, [this, &room, known_seq, tells_missed, answer](auto done) {
        if (!tells_missed)
          return services_.post([answer, done = std::move(done)] {
            answer(done, std::vector<store::StoredEvent>{});
          });
        store_.read(room.game, known_seq, [this, answer, done = std::move(done)](auto events) {
          services_.post([answer, done, events = std::move(events)] {
            answer(done, events ? *events : std::vector<store::StoredEvent>{});
          });
        });
      });
}

/// The new table counts among the user's.
void Hub::ask_for_rematch(Room& room, const Request& request) {
  room.queue.hold();
  games_of(connections_.at(request.viewer).user, [this, &room, request](const auto& rows) {
    room.queue.release();
    if (rows && !has_too_many(*rows) && connections_.contains(request.viewer)) {
      make_rematch(room, request, most_tries);
    } else {
      room.change.reset();
      refuse(request.viewer, request.command, rows ? "too_many_tables" : "unavailable");
    }
    run_next(room);
  });
}

/// Creates the new table first: if the server stops in between, a retry finds the same table.
void Hub::make_rematch(Room& room, const Request& request, int tries) {
  const Id game = std::get<RematchMade>(room.change->events.front()).game;
  const Id user = connections_.at(request.viewer).user;
  const int seat = *room.table.seat_of(user);
  const TableCreated created = new_table(rematch_plan(room.table), user);
  const TableSeat& taken = nth(room.table.seats(), seat);
  const std::int64_t now = services_.now_ms();
  const auto outcome = decide_create(created, JoinTable{taken.name, std::nullopt}, taken.kind,
                                     table_services(nullptr, now));
  if (!outcome) {
    room.change.reset();
    return refuse(request.viewer, request.command, code_of(outcome.error().code));
  }
  room.queue.hold();
  store_.append(append_request(game, 0, GameStatus::waiting, *outcome, now, request.command),
                [this, &room, request, tries](auto answer) {
                  services_.post([this, &room, request, tries, answer = std::move(answer)] {
                    room.queue.release();
                    rematch_made(room, request, tries, answer);
                    run_next(room);
                  });
                });
}

void Hub::rematch_made(Room& room, const Request& request, int tries,
                       const Result<std::uint64_t, store::AppendRefusal>& answer) {
  using Kind = store::AppendRefusal::Kind;
  const bool is_missing = !answer && (answer.error().kind == Kind::code_taken ||
                                      answer.error().kind == Kind::unavailable);
  if (answer) ++open_tables_;
  // It may have been created just now, before, or by another process.
  if (!is_missing) return store(room, *std::move(room.change), services_.now_ms(), request);
  const bool is_here = connections_.contains(request.viewer);
  if (is_here && answer.error().kind == Kind::code_taken && tries > 1)
    return make_rematch(room, request, tries - 1);
  room.change.reset();
  if (is_here) refuse(request.viewer, request.command, "unavailable");
}

/// Commits, then acknowledges, then shows; then goes on with `after`.
void Hub::store(Room& room, TableChange change, std::int64_t time_ms,
                std::optional<Request> request, const AfterStoring& after) {
  room.queue.hold();
  room.change = std::move(change);
  auto append =
      append_request(room.game, room.seq, room.table.status(), *room.change, room.time_at(time_ms),
                     request ? std::optional(request->command) : std::nullopt);
  append.notices = notices_of(room.game, room.table, *room.change, append.time_ms,
                              [this](const Id& user) { return is_here(user); });
  append.together = strangers_meeting(room.table, *room.change);
  store_.append(std::move(append), [this, &room, request, after](auto outcome) {
    services_.post([this, &room, request, after, outcome = std::move(outcome)] {
      room.queue.release();
      const Stored how = stored(room, request, outcome);
      if (after) after(how);
      run_next(room);
    });
  });
}

Hub::Stored Hub::stored(Room& room, const std::optional<Request>& request,
                        const Result<std::uint64_t, store::AppendRefusal>& outcome) {
  using Kind = store::AppendRefusal::Kind;
  TableChange change = *std::exchange(room.change, std::nullopt);
  if (outcome) {
    ++figures_.commands_stored;
    const GameStatus before = room.table.status();
    room.table = std::move(change.table);
    room.seq = *outcome;
    services_.publish(store::EventPlace{room.game, room.seq});
    if (request) {
      add_viewer(room, request->viewer);
      acknowledge(request->viewer, request->command, room.game, room.seq);
    }
    changed(room, before);
    bots_.ask(room);
    return Stored::done;
  }
  if (outcome.error().kind == Kind::stale) {
    catch_up(room, request);
    return Stored::overtaken;
  }
  if (outcome.error().kind == Kind::kept_apart) {
    // As if somebody else had been faster.
    if (request && request->overtaken && connections_.contains(request->viewer))
      enqueue(room, request->overtaken);
    else if (request)
      refuse(request->viewer, request->command, code_of(RefusalCode::no_free_seat));
    return Stored::overtaken;
  }
  if (request && outcome.error().kind == Kind::repeated) {
    acknowledge(request->viewer, request->command, room.game, outcome.error().seq);
    // The events were committed, but the answer was lost.
    if (outcome.error().seq > room.seq) catch_up(room);
    return Stored::done;
  }
  time_.add_fault();
  services_.log("not_stored", {{"game", to_text(room.game)}, {"why", outcome.error().why}});
  if (request) {
    refuse(request->viewer, request->command, "unavailable");
  } else {
    // Retry if it was a bot's move or a timeout.
    deadlines_.set(room.game, services_.now_ms() + try_again_ms);
    bots_.ask_later(room);
  }
  return Stored::failed;
}

void Hub::changed(Room& room, GameStatus before) {
  deadlines_.set(room.game, room.table.deadline_ms());
  if (before != GameStatus::ended && room.table.status() == GameStatus::ended) --open_tables_;
  log_change(room, before);
  list(room);
  if (before == GameStatus::waiting && room.table.status() == GameStatus::running)
    end_searches_of_players(room);
  show(room);
  tell_followers(room);
}

/// Another process has appended to the log: applies its events and tells the viewer whose command
/// was overtaken.
void Hub::catch_up(Room& room, const std::optional<Request>& request) {
  room.queue.hold();
  const std::uint64_t known_seq = room.seq;
  store_.read(room.game, known_seq, [this, &room, request, known_seq](auto events) {
    services_.post([this, &room, request, known_seq, events = std::move(events)] {
      room.queue.release();
      const GameStatus before = room.table.status();
      if (events && !events->empty() && fold(room, *events)) {
        changed(room, before);
        bots_.ask_later(room);
      }
      if (request && connections_.contains(request->viewer) && request->overtaken)
        enqueue(room, request->overtaken);
      else if (request && connections_.contains(request->viewer))
        return answer_stale(room, request->viewer, known_seq, request->command);
      run_next(room);
    });
  });
}

void Hub::log_change(const Room& room, GameStatus before) const {
  const GameStatus now = room.table.status();
  if (before == now) return;
  Json with = {{"game", to_text(room.game)}, {"variant", room.table.plan().rules.variant}};
  if (now == GameStatus::ended && room.table.game())
    with["reason"] = code_of(room.table.game()->position().end->reason);
  services_.log(now == GameStatus::ended ? "game_ended" : "game_started", with);
}

}  // namespace sixfold::server
