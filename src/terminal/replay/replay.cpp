#include "terminal/replay/replay.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include <fmt/core.h>

#include "terminal/drawing/screen.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/replay/replay_picture.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int step_ms = 900;

Review review_of(const Record& record, int simulations) {
  return review(record.rules, record.setup, record.turns, {.deals = deals_for(simulations)});
}

void print_reasons(const Words& words, std::string_view theme,
                   const std::vector<MoveReason>& reasons) {
  for (const MoveReason& reason : reasons)
    if (const std::string text = hint_reason_text(words, theme, reason); !text.empty())
      fmt::print("       {}\n", text);
}

/// Prints every turn on a line with its figures, what explains an act that was not the best, then
/// the last position.
void replay_lines(const Record& record, const ReplayOptions& options, const Words& words) {
  const Moment last = *moment_at(record, static_cast<int>(record.turns.size()));
  const View& view = last.shown.view;
  std::optional<Review> reviewed;
  if (options.simulations > 0) reviewed = review_of(record, options.simulations);
  for (std::size_t i = 0; i < view.history.size(); ++i) {
    fmt::print("{:>3}  {}\n", i + 1, printable(turn_sentence(words, last.shown, view.history[i])));
    if (!reviewed) continue;
    for (const ReviewedAct& act : reviewed->acts) {
      if (act.turn != static_cast<int>(i) + 1) continue;
      fmt::print("     {}\n", figures_text(words, act));
      const auto better = better_text(words, record.theme, act);
      if (!better) continue;
      print_reasons(words, record.theme, act.explanation.played);
      fmt::print("     {}\n", *better);
      print_reasons(words, record.theme, act.explanation.better);
    }
  }
  fmt::print("\n{}", moment_text(words, last));
  for (std::size_t seat = 0; reviewed && seat < view.seats.size(); ++seat)
    fmt::print("{}: {}\n", printable(view.seats[seat].name),
               summary_text(words, reviewed->seats[seat]));
}

/// A review on a thread of its own. It cannot be interrupted, but can be abandoned without loss.
struct Reviewing {
  Mailbox mailbox;
  std::optional<Review> done;
};

std::shared_ptr<Reviewing> begin_review(const Record& record, int simulations) {
  auto reviewing = std::make_shared<Reviewing>();
  if (simulations == 0) return reviewing;
  std::thread([reviewing, record, simulations] {
    Review reviewed = review_of(record, simulations);
    reviewing->mailbox.post([reviewing = reviewing.get(), reviewed = std::move(reviewed)] {
      reviewing->done = reviewed;
    });
  }).detach();
  return reviewing;
}

void replay_on(Screen& screen, const Record& record, const ReplayOptions& options,
               const Words& words, Reviewing& reviewing) {
  ReplayState state;
  state.turns = static_cast<int>(record.turns.size());
  state.turn = std::min(options.turn, state.turns);
  state.reviewing = options.simulations > 0;
  Moment moment = *moment_at(record, state.turn);
  while (true) {
    reviewing.mailbox.deliver();
    if (reviewing.done && !state.review) state.review = reviewing.done;
    state.reviewing = state.reviewing && !state.review;
    if (moment.turn != state.turn) moment = *moment_at(record, state.turn);
    ReplayPicture picture = replay_picture(state, moment, words, screen.look(), screen.size());
    state.camera = picture.camera;
    screen.show(picture.canvas);
    const auto key = screen.read(reviewing.mailbox, state.running ? step_ms : -1);
    if (key && !handle(state, *key)) return;
    if (!key && state.running) static_cast<void>(handle(state, key_of(Key::Kind::right)));
  }
}

}  // namespace

void replay_record(const Record& record, const ReplayOptions& options) {
  const Words words = words_for(options.display).about(record.rules);
  auto screen = options.display.lines
                    ? nullptr
                    : Screen::open({options.display.colours, options.display.symbols});
  if (screen == nullptr) return replay_lines(record, options, words);
  const auto reviewing = begin_review(record, options.simulations);
  replay_on(*screen, record, options, words, *reviewing);
  screen.reset();
  std::fflush(stdout);
  // Do not wait for a review that nobody will see.
  if (options.simulations > 0 && !reviewing->done) std::_Exit(EXIT_SUCCESS);
}

}  // namespace sixfold::terminal
