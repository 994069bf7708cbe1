#include "terminal/setup/setup.hpp"

#include <algorithm>

#include "engine/bots.hpp"
#include "rules/options.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr std::string_view person = "person";
constexpr std::string_view yes = "yes";
constexpr std::string_view no = "no";

std::string numbered(std::string_view id, std::size_t number) {
  return std::string(id) + std::to_string(number);
}

Field game_field(const Choices& choices, const Words& words) {
  Field field{"game", words("setup.game"), {}, choices.edition};
  for (const Edition& edition : all_editions()) {
    const std::string name(edition.name);
    field.options.push_back({name, words("game." + name + ".name")});
  }
  return field;
}

Field players_field(const Choices& choices, const Words& words) {
  Field field{"players", words("terminal.players"), {}, std::to_string(choices.seats.size())};
  for (int count = fewest_seats; count <= most_seats; ++count)
    field.options.push_back({std::to_string(count), std::to_string(count)});
  return field;
}

Field seat_field(const SeatChoice& seat, std::size_t i, const Words& words, bool online) {
  const std::string label = words("setup.seat", {{"number", static_cast<int>(i) + 1}});
  Field field{numbered("seat", i), label, {}, seat.bot.empty() ? std::string(person) : seat.bot};
  const std::string who =
      online ? words(i == 0 ? "setup.seat.you" : "setup.seat.open") : words("setup.seat.person");
  field.options.push_back({std::string(person), who});
  if (online && i == 0) return field;
  for (const BotLevel& level : bot_levels()) {
    const std::string name(level.name);
    field.options.push_back({name, bot_name(words, name), words("bot." + name + ".text")});
  }
  if (!std::ranges::count(field.options, field.value, &Option::value))
    field.options.push_back({field.value, field.value});
  return field;
}

void add_rules(Form& form, const Choices& choices, Ruleset rules, const Words& words) {
  for (const RuleOption& option : rule_options())
    if (const auto chosen = choices.rules.find(option.name); chosen != choices.rules.end())
      option.set(rules, chosen->second);
  for (const RuleOption& option : rule_options()) {
    const std::vector<std::string_view> values = values_for(option, rules);
    if (values.size() < 2 || !matters(option, rules)) continue;
    const std::string key = "setup." + std::string(option.name);
    Field field{std::string(option.name), words(key), {}, std::string(option.get(rules))};
    for (const std::string_view value : values)
      field.options.push_back({std::string(value), words(key + "." + std::string(value))});
    form.fields.push_back(std::move(field));
  }
  if (!rules.layout) return;
  const bool own = choices.board == BoardChoice::own;
  Field field{"board",
              words("setup.board"),
              {},
              own                                    ? "own"
              : choices.board == BoardChoice::random ? "random"
                                                     : "first"};
  field.options = {{"first", words("setup.board.first")}};
  if (tableaus_of(*rules.layout)) field.options.push_back({"random", words("setup.board.random")});
  if (own) field.options.push_back({"own", words("setup.board.own")});
  form.fields.push_back(std::move(field));
}

Field yes_or_no(std::string id, std::string label, bool value, const Words& words) {
  return {std::move(id),
          std::move(label),
          {{std::string(no), words("terminal.no")}, {std::string(yes), words("terminal.yes")}},
          std::string(value ? yes : no)};
}

void add_server_choices(Form& form, const ServerChoices& server, const Words& words) {
  Field clock{"clock", words("setup.clock"), {}, server.clock};
  for (const char* const one : {"none", "30", "60", "90", "180", "1d", "3d", "7d", "300+3", "600+5",
                                "7d+12h", "14d+12h", "30d+0"})
    clock.options.push_back({one, clock_text(words, *parse_clock(one))});
  if (!std::ranges::count(clock.options, clock.value, &Option::value))
    clock.options.push_back({clock.value, clock.value});
  form.fields.push_back(std::move(clock));
  form.fields.push_back(yes_or_no("lobby", words("terminal.in-lobby"), server.lobby, words));
  form.fields.push_back(yes_or_no("rated", words("setup.rated"), server.rated, words));
  form.fields.push_back(yes_or_no("hints", words("terminal.hints.field"), server.hints, words));
}

