#include "broken_records.hpp"

#include <stdexcept>

#include "record/notation.hpp"
#include "support/bot_games.hpp"

namespace sixfold::tests {

std::string verdict_of(int turn, std::string_view code) {
  return "turn " + std::to_string(turn) + ": " + std::string(code);
}

std::string verdict(const Json& record) {
  const auto error = verify(dump(record));
  if (!error) return "sound";
  EXPECT_FALSE(error->message.empty());
  return verdict_of(error->turn, error->code);
}

namespace {

/// The game after this many turns of a record, which may be broken later on.
Game game_after(const Json& record, std::size_t turns) {
  Json first = record;
  for (const char* const member : {"end", "scores", "winners"}) first.erase(member);
  first["turns"].erase(first["turns"].begin() + static_cast<std::ptrdiff_t>(turns),
                       first["turns"].end());
  const auto parsed = parse_record(dump(first));
  if (!parsed) throw std::logic_error(parsed.error().message);
  auto game = replay(*parsed);
  if (!game) throw std::logic_error(game.error().message);
  return *std::move(game);
}

void must(bool succeeded) {
  if (!succeeded) throw std::logic_error("a sound turn was refused");
}

}  // namespace

Position before_turn(const Json& record, std::size_t turn) {
  return game_after(record, turn).position();
}

Position before_act(const Json& record, std::size_t turn) {
  Game game = game_after(record, turn);
  const Turn whole = parse_record(dump(record)).value().turns[turn];
  if (whole.roll) {
    must(!game.play(whole.seat, Roll{whole.roll->cubes}));
    must(!game.answer(whole.roll->faces));
  } else if (!whole.forced.empty()) {
    must(!game.play(whole.seat, Roll{}));
  }
  for (const std::vector<Tile>& faces : whole.forced) must(!game.answer(faces));
  if (whole.take) must(!game.play(whole.seat, Take{*whole.take}));
  return game.position();
}

std::string tile_missing_in(const Tiles& tiles) {
  for (const Tile tile : all_tiles())
    if (!tiles.contains(tile)) return to_text(tile);
  throw std::logic_error("every tile is there");
}

void BrokenRecord::SetUp() {
  for (const Record& record :
       {bot_game(GetParam(), 2, "random", 5), bot_game(GetParam(), 3, "greedy", 1)}) {
    records_.push_back(parse_json(to_text(record)).value());
    ASSERT_EQ(verdict(records_.back()), "sound");
  }
}

std::vector<std::size_t> BrokenRecord::turns_with(const Json& record, std::string_view member) {
  constexpr std::size_t most = 10;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < record["turns"].size(); ++i)
    if (record["turns"][i].contains(std::string(member))) all.push_back(i);
  std::vector<std::size_t> some;
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
    some.push_back(all[i * all.size() / std::min(most, all.size())]);
  return some;
}

}  // namespace sixfold::tests
