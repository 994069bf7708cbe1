#include "simulation/model_store.hpp"

#include <algorithm>
#include <ranges>

namespace sixfold::simulation {

namespace {

using AppendOutcome = Result<std::uint64_t, store::AppendRefusal>;

// As the real store has them.
constexpr std::int64_t node_lost_ms = 5'000;
constexpr std::int64_t node_forgotten_ms = 60'000;
constexpr std::int64_t shortest_outage_ms = 3'000;
constexpr std::size_t page_size = 500;
constexpr Micros longest_absence = 5 * second;
constexpr Micros look_again = 100 * millisecond;
constexpr const char* unavailable = "the database cannot be reached";

store::AppendRefusal refusal(store::AppendRefusal::Kind kind, std::uint64_t seq,
                             const char* why = "") {
  return {kind, seq, why};
}

}  // namespace

// The tables

AppendOutcome ModelDatabase::append(const store::AppendRequest& request) {
  using Kind = store::AppendRefusal::Kind;
  if (request.command)
    if (const auto seq = find_command(request.game, *request.command))
      return Unexpected{refusal(Kind::repeated, *seq)};
  const auto found = games_.find(request.game);
  const std::uint64_t seq = found == games_.end() ? 0 : found->second.row.seq;
  if (seq != request.expected_seq) return Unexpected{refusal(Kind::stale, seq)};
  if (seq == 0 && codes_.contains(request.code)) return Unexpected{refusal(Kind::code_taken, 0)};
  Game& game = games_[request.game];
  if (seq == 0) {
    game.row.game = request.game;
    game.row.code = request.code;
    if (!request.code.empty()) codes_[request.code] = request.game;
  }
  for (const store::NewEvent& event : request.events)
    game.events.push_back({++game.row.seq, request.time_ms, event.type, event.version, event.body});
  game.row.status = request.status;
  game.row.deadline_ms = request.deadline_ms;
  game.row.listed = request.listed;
  for (const Id& player : request.players) games_of_[player].insert(request.game);
  if (request.command) game.commands[*request.command] = game.row.seq;
  return game.row.seq;
}

std::vector<store::StoredEvent> ModelDatabase::read(const Id& game, std::uint64_t after_seq) const {
  const auto found = games_.find(game);
  if (found == games_.end()) return {};
  const auto& events = found->second.events;
  return {
      events.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(after_seq, events.size())),
      events.end()};
}

std::optional<std::uint64_t> ModelDatabase::find_command(const Id& game, const Id& command) const {
  const auto found = games_.find(game);
  if (found == games_.end()) return std::nullopt;
  const auto done = found->second.commands.find(command);
  return done == found->second.commands.end() ? std::nullopt : std::optional(done->second);
}

std::optional<store::EventPlace> ModelDatabase::find_command_of(const Id& user,
                                                                const Id& command) const {
  if (const auto played = games_of_.find(user); played != games_of_.end())
    for (const Id& game : played->second)
      if (const auto seq = find_command(game, command)) return store::EventPlace{game, *seq};
  return std::nullopt;
}

std::vector<store::GameRow> ModelDatabase::open_games() const {
  std::vector<store::GameRow> rows;
  for (const auto& [id, game] : games_)
    if (game.row.status != GameStatus::ended) rows.push_back(game.row);
  return rows;
}

