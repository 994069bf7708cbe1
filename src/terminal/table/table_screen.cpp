#include "terminal/table/table_screen.hpp"

#include <chrono>

#include "play/bot_protocol.hpp"
#include "play/bot_spec.hpp"
#include "terminal/table/table_picture.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/clock.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr int tick_ms = 1000;  // while a clock is shown

double clock_ms() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class TableRun {
 public:
  TableRun(Screen& screen, Session& session, Mailbox& mailbox, const Words& words,
           const TableOptions& options)
      : screen_(screen),
        session_(session),
        mailbox_(mailbox),
        words_(words.about(session.shown().view.rules)),
        hint_ms_(options.hint_ms),
        first_notice_(options.notice),
        state_(sit_down(session.shown(), session.kept())) {
    state_.notice = options.notice;
  }

  TableOutcome run() {
    while (!outcome_) {
      mailbox_.deliver();
      hear();
      draw();
      const auto key = screen_.read(mailbox_, is_timed() ? tick_ms : -1);
      if (!key) continue;
      first_notice_.clear();
      for (const Command& command : handle(state_, session_.shown(), *key, words_))
        std::visit([this](const auto& one) { carry_out(one); }, command);
    }
    return *outcome_;
  }

 private:
  /// Whether the picture changes over time.
  [[nodiscard]] bool is_timed() const {
    const Shown& shown = session_.shown();
    return shown.online && (shown.online->deadline_ms || absence_at(shown, net::now_ms()));
  }

  void hear() {
    const News news = session_.news();
    if (news.changed) {
      words_ = words_.about(session_.shown().view.rules);
      const Rack before = state_.rack;
      follow(state_, session_.shown(), words_);
      if (state_.rack != before) session_.keep(state_.rack);
      // Bots are quick, so the first notice stays until the user has had a chance to read it.
      if (!first_notice_.empty()) state_.notice = first_notice_;
    }
    for (const Refusal& refusal : news.refusals) refuse(state_, refusal_text(words_, refusal));
    for (const Said& said : news.said) {
      const auto seat = static_cast<std::size_t>(said.seat);
      if (seat >= session_.shown().seats.size()) continue;
      state_.notice = words_("online.says", {{"name", session_.shown().seats[seat].name},
                                             {"phrase", words_("phrase." + said.phrase)}});
      state_.notice_is_bad = false;
    }
  }

  void draw() {
    const Scene scene{state_, session_.shown(), words_, screen_.look()};
    Picture picture = table_picture(scene, screen_.size());
    state_.drawn = std::move(picture.drawn);
    screen_.show(picture.canvas);
  }

  void carry_out(const DoAct& act) { session_.act(act.move); }
  void carry_out(const DoResign& /*resign*/) { session_.resign(); }
  void carry_out(const DoReveal& /*reveal*/) { session_.reveal(); }
  void carry_out(const DoWish& wish) { session_.wish(wish.what); }
  void carry_out(const DoDecide& decide) { session_.decide(decide.what, decide.seat); }
  void carry_out(const DoSay& say) { session_.say(say.phrase); }
  void carry_out(const KeepRack& /*keep*/) { session_.keep(state_.rack); }
  void carry_out(const Quit& /*quit*/) { outcome_ = TableOutcome::quit; }
  void carry_out(const PlayAgain& /*again*/) {
    if (session_.shown().online)
      session_.wish("rematch");
    else
      outcome_ = TableOutcome::again;
  }
  void carry_out(const AskHint& /*ask*/) {
    // Only a malfunctioning server sends this.
    if (const auto fault = view_fault(session_.shown().view); !fault.empty()) {
      state_.hint_wanted = false;
      return refuse(state_, refusal_text(words_, {"unreadable", {}, std::string(fault)}));
    }
    hinting_.start([this, view = session_.shown().view](const std::stop_token& stop) {
      Budget budget = timed_budget(hint_ms_, clock_ms);
      budget.time_spent = [stop, spent = budget.time_spent] {
        return stop.stop_requested() ? 1.0 : spent();
      };
      Hint hint = hint_for(view, budget);
      if (stop.stop_requested()) return;
      mailbox_.post([this, turns = view.history.size(), hint = std::move(hint)] {
        if (session_.shown().view.history.size() == turns)
          take_hint(state_, session_.shown(), hint);
      });
    });
  }

  Screen& screen_;
  Session& session_;
  Mailbox& mailbox_;
  Words words_;  // for the current game
  int hint_ms_;
  std::string first_notice_;
  TableState state_;
  std::optional<TableOutcome> outcome_;
  Worker hinting_;
};

}  // namespace

TableOutcome run_table(Screen& screen, Session& session, Mailbox& mailbox, const Words& words,
                       const TableOptions& options) {
  return TableRun(screen, session, mailbox, words, options).run();
}

}  // namespace sixfold::terminal
