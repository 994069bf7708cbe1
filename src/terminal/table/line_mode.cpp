#include "terminal/table/line_mode.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include <fmt/core.h>
#include <unistd.h>

#include "play/bot_protocol.hpp"
#include "play/hint.hpp"
#include "play/preview.hpp"
#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/table/panels.hpp"
#include "terminal/words/absence.hpp"
#include "terminal/words/clock.hpp"
#include "terminal/words/command_words.hpp"
#include "terminal/words/describe.hpp"
#include "terminal/words/position_text.hpp"

namespace sixfold::terminal {

namespace {

constexpr int hint_simulations = 300;
constexpr int blank_lines = 60;  // between two players who share a terminal

class LineTable {
 public:
  LineTable(Session& session, Mailbox& mailbox, const Words& words, LineInput& input)
      : session_(session),
        mailbox_(mailbox),
        words_(words.about(session.shown().view.rules)),
        input_(input) {}

  void run() {
    while (!quit_) {
      mailbox_.deliver();
      if (hear() && !(acted_on_ && *acted_on_ == view())) acted_ = false;
      const Shown& shown = session_.shown();
      if (shown.playing() && shown.view.end) {
        if (!shown.fetching) return tell_result();
        mailbox_.wait(-1);
        continue;
      }
      tell_what_is_asked();
      if (acted_ || !may_type()) {
        // At an online table the others continue without a player whose input has ended.
        if (!acted_ && shown.online && input_.ended()) return;
        input_.wait(mailbox_, until_next_decision());
        continue;
      }
      if (shown.own_turn() && last_view_ != shown.view) show_table();
      ask();
    }
  }

 private:
  const View& view() const { return session_.shown().view; }
  /// Starts a new line, also after an unanswered prompt.
  void begin() {
    if (std::exchange(prompted_, false)) fmt::print("\n");
  }
  void print(const std::string& text) {
    begin();
    fmt::print("{}", text);
  }
  void say(const std::string& text) { print(printable(text) + "\n"); }
  void complain(const std::string& text) { say("! " + text); }

  /// In one's own turn, and when others wait for an answer. Otherwise, what is typed waits.
  [[nodiscard]] bool may_type() const {
    const Shown& shown = session_.shown();
    return shown.covered || shown.own_turn() || (shown.playing() && !question_.empty());
  }

  [[nodiscard]] int until_next_decision() const {
    const auto absence = absence_at(session_.shown(), net::now_ms());
    return absence && absence->wait_ms > 0 ? static_cast<int>(absence->wait_ms) : -1;
  }

  /// What the others are waiting for: an answer to a wish, a decision about an absent player, or
  /// nothing.
  [[nodiscard]] std::string question() const {
    const Shown& shown = session_.shown();
    if (!shown.playing() || !shown.view.seat) return "";
    const auto own = static_cast<std::size_t>(*shown.view.seat);
    for (const SeatStatus& seat : shown.seats)
      if (!seat.wish.empty() && shown.seats[own].wish.empty())
        return words_("online.wish." + seat.wish, {{"name", seat.name}}) + " (" + seat.wish +
               ", refuse)";
    const auto absence = absence_at(shown, net::now_ms());
    if (!absence || absence->wait_ms > 0) return "";
    return absence_text(words_, shown, *absence, "terminal.lines.away");
  }

  /// Announces each question once, without a countdown.
  void tell_what_is_asked() {
    const auto absence = absence_at(session_.shown(), net::now_ms());
    const auto missed = absence ? std::optional(absence->seat) : std::nullopt;
    if (missed && missed != missed_ && absence->wait_ms > 0)
      say(absence_text(words_, session_.shown(), *absence, "terminal.lines.away"));
    missed_ = missed;
    const std::string asked = question();
    if (!asked.empty() && asked != question_) say(asked);
    question_ = asked;
  }

  /// Prints what has happened; true if anything has.
  bool hear() {
    const News news = session_.news();
    words_ = words_.about(view().rules);
    const bool heard = news.changed || !news.refusals.empty();
    if (!news.refusals.empty()) acted_on_.reset();
    for (const Refusal& refusal : news.refusals) {
      if (session_.shown().online && session_.shown().online->refused)
        throw std::runtime_error(refusal_text(words_, refusal));
      complain(refusal_text(words_, refusal));
    }
    for (const Said& said : news.said)
      say(words_("online.says", {{"name", nth(session_.shown().seats, said.seat).name},
                                 {"phrase", words_("phrase." + said.phrase)}}));
    const Shown& shown = session_.shown();
    if (!shown.playing()) {
      if (!told_waiting_ && !shown.online->code.empty())
        say(words_("online.code", {{"code", shown.online->code}}) + "  " + shown.online->link);
      told_waiting_ = told_waiting_ || !shown.online->code.empty();
      std::fflush(stdout);
      return heard;
    }
    told_ = std::min(told_, view().history.size());  // a turn may have been taken back
    for (; told_ < view().history.size(); ++told_)
      say(turn_sentence(words_, session_.shown(), view().history[told_]));
    std::fflush(stdout);
    return heard;
  }

  void show_table() {
    last_view_ = view();
    print("\n" + board_text(view()) + seats_text(words_, view()));
    show_hand();
    say(status_text(words_, session_.shown(), "terminal.status.type"));
  }

  void show_hand() { say(labelled(words_, words_("table.rack"), tiles_text(view().hand.list()))); }