std::optional<Id> ModelDatabase::find_code(const std::string& code) const {
  const auto found = codes_.find(code);
  return found == codes_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<store::GameRow> ModelDatabase::games_of(const Id& user, int most) const {
  std::vector<store::GameRow> rows;
  if (const auto played = games_of_.find(user); played != games_of_.end())
    for (const Id& game : played->second) rows.push_back(games_.at(game).row);
  std::ranges::stable_partition(
      rows, [](const store::GameRow& row) { return row.status != GameStatus::ended; });
  if (rows.size() > static_cast<std::size_t>(most)) rows.resize(static_cast<std::size_t>(most));
  return rows;
}

/// Notes the time in which nobody could write.
void ModelDatabase::note_outage(std::int64_t now_ms) {
  if (nodes_.empty()) return;
  const std::int64_t alive_ms = std::ranges::max(nodes_ | std::views::values);
  if (now_ms - alive_ms > shortest_outage_ms)
    outages_.try_emplace(alive_ms, KnownOutage{{alive_ms, now_ms}});
}

void ModelDatabase::forget_lost_nodes(std::int64_t now_ms) {
  std::erase_if(nodes_, [&](const auto& node) {
    if (node.second >= now_ms - node_forgotten_ms) return false;
    for (auto& [user, nodes] : nodes_of_) nodes.erase(node.first);
    return true;
  });
}

std::vector<Id> ModelDatabase::present_elsewhere(const store::NodeReport& report,
                                                 std::int64_t now_ms) const {
  const auto is_elsewhere = [&](const Id& user) {
    const auto found = nodes_of_.find(user);
    return found != nodes_of_.end() && std::ranges::any_of(found->second, [&](const Id& node) {
             return node != report.node && nodes_.at(node) > now_ms - node_lost_ms;
           });
  };
  std::vector<Id> present;
  for (const auto& [user, games] : games_of_)
    if (is_elsewhere(user) &&
        std::ranges::any_of(report.tables, [&](const store::EventPlace& table) {
          return games.contains(table.game);
        }))
      present.push_back(user);
  return present;
}

/// Those after `next_after`, which then is where the next page begins.
template <class Belongs>
std::vector<Id> ModelDatabase::page_of_games(Id& next_after, const Belongs& belongs) const {
  std::vector<Id> page;
  for (auto game = games_.upper_bound(next_after); game != games_.end(); ++game) {
    if (!belongs(game->second.row)) continue;
    page.push_back(game->first);
    if (page.size() == page_size) break;
  }
  next_after = page.size() < page_size ? Id{} : page.back();
  return page;
}

store::NodeNews ModelDatabase::report(const store::NodeReport& report, std::int64_t now_ms) {
  note_outage(now_ms);
  store::NodeNews news;
  news.now_ms = now_ms;
  news.was_forgotten = !nodes_.contains(report.node) && !report.is_whole;
  nodes_[report.node] = now_ms;
  if (report.is_whole)
    for (auto& [user, nodes] : nodes_of_) nodes.erase(report.node);
  for (const Id& user : report.arrived) nodes_of_[user].insert(report.node);
  for (const Id& user : report.gone) nodes_of_[user].erase(report.node);
  forget_lost_nodes(now_ms);
  const auto open =
      std::ranges::find_if(outages_, [](const auto& outage) { return !outage.second.is_done; });
  if (open != outages_.end()) news.outage = open->second.outage;
  for (const store::EventPlace& table : report.tables)
    if (const auto found = games_.find(table.game);
        found != games_.end() && found->second.row.seq > table.seq)
      news.changed.push_back({table.game, found->second.row.seq});
  news.next = report.next;
  news.due = page_of_games(news.next.due, [&](const store::GameRow& row) {
    return row.status != GameStatus::ended && row.deadline_ms && *row.deadline_ms <= now_ms;
  });
  news.listed =
      page_of_games(news.next.listed, [](const store::GameRow& row) { return row.listed; });
  news.open_games = static_cast<int>(open_games().size());
  news.present = present_elsewhere(report, now_ms);
  return news;
}

void ModelDatabase::give_back(const store::GiveBack& what) {
  for (auto& [id, game] : games_) {
    store::GameRow& row = game.row;
    if (row.status == GameStatus::ended || !row.deadline_ms ||
        std::exchange(game.given_ms, what.outage.began_ms) == what.outage.began_ms)
      continue;
    const std::int64_t span =
        what.outage.ended_ms - std::max(what.outage.began_ms, game.events.back().time_ms);
    if (span <= 0) continue;
    const store::NewEvent event = what.event(span);
    game.events.push_back({++row.seq, what.outage.ended_ms, event.type, event.version, event.body});
    row.deadline_ms = *row.deadline_ms + span;
  }
  if (const auto known = outages_.find(what.outage.began_ms); known != outages_.end())
    known->second.is_done = true;
}

// The connections

Micros ModelStore::delay() {
  const auto most = static_cast<std::uint64_t>(2 * conditions_.latency + 1);
  return static_cast<Micros>(rng_.next() % most);
}

void ModelStore::push(Lane& lane, Call call) {
  lane.waiting.push_back(std::move(call));
  if (!std::exchange(lane.is_working, true)) after_(delay(), [this, &lane] { work(lane); });
}

void ModelStore::work(Lane& lane) {
  if (conditions_.is_down || conditions_.hangs) {
    lane.waited += look_again;
    if (lane.waited > longest_absence) return fail_all(lane);
    return after_(look_again, [this, &lane] { work(lane); });
  }
  lane.waited = 0;
  for (const Call& call : std::exchange(lane.taken_in, {})) static_cast<void>(call.carry_out());
  answer_next(lane);
}

/// The waiting works of the real store share a commit, and with it their fate.
void ModelStore::fail_all(Lane& lane) {
  lane.waited = 0;
  lane.is_working = false;
  for (const Call& call : std::exchange(lane.waiting, {})) {
    // What a database took in before it hung it may do once it wakes up.
    if (conditions_.hangs && rng_.below(2) == 0) lane.taken_in.push_back(call);
    call.fail();
  }
}

void ModelStore::answer_next(Lane& lane) {
  const Call call = std::move(lane.waiting.front());
  lane.waiting.pop_front();
  auto tell = call.carry_out();
  if (call.commits &&
      rng_.below(100) < static_cast<std::uint32_t>(conditions_.lost_answers_percent)) {
    // The real store does it again, if it gets a connection in time.
    tell = rng_.below(2) == 0 ? call.carry_out() : call.fail;
  }
  after_(delay(), [this, &lane, tell = std::move(tell)] {
    lane.is_working = !lane.waiting.empty();
    if (lane.is_working) after_(0, [this, &lane] { work(lane); });
    tell();
  });
}

void ModelStore::append(store::AppendRequest request, store::AppendAnswer answer) {
  const auto shared = std::make_shared<const store::AppendRequest>(std::move(request));
  push(writer_,
       {[this, shared, answer]() -> std::function<void()> {
          return [answer, outcome = database_.append(*shared)] { answer(outcome); };
        },
        [answer] {
          answer(Unexpected{refusal(store::AppendRefusal::Kind::unavailable, 0, unavailable)});
        },
        true});
}

template <class T, class Work>
void ModelStore::look_up(std::function<void(Result<T, store::ReadFault>)> answer, Work work) {
  push(
      reader_,
      {[answer, work = std::move(work)]() -> std::function<void()> {
         return [answer, found = Result<T, store::ReadFault>(work())] { answer(found); };
       },
       [answer = std::move(answer)] { answer(Unexpected{store::ReadFault(unavailable)}); }, false});
}

void ModelStore::read(Id game, std::uint64_t after_seq, store::EventsAnswer answer) {
  look_up<std::vector<store::StoredEvent>>(
      std::move(answer), [this, game, after_seq] { return database_.read(game, after_seq); });
}

void ModelStore::find_command(Id game, Id command, store::CommandAnswer answer) {
  look_up<std::optional<std::uint64_t>>(
      std::move(answer), [this, game, command] { return database_.find_command(game, command); });
}

void ModelStore::find_command_of(Id user, Id command, store::PlaceAnswer answer) {
  look_up<std::optional<store::EventPlace>>(std::move(answer), [this, user, command] {
    return database_.find_command_of(user, command);
  });
}

void ModelStore::open_games(store::GamesAnswer answer) {
  look_up<std::vector<store::GameRow>>(std::move(answer),
                                       [this] { return database_.open_games(); });
}

void ModelStore::find_code(std::string code, store::GameAnswer answer) {
  look_up<std::optional<Id>>(std::move(answer),
                             [this, code = std::move(code)] { return database_.find_code(code); });
}

void ModelStore::games_of(Id user, int most, store::GamesAnswer answer) {
  look_up<std::vector<store::GameRow>>(
      std::move(answer), [this, user, most] { return database_.games_of(user, most); });
}

void ModelStore::report(store::NodeReport report, store::NewsAnswer answer) {
  const auto shared = std::make_shared<const store::NodeReport>(std::move(report));
  push(writer_, {[this, shared, answer]() -> std::function<void()> {
                   return [answer, news = database_.report(*shared, clock_())] {
                     if (answer) answer(news);
                   };
                 },
                 [answer] {
                   if (answer) answer(Unexpected{store::ReadFault(unavailable)});
                 },
                 true});
}

void ModelStore::give_back(store::GiveBack what, store::DoneAnswer answer) {
  push(writer_, {[this, what = std::move(what), answer]() -> std::function<void()> {
                   database_.give_back(what);
                   return [answer] { answer(std::nullopt); };
                 },
                 [answer] { answer(store::ReadFault(unavailable)); }, true});
}

}  // namespace sixfold::simulation
