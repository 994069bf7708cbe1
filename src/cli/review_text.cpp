#include "cli/review_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "record/forms.hpp"
#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"

namespace sixfold::cli {

namespace {

std::string text_of(const Move& move) {
  std::string text = dump(to_json(move));
  std::erase_if(text,
                [](char c) { return c == '"' || c == '{' || c == '}' || c == '[' || c == ']'; });
  return text;
}

std::string name_of(const Record& record, std::size_t seat) {
  constexpr int name_columns = 12;
  return terminal::padded(record.setup.players[seat].name, name_columns);
}

/// Each seat's chance to win, act by act, as a line of blocks.
std::string curves(const Review& review, const Record& record) {
  constexpr std::array<const char*, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    std::string curve;
    for (const ReviewedAct& act : review.acts)
      curve += nth(blocks, std::clamp(8 * act.played.chances[seat] + 0.5, 0.0, 8.0));
    text += fmt::format("{} |{}| {:.0f}%\n", name_of(record, seat), curve,
                        100 * review.seats[seat].result);
  }
  return text;
}

std::string act_line(const ReviewedAct& act, const Record& record) {
  const auto own = static_cast<std::size_t>(act.seat);
  return fmt::format("{:>4}  {} {:<11} {:>6.1f}% {:>7.1f}% {:>+5.1f}%  {} ({})\n", act.turn,
                     name_of(record, own), code_of(act.grade), 100 * act.given_up,
                     100 * act.played.chances[own], 100 * act.luck[own], text_of(act.played.move),
                     act.played.points);
}

std::string better_lines(const ReviewedAct& act) {
  const ReviewedMove& best = act.candidates.front();
  const auto own = static_cast<std::size_t>(act.seat);
  const std::string kind = best.exact && act.played.exact ? "proved" : act.equal ? "equal" : "";
  return fmt::format("      better: {} ({}), {:.1f}%, ahead by {:.1f} ± {:.1f}%{}\n",
                     text_of(best.move), best.points, 100 * best.chances[own], 100 * act.given_up,
                     100 * act.played.behind_error, kind.empty() ? "" : ", " + kind);
}

std::string totals(const Review& review, const Record& record) {
  std::string text = fmt::format("\n{:<12} {:>7} {:>7} {:>7} {:>7} {:>9}  classes\n", "player",
                                 "start", "skill", "luck", "result", "adjusted");
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat) {
    const SeatReview& summary = review.seats[seat];
    std::string grades;
    for (std::size_t i = 0; i < summary.grades.size(); ++i)
      grades += fmt::format("{}{} {}", i == 0 ? "" : ", ", summary.grades[i],
                            code_of(static_cast<MoveClass>(i)));
    text += fmt::format("{} {:>6.1f}% {:>+6.1f}% {:>+6.1f}% {:>6.1f}% {:>8.1f}%  {}\n",
                        name_of(record, seat), 100 * summary.start, 100 * summary.skill,
                        100 * summary.luck, 100 * summary.result, 100 * summary.adjusted, grades);
  }
  return text;
}

}  // namespace

std::string review_text(const Review& review, const Record& record) {
  std::string text = fmt::format("{:>4}  {:<12} {:<11} {:>7} {:>8} {:>6}  {}\n", "turn", "player",
                                 "class", "gave up", "chance", "luck", "played");
  for (const ReviewedAct& act : review.acts) {
    text += act_line(act, record);
    if (act.grade != MoveClass::best) text += better_lines(act);
  }
  text += "\n" + curves(review, record) + totals(review, record);
  if (!review.finished)
    text += "The game was not played to its end: result is the chance after the last act.\n";
  return text;
}

}  // namespace sixfold::cli
