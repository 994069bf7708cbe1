// Whole games driven by bytes: any set-up, acts legal and illegal, answers right and wrong, seats
// that leave. Whatever is tried, nothing gets lost, what is refused changes nothing, and the record
// of the finished game verifies.
#include <algorithm>

#include <fuzzer/FuzzedDataProvider.h>

#include "engine/random.hpp"
#include "record/forms.hpp"
#include "record/record.hpp"
#include "require.hpp"
#include "rules/indexed.hpp"
#include "rules/options.hpp"
#include "rules/variants/catalogue.hpp"
#include "rules/view.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

class GameDriver {
 public:
  explicit GameDriver(FuzzedDataProvider& bytes)
      : bytes_(bytes), chance_(bytes.ConsumeIntegral<std::uint32_t>()) {}

  void run() {
    auto game = Game::begin(any_rules(), {});
    require(!game, "a game without players is refused");
    const Ruleset rules = any_rules();
    game = Game::begin(rules, any_setup(rules));
    if (!game) return;
    play(*std::move(game));
  }

 private:
  int below(int count) { return bytes_.ConsumeIntegralInRange(0, count - 1); }
  /// Without bytes the usual happens.
  bool one_in(int count) { return below(count) == count - 1; }
  int chance_below(int count) {
    return static_cast<int>(chance_.below(static_cast<std::uint32_t>(count)));
  }

  Ruleset any_rules() {
    const auto editions = all_editions();
    Ruleset rules = nth(editions, below(static_cast<int>(editions.size()))).ruleset();
    for (const RuleOption& option : rule_options())
      if (one_in(4))
        option.set(rules, nth(option.values, below(static_cast<int>(option.values.size()))));
    if (rules.layout && one_in(2)) rules.layout = any_layout();
    return rules;
  }

  Layout any_layout() {
    constexpr std::string_view marks = "SS****BB1129";
    const int width = 5 + below(8);
    std::vector<std::string> rows(static_cast<std::size_t>(5 + below(8)));
    for (std::string& row : rows) {
      row = std::string(static_cast<std::size_t>(width), '.');
      for (char& mark : row)
        if (chance_below(6) == 0) mark = marks[chance_.index(marks.size())];
    }
    const auto layout = layout_from_rows(rows);
    return layout ? *layout : Layout{.width = 6, .height = 6};
  }

  /// Mostly as a dealer would deal it.
  Setup any_setup(const Ruleset& rules) {
    Setup setup;
    Bag bag = full_bag(rules);
    const bool sound = !one_in(20);
    const auto draw = [&] {
      return sound || chance_below(8) != 0 ? any_face(rules, bag) : tile_at(chance_below(36));
    };
    for (std::size_t i = 0; rules.layout && i < rules.layout->presets.size(); ++i)
      setup.presets.push_back(draw());
    const int seats = sound ? 2 + below(3) : below(6);
    for (int seat = 0; seat < seats; ++seat) {
      setup.players.push_back({"p", one_in(2) ? std::optional(8 + below(3)) : std::nullopt});
      auto& hand = setup.hands.emplace_back();
      const int size = sound ? rules.hand_size : below(8);
      for (int i = 0; i < size; ++i) hand.push_back(draw());
    }
    if (setup.players.empty()) return setup;
    const std::vector<int> openers = possible_openers(rules, setup.players, setup.hands);
    setup.opener = sound ? pick(openers) : below(5) - 1;
    return setup;
  }

  template <class T>
  T pick(const std::vector<T>& from) {
    return nth(from, below(static_cast<int>(from.size())));
  }

  Tile any_tile() { return tile_at(below(face_count)); }

  Tile any_face(const Ruleset& rules, Bag& bag) {
    if (bag.empty()) return any_tile();
    const std::vector<Tile> pieces = bag.list();
    const Tile piece = pieces[chance_.index(pieces.size())];
    require(bag.remove(piece), "a piece of the bag");
    return rules.pieces.rolled ? Tile{piece.colour, static_cast<Shape>(chance_below(shape_count))}
                               : piece;
  }

