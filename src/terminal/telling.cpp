#include "terminal/telling.hpp"

#include <algorithm>
#include <array>

#include "record/notation.hpp"
#include "rules/variants/catalogue.hpp"
#include "terminal/typed.hpp"

namespace sixfold::terminal {

namespace {

std::string name_of(const View& view, std::optional<int> seat) {
  if (!seat || *seat < 0 || *seat >= static_cast<int>(view.seats.size())) return "";
  return view.seats[static_cast<std::size_t>(*seat)].name;
}

std::string count_of(const SeenTiles& tiles) {
  if (const auto* count = std::get_if<int>(&tiles)) return std::to_string(*count);
  return std::to_string(std::get<1>(tiles).size());
}

std::string joined(const Words& words, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) list += (i == 0 ? "" : ", ") + names[i];
  return list.empty() ? names.back() : words("say.and", {{"list", list}, {"last", names.back()}});
}

}  // namespace

std::string game_name(const Words& words, std::string_view variant, std::string_view theme) {
  for (const Edition& edition : all_editions())
    if (edition.theme == theme && edition.ruleset().variant == variant)
      return words("game." + std::string(edition.name) + ".name");
  return std::string(variant);
}

std::string game_name(const Words& words, const Ruleset& rules, std::string_view theme) {
  return game_name(words, rules.variant, theme);
}

std::string span_text(const Words& words, int seconds) {
  struct Unit {
    std::string_view name;
    int seconds;
  };
  constexpr std::array<Unit, 3> units{{{"days", 86'400}, {"hours", 3'600}, {"minutes", 60}}};
  for (const Unit& unit : units)
    if (seconds > 0 && seconds % unit.seconds == 0)
      return words("terminal.span." + std::string(unit.name), {{"count", seconds / unit.seconds}});
  return words("terminal.span.seconds", {{"count", seconds}});
}

std::string clock_text(const Words& words, const client::Clock& clock) {
  if (clock.kind != "per-move" && clock.kind != "bank") return words("setup.clock.none");
  return words("terminal.clock." + clock.kind, {{"time", span_text(words, clock.seconds)},
                                                {"increment", span_text(words, clock.increment)}});
}

std::string agreement_text(const Words& words, const client::Agreement& agreed) {
  std::string text =
      game_name(words, agreed.variant, agreed.theme) + " · " + clock_text(words, agreed.clock);
  if (agreed.rated) text += " · " + words("lobby.rated", {{"rated", "true"}});
  if (agreed.hints) text += " · " + words("lobby.hints", {{"hints", "true"}});
  return text;
}

std::string bot_name(const Words& words, std::string_view bot) {
  const std::string level(bot.substr(0, bot.find(':')));
  const std::string key = "bot." + level + ".name";
  return words.has(key) ? words(key) : level;
}

std::string tile_name(const Words& words, std::string_view theme, Tile tile) {
  const std::string text = to_text(tile);
  return words("tile." + std::string(theme),
               {{"colour", text.substr(0, 1)}, {"shape", text.substr(1)}});
}

std::string reason_text(const Words& words, const IllegalMove& illegal, int needed) {
  std::string reason =
      words("reason." + std::string(code_of(illegal.reason)), {{"needed", needed}});
  if (!illegal.cell) return reason;
  return words("reason.at", {{"reason", reason},
                             {"x", std::to_string(illegal.cell->x)},
                             {"y", std::to_string(illegal.cell->y)}});
}

std::string refusal_text(const Words& words, const Refusal& refusal) {
  if (refusal.illegal) return reason_text(words, *refusal.illegal);
  for (const char* const prefix : {"terminal.refusal.", "refusal."})
    if (const std::string key = prefix + refusal.code; words.has(key))
      return words(key, {{"message", refusal.message}});
  return words("refusal.other", {{"code", refusal.code}});
}

std::vector<PointsLine> points_lines(const Words& words, const Score& score) {
  std::vector<PointsLine> lines;
  for (const ScoredLine& line : score.lines) {
    const std::string what =
        line.bonus != 0 ? words("move.line.six") : words("move.line", {{"length", line.length()}});
    const bool across = line.direction == Direction::across;
    lines.push_back(
        {what + " " + words(across ? "move.line.across" : "move.line.down"), line.points()});
  }
  if (score.lone_tile != 0) lines.push_back({words("move.lone"), score.lone_tile});
  for (const BonusCell& bonus : score.bonus_cells)
    lines.push_back({words("move.bonus") + " " + to_text(bonus.cell), bonus.value});
  if (score.going_out != 0) lines.push_back({words("terminal.going-out"), score.going_out});
  return lines;
}

