#include "play/hint.hpp"

#include <algorithm>

#include "engine/comparison.hpp"
#include "play/bot_protocol.hpp"
#include "record/forms.hpp"
#include "rules/indexed.hpp"

namespace sixfold {

namespace {

/// Two players with equal points; the other one has a full hand of unseen tiles.
View view_of(const DecisionForm& form) {
  View view;
  view.rules = form.rules;
  view.board = form.decision.board;
  view.seat = 0;
  view.opened = !form.decision.opening;
  view.hand = form.decision.hand;
  view.barred = form.decision.barred;
  if (form.rules.layout) view.stars = form.rules.layout->stars;
  view.unseen = full_bag(form.rules);
  for (const PlacedTile& placed : view.board.tiles())
    static_cast<void>(view.unseen.remove(piece_of(form.rules, placed.tile)));
  for (const Tile tile : view.hand.list())
    static_cast<void>(view.unseen.remove(piece_of(form.rules, tile)));
  const int held = std::min(form.rules.hand_size, view.unseen.size());
  view.bag = view.unseen.size() - held;
  view.seats = {{"", 0, view.hand.size(), 0, true, {}}, {"", 0, held, 0, true, {}}};
  view.acts.place = can_place(form.rules, form.decision);
  view.acts.trade = !view.acts.place && trade_limits(view.rules, view.hand, view.bag).most > 0;
  return view;
}

}  // namespace

bool hints_allowed(bool agreed, std::size_t people) { return agreed || people < 2; }

Hint hint_for(const View& view, const Budget& budget) {
  Hint hint{Pass{}, 0, 0, {}};
  const Acts& acts = view.acts;
  if (!acts.place && !acts.trade && !acts.roll && !acts.take) return hint;
  const auto stop = [&](int playouts) {
    return (budget.simulations > 0 && playouts >= budget.simulations) ||
           (budget.time_spent && budget.time_spent() >= 1);
  };
  const auto moves = compare_moves(view, std::nullopt, hint_deals, stop);
  if (moves.empty()) return hint;
  hint.move = moves.front().move;
  if (const auto* place = std::get_if<Place>(&hint.move))
    hint.points = score(view.rules, view.board, *place).points();
  hint.chance = nth(moves.front().chances, view.turn);
  hint.reasons = reasons_for(view, hint.move);
  return hint;
}

Result<View, FormError> read_question(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{json.error()};
  if (!json->is_object() || FormReader::optional(*json, "seats") == nullptr) {
    const auto form = parse_decision(text);
    if (!form) return Unexpected{form.error()};
    View view = view_of(*form);
    if (view.rules.pieces.rolled)
      return Unexpected{FormError{"view", "", "Cubes needs a view, not a position"}};
    if (const auto fault = view_fault(view); !fault.empty())
      return Unexpected{FormError{"position", "", std::string(fault)}};
    return view;
  }
  FormReader reader;
  auto view = read_view(reader, *json, {});
  if (!reader.error() && view)
    if (const auto fault = view_fault(*view); !fault.empty())
      reader.fail("view", {}, std::string(fault));
  if (reader.error() || !view) return Unexpected{reader.error().value_or(FormError{})};
  return *std::move(view);
}

}  // namespace sixfold
