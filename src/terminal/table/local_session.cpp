#include "terminal/table/local_session.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>

#include "play/bot_spec.hpp"
#include "record/record.hpp"
#include "terminal/table/rack_form.hpp"

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
    : LocalSession(std::move(game), std::move(options), std::move(file), mailbox, Rack{}) {}

LocalSession::LocalSession(LocalGame game, LocalOptions options, std::unique_ptr<SaveFile> file,
                           Mailbox& mailbox, Rack kept)
    : game_(std::move(game)),
      options_(std::move(options)),
      file_(std::move(file)),
      mailbox_(mailbox),
      rack_(std::move(kept)) {
  go_on();
}

Result<std::unique_ptr<LocalSession>, RecordError> LocalSession::resume(
    LocalOptions options, std::unique_ptr<SaveFile> file, Mailbox& mailbox) {
  const std::string text = file->read().value_or("");
  auto game = LocalGame::restore(text);
  if (!game) return Unexpected{game.error()};
  Rack kept;
  if (const auto json = parse_json(text))
    if (const Json* const own = FormReader::optional(*json, own_member)) kept = rack_of(*own);
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
  game_.reveal();
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

void LocalSession::show() {
  const Game& game = game_.game();
  const ScreenSeat screen = game_.screen();
  shown_.view = view(game, screen.shown);
  shown_.covered = screen.covered;
  shown_.theme = game_.theme();
  shown_.seats.clear();
  for (std::size_t i = 0; i < game_.bots().size(); ++i)
    shown_.seats.push_back({game.setup().players[i].name, game_.bots()[i]});
  shown_.winners = winners(game.position());
  news_.changed = true;
}

void LocalSession::let_bot_think() {
  const int number = ++*thoughts_;
  const std::string& name = game_.bot_to_move();
  if (name.empty()) return;
  const auto bot = parse_bot(name);
  if (!bot || !bot->level) {
    news_.refusals.push_back({"unknown_bot", std::nullopt, name});
    return;
  }
  const std::weak_ptr<int> current = thoughts_;
  bot_.start([this, number, current, bot = *bot, game = game_](const std::stop_token& stop) {
    const double begun = clock_ms();
    const Move move = game.bot_move(budget_until(bot, stop));
    pause(stop, options_.pace_ms - (clock_ms() - begun));
    if (stop.stop_requested()) return;
    mailbox_.post([this, number, move, current] {
      if (const auto latest = current.lock(); latest && *latest == number) act(move);
    });
  });
}

}  // namespace sixfold::terminal
