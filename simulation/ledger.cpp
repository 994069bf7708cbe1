#include "simulation/ledger.hpp"

namespace sixfold::simulation {

namespace {

std::string place(const Id& game, std::uint64_t seq) {
  return to_text(game) + " at " + std::to_string(seq);
}

}  // namespace

const GameLog* Ledger::find(const Id& game) const {
  const auto found = games_.find(game);
  return found == games_.end() ? nullptr : &found->second;
}

void Ledger::saw_events(const Id& game, std::span<const store::StoredEvent> events) {
  if (events.empty()) return;
  GameLog& log = games_[game];
  for (const store::StoredEvent& stored : events) {
    Verdict& verdict = environment_.verdict;
    if (stored.seq <= log.events.size()) {
      verdict.check("a stored event never changes", log.events[stored.seq - 1] == stored,
                    [&] { return place(game, stored.seq); });
      continue;
    }
    if (!verdict.check("logs have no gaps", stored.seq == log.events.size() + 1,
                       [&] { return place(game, stored.seq); }))
      return;
    apply(game, log, stored);
  }
}

void Ledger::apply(const Id& game, GameLog& log, const store::StoredEvent& stored) {
  const auto event = server::from_stored(stored);
  if (event && listener_) listener_(game, log, *event, stored.time_ms);
  if (event) log.table.apply(*event, stored.time_ms);
  log.events.push_back(stored);
  environment_.verdict.check("every log can be read", event && !log.table.is_broken(), [&] {
    return place(game, stored.seq) + ": " + stored.type + " " + stored.body;
  });
}

void Ledger::saw_command(const Id& game, const Id& command, std::uint64_t seq) {
  const auto [known, is_new] = games_[game].commands.emplace(command, seq);
  environment_.verdict.check("a command is carried out once", is_new || known->second == seq, [&] {
    return to_text(command) + " of " + place(game, seq) + " and " + std::to_string(known->second);
  });
}

void ObservedStore::append(store::AppendRequest request, store::AppendAnswer answer) {
  const auto shared = std::make_shared<const store::AppendRequest>(request);
  store_->append(std::move(request), [this, shared, answer = std::move(answer)](auto outcome) {
    if (outcome) {
      std::vector<store::StoredEvent> events;
      std::uint64_t seq = shared->expected_seq;
      for (const store::NewEvent& event : shared->events)
        events.push_back({++seq, shared->time_ms, event.type, event.version, event.body});
      ledger_.saw_events(shared->game, events);
      if (shared->command) ledger_.saw_command(shared->game, *shared->command, *outcome);
    } else if (outcome.error().kind == store::AppendRefusal::Kind::repeated) {
      ledger_.saw_command(shared->game, *shared->command, outcome.error().seq);
    }
    answer(std::move(outcome));
  });
}

void ObservedStore::read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) {
  store_->read(game, after_seq, [this, game, answer = std::move(answer)](auto events) {
    if (events) ledger_.saw_events(game, *events);
    answer(std::move(events));
  });
}

void ObservedStore::find_command(Id game, Id command, store::CommandAnswer answer) {
  store_->find_command(game, command,
                       [this, game, command, answer = std::move(answer)](auto found) {
                         if (found && *found) ledger_.saw_command(game, command, **found);
                         answer(std::move(found));
                       });
}

void ObservedStore::find_command_of(Id user, Id command, store::PlaceAnswer answer) {
  store_->find_command_of(user, command, [this, command, answer = std::move(answer)](auto found) {
    if (found && *found) ledger_.saw_command((*found)->game, command, (*found)->seq);
    answer(std::move(found));
  });
}

}  // namespace sixfold::simulation
