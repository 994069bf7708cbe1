#include "server/client_message.hpp"

#include <algorithm>

#include "engine/bots.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::server {

namespace {

/// An error if the message names a bot that this server does not have, and the command's id.
std::optional<MessageError> unknown_bot(const ClientMessage& message) {
  FormReader reader;
  Id command;
  if (const auto* const create = std::get_if<CreateTable>(&message)) {
    command = create->command;
    check_bots(reader, Path{nullptr, "plan", 0}, create->plan);
  } else if (const auto* const request = std::get_if<TableRequest>(&message)) {
    command = request->command;
    const auto* const fill = std::get_if<FillSeat>(&request->what);
    if (fill != nullptr && !bot_named(fill->bot))
      reader.fail("bot", Path{nullptr, "do", 0}, "there is no bot " + in_quotes(fill->bot));
  }
  if (!reader.error()) return std::nullopt;
  return MessageError{*reader.error(), command};
}

}  // namespace

Result<ClientMessage, MessageError> parse_client_message(std::string_view text) {
  auto message = protocol::read_client_message(text);
  if (!message) return message;
  if (auto error = unknown_bot(*message)) return Unexpected{*std::move(error)};
  return message;
}

TablePlan quick_plan(const QuickMatch& quick) {
  TablePlan plan;
  plan.rules = ruleset_named(quick.variant).value_or(Ruleset{});
  plan.theme = quick.theme;
  plan.seats.resize(static_cast<std::size_t>(quick.players));
  plan.clock = {ClockPlan::Kind::per_move, nth(protocol::quick_match_seconds, quick.tempo), 0};
  plan.in_lobby = true;
  return plan;
}

std::optional<MatchKind> match_kind(const TablePlan& plan) {
  if (!plan.in_lobby || plan.clock.kind != ClockPlan::Kind::per_move) return std::nullopt;
  QuickMatch quick;
  quick.variant = plan.rules.variant;
  quick.players = static_cast<int>(plan.seats.size());
  quick.theme = plan.theme;
  const auto* const seconds = std::ranges::find(protocol::quick_match_seconds, plan.clock.seconds);
  if (seconds == protocol::quick_match_seconds.end()) return std::nullopt;
  quick.tempo = protocol::Tempo(seconds - protocol::quick_match_seconds.begin());
  if (plan != quick_plan(quick)) return std::nullopt;
  return MatchKind{quick.variant, plan.theme, plan.seats.size(), plan.clock.seconds};
}

}  // namespace sixfold::server
