#include "cli/statistics_text.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "play/review_form.hpp"
#include "svg/plots.hpp"
#include "terminal/drawing/text.hpp"

namespace sixfold::cli {

namespace {

std::string shown_name(const std::string& name) {
  return name.empty() ? "(no name)" : terminal::printable(name);
}

/// A share of wins in percent with its error, if that is known.
std::string share(const Sample& won) {
  const auto error = won.error();
  return fmt::format("{:>5.1f}%{}", 100 * won.mean(),
                     error ? fmt::format(" ±{:>4.1f}", 100 * *error) : std::string(6, ' '));
}

std::string with_spread(const Sample& sample) {
  return fmt::format("{:>6.1f} ±{:>5.1f}", sample.mean(), sample.spread());
}

/// A width for a column of names.
int width_of(const Statistics& statistics, std::size_t least) {
  std::size_t width = least;
  for (const auto& [key, player] : statistics.by_player)
    width = std::max({width, static_cast<std::size_t>(terminal::columns_of(shown_name(key.second))),
                      key.first.first.second.size()});
  return static_cast<int>(std::min<std::size_t>(width, 24));
}

std::string games_table(const Statistics& statistics, int width) {
  std::string text = fmt::format("{:<{}}  {:>7} {:>6}  {:>12}  {:>13}  {:>13}  {:>8}  {:>6}  {:>8}",
                                 "game", width, "players", "games", "opener won", "turns", "points",
                                 "per turn", "trades", "Sixfolds");
  text += statistics.reviewed ? "    luck\n" : "\n";
  for (const auto& [key, game] : statistics.by_game) {
    text += fmt::format("{}  {:>7} {:>6}  {}  {}  {}  {:>8.2f}  {:>6.2f}  {:>8.2f}",
                        terminal::padded(key.first.second, width), key.second, game.games,
                        share(game.opener_won), with_spread(game.turns), with_spread(game.points),
                        game.points_per_turn.mean(), game.trades.mean(), game.sixfolds.mean());
    text += statistics.reviewed ? fmt::format("  {:>5.1f}%\n", 100 * game.luck.mean()) : "\n";
  }
  return text;
}

std::string players_table(const Statistics& statistics, int width) {
  std::string text = fmt::format(
      "{:<{}}  {:<16}  {:>6}  {:>12}  {:>13}  {:>8}  {:>4}  {:>6}  {:>8}", "player", width, "game",
      "games", "won", "points", "per turn", "best", "trades", "Sixfolds");
  text += statistics.reviewed ? "     luck  gave up\n" : "\n";
  for (const auto& [key, player] : statistics.by_player) {
    const auto& [game, name] = key;
    text +=
        fmt::format("{}  {:<16}  {:>6}  {}  {}  {:>8.2f}  {:>4}  {:>6.2f}  {:>8.2f}",
                    terminal::padded(shown_name(name), width),
                    fmt::format("{}/{}", game.first.second, game.second), player.games,
                    share(player.won), with_spread(player.points), player.points_per_turn.mean(),
                    player.best, player.trades.mean(), player.sixfolds.mean());
    text += statistics.reviewed ? fmt::format("  {:>+6.1f}%  {:>6.2f}%\n", 100 * player.luck.mean(),
                                              100 * player.given_up.mean())
                                : "\n";
  }
  return text;
}

Json sample_json(const Sample& sample) {
  Json json;
  json["mean"] = sample.mean();
  json["spread"] = sample.spread();
  const auto error = sample.error();
  json["error"] = error ? Json(*error) : Json();
  json["lowest"] = sample.empty() ? 0.0 : std::ranges::min(sample.values());
  json["highest"] = sample.empty() ? 0.0 : std::ranges::max(sample.values());
  return json;
}

Json key_json(const Statistics::GameKey& key) {
  Json json;
  json["game"] = key.first.second;
  json["players"] = key.second;
  return json;
}

std::string title_of(const Statistics::GameKey& key) {
  return fmt::format("{}, {} players", key.first.second, key.second);
}

/// What costs a player most, with the turns that gave up most.
std::string weaknesses_table(const Statistics& statistics, int width) {
  constexpr std::size_t most_turns_shown = 3;
  std::string text = fmt::format("{:<{}}  {:<16}  {:>5}  {:>8}  {:>7}  largest (game:turn)\n",
                                 "player", width, "weakness", "turns", "wins", "average");
  for (const auto& [name, profile] : statistics.weaknesses)
    for (const WeaknessFigures& figures : profile.figures()) {
      std::string turns;
      for (const WeakTurn& turn : figures.turns)
        if (&turn - figures.turns.data() < static_cast<std::ptrdiff_t>(most_turns_shown))
          turns += fmt::format("{}{}:{}", turns.empty() ? "" : " ", turn.game, turn.turn);
      text +=
          fmt::format("{}  {:<16}  {:>5}  {:>7.1f}%  {:>6.1f}%  {}\n",
                      terminal::padded(shown_name(name), width), code_of(figures.weakness),
                      figures.turns.size(), figures.given_up,
                      100 * figures.given_up / static_cast<double>(figures.turns.size()), turns);
    }
  return text;
}

}  // namespace

std::string statistics_text(const Statistics& statistics) {
  const int width = width_of(statistics, 6);
  std::string text;
  if (!statistics.by_game.empty())
    text = games_table(statistics, width) + "\n" + players_table(statistics, width) +
           (statistics.weaknesses.empty() ? "" : "\n" + weaknesses_table(statistics, width)) +
           "\n± after a share of wins: half of a 95% interval; otherwise the standard deviation\n";
  text += fmt::format("{} {}", statistics.games, statistics.games == 1 ? "game" : "games");
  if (statistics.incomplete > 0)
    text += fmt::format("; {} not played to the end and left out", statistics.incomplete);
  return text + "\n";
}

Json to_json(const Statistics& statistics) {
  Json json;
  json["games"] = statistics.games;
  json["incomplete"] = statistics.incomplete;
  json["by_game"] = Json::array();
  for (const auto& [key, game] : statistics.by_game) {
    Json one = key_json(key);
    one["games"] = game.games;
    one["opener_won"] = sample_json(game.opener_won);
    one["turns"] = sample_json(game.turns);
    one["points"] = sample_json(game.points);
    one["points_per_turn"] = sample_json(game.points_per_turn);
    one["trades"] = sample_json(game.trades);
    one["sixfolds"] = sample_json(game.sixfolds);
    if (!game.luck.empty()) one["luck"] = sample_json(game.luck);
    json["by_game"].push_back(std::move(one));
  }
  json["by_player"] = Json::array();
  for (const auto& [key, player] : statistics.by_player) {
    Json one;
    one["player"] = key.second;
    one.update(key_json(key.first));
    one["games"] = player.games;
    one["won"] = sample_json(player.won);
    one["points"] = sample_json(player.points);
    one["points_per_turn"] = sample_json(player.points_per_turn);
    one["best"] = player.best;
    one["trades"] = sample_json(player.trades);
    one["sixfolds"] = sample_json(player.sixfolds);
    if (!player.luck.empty()) one["luck"] = sample_json(player.luck);
    if (!player.given_up.empty()) one["given_up"] = sample_json(player.given_up);
    json["by_player"].push_back(std::move(one));
  }
  for (const auto& [name, profile] : statistics.weaknesses) {
    Json one;
    one["player"] = name;
    one["acts"] = profile.acts();
    one["weaknesses"] = Json::array();
    for (const WeaknessFigures& figures : profile.figures())
      one["weaknesses"].push_back(sixfold::to_json(figures));
    json["weaknesses"].push_back(std::move(one));
  }
  return json;
}

std::string statistics_svg(const Statistics& statistics) {
  svg::Plots plots;
  plots.title = fmt::format("{} games", statistics.games - statistics.incomplete);
  plots.shares_title = "The opener's share of wins";
  for (const auto& [key, game] : statistics.by_game) {
    plots.shares.push_back({title_of(key), game.opener_won.mean(),
                            game.opener_won.error().value_or(0),
                            1.0 / static_cast<double>(key.second)});
    svg::PlotRow row;
    row.title = fmt::format("{}: {} games", title_of(key), game.games);
    row.histograms = {{"Turns of a game", game.turns.values()},
                      {"Points of a player", game.points.values()},
                      {"Sixfolds of a game", game.sixfolds.values()},
                      {"Trades of a game", game.trades.values()}};
    plots.rows.push_back(std::move(row));
  }
  return svg::plots_svg(plots);
}

}  // namespace sixfold::cli
