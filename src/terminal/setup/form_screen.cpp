#include "terminal/setup/form_screen.hpp"

#include <algorithm>

#include "terminal/setup/setup.hpp"

namespace sixfold::terminal {

std::optional<std::string> ask(const Asking& asking, Form& form,
                               const std::function<void(Form&)>& refresh) {
  while (true) {
    keep_in_sight(form, asking.screen.size());
    asking.screen.show(form_picture(form, asking.words, asking.screen.size()));
    const auto key = asking.screen.read(asking.mailbox, -1);
    asking.mailbox.deliver();
    const FormOutcome outcome = key ? handle(form, *key) : FormOutcome::none;
    if (outcome == FormOutcome::left) return std::nullopt;
    if (outcome != FormOutcome::none) form.note_is_bad = false;
    if (outcome == FormOutcome::pressed) return form.fields[form.at].id;
    if (outcome == FormOutcome::changed || !key) refresh(form);
  }
}

std::optional<std::string> ask_for_setup(const Asking& asking, Choices& choices, bool online,
                                         const std::string& left) {
  Form form = setup_form(choices, asking.words, online, left);
  const auto refresh = [&](Form& shown) {
    read_form(shown, choices);
    Form fresh = setup_form(choices, asking.words, online, left);
    fresh.at = std::min(shown.at, fresh.fields.size() - 1);
    fresh.first = shown.first;
    shown = std::move(fresh);
  };
  while (true) {
    auto pressed = ask(asking, form, refresh);
    if (!pressed) return std::nullopt;
    const auto plan = plan_of(choices, asking.words);
    if (plan || *pressed == resume_button) return pressed;
    form.note = plan.error();
    form.note_is_bad = true;
  }
}

bool ask_to_log_in(const Asking& asking, OnlinePlayer& player, const std::string& name) {
  const Words& words = asking.words;
  Form form;
  form.title = words("account.login");
  form.fields = {{"name", words("account.name"), {}, name},
                 {"passphrase", words("account.passphrase"), {}, "", false, true},
                 {"log-in", words("account.login"), {}, "", true}};
  if (!name.empty()) form.at = 1;
  while (true) {
    if (!ask(asking, form, [](Form&) {})) return false;
    form.note = player.log_in(form.value_of("name"), form.value_of("passphrase"), words);
    if (form.note.empty()) return true;
    form.note_is_bad = true;
  }
}

std::optional<Wanted> ask_at_lobby(const Asking& asking, OnlinePlayer& player, std::string& name) {
  const auto enter = [&] {
    return std::make_unique<Lobby>(player.address(), player.who().credentials, asking.mailbox);
  };
  std::unique_ptr<Lobby> lobby = enter();
  const auto refresh = [&](Form& form) {
    form = lobby_form({lobby->tables(), lobby->is_open(), player.who().account, name}, form,
                      asking.words);
  };
  Form form;
  refresh(form);
  while (true) {
    const auto pressed = ask(asking, form, refresh);
    if (!pressed) return std::nullopt;
    if (player.who().account.empty()) name = form.value_of(name_field);
    if (auto wanted = wanted_by(form, *pressed, asking.words)) return wanted;
    if (*pressed == log_out_button) {
      form.note = player.log_out(asking.words);
      form.note_is_bad = !form.note.empty();
    } else if (*pressed != log_in_button || !ask_to_log_in(asking, player, "")) {
      continue;
    }
    lobby = enter();
    refresh(form);
  }
}

}  // namespace sixfold::terminal
