#include "terminal/words/moment.hpp"

#include <fmt/core.h>

#include "play/preview.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/words/describe.hpp"
#include "terminal/words/position_text.hpp"

namespace sixfold::terminal {

Result<Moment, RecordError> moment_at(const Record& record, int turn) {
  auto begun = Replayer::begin(record);
  if (!begun) return Unexpected{begun.error()};
  Replayer replayer = *std::move(begun);
  Moment moment;
  for (; moment.turn < turn && !replayer.at_end(); ++moment.turn)
    if (const auto error = replayer.step()) return Unexpected{*error};
  if (replayer.at_end())
    if (const auto error = replayer.finish()) return Unexpected{*error};
  const Game& game = replayer.game();
  moment.turns = static_cast<int>(record.turns.size());
  moment.shown.view = view(game, std::nullopt);
  moment.shown.theme = record.theme;
  moment.shown.winners = winners(game.position());
  for (std::size_t i = 0; i < record.setup.players.size(); ++i) {
    moment.shown.seats.push_back({record.setup.players[i].name, ""});
    moment.shown.view.seats[i].hand = game.position().seats[i].hand.list();
  }
  if (const auto scores = scores_of_history(moment.shown.view); scores && !scores->empty())
    moment.score = scores->back();
  return moment;
}

std::string moment_text(const Words& words, const Moment& moment) {
  const View& view = moment.shown.view;
  std::string text =
      game_name(words, view.rules, moment.shown.theme) + " · " +
      words("replay.of", {{"turn", moment.turn}, {"turns", std::to_string(moment.turns)}}) + "\n";
  if (!view.history.empty()) text += turn_sentence(words, moment.shown, view.history.back()) + "\n";
  if (moment.score)
    for (const PointsLine& line : points_lines(words, *moment.score))
      text += fmt::format("  {} {:>3}\n", padded(line.text, 30), line.points);
  text += "\n" + board_text(view) + "\n" + seats_text(words, view);
  if (view.end) text += end_text(words, moment.shown) + " " + headline(words, moment.shown) + "\n";
  std::string safe;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    safe += printable(std::string_view(text).substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return safe;
}

}  // namespace sixfold::terminal
