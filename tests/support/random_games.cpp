#include "support/random_games.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "rules/indexed.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::tests {

namespace {

Tableaus random_tableaus(Random& random, int select_tableaus) {
  std::vector<Tableau> tableaus;
  for (int i = 0; i < 4; ++i) {
    const auto kind = i < select_tableaus ? Tableau::Kind::select : Tableau::Kind::connect;
    tableaus.push_back({kind, random.below(4)});
  }
  random.shuffle(tableaus);
  return {tableaus[0], tableaus[1], tableaus[2], tableaus[3]};
}

Layout random_printed_layout(Random& random, const Ruleset& rules) {
  if (rules.start_cells_count) return assemble(random_tableaus(random, 4));
  if (!rules.take_for_disc) return assemble(random_tableaus(random, 0));
  return assemble(random_tableaus(random, 1 + random.below(3)));
}

std::vector<Player> random_players(Random& random) {
  std::vector<Player> players;
  const int seats = fewest_seats + random.below(most_seats - fewest_seats + 1);
  const bool ages_given = random.percent(50);
  for (int seat = 0; seat < seats; ++seat) {
    Player player{"player " + std::to_string(seat), std::nullopt};
    if (ages_given) player.age = 8 + random.below(6);
    players.push_back(player);
  }
  return players;
}

/// Any face of the piece.
Tile rolled(Random& random, const Ruleset& rules, Tile piece) {
  if (rules.pieces.rolled) piece.shape = static_cast<Shape>(random.below(shape_count));
  return piece;
}

std::vector<Tile> random_draw(Random& random, const Ruleset& rules, const Bag& bag, int count) {
  std::vector<Tile> drawn = random_part(random, bag.list(), count);
  for (Tile& tile : drawn) tile = rolled(random, rules, tile);
  return drawn;
}

Game begin(Random& random, const Ruleset& rules) {
  Result<Game, SetupFault> game = Game::begin(rules, random_setup(random, rules));
  if (!game) throw std::logic_error("a random set-up was refused");
  return *std::move(game);
}

void must_succeed(bool refused, const char* what) {
  if (refused) throw std::logic_error(what);
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t mixed = state_ += 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ mixed >> 30U) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EBU;
  return mixed ^ mixed >> 31U;
}

int Random::below(int count) {
  return static_cast<int>((next() >> 32U) * static_cast<std::uint64_t>(count) >> 32U);
}

Layout random_layout(Random& random) {
  const int width = smallest_side + random.below(8);
  const int height = smallest_side + random.below(8);
  std::vector<std::string> rows(static_cast<std::size_t>(height),
                                std::string(static_cast<std::size_t>(width), '.'));
  // Only a few black cells, because each takes a tile from the bag.
  for (std::string& row : rows)
    for (char& mark : row)
      if (random.percent(25))
        mark = random.pick(std::vector<char>{'S', '*', '*', 'B', '1', '2', '9'});
  return *layout_from_rows(rows);
}

Ruleset random_ruleset(Random& random) {
  const std::span<const Edition> editions = all_editions();
  Ruleset rules = nth(editions, random.below(static_cast<int>(editions.size()))).ruleset();
  for (const RuleOption& option : rule_options())
    if (random.percent(50)) option.set(rules, random.pick(values_for(option, rules)));
  if (rules.layout) {
    if (random.percent(30))
      rules.layout = random_layout(random);
    else if (random.percent(60))
      rules.layout = random_printed_layout(random, rules);
  }
  return rules;
}

Setup random_setup(Random& random, const Ruleset& rules) {
  Setup setup;
  setup.players = random_players(random);
  const std::size_t preset_count = rules.layout ? rules.layout->presets.size() : 0;
  const std::size_t needed =
      preset_count + setup.players.size() * static_cast<std::size_t>(rules.hand_size);
  const std::vector<Tile> dealt =
      random_draw(random, rules, full_bag(rules), static_cast<int>(needed));
  auto next = dealt.begin();
  const auto take = [&](std::ptrdiff_t count) {
    const auto from = std::exchange(next, next + count);
    return std::vector<Tile>(from, next);
  };
  setup.presets = take(static_cast<std::ptrdiff_t>(preset_count));
  for (std::size_t seat = 0; seat < setup.players.size(); ++seat)
    setup.hands.push_back(take(rules.hand_size));
  setup.opener = random.pick(possible_openers(rules, setup.players, setup.hands));
  return setup;
}

std::vector<Tile> random_part(Random& random, std::vector<Tile> tiles, int count) {
  random.shuffle(tiles);
  tiles.resize(static_cast<std::size_t>(count));
  return tiles;
}

RandomPlay::RandomPlay(std::uint64_t seed)
    : RandomPlay(seed, [&] {
        Random random(~seed);
        return random_ruleset(random);
      }()) {}

