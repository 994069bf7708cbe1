#include <algorithm>

#include "engine/bots.hpp"
#include "engine/review.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "play/bot_protocol.hpp"
#include "play/fair_bag.hpp"
#include "play/fair_check.hpp"
#include "play/hint_form.hpp"
#include "play/review_form.hpp"
#include "record/hex.hpp"
#include "record/notation.hpp"

namespace sixfold::page {

namespace {

constexpr int most_simulations = 1'000'000;

/// A view whose own seat has a choice.
std::optional<View> own_turn(PageRequest& request) {
  auto seen = request.view();
  if (request.failed()) return std::nullopt;
  const auto fault = view_fault(*seen);
  if (fault.empty()) return seen;
  request.reader().fail("view", PageRequest::at("view"), std::string(fault));
  return std::nullopt;
}

/// Whether the viewer may do this; the rules need a position, which a viewer does not have.
std::optional<IllegalMove> why_illegal(const View& seen, const Move& move) {
  const auto holds = [&](const std::vector<Tile>& tiles) {
    Hand hand = seen.hand;
    return hand.remove(Tiles(tiles));
  };
  if (const auto* place = std::get_if<Place>(&move))
    return seen.acts.place ? sixfold::why_illegal(seen.rules, decision_of(seen), *place)
                           : IllegalMove{Reason::act_not_open, {}};
  if (const auto* trade = std::get_if<Trade>(&move)) {
    const TradeLimits limits = trade_limits(seen.rules, seen.hand, seen.bag);
    const auto count = static_cast<int>(trade->tiles.size());
    if (!seen.acts.trade) return IllegalMove{Reason::act_not_open, {}};
    if (!holds(trade->tiles)) return IllegalMove{Reason::not_in_hand, {}};
    if (count < limits.fewest || count > limits.most) return IllegalMove{Reason::trade_size, {}};
    return std::nullopt;
  }
  if (const auto* roll = std::get_if<Roll>(&move)) {
    if (!seen.acts.roll) return IllegalMove{Reason::act_not_open, {}};
    return holds(roll->cubes) ? std::nullopt : std::optional(IllegalMove{Reason::not_in_hand, {}});
  }
  if (const auto* take = std::get_if<Take>(&move)) {
    const Cell cell = take->tile.cell;
    if (!seen.acts.take) return IllegalMove{Reason::no_disc, {}};
    if (seen.board.at(cell) != take->tile.tile) return IllegalMove{Reason::no_tile, cell};
    if (!may_take(seen.board, cell)) return IllegalMove{Reason::pickup_in_qwirkle, cell};
    return std::nullopt;
  }
  return IllegalMove{Reason::act_not_open, {}};
}

/// A record that replays without errors.
std::optional<Record> read_record(PageRequest& request) {
  const std::string written = request.text("record", longest_json);
  if (request.failed()) return std::nullopt;
  auto record = parse_record(written);
  const auto game =
      record ? replay(*record) : Result<Game, RecordError>(Unexpected{record.error()});
  if (game) return *std::move(record);
  request.refuse(game.error());
  return std::nullopt;
}

int deals_of(PageRequest& request) {
  return deals_for(request.number("simulations", most_simulations));
}

}  // namespace

std::string answer_check_fair(std::string_view text) {
  PageRequest request(text);
  const std::string written = request.text("record", longest_json);
  if (request.failed()) return request.error();
  if (const auto error = verify_fair(written)) return error_text(*error);
  Json json;
  json["fair"] = to_json(*parse_record(written)->fair);
  return dump(json);
}

std::string answer_seal(std::string_view text) {
  PageRequest request(text);
  const auto game = parse_hex(request.text("game", longest_name));
  const auto seed = parse_hex(request.text("seed", longest_name));
  const int seat = request.number("seat", most_seats - 1);
  FairGame id{};
  if (!game || game->size() != id.size())
    request.reader().fail("hex", PageRequest::at("game"), "expected 32 hexadecimal digits");
  if (!seed || seed->size() > longest_fair_seed)
    request.reader().fail("hex", PageRequest::at("seed"), "expected up to 64 hexadecimal digits");
  if (request.failed()) return request.error();
  std::ranges::copy(*game, id.begin());
  Json json;
  json["seal"] = to_hex(seal_of(*seed, id, seat));
  return dump(json);
}

std::string answer_review(std::string_view text) {
  PageRequest request(text);
  const auto record = read_record(request);
  const ReviewOptions options{.deals = deals_of(request)};
  if (!record || request.failed()) return request.error();
  return dump(to_json(review(record->rules, record->setup, record->turns, options)));
}

std::string answer_review_turn(std::string_view text) {
  PageRequest request(text);
  auto record = read_record(request);
  ReviewOptions options{.deals = deals_of(request)};
  options.first = options.last = request.number("turn");
  if (!record || request.failed()) return request.error();
  // The rest of the game does not affect this turn.
  if (static_cast<std::size_t>(options.last) < record->turns.size())
    record->turns.resize(static_cast<std::size_t>(options.last));
  Json json;
  json["acts"] = Json::array();
  for (const ReviewedAct& act : review(record->rules, record->setup, record->turns, options).acts)
    json["acts"].push_back(to_json_with_view(act));
  return dump(json);
}

std::string answer_judge(std::string_view text) {
  PageRequest request(text);
  const auto seen = own_turn(request);
  const int deals = deals_of(request);
  const Json* const act = request.needed("act");
  const auto move =
      act == nullptr ? std::nullopt : read_move(request.reader(), *act, PageRequest::at("act"));
  if (!seen || !move || request.failed()) return request.error();
  if (const auto illegal = why_illegal(*seen, *move)) return error_text(*illegal);
  return dump(to_json_with_view(judge_act(*seen, *move, deals)));
}

std::string answer_hint(std::string_view text) {
  PageRequest request(text);
  const auto seen = own_turn(request);
  if (!seen || request.failed()) return request.error();
  return dump(to_json(hint_for(*seen, {})));
}

}  // namespace sixfold::page