  void play(Game game) {
    while (!game.position().end && bytes_.remaining_bytes() > 0) {
      check_conserved(game);
      step(game);
    }
    check_conserved(game);
    check_views(game);
    while (!std::holds_alternative<std::monostate>(game.position().question))
      require(!game.answer(right_answer(game)), "a right answer is taken");
    if (!game.position().end) game.abort();
    check_record(game);
  }

  void step(Game& game) {
    const Game before = game;
    if (!std::holds_alternative<std::monostate>(game.position().question)) {
      const std::vector<Tile> answer = one_in(8) ? wrong_answer(game) : right_answer(game);
      const auto fault = game.answer(answer);
      require(!fault || game == before, "a refused answer changes nothing");
      return;
    }
    const int seats = static_cast<int>(game.position().seats.size());
    if (one_in(24)) {
      const auto reason = one_in(2) ? LeaveReason::resigned : LeaveReason::timeout;
      const auto refused = game.leave(below(seats + 2) - 1, reason);
      require(!refused || game == before, "a refused leave changes nothing");
      return;
    }
    const int seat = one_in(30) ? below(seats + 2) - 1 : game.position().turn;
    const Move move = any_move(game);
    const auto expected = why_illegal(game.rules(), game.position(), move);
    const auto refused = game.play(seat, move);
    require(!refused || game == before, "a refused act changes nothing");
    if (seat == before.position().turn)
      require(refused == expected, "why_illegal and play agree");
    else
      require(refused && refused->reason == Reason::not_your_turn, "only the seat at turn acts");
    if (!refused) check_act_was_open(before, move);
  }

  static void check_act_was_open(const Game& before, const Move& move) {
    const Acts acts = open_acts(before.rules(), before.position());
    require(std::visit(
                [&](const auto& act) {
                  using Act = std::decay_t<decltype(act)>;
                  if constexpr (std::is_same_v<Act, Place>) return acts.place;
                  if constexpr (std::is_same_v<Act, Trade>) return acts.trade;
                  if constexpr (std::is_same_v<Act, Roll>) return acts.roll;
                  if constexpr (std::is_same_v<Act, Take>) return acts.take;
                  return acts.pass;
                },
                move),
            "a legal act was open");
  }

  /// Legal as a rule, so that games get somewhere.
  Move any_move(const Game& game) {
    const Position& position = game.position();
    const Acts acts = open_acts(game.rules(), position);
    require(acts.place || acts.trade || acts.pass || acts.roll || acts.take, "some act is open");
    const Hand& hand = position.mover().hand;
    const int kind = one_in(10) ? below(5) : legal_kind(acts);
    switch (kind) {
      case 0:
        return Take{any_taken(position)};
      case 1:
        return Roll{part_of(hand)};
      case 2:
        return any_place(game, acts.place);
      case 3: {
        const auto [fewest, most] = trade_limits(game.rules(), hand, position.bag.size());
        std::vector<Tile> tiles = part_of(hand);
        if (!one_in(8) && fewest > static_cast<int>(tiles.size())) tiles = hand.list();
        if (!one_in(8) && most < static_cast<int>(tiles.size()))
          tiles.resize(static_cast<std::size_t>(most));
        return Trade{tiles};
      }
      default:
        return Pass{};
    }
  }

  int legal_kind(const Acts& acts) {
    std::vector<int> kinds;
    if (acts.take) kinds.push_back(0);
    if (acts.roll) kinds.push_back(1);
    if (acts.place) kinds.insert(kinds.end(), {2, 2, 2});
    if (acts.trade) kinds.push_back(3);
    if (acts.pass) kinds.push_back(4);
    return pick(kinds);
  }

  PlacedTile any_taken(const Position& position) {
    if (position.board.empty() || one_in(8)) return {{below(20) - 2, below(20) - 2}, any_tile()};
    const auto tiles = position.board.tiles();
    return nth(tiles, below(static_cast<int>(tiles.size())));
  }

  /// Those whose bit is not set.
  std::vector<Tile> part_of(const Hand& hand) {
    std::vector<Tile> tiles;
    int left_out = below(256);
    for (const Tile tile : hand.list()) {
      if (left_out % 2 == 0) tiles.push_back(tile);
      left_out /= 2;
    }
    if (one_in(20)) tiles.push_back(any_tile());
    return tiles;
  }

