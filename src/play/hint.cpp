#include "play/hint.hpp"

#include <algorithm>

#include "engine/master.hpp"
#include "play/bot_protocol.hpp"
#include "record/forms.hpp"

namespace sixfold {

namespace {

constexpr std::uint64_t hint_seed = 6;

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
  view.acts.trade = !view.acts.place && view.bag > 0;
  return view;
}

}  // namespace

bool hints_allowed(bool agreed, std::size_t people) { return agreed || people < 2; }

Hint hint_for(const View& view, const Budget& budget) {
  Hint hint{Pass{}, 0, 0, {}};
  const Acts& acts = view.acts;
  if (!acts.place && !acts.trade && !acts.roll && !acts.take) return hint;
  Random random(hint_seed);
  const auto moves = judge_moves(view, budget, random);
  hint.move = moves.front().move;
  hint.points = moves.front().points;
  hint.chance = moves.front().outcome.chance;
  if (moves.size() == 1 && !moves.front().exact)
    hint.chance = outcomes_of(view, {hint.move}, 200, random).front().chance;
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