RandomPlay::RandomPlay(std::uint64_t seed, const Ruleset& rules)
    : random_(seed),
      game_(begin(random_, rules)),
      trade_chance_(random_.pick(std::vector<int>{2, 15, 15, 90})),
      leave_chance_(random_.pick(std::vector<int>{0, 0, 2})) {}

bool RandomPlay::between_turns() const {
  const Position& position = game_.position();
  return std::holds_alternative<std::monostate>(position.question) && !position.rolled &&
         !position.taken;
}

void RandomPlay::step() {
  if (!std::holds_alternative<std::monostate>(game_.position().question)) {
    must_succeed(game_.answer(chance_answer()).has_value(), "a random answer was refused");
    return;
  }
  if (random_.percent(leave_chance_) && try_to_leave()) return;
  const Move move = choose(open_acts(game_.rules(), game_.position()));
  must_succeed(game_.play(game_.position().turn, move).has_value(), "a random move was refused");
}

void RandomPlay::steps(int count) {
  for (int i = 0; i < count && !over(); ++i) step();
}

void RandomPlay::finish_turn() {
  while (!over() && !between_turns()) step();
}

void RandomPlay::finish_game() {
  while (!over()) step();
}

std::vector<Tile> RandomPlay::chance_answer() {
  const Position& position = game_.position();
  if (const auto* draw = std::get_if<DrawQuestion>(&position.question))
    return random_draw(random_, game_.rules(), position.bag, draw->count);
  std::vector<Tile> faces = std::get<RollQuestion>(position.question).cubes;
  for (Tile& face : faces) face = rolled(random_, game_.rules(), face);
  return faces;
}

Move RandomPlay::choose(const Acts& acts) {
  const Position& position = game_.position();
  if (acts.take && (acts.pass || random_.percent(50))) {
    std::vector<PlacedTile> open;
    for (const PlacedTile& placed : position.board.tiles())
      if (may_take(position.board, placed.cell)) open.push_back(placed);
    return Take{random_.pick(open)};
  }
  const bool only_roll = !acts.place && !acts.trade && !acts.pass;
  if (acts.roll && (only_roll || random_.percent(40))) return choose_roll();
  if (acts.trade && (!acts.place || random_.percent(trade_chance_))) {
    const Hand& hand = position.mover().hand;
    const auto [fewest, most] = trade_limits(game_.rules(), hand, position.bag.size());
    const int count = fewest + random_.below(most - fewest + 1);
    return Trade{random_part(random_, hand.list(), count)};
  }
  if (acts.pass) return Pass{};
  return random_.pick(legal_placements(game_.rules(), decision_of(position)));
}

Move RandomPlay::choose_roll() {
  const Position& position = game_.position();
  const Hand& hand = position.mover().hand;
  Move waive = Roll{};
  if (random_.percent(30) && !why_illegal(game_.rules(), position, waive)) return waive;
  return Roll{random_part(random_, hand.list(), 1 + random_.below(hand.size()))};
}

bool RandomPlay::try_to_leave() {
  const int seat = random_.below(static_cast<int>(game_.position().seats.size()));
  const auto reason = random_.percent(50) ? LeaveReason::resigned : LeaveReason::timeout;
  return !game_.leave(seat, reason).has_value();
}

Game random_game(std::uint64_t seed, int steps) {
  RandomPlay play(seed);
  play.steps(steps);
  return play.game();
}

namespace {

/// Replays a turn; false if the rules refuse it.
bool replay_turn(Game& game, const Turn& turn) {
  const auto play = [&](const Move& move) { return !game.play(turn.seat, move); };
  if (const auto* gone = std::get_if<Left>(&turn.act)) return !game.leave(turn.seat, gone->reason);
  if (turn.roll && (!play(Roll{turn.roll->cubes}) || game.answer(turn.roll->faces))) return false;
  if (!turn.roll && !turn.forced.empty() && !play(Roll{})) return false;
  for (const std::vector<Tile>& faces : turn.forced)
    if (game.answer(faces)) return false;
  if (turn.take && !play(Take{*turn.take})) return false;
  if (const auto* laid = std::get_if<Placed>(&turn.act)) {
    if (!play(Place{laid->tiles})) return false;
  } else if (const auto* traded = std::get_if<Traded>(&turn.act)) {
    if (!play(Trade{traded->tiles})) return false;
  } else if (!play(Pass{})) {
    return false;
  }
  return turn.draw.empty() || !game.answer(turn.draw);
}

}  // namespace

std::optional<Game> replayed(const Ruleset& rules, const Setup& setup,
                             const std::vector<Turn>& turns) {
  Result<Game, SetupFault> game = Game::begin(rules, setup);
  if (!game) return std::nullopt;
  Game again = *std::move(game);
  for (const Turn& turn : turns)
    if (!replay_turn(again, turn)) return std::nullopt;
  return again;
}

}  // namespace sixfold::tests
