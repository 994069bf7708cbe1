#include "server/table_event.hpp"

#include <algorithm>
#include <string_view>

#include "engine/bots.hpp"
#include "rules/options.hpp"

namespace sixfold {

// How events write and read a player: by name. Found by the forms, through the type's namespace.

Json write(const Player& player) { return player.name; }

void read(FormReader& reader, const Json& json, const Path& path, Player& player,
          protocol::Unlimited /*limit*/) {
  player = {reader.string(json, path, longest_name).value_or(""), std::nullopt};
}

}  // namespace sixfold

namespace sixfold::server {

namespace {

/// The newest version that is written; from_stored() reads this and all earlier ones.
template <class Event>
constexpr int version_of() {
  if constexpr (requires { Event::version; }) return Event::version;
  return 1;
}

/// Calls `use` with an empty event of the given type; false if there is none.
template <class Use, class... Events>
bool with_type(std::string_view type, const Use& use, std::variant<Events...>* /*all*/) {
  return ((Events::type == type ? (use(Events{}), true) : false) || ...);
}

/// Options of a newer version would be lost, and the game played by other rules.
void check_options(FormReader& reader, const Json& plan, const Path& path) {
  const Json* const options = FormReader::optional(plan, "options");
  if (options == nullptr || !options->is_object()) return;
  for (const auto& [name, value] : options->items())
    if (std::ranges::find(rule_options(), name, &RuleOption::name) == rule_options().end())
      reader.fail("unknown_option", path, in_quotes(name) + " is not an option");
}

void check_bot(FormReader& reader, const Path& path, const std::string& bot) {
  if (!bot_named(bot)) reader.fail("bot", path, "there is no bot " + in_quotes(bot));
}

}  // namespace

// How parts of events are written and read, found by the forms above.

Json write_within(const TablePlan& plan, WithReserved /*limit*/) {
  Json json = protocol::write(plan);
  for (std::size_t i = 0; i < plan.seats.size(); ++i)
    if (plan.seats[i].reserved) json["seats"][i]["for"] = to_text(*plan.seats[i].reserved);
  return json;
}

void read(FormReader& reader, const Json& json, const Path& path, TablePlan& plan,
          WithReserved /*limit*/) {
  protocol::read(reader, json, path, plan, protocol::Unlimited{});
  if (reader.error()) return;
  for (std::size_t i = 0; i < plan.seats.size(); ++i)
    if (const Json* const user = FormReader::optional(json["seats"][i], "for"))
      protocol::read(reader, *user, Path{&path, "for", 0}, plan.seats[i].reserved.emplace(),
                     protocol::Unlimited{});
  check_options(reader, json, path);
  check_bots(reader, path, plan);
}

void check_bots(FormReader& reader, const Path& path, const TablePlan& plan) {
  for (const SeatPlan& seat : plan.seats)
    if (seat.kind == SeatPlan::Kind::bot) check_bot(reader, path, seat.bot);
}
void check(FormReader& reader, const Path& path, const BotSeated& event) {
  check_bot(reader, path, event.bot);
}
void check(FormReader& reader, const Path& path, const BotTookOver& event) {
  check_bot(reader, path, event.bot);
}

int TableCreated::written_version() const { return has_small_bag(plan.rules) ? version : 2; }

std::string_view type_of(const TableEvent& event) {
  return std::visit([]<class Event>(const Event& /*event*/) { return Event::type; }, event);
}

store::NewEvent to_stored(const TableEvent& event) {
  return std::visit(
      []<class Event>(const Event& what) {
        int version = version_of<Event>();
        if constexpr (requires { what.written_version(); }) version = what.written_version();
        return store::NewEvent{std::string(Event::type), version, dump(protocol::write(what))};
      },
      event);
}

Result<TableEvent, FormError> from_stored(const store::StoredEvent& stored) {
  const auto json = parse_json(stored.body);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  TableEvent event;
  const auto read_as = [&]<class Event>(Event one) {
    if (stored.version < 1 || stored.version > version_of<Event>())
      return reader.fail("version", {}, "written by a newer version of Sixfold");
    protocol::read(reader, *json, {}, one, protocol::Unlimited{});
    event = std::move(one);
  };
  if (!with_type(stored.type, read_as, static_cast<TableEvent*>(nullptr)))
    reader.fail("type", {}, in_quotes(stored.type) + " is not a known event");
  if (reader.error()) return Unexpected{*reader.error()};
  return event;
}

}  // namespace sixfold::server