  Place any_place(const Game& game, bool possible) {
    const Decision decision = decision_of(game.position());
    if (possible && !one_in(8)) {
      if (!decision.board.empty() && !one_in(4)) return single_tile(game.rules(), decision);
      const auto placements = legal_placements(game.rules(), decision);
      require(!placements.empty(), "what is open is possible");
      return pick(placements);
    }
    Place place;
    const int count = below(8);
    const Cell from{below(18) - 1, below(18) - 1};
    for (int i = 0; i < count; ++i)
      place.tiles.push_back({step_from(from, i), one_in(4) || decision.hand.empty()
                                                     ? any_tile()
                                                     : pick(decision.hand.list())});
    return place;
  }

  /// Some tile where it fits: many times faster than all placements.
  Place single_tile(const Ruleset& rules, const Decision& decision) {
    std::vector<PlacedTile> found;
    for (const Cell cell : frontier(decision.board))
      for (const Tile tile : decision.hand.kinds())
        if (on_board(rules, cell) && fits(decision.board, cell, tile) &&
            PlacedTile{cell, tile} != decision.barred)
          found.push_back({cell, tile});
    require(!found.empty(), "what is open is possible");
    return Place{{pick(found)}};
  }

  Cell step_from(Cell cell, int steps) {
    return sixfold::step(cell, one_in(4) ? Direction::down : Direction::across, steps);
  }

  std::vector<Tile> right_answer(const Game& game) {
    const Position& position = game.position();
    std::vector<Tile> tiles;
    if (const auto* roll = std::get_if<RollQuestion>(&position.question)) {
      for (const Tile cube : roll->cubes)
        tiles.push_back({cube.colour, static_cast<Shape>(chance_below(shape_count))});
      return tiles;
    }
    Bag bag = position.bag;
    for (int i = 0; i < std::get<DrawQuestion>(position.question).count; ++i)
      tiles.push_back(any_face(game.rules(), bag));
    return tiles;
  }

  std::vector<Tile> wrong_answer(const Game& game) {
    std::vector<Tile> tiles = right_answer(game);
    if (one_in(2)) tiles.push_back(any_tile());
    if (one_in(2) && !tiles.empty()) tiles.pop_back();
    if (one_in(2) && !tiles.empty()) tiles.front() = any_tile();
    return tiles;
  }

  static void check_conserved(const Game& game) {
    const Ruleset& rules = game.rules();
    const Position& position = game.position();
    Tiles pieces = position.bag;
    Tiles faces;
    for (const PlacedTile& placed : position.board.tiles()) faces.add(placed.tile);
    for (const Seat& seat : position.seats) faces.add(seat.hand);
    if (const auto* draw = std::get_if<DrawQuestion>(&position.question))
      faces.add(draw->set_aside);
    pieces.add(pieces_of(rules, faces));
    require(pieces == full_bag(rules), "no piece is lost or made");

    int discs = static_cast<int>(position.stars.size());
    for (const Seat& seat : position.seats) discs += seat.discs;
    require(!rules.layout || discs <= static_cast<int>(rules.layout->stars.size()),
            "no disc is made");
  }

  static void check_views(const Game& game) {
    for (int seat = -1; seat < static_cast<int>(game.position().seats.size()); ++seat) {
      const View seen = view(game, seat < 0 ? std::nullopt : std::optional(seat));
      FormReader reader;
      require(read_view(reader, to_json(seen), {}).has_value(), "a view can be read");
    }
  }

  static void check_record(const Game& game) {
    const auto finished = FinishedGame::of(game);
    require(finished.has_value(), "the game is over");
    const Record record = record_of(*finished, "classic");
    const auto again = parse_record(to_text(record));
    require(again && *again == record, "the record reads back the same");
    const auto replayed = replay(*again);
    require(replayed && *replayed == game, "the record replays to the same game");
  }

  FuzzedDataProvider& bytes_;
  Random chance_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzedDataProvider bytes(data, size);
  GameDriver(bytes).run();
  return 0;
}
