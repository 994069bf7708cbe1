#include "server/client_message.hpp"

#include "rules/variants/catalogue.hpp"

namespace sixfold {

namespace {

constexpr int quick_match_seconds = 90;

}  // namespace

Result<ClientMessage, MessageError> parse_client_message(std::string_view text) {
  auto message = protocol::read_client_message(text);
  if (!message) return message;
  if (const auto* const create = std::get_if<CreateTable>(&*message)) {
    FormReader reader;
    check_bots(reader, Path{nullptr, "plan", 0}, create->plan);
    if (reader.error()) return Unexpected{MessageError{*reader.error(), create->command}};
  }
  return message;
}

TablePlan quick_plan(const QuickMatch& quick) {
  TablePlan plan;
  plan.rules = ruleset_named(quick.variant).value_or(Ruleset{});
  plan.seats.resize(static_cast<std::size_t>(quick.players));
  plan.clock = {ClockPlan::Kind::per_move, quick_match_seconds, 0};
  plan.in_lobby = true;
  return plan;
}

}  // namespace sixfold