  /// Carries out the next line, unless something happens first.
  void ask() {
    const auto& covered = session_.shown().covered;
    if (!std::exchange(prompted_, true)) fmt::print("{}", prompt());
    std::fflush(stdout);
    const auto line = input_.next(mailbox_, until_next_decision());
    if (!line && !input_.ended()) return;
    prompted_ = false;
    if (!line) {
      fmt::print("\n");
      quit_ = true;
    } else if (covered) {
      if (isatty(STDOUT_FILENO) != 0) fmt::print("{}", std::string(blank_lines, '\n'));
      session_.reveal();
    } else if (line->find_first_not_of(" \t\r") != std::string::npos) {
      do_line(*line);
    }
  }

  [[nodiscard]] std::string prompt() const {
    const Shown& shown = session_.shown();
    if (!shown.covered) return "> ";
    const std::string& name = nth(shown.seats, *shown.covered).name;
    return words_("pass.title", {{"name", name}}) + " ⏎ ";
  }

  void do_line(const std::string& line) {
    const auto typed = read_typed(line, command_words(words_));
    if (!typed) return complain(words_("table.type.bad", {{"text", line}}));
    if (const auto* move = std::get_if<Move>(&*typed)) return act(*move);
    const auto& [word, rest] = std::get<TypedWord>(*typed);
    if (word == "quit") {
      quit_ = true;
    } else if (word == "try") {
      try_out(rest);
    } else if (word == "hint") {
      hint();
    } else if (word == "board") {
      show_table();
    } else if (word == "hand") {
      show_hand();
    } else if (word == "unseen") {
      print(unseen_text(words_, view()));
    } else if (word == "scores") {
      scores();
    } else if (word == "help") {
      say(words_("terminal.lines.help"));
      if (session_.shown().online) say(words_("terminal.help.online"));
      say(words_("table.type.help"));
    } else if (word == "resign") {
      session_.resign();
    } else if (word == "say") {
      session_.say(rest);
    } else if (is_wish(word)) {
      session_.wish(word);
    } else if (std::ranges::count(absence_choices, word, &AbsenceChoice::word) > 0) {
      decide(word, rest);
    } else {
      complain(words_("table.type.bad", {{"text", line}}));
    }
  }

  void decide(const std::string& what, const std::string& name) {
    const auto absence = absence_at(session_.shown(), net::now_ms(), name);
    if (!absence) return complain(words_("terminal.away.nobody"));
    if (absence->wait_ms > 0)
      return complain(absence_text(words_, session_.shown(), *absence, "terminal.lines.away"));
    session_.decide(what, absence->seat);
    acted_on_.reset();
    acted_ = true;
  }

  void act(const Move& move) {
    if (const auto* place = std::get_if<Place>(&move))
      if (const Preview seen = preview(view(), *place); seen.illegal)
        return complain(reason_text(words_, *seen.illegal, largest_set(view().hand)));
    acted_on_ = view();
    session_.act(move);
    acted_ = true;
  }

  void try_out(const std::string& text) {
    const auto typed = read_typed(text, command_words(words_));
    const auto* move = typed ? std::get_if<Move>(&*typed) : nullptr;
    const auto* place = move == nullptr ? nullptr : std::get_if<Place>(move);
    if (place == nullptr) return complain(words_("table.type.bad", {{"text", text}}));
    const Preview seen = preview(view(), *place);
    if (seen.score)
      for (const PointsLine& line : points_lines(words_, *seen.score))
        fmt::print("  {} {:>3}\n", padded(line.text, 30), line.points);
    if (seen.illegal)
      complain(reason_text(words_, *seen.illegal, largest_set(view().hand)));
    else
      fmt::print("  {} {:>3}\n", padded(words_("terminal.total"), 30),
                 seen.score->points() + seen.score->going_out);
  }

  void hint() {
    if (!session_.shown().hints) return complain(words_("terminal.no-hints"));
    if (const auto fault = view_fault(view()); !fault.empty())
      return complain(refusal_text(words_, {"unreadable", {}, std::string(fault)}));
    const Hint found = hint_for(view(), {.simulations = hint_simulations, .time_spent = {}});
    const TableState state;
    const Look look;
    for (const std::string& line : hint_lines({state, session_.shown(), words_, look}, found, 4))
      say("  " + line);
    say("  > " + typed_text(found.move));
  }

  void scores() {
    for (std::size_t i = 0; i < view().history.size(); ++i)
      say(fmt::format("{:>3}  {}", i + 1, turn_line(words_, session_.shown(), view().history[i])));
    print(seats_text(words_, view()));
  }

  void tell_result() {
    print("\n" + board_text(view()) + seats_text(words_, view()));
    say(end_text(words_, session_.shown()));
    say(headline(words_, session_.shown()));
    if (const auto& kept = session_.shown().kept)
      for (const std::string& line : kept_lines(words_, *kept)) say(line);
  }

  Session& session_;
  Mailbox& mailbox_;
  Words words_;  // for the current game
  LineInput& input_;
  std::optional<View> last_view_;  // that was shown
  std::string question_;           // the last one asked
  std::optional<int> missed_;      // the seat of the absent player
  std::size_t told_ = 0;
  bool told_waiting_ = false;
  bool prompted_ = false;  // and nothing has been typed or printed since
  bool acted_ = false;     // and the result has not arrived yet
  std::optional<View> acted_on_;
  bool quit_ = false;
};

}  // namespace

void run_lines(Session& session, Mailbox& mailbox, const Words& words, LineInput& input) {
  LineTable(session, mailbox, words, input).run();
}

}  // namespace sixfold::terminal
