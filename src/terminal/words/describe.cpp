#include "terminal/words/describe.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "play/points.hpp"
#include "record/durations.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "rules/variants/catalogue.hpp"
#include "terminal/words/clock.hpp"

namespace sixfold::terminal {

namespace {

std::string name_of(const View& view, std::optional<int> seat) {
  if (!seat || *seat < 0 || *seat >= static_cast<int>(view.seats.size())) return "";
  return nth(view.seats, *seat).name;
}

/// Whether a name stands for the player: who plays alone is also called “You” in the record.
bool is_own(const Words& words, const View& view, std::optional<int> seat) {
  return seat && (seat == view.seat || name_of(view, seat) == words("table.you"));
}

int count_of(const SeenTiles& tiles) {
  if (const auto* count = std::get_if<int>(&tiles)) return *count;
  return static_cast<int>(std::get<1>(tiles).size());
}

/// A number with a proper minus sign.
std::string signed_text(int number) {
  return (number < 0 ? "−" : "") + std::to_string(std::abs(number));
}

std::string placed_names(const Words& words, std::string_view theme,
                         const std::vector<PlacedTile>& tiles) {
  std::string text;
  for (const PlacedTile& placed : tiles)
    text += (text.empty() ? "" : words("app.separator")) +
            words("cell.tile", {{"tile", tile_name(words, theme, placed.tile)},
                                {"x", signed_text(placed.cell.x)},
                                {"y", signed_text(placed.cell.y)}});
  return text;
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

std::string labelled(const Words& words, std::string_view label, std::string_view text) {
  return words("app.labelled", {{"label", label}, {"text", text}});
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

std::string clock_text(const Words& words, const protocol::ClockPlan& clock) {
  if (clock.kind == protocol::ClockPlan::Kind::none) return words("setup.clock.none");
  const bool is_plain = clock.kind == protocol::ClockPlan::Kind::bank && clock.increment == 0;
  return words("clock." + std::string(protocol::word_of(clock.kind)) + (is_plain ? ".plain" : ""),
               {{"time", span_text(words, static_cast<int>(clock.seconds))},
                {"increment", span_text(words, static_cast<int>(clock.increment))}});
}

std::string left_text(const Words& words, std::int64_t milliseconds) {
  const std::int64_t days = milliseconds / day_ms;
  if (days <= 0) return clock_text(milliseconds);
  const std::int64_t hours = milliseconds % day_ms / hour_ms;
  std::string text = words("terminal.span.days", {{"count", static_cast<int>(days)}});
  if (hours > 0) text += " " + words("terminal.span.hours", {{"count", static_cast<int>(hours)}});
  return text;
}

std::string agreement_text(const Words& words, const protocol::PlanSummary& agreed) {
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

std::string tile_names(const Words& words, std::string_view theme, const std::vector<Tile>& tiles) {
  std::vector<std::string> names;
  names.reserve(tiles.size());
  for (const Tile tile : tiles) names.push_back(tile_name(words, theme, tile));
  return words.list(names);
}

std::string cell_name(const Words& words, Cell cell) {
  return words("say.place", {{"x", signed_text(cell.x)}, {"y", signed_text(cell.y)}});
}

std::string act_text(const Words& words, std::string_view theme, const Move& move) {
  if (const auto* place = std::get_if<Place>(&move))
    return words("act.place", {{"tiles", placed_names(words, theme, place->tiles)}});
  if (const auto* trade = std::get_if<Trade>(&move))
    return words("act.trade", {{"tiles", tile_names(words, theme, trade->tiles)}});
  if (const auto* roll = std::get_if<Roll>(&move))
    return words("act.roll", {{"count", static_cast<int>(roll->cubes.size())},
                              {"tiles", tile_names(words, theme, roll->cubes)}});
  if (const auto* take = std::get_if<Take>(&move))
    return words("act.take", {{"tile", placed_names(words, theme, {take->tile})}});
  return words("table.pass");
}

std::string reason_text(const Words& words, const IllegalMove& illegal, int needed) {
  std::string reason =
      words("reason." + std::string(code_of(illegal.reason)), {{"needed", needed}});
  if (!illegal.cell) return reason;
  return words("reason.at", {{"reason", reason},
                             {"x", signed_text(illegal.cell->x)},
                             {"y", signed_text(illegal.cell->y)}});
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
  for (const PointsItem& item : itemized(score)) {
    std::string text = words("move." + std::string(code_of(item.what)), {{"length", item.length}});
    if (item.direction)
      text +=
          " " + words(*item.direction == Direction::across ? "move.line.across" : "move.line.down");
    if (item.cell) text += " " + to_text(*item.cell);
    lines.push_back({std::move(text), item.points});
  }
  return lines;
}

std::string turn_text(const Words& words, std::string_view theme, const SeenTurn& turn) {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : ", ") + more; };
  if (turn.take)
    add(words("move.short.take", {{"tile", tile_name(words, theme, turn.take->tile)}}));
  if (!turn.forced.empty())
    add(words("terminal.forced", {{"count", static_cast<int>(turn.forced.size())}}));
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    add(words("move.short.place", {{"count", static_cast<int>(placed->tiles.size())}}));
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

std::string turn_sentence(const Words& words, const Shown& shown, const SeenTurn& turn) {
  const View& view = shown.view;
  const std::string name = name_of(view, turn.seat);
  const char* const you = is_own(words, view, turn.seat) ? "true" : "false";
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : " ") + more; };
  if (turn.roll)
    add(words(
        "move.roll",
        {{"name", name}, {"you", you}, {"count", static_cast<int>(turn.roll->cubes.size())}}));
  if (!turn.forced.empty())
    add(words("move.forced", {{"count", static_cast<int>(turn.forced.size())}}));
  if (turn.take)
    add(words(
        "move.take",
        {{"name", name}, {"you", you}, {"tile", tile_name(words, shown.theme, turn.take->tile)}}));
  if (const auto* placed = std::get_if<Placed>(&turn.act))
    add(words("move.place", {{"name", name},
                             {"you", you},
                             {"tiles", placed_names(words, shown.theme, placed->tiles)},
                             {"points", placed->points}}));
  else if (const auto* traded = std::get_if<SeenTiles>(&turn.act))
    add(words("move.trade", {{"name", name}, {"you", you}, {"count", count_of(*traded)}}));
  else if (std::holds_alternative<Left>(turn.act))
    add(words("move.leave", {{"name", name}, {"you", you}}));
  else
    add(words("move.pass", {{"name", name}, {"you", you}}));
  return text;
}

std::string turn_line(const Words& words, const Shown& shown, const SeenTurn& turn) {
  std::string line =
      labelled(words, name_of(shown.view, turn.seat), turn_text(words, shown.theme, turn));
  if (const auto points = points_of(turn)) line += "  +" + std::to_string(*points);
  return line;
}

std::string opening_text(const Words& words, const View& view) {
  if (!view.board.empty()) return words("table.open.touch");
  const bool longest = opens_with_largest_set(view.rules);
  if (view.rules.start_cells_count && view.rules.layout && !view.rules.layout->starts.empty())
    return words(longest ? "table.open.start" : "table.open.start.any");
  return words(longest ? "table.open" : "table.open.any");
}

std::string status_text(const Words& words, const Shown& shown, std::string_view to_place) {
  const View& view = shown.view;
  if (view.end) return words("table.turn.over") + ". " + headline(words, shown);
  const std::string name = name_of(view, view.turn);
  if (view.seat != view.turn) {
    const bool bot = !nth(shown.seats, view.turn).bot.empty();
    return words(bot ? "table.turn.other" : "table.turn.person", {{"name", name}});
  }
  std::string text = words("table.turn.you") + ". ";
  if (!view.opened)
    text += opening_text(words, view);
  else if (must_roll(view.acts))
    text += words("table.roll.must");
  else if (view.acts.place)
    text += words(to_place);
  else if (view.acts.trade)
    text += words("table.stuck");
  else
    text += words("terminal.status.pass");
  return text;
}

std::string headline(const Words& words, const Shown& shown) {
  std::vector<std::string> names;
  names.reserve(shown.winners.size());
  for (const int seat : shown.winners) names.push_back(name_of(shown.view, seat));
  if (names.empty()) return words("result.aborted");
  if (names.size() > 1) return words("result.shared", {{"names", words.list(names)}});
  const bool alone =
      !shown.view.seat || std::ranges::count(shown.seats, std::string(), &SeatStatus::bot) == 1;
  const bool own = alone && is_own(words, shown.view, shown.winners.front());
  return own ? words("result.won.you") : words("result.won", {{"name", names.front()}});
}

std::string end_text(const Words& words, const Shown& shown) {
  const auto& end = shown.view.end;
  if (!end) return "";
  const bool own = is_own(words, shown.view, end->seat);
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
  const int number = reason.number;
  return words("why." + std::string(code_of(reason.code)),
               {{"number", number},
                {"against", reason.against.value_or(0)},
                {"tile", reason.tile ? tile_name(words, theme, *reason.tile) : ""},
                {"chance", static_cast<int>(std::lround(100 * reason.chance.value_or(0)))},
                {"average", words.decimal(reason.average.value_or(0))},
                {"lead", std::abs(number)},
                {"side", number > 0   ? "ahead"
                         : number < 0 ? "behind"
                                      : "level"}});
}

}  // namespace sixfold::terminal