void read_server_field(const Field& field, ServerChoices& server) {
  const bool is_yes = field.value == yes;
  if (field.id == "clock") server.clock = field.value;
  if (field.id == "lobby") server.lobby = is_yes;
  if (field.id == "rated") server.rated = is_yes;
  if (field.id == "hints") server.hints = is_yes;
}

void read_rules_field(const Field& field, Choices& choices) {
  if (std::ranges::count(rule_options(), field.id, &RuleOption::name) != 0)
    choices.rules[field.id] = field.value;
  if (field.id == "board")
    choices.board = field.value == "random" ? BoardChoice::random
                    : field.value == "own"  ? BoardChoice::own
                                            : BoardChoice::first;
}

void read_field(const Field& field, Choices& choices) {
  read_server_field(field, choices.server);
  if (field.id == "players") {
    const auto count = static_cast<std::size_t>(std::stoi(field.value));
    choices.seats.resize(count, {"", choices.seats.back().bot});
  }
  for (std::size_t i = 0; i < choices.seats.size(); ++i) {
    if (field.id == numbered("seat", i))
      choices.seats[i].bot = field.value == person ? "" : field.value;
    if (field.id == numbered("name", i)) choices.seats[i].name = field.value;
  }
}

}  // namespace

Form setup_form(const Choices& choices, const Words& words, bool online, const std::string& left) {
  Form form;
  form.title = words(online ? "setup.title.online" : "setup.title");
  if (!left.empty()) {
    const std::string label = words("start.continue.button") + " (" + left + ")";
    form.fields.push_back({std::string(resume_button), label, {}, "", true});
  }
  form.fields.push_back(game_field(choices, words));
  form.fields.push_back(players_field(choices, words));
  for (std::size_t i = 0; i < choices.seats.size(); ++i) {
    form.fields.push_back(seat_field(choices.seats[i], i, words, online));
    if (choices.seats[i].bot.empty() && (!online || i == 0))
      form.fields.push_back({numbered("name", i),
                             "  " + words(online ? "start.name" : "terminal.name"),
                             {},
                             choices.seats[i].name});
  }
  if (const auto edition = edition_named(choices.edition))
    add_rules(form, choices, edition->ruleset(), words.about(edition->ruleset()));
  if (online) add_server_choices(form, choices.server, words);
  form.fields.push_back(
      {std::string(deal_button), words(online ? "setup.go.online" : "setup.go"), {}, "", true});
  form.note = words("game." + choices.edition + ".text");
  return form;
}

void read_form(const Form& form, Choices& choices) {
  for (const Field& field : form.fields) read_field(field, choices);
  const std::string edition = form.value_of("game");
  if (edition == choices.edition) {
    for (const Field& field : form.fields) read_rules_field(field, choices);
    return;
  }
  // The form still shows the rules of the game before: another game has its own defaults.
  choices.edition = edition;
  choices.rules.clear();
  choices.board = BoardChoice::first;
}

Choices choices_of(const Shown& shown) {
  Choices choices;
  const Ruleset& rules = shown.view.rules;
  for (const Edition& edition : all_editions())
    if (edition.theme == shown.theme && edition.ruleset().variant == rules.variant)
      choices.edition = edition.name;
  choices.seats.clear();
  for (const SeatStatus& seat : shown.seats) choices.seats.push_back({seat.name, seat.bot});
  for (const RuleOption& option : rule_options())
    choices.rules[std::string(option.name)] = option.get(rules);
  if (rules.layout) {
    choices.board = BoardChoice::own;
    choices.board_rows = rows_of(*rules.layout);
  }
  return choices;
}

}  // namespace sixfold::terminal
