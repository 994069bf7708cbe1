#include "terminal/online/lobby.hpp"

#include <algorithm>

#include "rules/variants/catalogue.hpp"
#include "terminal/words/describe.hpp"

namespace sixfold::terminal {

namespace {

constexpr std::string_view join_prefix = "join:";

Field button(std::string_view id, std::string label) {
  return {std::string(id), std::move(label), {}, "", true};
}

}  // namespace

Lobby::Lobby(const client::Address& address, const client::Credentials& credentials,
             Mailbox& mailbox) {
  conversation_.enter_lobby();
  connection_ =
      std::make_unique<client::Connection>(address, credentials, posted_events(mailbox, self_));
}

Lobby::~Lobby() {
  connection_.reset();
  *self_ = nullptr;
}

void Lobby::opened() {
  conversation_.opened();
  flush();
}

void Lobby::heard(const std::string& text) {
  const auto message = conversation_.hear(text);
  if (message && *message) {
    if (const auto* page = std::get_if<protocol::LobbyPage>(&**message)) {
      client::take_in(tables_, *page);
      if (page->next && tables_.size() < most_lobby_tables) conversation_.ask_for_page(*page->next);
    }
    if (const auto* changes = std::get_if<protocol::LobbyChanges>(&**message))
      client::take_in(tables_, *changes);
  }
  flush();
}

void Lobby::lost(const std::string& /*why*/) {
  conversation_.lost();
  tables_.clear();
}

void Lobby::flush() {
  for (std::string& text : conversation_.outgoing()) connection_->send(std::move(text));
}

std::string lobby_line(const Words& words, const protocol::LobbyTable& table) {
  std::string names;
  for (const protocol::LobbySeat& seat : table.seats)
    if (seat.taken && seat.bot.empty()) names += (names.empty() ? "" : ", ") + seat.name;
  const auto taken = std::ranges::count(table.seats, true, &protocol::LobbySeat::taken);
  const std::string seats = words("lobby.seats", {{"taken", static_cast<int>(taken)},
                                                  {"count", static_cast<int>(table.seats.size())}});
  // Put the names last, because they may be long.
  return agreement_text(words, table.plan) + " · " + seats + " · " + names;
}

std::vector<Option> quick_games(const Words& words) {
  std::vector<Option> games;
  for (const Edition& edition : all_editions())
    games.push_back(
        {std::string(edition.name), words("game." + std::string(edition.name) + ".name")});
  return games;
}

Form lobby_form(const LobbyPage& page, const Form& before, const Words& words) {
  const auto kept = [&](std::string_view id, std::string usual) {
    const bool known = std::ranges::count(before.fields, id, &Field::id) > 0;
    return known ? before.value_of(id) : std::move(usual);
  };
  Form form;
  form.title = words("lobby.title");
  if (page.account.empty())
    form.fields.push_back(
        {std::string(name_field), words("start.name"), {}, kept(name_field, page.name)});
  form.fields.push_back({std::string(quick_field), words("lobby.quick"), quick_games(words),
                         kept(quick_field, "base")});
  form.fields.push_back(button(quick_button, words("lobby.quick.button")));
  form.fields.push_back(button(open_button, words("start.friends.button")));
  form.fields.push_back({std::string(code_field), words("lobby.code"), {}, kept(code_field, "")});
  form.fields.push_back(button(code_button, words("lobby.code.go")));
  if (!page.account.empty())
    form.fields.push_back(
        button(log_out_button, words("account.logout") + " (" + page.account + ")"));
  else
    form.fields.push_back(button(log_in_button, words("account.login")));
  for (const protocol::LobbyTable& table : page.tables)
    form.fields.push_back(button(std::string(join_prefix) + table.code,
                                 labelled(words, words("lobby.join"), lobby_line(words, table))));
  form.go_to(before.fields.empty() ? quick_field : std::string_view(before.fields[before.at].id));
  form.first = std::min(before.first, form.at);
  form.note = !page.connected       ? words("online.connecting")
              : page.tables.empty() ? words("lobby.none")
                                    : "";
  if (before.note_is_bad) {
    form.note = before.note;
    form.note_is_bad = true;
  }
  return form;
}

std::optional<Wanted> wanted_by(Form& form, std::string_view button, const Words& words) {
  if (button == open_button) return NewTable{};
  if (button == quick_button) return MatchedTable{form.value_of(quick_field), 2};
  if (button.starts_with(join_prefix))
    return TableByCode{std::string(button.substr(join_prefix.size()))};
  if (button != code_button) return std::nullopt;
  const std::string text = form.value_of(code_field);
  if (const auto code = client::parse_code(text)) return TableByCode{*code};
  form.note = words("terminal.bad-code", {{"code", text}});
  form.note_is_bad = true;
  return std::nullopt;
}

}  // namespace sixfold::terminal
