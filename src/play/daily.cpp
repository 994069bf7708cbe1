#include "play/daily.hpp"

#include <array>
#include <charconv>

#include "rules/variants/catalogue.hpp"

namespace sixfold {

namespace {

// As announced: another order would change days that have been played.
constexpr std::array<std::string_view, 6> order{"base",      "cubes",   "select",
                                                "star-wars", "connect", "select-connect"};
constexpr int person = 0;
// Neighbouring days have nothing in common.
constexpr std::uint32_t scattering = 2'654'435'761;

std::uint32_t number_of(Day day) {
  return static_cast<std::uint32_t>(day.time_since_epoch().count());
}

std::string_view edition_of(Day day) { return order[number_of(day) % order.size()]; }

/// What is hashed for a day, so that no other text can be mistaken for it.
std::vector<std::uint8_t> name_of(Day day) {
  constexpr std::string_view name = "sixfold day 1";
  std::vector<std::uint8_t> bytes(name.begin(), name.end());
  bytes.push_back(0);
  const std::string written = to_text(day);
  bytes.insert(bytes.end(), written.begin(), written.end());
  return bytes;
}

Unexpected<std::string> refused(const char* code) { return Unexpected{std::string(code)}; }

/// The next act of a turn that may already be under way.
Move next_move(const Turn& turn, const Turn& done) {
  if (turn.roll && !done.roll) return Roll{turn.roll->cubes};
  if (!turn.forced.empty() && !done.roll && done.forced.empty()) return Roll{};
  if (turn.take && !done.take) return Take{*turn.take};
  if (const auto* const placed = std::get_if<Placed>(&turn.act)) return Place{placed->tiles};
  if (const auto* const traded = std::get_if<Traded>(&turn.act)) return Trade{traded->tiles};
  return Pass{};
}

}  // namespace

std::optional<Day> parse_day(std::string_view text) {
  constexpr std::size_t length = 10;
  if (text.size() != length || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto number = [&](std::size_t from, std::size_t digits) {
    int value = -1;
    const char* const end = text.data() + from + digits;
    return std::from_chars(text.data() + from, end, value).ptr == end ? value : -1;
  };
  const int year = number(0, 4);
  const int month = number(5, 2);
  const int day = number(8, 2);
  if (year < 1970 || month < 0 || day < 0) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  return date.ok() ? std::optional<Day>(date) : std::nullopt;
}

std::string to_text(Day day) {
  const std::chrono::year_month_day date{day};
  const auto digits = [](unsigned value) {
    return (value < 10 ? "-0" : "-") + std::to_string(value);
  };
  return std::to_string(static_cast<int>(date.year())) +
         digits(static_cast<unsigned>(date.month())) + digits(static_cast<unsigned>(date.day()));
}

DailyGame daily_game(Day day) { return {edition_of(day), number_of(day) * scattering >> 1U}; }

DaySecret day_secret(const DailyKey& key, Day day) { return hmac_sha256(key, name_of(day)); }

Digest commitment_of(Day day, const DaySecret& secret) {
  return Sha256().add(name_of(day)).add(secret).digest();
}

DailyGame daily_game(Day day, const DaySecret& secret) {
  std::uint32_t seed = 0;
  for (std::size_t i = 0; i < sizeof seed; ++i) seed = seed << 8U | secret[i];
  // Pages keep seeds as integers of 31 bits.
  return {edition_of(day), seed >> 1U};
}

LocalPlan daily_plan(const DailyGame& game, const std::string& person_name,
                     const std::string& bot_name) {
  const Edition edition = *edition_named(game.edition);
  return {edition.ruleset(),
          std::string(edition.theme),
          {{person_name, {}, ""}, {bot_name, {}, std::string(daily_bot)}},
          game.seed,
          person};
}

Result<DailyScore, std::string> replay_daily(const DailyGame& daily, const Record& record) {
  if (record.setup.players.size() != 2) return refused("another_game");
  const std::vector<Player>& players = record.setup.players;
  LocalGame local = LocalGame::begin(daily_plan(daily, players[0].name, players[1].name));
  const Game& game = local.game();
  while (!game.position().end) {
    if (game.turns().size() >= record.turns.size()) return refused("not_ended");
    const Turn& turn = record.turns[game.turns().size()];
    const int seat = game.position().turn;
    if (std::holds_alternative<Left>(turn.act)) return refused("not_ended");
    const Move move = seat == person ? next_move(turn, game.unfinished()) : local.bot_move();
    if (local.act(seat, move)) return refused("another_game");
  }
  if (game.turns() != record.turns) return refused("another_game");
  DailyScore score{game.position().seats[person].score, game.position().seats[1].score, 0};
  for (const Turn& turn : game.turns()) score.turns += turn.seat == person ? 1 : 0;
  return score;
}

}  // namespace sixfold
