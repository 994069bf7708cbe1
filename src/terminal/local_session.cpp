#include "terminal/local_session.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "play/bot_spec.hpp"
#include "record/record.hpp"
#include "terminal/rack_form.hpp"

namespace sixfold::terminal {

namespace {

constexpr double usual_budget_ms = 800;
constexpr std::string_view own_member = "terminal";

double clock_ms() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The bot's usual budget, or no time at all once it is told to stop.
Budget budget_until(const BotSpec& bot, const std::stop_token& stop) {
  Budget budget = bot.milliseconds || bot.simulations ? budget_of(bot, clock_ms)()
                                                      : timed_budget(usual_budget_ms, clock_ms);
  budget.time_spent = [stop, spent = budget.time_spent] {
    if (stop.stop_requested()) return 1.0;
    return spent ? spent() : 0.0;
  };
  return budget;
}

void pause(const std::stop_token& stop, double milliseconds) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any wake;
  wake.wait_for(lock, stop, std::chrono::duration<double, std::milli>(milliseconds),
                [] { return false; });
}

}  // namespace

LocalSession::LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
                           Mailbox& mailbox)
    : LocalSession(std::move(game), std::move(options), std::move(file), mailbox, Kept{}) {}

LocalSession::LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
                           Mailbox& mailbox, Kept kept)
    : game_(std::move(game)),
      options_(std::move(options)),
      file_(std::move(file)),
      mailbox_(mailbox),
      rack_(std::move(kept.rack)),
      revealed_(kept.revealed) {
  go_on();
}

Result<std::unique_ptr<LocalSession>, RecordError> LocalSession::resume(
    LocalOptions options, std::unique_ptr<SaveFile> file, Mailbox& mailbox) {
  const std::string text = file->read().value_or("");
  auto game = LocalGame::restore(text);
  if (!game) return Unexpected{game.error()};
  Kept kept;
  if (const auto json = parse_json(text))
    if (const Json* const own = FormReader::optional(*json, own_member);
        own != nullptr && own->is_object()) {
      kept.rack = rack_of(*own);
      FormReader reader;
      if (const Json* const seat = FormReader::optional(*own, "revealed"))
        kept.revealed = reader.integer(*seat, {}, 0, most_seats - 1);
    }
  return std::unique_ptr<LocalSession>(new LocalSession(*std::move(game), std::move(options),
                                                        std::move(file), mailbox, std::move(kept)));
}

void LocalSession::act(const Move& move) {
  const int seat = game_.game().position().turn;
  if (const auto illegal = game_.act(seat, move)) {
    news_.refusals.push_back({"illegal", illegal, ""});
    return;
  }
  take_all_back(rack_);
  go_on();
}

void LocalSession::resign() {
  const auto seat = shown_.view.seat;
  if (!seat) return;
  if (const auto illegal = game_.leave(*seat)) {
    news_.refusals.push_back({"illegal", illegal, ""});
    return;
  }
  go_on();
}

void LocalSession::reveal() {
  if (!shown_.covered) return;
  revealed_ = shown_.covered;
  rack_.clear();
  save(Writing::lasting);
  show();
}

void LocalSession::wish(const std::string& /*what*/) {
  news_.refusals.push_back({"no_server", std::nullopt, ""});
}

void LocalSession::decide(const std::string& /*what*/, int /*seat*/) {
  news_.refusals.push_back({"no_server", std::nullopt, ""});
}

void LocalSession::say(const std::string& /*phrase*/) {
  news_.refusals.push_back({"no_server", std::nullopt, ""});
}

void LocalSession::keep(const Rack& rack) {
  rack_ = rack;
  if (!game_.game().position().end) save(Writing::quick);
}

News LocalSession::news() { return std::exchange(news_, {}); }

void LocalSession::save(Writing writing) const {
  if (!file_) return;
  auto json = parse_json(game_.save());
  if (!json) return;
  Json all = *std::move(json);
  all[own_member] = rack_to_json(rack_);
  if (revealed_) all[own_member]["revealed"] = *revealed_;
  file_->write(dump(all) + "\n", writing);
}

void LocalSession::go_on() {
  save(Writing::lasting);
  show();
  if (shown_.view.end) return keep_record();
  let_bot_think();
}

void LocalSession::keep_record() {
  const auto finished = FinishedGame::of(game_.game());
  if (!finished || options_.archive.empty()) return;
  const std::string text = to_text(record_of(*finished, game_.theme()));
  shown_.kept = {options_.archive.string(), keep_line(options_.archive, text)};
}

/// The seat of the only person, or of the player who has taken over the screen.
std::optional<int> LocalSession::seat_shown() {
  const Position& position = game_.game().position();
  std::vector<int> people;
  for (std::size_t i = 0; i < game_.bots().size(); ++i)
    if (game_.bots()[i].empty()) people.push_back(static_cast<int>(i));
  shown_.covered.reset();
  if (people.empty()) return std::nullopt;
  if (people.size() == 1) return people.front();
  const bool persons_turn = std::ranges::count(people, position.turn) > 0;
  const bool open = game_.game().rules().open_hands;
  if (position.end || (open && !persons_turn)) return revealed_.value_or(people.front());
  if (open) {
    revealed_ = position.turn;
    return position.turn;
  }
  if (persons_turn && revealed_ != position.turn) {
    shown_.covered = position.turn;
    return std::nullopt;
  }
  return revealed_;
}

void LocalSession::show() {
  const Game& game = game_.game();
  const auto seat = seat_shown();
  shown_.view = view(game, seat);
  shown_.theme = game_.theme();
  shown_.seats.clear();
  for (std::size_t i = 0; i < game_.bots().size(); ++i)
    shown_.seats.push_back({game.setup().players[i].name, game_.bots()[i]});
  shown_.winners = winners(game.position());
  news_.changed = true;
}

void LocalSession::let_bot_think() {
  const int number = ++*thoughts_;
  const int seat = game_.game().position().turn;
  const std::string& name = game_.bots()[static_cast<std::size_t>(seat)];
  if (name.empty()) return;
  const auto bot = parse_bot(name);
  if (!bot || !bot->level) {
    news_.refusals.push_back({"unknown_bot", std::nullopt, name});
    return;
  }
  // The bot's random stream differs for every turn, but is the same when the game is resumed.
  const std::uint64_t stream = game_.game().turns().size();
  const std::weak_ptr<int> current = thoughts_;
  bot_.start([this, number, seat, stream, current, bot = *bot,
              seen = view(game_.game(), seat)](const std::stop_token& stop) {
    const double begun = clock_ms();
    Random random(static_cast<std::uint64_t>(seat) + 1, stream);
    const Move move = bot.level->choose(seen, random, budget_until(bot, stop));
    pause(stop, options_.pace_ms - (clock_ms() - begun));
    if (stop.stop_requested()) return;
    mailbox_.post([this, number, move, current] {
      if (const auto latest = current.lock(); latest && *latest == number) act(move);
    });
  });
}

}  // namespace sixfold::terminal