std::string turn_text(const Words& words, const SeenTurn& turn) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (turn.take) add(typed_text(Take{*turn.take}));
  if (turn.roll) add(typed_text(Roll{turn.roll->cubes}));
  if (!turn.forced.empty())
    add(words("terminal.forced", {{"count", static_cast<int>(turn.forced.size())}}));
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    add(typed_text(Place{placed->tiles}));
  else if (const auto* traded = std::get_if<SeenTiles>(&turn.act))
    add(words("move.short.trade", {{"count", count_of(*traded)}}));
  else if (const auto* left = std::get_if<Left>(&turn.act))
    add(words(left->reason == LeaveReason::timeout ? "move.short.timeout" : "move.short.resigned"));
  else
    add(words("move.short.pass"));
  return text;
}

std::optional<int> points_of(const SeenTurn& turn) {
  const auto* placed = std::get_if<Placed>(&turn.act);
  return placed == nullptr ? std::nullopt : std::optional(placed->points);
}

std::string turn_line(const Words& words, const View& view, const SeenTurn& turn) {
  std::string line = name_of(view, turn.seat) + ": " + turn_text(words, turn);
  if (const auto points = points_of(turn)) line += "  +" + std::to_string(*points);
  return line;
}

std::string status_text(const Words& words, const Shown& shown, std::string_view to_place) {
  const View& view = shown.view;
  if (view.end) return words("table.turn.over") + ". " + headline(words, shown);
  const std::string name = name_of(view, view.turn);
  if (view.seat != view.turn) {
    const bool bot = !shown.seats[static_cast<std::size_t>(view.turn)].bot.empty();
    return words(bot ? "table.turn.other" : "table.turn.person", {{"name", name}});
  }
  std::string text = words("table.turn.you") + ". ";
  if (!view.opened && view.board.empty() && view.rules.opening == Opening::largest_set)
    text += words("table.open");
  else if (!view.opened && !view.board.empty())
    text += words("table.open.touch");
  else if (view.acts.roll && !view.acts.place)
    text += words("table.roll.must");
  else if (view.acts.place)
    text += words(to_place);
  else if (view.acts.trade)
    text += words("terminal.status.trade");
  else
    text += words("terminal.status.pass");
  return text;
}

std::string headline(const Words& words, const Shown& shown) {
  std::vector<std::string> names;
  names.reserve(shown.winners.size());
  for (const int seat : shown.winners) names.push_back(name_of(shown.view, seat));
  if (names.empty()) return words("result.aborted");
  if (names.size() > 1) return words("result.shared", {{"names", joined(words, names)}});
  const bool own = shown.view.seat == shown.winners.front() &&
                   std::ranges::count(shown.seats, std::string(), &SeatStatus::bot) == 1;
  return own ? words("result.won.you") : words("result.won", {{"name", names.front()}});
}

std::string end_text(const Words& words, const Shown& shown) {
  const auto& end = shown.view.end;
  if (!end) return "";
  const bool own = end->seat && end->seat == shown.view.seat;
  return words("result.reason." + std::string(code_of(end->reason)),
               {{"name", name_of(shown.view, end->seat)},
                {"you", own ? "true" : "false"},
                {"bonus", end->bonus}});
}

std::vector<std::string> kept_lines(const Words& words, const KeptRecord& kept) {
  const std::string number = std::to_string(kept.number);
  const std::string command = "sixfold replay " + kept.file + " --game " + number;
  return {words("terminal.recorded", {{"number", number}, {"file", kept.file}}),
          words("terminal.recorded.watch", {{"command", command}})};
}

std::string hint_reason_text(const Words& words, std::string_view theme, const MoveReason& reason) {
  return words("why." + std::string(code_of(reason.code)),
               {{"number", reason.number},
                {"tile", reason.tile ? tile_name(words, theme, *reason.tile) : ""}});
}

}  // namespace sixfold::terminal
