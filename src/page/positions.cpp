#include <algorithm>
#include <cassert>

#include "engine/random.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "record/each_object.hpp"
#include "record/notation.hpp"
#include "rules/indexed.hpp"
#include "rules/theme.hpp"
#include "rules/view.hpp"

namespace sixfold::page {

namespace {

/// On an empty table the hands decide who opens, so they are dealt until they agree.
constexpr int most_deals = 500;

/// A position as somebody composed it.
struct Composed {
  Ruleset rules;
  std::string theme;
  Setup setup;            ///< hidden hands are empty
  std::vector<int> held;  ///< the size of every hand
  std::optional<int> bag;
  std::optional<int> fill;
  std::uint64_t seed = 0;
};

struct ComposedFault {
  std::string_view code;
  StartFault at;
  std::optional<int> count;
};

class ComposedReader {
 public:
  explicit ComposedReader(PageRequest& request) : request_(request), reader_(request.reader()) {}

  std::optional<Composed> read() {
    if (request_.failed()) return std::nullopt;
    auto rules = read_rules(reader_, request_.json());
    if (!rules) return std::nullopt;
    composed_.rules = *std::move(rules);
    read_table();
    read_seats();
    Setup& setup = composed_.setup;
    setup.opener = request_.number("turn", most_seats - 1);
    composed_.bag = request_.optional_number("bag", static_cast<int>(most_tiles));
    composed_.fill = request_.optional_number("fill", most_seats - 1);
    composed_.seed = static_cast<std::uint64_t>(request_.number("seed"));
    composed_.theme = request_.text("theme", longest_name);
    if (!theme_named(composed_.theme)) fail("theme", "unknown theme");
    if (setup.opener >= seats() || composed_.fill.value_or(0) >= seats())
      fail("turn", "there is no such seat");
    if (request_.failed()) return std::nullopt;
    return std::move(composed_);
  }

 private:
  void fail(std::string_view key, std::string message) {
    if (!request_.failed()) reader_.fail("range", PageRequest::at(key), std::move(message));
  }
  [[nodiscard]] int seats() const { return static_cast<int>(composed_.setup.hands.size()); }

  void read_table() {
    Start& start = composed_.setup.start.emplace();
    if (composed_.rules.layout)
      if (const Json* const board = request_.needed("board"))
        composed_.rules.layout = read_board(reader_, *board, PageRequest::at("board"), nullptr);
    if (const Json* const tiles = request_.needed("tiles"))
      start.tiles = reader_.placed_tiles(*tiles, PageRequest::at("tiles"), most_tiles);
    if (const Json* const stars = request_.given("stars"))
      start.stars =
          reader_.cells(*stars, PageRequest::at("stars"), std::size_t{largest_side} * largest_side);
    const Json* const rolled = request_.given("rolled");
    start.rolled = rolled != nullptr && *rolled == true && composed_.rules.roll_before_placing;
  }

  void read_seats() {
    const Json* const seats_json = request_.needed("seats");
    const Path path = PageRequest::at("seats");
    if (seats_json == nullptr) return;
    Setup& setup = composed_.setup;
    each_object(reader_, *seats_json, path, most_seats, [&](const Json& json, const Path& here) {
      const auto number = [&](std::string_view key, int highest) {
        const Json* const value = reader_.required(json, key, here);
        return value == nullptr
                   ? 0
                   : reader_.integer(*value, Path{&here, key, 0}, 0, highest).value_or(0);
      };
      Player player;
      if (const Json* const name = reader_.required(json, "name", here))
        player.name = reader_.string(*name, Path{&here, "name", 0}, longest_name).value_or("");
      setup.players.push_back(std::move(player));
      setup.start->scores.push_back(number("score", most_points));
      setup.start->discs.push_back(number("discs", static_cast<int>(most_tiles)));
      std::vector<Tile> hand;
      int held = number("held", static_cast<int>(most_tiles));
      if (const Json* const given = FormReader::optional(json, "hand")) {
        hand = reader_.tiles(*given, Path{&here, "hand", 0}, most_tiles);
        held = static_cast<int>(hand.size());
      }
      setup.hands.push_back(std::move(hand));
      composed_.held.push_back(held);
    });
    if (seats() < fewest_seats) fail("seats", "a game has two to four seats");
  }

