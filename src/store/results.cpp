#include "store/results.hpp"

#include <algorithm>
#include <map>

#include "record/durations.hpp"
#include "store/rating.hpp"

namespace sixfold::store {

namespace {

constexpr double rating_period_ms = 7.0 * day_ms;
// With fewer turns of one seat, a game says nothing about strength.
constexpr int fewest_turns = 3;
// How many games of the same two players within a day count in full; from the second number on,
// none count.
constexpr std::int64_t games_in_full = 3;
constexpr std::int64_t games_that_count = 10;

struct KeptRating {
  Rating rating;
  std::int64_t games = 0;
};

KeptRating kept_rating(Sql& sql, const Id& player, const std::string& variant, bool many,
                       std::int64_t time_ms) {
  const char* const find =
      sql.is_shared() ? "SELECT rating, deviation, volatility, games, changed_ms FROM ratings "
                        "WHERE player = $1 AND variant = $2 AND many = $3 FOR UPDATE"
                      : "SELECT rating, deviation, volatility, games, changed_ms FROM ratings "
                        "WHERE player = $1 AND variant = $2 AND many = $3";
  const SqlRows rows = sql.run(find, {player, variant, std::int64_t{many}});
  if (rows.empty()) return {many ? first_of_many : Rating{}, 0};
  const SqlRow& row = rows.front();
  const Rating rating{row.real(0), row.real(1), row.real(2)};
  const auto rest = static_cast<double>(std::max<std::int64_t>(0, time_ms - row.integer(4)));
  return {many ? rating : after_rest(rating, rest / rating_period_ms), row.integer(3)};
}

/// The person behind a player: the owner of a bot, or the player.
Id principal_of(Sql& sql, const Id& player) {
  const SqlRows rows =
      sql.run("SELECT owner FROM accounts WHERE account = $1 AND owner IS NOT NULL", {player});
  return rows.empty() ? player : rows.front().id(0);
}

/// The number of rated games between the two, or their bots, within the last day.
std::int64_t games_between(Sql& sql, const Id& one, const Id& other, std::int64_t time_ms) {
  return sql
      .run(
          "SELECT count(DISTINCT mine.game) FROM results AS mine "
          "JOIN results AS theirs ON theirs.game = mine.game "
          "WHERE mine.player IN (SELECT account FROM accounts WHERE account = $1 OR owner = $1) "
          "AND mine.ended_ms > $2 AND mine.rated = 1 "
          "AND theirs.player IN (SELECT account FROM accounts WHERE account = $3 OR owner = $3)",
          {one, time_ms - day_ms, other})
      .front()
      .integer(0);
}

/// How much a game affects ratings, or why it does not.
struct Weight {
  double share = 1;
  const char* unrated = "";  // the reason why the game does not count, as a code
  bool is_suspicious = false;
};

Weight weight_of(Sql& sql, const std::vector<Id>& principals, const GameResult& result,
                 std::int64_t time_ms) {
  std::int64_t most_before = 0;
  for (std::size_t i = 0; i < principals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (principals[i] == principals[j]) return {0, "own_bots", true};
      most_before =
          std::max(most_before, games_between(sql, principals[i], principals[j], time_ms));
    }
  if (std::ranges::any_of(result.seats,
                          [](const SeatResult& seat) { return seat.turns < fewest_turns; }))
    return {0, "too_short", false};
  if (most_before >= games_that_count) return {0, "played_too_often", true};
  if (most_before < games_in_full) return {};
  return {1 / static_cast<double>(most_before - games_in_full + 2), "", false};
}

Rating between(const Rating& before, const Rating& after, double share) {
  return {before.rating + share * (after.rating - before.rating),
          before.deviation + share * (after.deviation - before.deviation),
          before.volatility + share * (after.volatility - before.volatility)};
}

/// Flags the players for review by the operators.
void flag(Sql& sql, const Id& game, const std::vector<Id>& principals, const char* reason,
          std::int64_t time_ms) {
  std::vector<SqlValues> rows;
  for (const Id& player : principals) rows.push_back({game, player, std::string(reason), time_ms});
  sql.run_each(
      "INSERT INTO flags (game, player, reason, time_ms) VALUES ($1, $2, $3, $4) "
      "ON CONFLICT DO NOTHING",
      rows);
}

void rate(Sql& sql, const Id& game, const GameResult& result, double share, std::int64_t time_ms) {
  const bool many = result.seats.size() > 2;
  // Lock rows in the order of players, so that two games that end at once cannot deadlock.
  std::map<Id, KeptRating> kept;
  for (const SeatResult& seat : result.seats) kept[*seat.player];
  for (auto& [player, rating] : kept)
    rating = kept_rating(sql, player, result.variant, many, time_ms);
  std::vector<Rating> before;
  std::vector<int> places;
  for (const SeatResult& seat : result.seats) {
    before.push_back(kept[*seat.player].rating);
    places.push_back(seat.place);
  }
  std::vector<Rating> after;
  if (many) {
    after = weng_lin(before, places);
  } else {
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const double score = places[i] == places[1 - i] ? 0.5 : places[i] < places[1 - i] ? 1 : 0;
      const GlickoResult against{before[1 - i], score};
      after.push_back(glicko2(before[i], std::span(&against, 1)));
    }
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Rating rating = between(before[i], after[i], share);
    sql.run(
        "INSERT INTO ratings (player, variant, many, rating, deviation, volatility, games, "
        "changed_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
        "ON CONFLICT (player, variant, many) DO UPDATE SET rating = excluded.rating, "
        "deviation = excluded.deviation, volatility = excluded.volatility, "
        "games = excluded.games, changed_ms = excluded.changed_ms",
        {*result.seats[i].player, result.variant, std::int64_t{many}, rating.rating,
         rating.deviation, rating.volatility, kept[*result.seats[i].player].games + 1, time_ms});
    sql.run(
        "INSERT INTO rating_steps (player, ended_ms, game, variant, many, rating) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        {*result.seats[i].player, time_ms, game, result.variant, std::int64_t{many},
         rating.rating});
  }
}

}  // namespace

void store_result(Sql& sql, const Id& game, const GameResult& result, std::int64_t time_ms) {
  const bool is_rated = result.rated && std::ranges::all_of(result.seats, [](const auto& seat) {
                          return seat.player.has_value();
                        });
  std::vector<Id> principals;
  Weight weight{0, "", false};
  if (is_rated) {
    for (const SeatResult& seat : result.seats)
      principals.push_back(principal_of(sql, *seat.player));
    weight = weight_of(sql, principals, result, time_ms);
  }
  if (weight.is_suspicious) flag(sql, game, principals, weight.unrated, time_ms);
  std::vector<SqlValues> rows;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    const SeatResult& seat = result.seats[i];
    rows.push_back({game, static_cast<std::int64_t>(i),
                    seat.player ? SqlValue(*seat.player) : SqlValue(std::monostate{}), seat.name,
                    result.variant, std::int64_t{seat.points}, std::int64_t{seat.place},
                    static_cast<std::int64_t>(result.seats.size()), std::int64_t{weight.share > 0},
                    time_ms, std::string(weight.unrated), result.theme, std::int64_t{result.length},
                    std::int64_t{seat.biggest_move}});
  }
  sql.run_each(
      "INSERT INTO results (game, seat, player, name, variant, points, place, seats, rated, "
      "ended_ms, unrated, theme, length, biggest_move) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
      rows);
  if (weight.share > 0) rate(sql, game, result, weight.share, time_ms);
}

}  // namespace sixfold::store
