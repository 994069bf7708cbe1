#include "store/results.hpp"

#include <algorithm>
#include <map>

#include "store/rating.hpp"

namespace sixfold {

namespace {

constexpr double rating_period_ms = 7.0 * 24 * 3'600 * 1'000;

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

void rate(Sql& sql, const GameResult& result, std::int64_t time_ms) {
  const bool many = result.seats.size() > 2;
  // In the order of the players, so that two games that end at once do not wait for each other.
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
  for (std::size_t i = 0; i < after.size(); ++i)
    sql.run(
        "INSERT INTO ratings (player, variant, many, rating, deviation, volatility, games, "
        "changed_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) "
        "ON CONFLICT (player, variant, many) DO UPDATE SET rating = excluded.rating, "
        "deviation = excluded.deviation, volatility = excluded.volatility, "
        "games = excluded.games, changed_ms = excluded.changed_ms",
        {*result.seats[i].player, result.variant, std::int64_t{many}, after[i].rating,
         after[i].deviation, after[i].volatility, kept[*result.seats[i].player].games + 1,
         time_ms});
}

}  // namespace

void store_result(Sql& sql, const Id& game, const GameResult& result, std::int64_t time_ms) {
  std::vector<SqlValues> rows;
  for (std::size_t i = 0; i < result.seats.size(); ++i) {
    const SeatResult& seat = result.seats[i];
    rows.push_back({game, static_cast<std::int64_t>(i),
                    seat.player ? SqlValue(*seat.player) : SqlValue(std::monostate{}), seat.name,
                    result.variant, std::int64_t{seat.points}, std::int64_t{seat.place},
                    static_cast<std::int64_t>(result.seats.size()), std::int64_t{result.rated},
                    time_ms});
  }
  sql.run_each(
      "INSERT INTO results (game, seat, player, name, variant, points, place, seats, rated, "
      "ended_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      rows);
  const bool all_players =
      std::ranges::all_of(result.seats, [](const auto& seat) { return seat.player.has_value(); });
  if (result.rated && all_players) rate(sql, result, time_ms);
}

}  // namespace sixfold