  PageRequest& request_;
  FormReader& reader_;
  Composed composed_;
};

/// What is neither on the table nor in a given hand; nothing of a kind of which there are too many.
Bag left_of(const Composed& composed) {
  Bag left = full_bag(composed.rules);
  const auto take = [&](Tile tile) {
    static_cast<void>(left.remove(piece_of(composed.rules, tile)));
  };
  for (const PlacedTile& placed : composed.setup.start->tiles) take(placed.tile);
  for (const std::vector<Tile>& hand : composed.setup.hands)
    for (const Tile tile : hand) take(tile);
  return left;
}

int hidden_in_hands(const Composed& composed) {
  int hidden = 0;
  for (std::size_t i = 0; i < composed.held.size(); ++i)
    hidden += composed.held[i] - static_cast<int>(composed.setup.hands[i].size());
  return hidden;
}

/// Deals what is hidden: the hands, and which pieces are out of the game.
Setup dealt(const Composed& composed, int bag, Random& random) {
  Setup setup = composed.setup;
  std::vector<Tile> left = left_of(composed).list();
  random.shuffle(std::span(left));
  for (std::size_t i = 0; i < setup.hands.size(); ++i)
    while (static_cast<int>(setup.hands[i].size()) < composed.held[i]) {
      setup.hands[i].push_back(left.back());
      left.pop_back();
    }
  setup.start->gone.assign(left.begin() + bag, left.end());
  return setup;
}

/// A position that can arise, or what is wrong with it.
Result<Setup, ComposedFault> setup_of(const Composed& composed, const Bag& left) {
  const auto refused = [](const StartFault& fault) {
    return Unexpected{ComposedFault{code_of(fault.kind), fault, {}}};
  };
  if (const auto fault = table_fault(composed.rules, composed.setup)) return refused(*fault);
  const int hidden = hidden_in_hands(composed);
  if (hidden > left.size()) return Unexpected{ComposedFault{"hands", {}, left.size()}};
  const int most = left.size() - hidden;
  if (composed.bag.value_or(0) > most) return Unexpected{ComposedFault{"bag", {}, most}};
  Random random(composed.seed);
  std::optional<StartFault> fault;
  for (int deals = 0; deals < most_deals; ++deals) {
    Setup setup = dealt(composed, composed.bag.value_or(most), random);
    fault = start_fault(composed.rules, setup);
    if (!fault) return setup;
    if (fault->kind != StartFault::Kind::opener || hidden == 0) break;
  }
  return refused(*fault);
}

/// A hand filled at random, as far as there are pieces.
std::vector<Tile> filled(const Composed& composed, const Bag& left) {
  Random random(composed.seed);
  std::vector<Tile> hand = nth(composed.setup.hands, *composed.fill);
  std::vector<Tile> pieces = left.list();
  random.shuffle(std::span(pieces));
  for (const Tile piece : pieces) {
    if (static_cast<int>(hand.size()) >= composed.rules.hand_size) break;
    hand.push_back(composed.rules.pieces.rolled
                       ? Tile{piece.colour, static_cast<Shape>(random.below(shape_count))}
                       : piece);
  }
  return hand;
}

Json fault_to_json(const Composed& composed, const ComposedFault& fault) {
  Json json;
  json["code"] = fault.code;
  if (fault.at.cell) json["cell"] = to_text(*fault.at.cell);
  if (fault.at.tile) {
    json["tile"] = to_text(*fault.at.tile);
    json["count"] = composed.rules.pieces.copies;
  }
  if (fault.at.seat) json["seat"] = *fault.at.seat;
  if (fault.count) json["count"] = *fault.count;
  return json;
}

}  // namespace

std::string answer_position(std::string_view text) {
  PageRequest request(text);
  const auto composed = ComposedReader(request).read();
  if (!composed || request.failed()) return request.error();
  const Bag left = left_of(*composed);
  Json json;
  json["left"] = Json::object();
  for (const Tile piece : left.kinds())
    json["left"][composed->rules.pieces.rolled ? std::string(1, letter_of(piece.colour))
                                               : to_text(piece)] = left.count(piece);
  json["bag"] = composed->bag.value_or(std::max(0, left.size() - hidden_in_hands(*composed)));
  if (composed->fill) json["hand"] = to_json(filled(*composed, left));
  const auto setup = setup_of(*composed, left);
  if (!setup) {
    json["fault"] = fault_to_json(*composed, setup.error());
    return dump(json);
  }
  const auto game = Game::begin(composed->rules, *setup);
  assert(game);
  json["view"] = to_json(view(*game, setup->opener));
  json["record"] = to_text(Record{composed->rules, composed->theme, *setup, {}, {}, {}, {}});
  return dump(json);
}

}  // namespace sixfold::page
