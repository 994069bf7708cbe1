#include "terminal/line_mode.hpp"

#include <cstdio>
#include <iostream>

#include <fmt/core.h>
#include <unistd.h>

#include "play/bot_protocol.hpp"
#include "play/hint.hpp"
#include "play/preview.hpp"
#include "terminal/panels.hpp"
#include "terminal/position_text.hpp"
#include "terminal/telling.hpp"
#include "terminal/text.hpp"
#include "terminal/typed.hpp"

namespace sixfold::terminal {

namespace {

constexpr int hint_simulations = 300;
constexpr int blank_lines = 60;  // between two players who share a terminal

class LineTable {
 public:
  LineTable(Session& session, Mailbox& mailbox, const Words& words)
      : session_(session), mailbox_(mailbox), words_(words) {}

  void run() {
    bool asked = false;
    while (!quit_) {
      mailbox_.deliver();
      const bool heard = hear();
      asked = !heard && asked;
      acted_ = acted_ && !heard;
      const Shown& shown = session_.shown();
      if (shown.playing() && shown.view.end) return tell_result();
      if (acted_ || (!shown.own_turn() && !shown.covered)) {
        mailbox_.wait(-1);
        continue;
      }
      if (!asked && !shown.covered) show_table();
      asked = true;
      ask();
    }
  }

 private:
  const View& view() const { return session_.shown().view; }
  static void say(const std::string& text) { fmt::print("{}\n", printable(text)); }
  static void complain(const std::string& text) { fmt::print("! {}\n", printable(text)); }

  /// Tells what has happened; whether anything has.
  bool hear() {
    const News news = session_.news();
    const bool heard = news.changed || !news.refusals.empty();
    for (const Refusal& refusal : news.refusals) complain(refusal_text(words_, refusal));
    for (const Said& said : news.said)
      say(words_("online.says",
                 {{"name", session_.shown().seats[static_cast<std::size_t>(said.seat)].name},
                  {"phrase", words_("phrase." + said.phrase)}}));
    const Shown& shown = session_.shown();
    if (!shown.playing()) {
      if (!told_waiting_ && !shown.online->code.empty())
        say(words_("online.code", {{"code", shown.online->code}}) + "  " + shown.online->link);
      told_waiting_ = told_waiting_ || !shown.online->code.empty();
      std::fflush(stdout);
      return heard;
    }
    for (; told_ < view().history.size(); ++told_)
      say(turn_line(words_, view(), view().history[told_]));
    std::fflush(stdout);
    return heard;
  }

  void show_table() const {
    fmt::print("\n{}{}", board_text(view()), seats_text(words_, view()));
    show_hand();
    say(status_text(words_, session_.shown(), "terminal.status.type"));
  }

  void show_hand() const {
    say(words_(view().rules.pieces.rolled ? "table.rack.cubes" : "table.rack") + ": " +
        tiles_text(view().hand.list()));
  }

  void ask() {
    const auto& covered = session_.shown().covered;
    if (covered)
      fmt::print(
          "{} ⏎ ",
          words_("pass.title",
                 {{"name", session_.shown().seats[static_cast<std::size_t>(*covered)].name}}));
    else
      fmt::print("> ");
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) {
      fmt::print("\n");
      quit_ = true;
      return;
    }
    if (covered) {
      if (isatty(STDOUT_FILENO) != 0) fmt::print("{}", std::string(blank_lines, '\n'));
      return session_.reveal();
    }
    if (line.find_first_not_of(" \t\r") != std::string::npos) do_line(line);
  }

  void do_line(const std::string& line) {
    const auto typed = read_typed(line);
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
      fmt::print("{}", unseen_text(words_, view()));
    } else if (word == "scores") {
      scores();
    } else if (word == "help") {
      say(words_("terminal.lines.help"));
      say(words_("table.type.help"));
    } else if (word == "resign") {
      session_.resign();
    } else if (word == "say") {
      session_.say(rest);
    } else if (word == "pause" || word == "resume" || word == "take-back" || word == "refuse" ||
               word == "return") {
      session_.wish(word);
    } else {
      complain(words_("table.type.bad", {{"text", line}}));
    }
  }

  void act(const Move& move) {
    if (const auto* place = std::get_if<Place>(&move))
      if (const Preview seen = preview(view(), *place); seen.illegal)
        return complain(reason_text(words_, *seen.illegal, largest_set(view().hand)));
    session_.act(move);
    acted_ = true;
  }

  void try_out(const std::string& text) {
    const auto typed = read_typed(text);
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
    if (const auto fault = view_fault(view()); !fault.empty())
      return complain(refusal_text(words_, {"unreadable", {}, std::string(fault)}));
    const Hint found = hint_for(view(), {.simulations = hint_simulations, .time_spent = {}});
    const TableState state;
    const Look look;
    for (const std::string& line : hint_lines({state, session_.shown(), words_, look}, found, 4))
      say("  " + line);
  }

  void scores() const {
    for (std::size_t i = 0; i < view().history.size(); ++i)
      say(fmt::format("{:>3}  {}", i + 1, turn_line(words_, view(), view().history[i])));
    fmt::print("{}", seats_text(words_, view()));
  }

  void tell_result() const {
    fmt::print("\n{}{}", board_text(view()), seats_text(words_, view()));
    say(end_text(words_, session_.shown()));
    say(headline(words_, session_.shown()));
  }

  Session& session_;
  Mailbox& mailbox_;
  const Words& words_;
  std::size_t told_ = 0;
  bool told_waiting_ = false;
  bool acted_ = false;  // and what came of it has not been heard
  bool quit_ = false;
};

}  // namespace

void run_lines(Session& session, Mailbox& mailbox, const Words& words) {
  LineTable(session, mailbox, words).run();
}

}  // namespace sixfold::terminal
