#include "engine/explanation.hpp"

#include <algorithm>

#include "engine/facts.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_sentences = 4;
/// Differences of less than this many points are not worth a sentence.
constexpr double least_difference = 0.25;
/// That a result is proved matters more than anything else.
constexpr double worth_of_proof = 100;

/// Says what the act is; always included.
bool names_the_act(ReasonCode code) {
  return code == ReasonCode::points || code == ReasonCode::trades || code == ReasonCode::rolls ||
         code == ReasonCode::takes_tile;
}

std::vector<Fact> all_facts(const View& view, const ExplainedAct& act, int deals) {
  std::vector<Fact> facts = facts_of(view, act.move, deals);
  if (act.proved_lead) {
    MoveReason proved{ReasonCode::proved, *act.proved_lead};
    facts.push_back({std::move(proved), worth_of_proof + *act.proved_lead});
  }
  // A line of five says where and for which tile; then the chance there need not be said again.
  const bool five = std::ranges::any_of(
      facts, [](const Fact& fact) { return fact.reason.code == ReasonCode::leaves_five; });
  if (five)
    std::erase_if(facts, [](const Fact& fact) { return fact.reason.code == ReasonCode::opens; });
  return facts;
}

/// Nobody replies to an act that ends the game.
bool is_about_the_reply(ReasonCode code) {
  return code == ReasonCode::next_scores || code == ReasonCode::opens ||
         code == ReasonCode::leaves_five || code == ReasonCode::blocks_six;
}

double worth_in(const std::vector<Fact>& facts, ReasonCode code) {
  double worth = 0;
  for (const Fact& fact : facts)
    if (fact.reason.code == code) worth += fact.worth;
  return worth;
}

double size_of(double worth) { return worth < 0 ? -worth : worth; }

/// The facts of an act, those first that make the greatest difference to the other act.
std::vector<MoveReason> chosen(std::vector<Fact> facts, const std::vector<Fact>& others) {
  const auto difference = [&](const Fact& fact) {
    const ReasonCode code = fact.reason.code;
    if (names_the_act(code)) return 2 * worth_of_proof;
    return size_of(worth_in(facts, code) - worth_in(others, code));
  };
  const bool ends = std::ranges::any_of(
      facts, [](const Fact& fact) { return fact.reason.code == ReasonCode::goes_out; });
  std::vector<std::pair<double, MoveReason>> order;
  order.reserve(facts.size());
  for (const Fact& fact : facts) {
    if (ends && is_about_the_reply(fact.reason.code)) continue;
    // What is true of both acts says nothing about the difference.
    const bool shared = std::ranges::count(others, fact.reason, &Fact::reason) != 0;
    if (!shared || names_the_act(fact.reason.code))
      order.emplace_back(difference(fact), fact.reason);
  }
  std::ranges::stable_sort(order, std::greater{}, &std::pair<double, MoveReason>::first);
  std::vector<MoveReason> reasons;
  for (auto& [size, reason] : order)
    if (reasons.size() < most_sentences && (size >= least_difference || reasons.empty()))
      reasons.push_back(std::move(reason));
  return reasons;
}

}  // namespace

Explanation explain(const View& view, const ExplainedAct& played,
                    const std::optional<ExplainedAct>& better, int deals) {
  Explanation explanation;
  const std::vector<Fact> facts = all_facts(view, played, deals);
  std::vector<Fact> others;
  if (better) others = all_facts(view, *better, deals);
  explanation.played = chosen(facts, others);
  if (better) explanation.better = chosen(others, facts);
  return explanation;
}

}  // namespace sixfold
