// Positions: what is read prints and reads back the same; its placements are legal, sorted and
// scored, and the fast generator finds the same ones.
#include "json_target.hpp"
#include "record/forms.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

/// An opening anywhere on a large board has placements by the million.
bool is_cheap(const DecisionForm& form) {
  if (form.decision.hand.size() > 6) return false;
  const auto& layout = form.rules.layout;
  return !layout || !form.decision.board.empty() || layout->width * layout->height <= 100;
}

void check_placements(const DecisionForm& form) {
  const auto found = legal_placements(form.rules, form.decision, 100'000);
  if (!found) return;
  const std::vector<Place>& placements = *found;
  require(std::ranges::is_sorted(placements, {}, &Place::tiles), "placements are sorted");
  require(std::ranges::adjacent_find(placements) == placements.end(), "each stands once");
  require(!placements.empty() || form.decision.hand.empty() ||
              !can_place(form.rules, form.decision) || form.decision.opening,
          "what can be placed is found");
  for (const Place& place : placements) {
    require(!why_illegal(form.rules, form.decision, place), "a placement found is legal");
    require(score(form.rules, form.decision.board, place).points() > 0, "a placement scores");
  }
  require(parse_json(*placements_text(form)).has_value() || placements.size() > 10'000,
          "the answer is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto form = parse_decision(fuzz::text_of(data, size));
  if (!form) {
    require(!form.error().code.empty() && !form.error().message.empty(), "an error says why");
    require(parse_json(error_text(form.error())).has_value(), "an error is JSON");
    return 0;
  }
  const auto again = parse_decision(dump(to_json(*form)));
  require(again.has_value(), "what was printed can be read");
  // Which cells a variant's own board presets is not part of the form.
  DecisionForm written = *form;
  if (written.rules.layout) written.rules.layout->presets.clear();
  require(*again == written, "what was printed reads back the same");
  if (is_cheap(*form)) check_placements(*form);
  return 0;
}
