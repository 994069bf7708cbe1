#include "terminal/setup/form.hpp"

#include <algorithm>

#include "rules/indexed.hpp"
#include "terminal/drawing/text.hpp"
#include "terminal/table/table_picture.hpp"

namespace sixfold::terminal {

namespace {

constexpr std::size_t longest_text = 60;
constexpr std::size_t longest_secret = 256;
constexpr int first_row = 4;
constexpr int fewest_label_columns = 24;
constexpr int rows_below = 5;  // for the note and the keys

int left_of(Size window) { return std::max(2, (window.columns - 70) / 2); }

FormOutcome turn(Field& field, int by) {
  if (field.options.empty()) return FormOutcome::none;
  const auto found = std::ranges::find(field.options, field.value, &Option::value);
  const auto count = static_cast<int>(field.options.size());
  const int at = found == field.options.end()
                     ? 0
                     : static_cast<int>(found - field.options.begin()) + by + count;
  field.value = nth(field.options, at % count).value;
  return FormOutcome::changed;
}

FormOutcome type(Field& field, const Key& key) {
  if (field.button || !field.options.empty()) return FormOutcome::none;
  if (key.kind == Key::Kind::backspace) {
    const auto clusters = clusters_of(field.value);
    if (clusters.empty()) return FormOutcome::none;
    field.value.resize(field.value.size() - clusters.back().text.size());
    return FormOutcome::changed;
  }
  const std::size_t longest = field.hidden ? longest_secret : longest_text;
  if (key.character < U' ' || field.value.size() >= longest) return FormOutcome::none;
  field.value += utf8_of(key.character);
  return FormOutcome::changed;
}

/// The number of fields that a window can show.
std::size_t fields_in(Size window) {
  return static_cast<std::size_t>(std::max(1, window.rows - first_row - rows_below));
}

/// How many columns the labels take, with a blank; values get at least half the window.
int label_columns(const Form& form, Size window) {
  int longest = fewest_label_columns - 1;
  for (const Field& field : form.fields)
    if (!field.button) longest = std::max(longest, columns_of(field.label));
  return std::min(longest + 1, window.columns / 2 - left_of(window));
}

/// What there is to say about the option that is chosen.
std::string about_choice(const Field& field) {
  const auto found = std::ranges::find(field.options, field.value, &Option::value);
  return found == field.options.end() ? "" : found->about;
}

std::string shown_text(const Field& field, bool here) {
  if (field.options.empty()) {
    std::string text = field.value;
    if (field.hidden) {
      text.clear();
      for (std::size_t i = 0; i < clusters_of(field.value).size(); ++i) text += "•";
    }
    return text + (here ? "_" : "");
  }
  const auto found = std::ranges::find(field.options, field.value, &Option::value);
  const std::string text = found == field.options.end() ? field.value : found->text;
  return here ? "◂ " + text + " ▸" : text;
}

}  // namespace

void Form::go_to(std::string_view id) {
  const auto found = std::ranges::find(fields, id, &Field::id);
  if (found != fields.end()) at = static_cast<std::size_t>(found - fields.begin());
}

std::string Form::value_of(std::string_view id) const {
  const auto found = std::ranges::find(fields, id, &Field::id);
  return found == fields.end() ? "" : found->value;
}

void keep_in_sight(Form& form, Size window) {
  const std::size_t count = fields_in(window);
  form.first = std::min(form.first, form.at);
  if (form.at >= form.first + count) form.first = form.at + 1 - count;
}

FormOutcome handle(Form& form, const Key& key) {
  if (form.fields.empty()) return FormOutcome::left;
  Field& field = form.fields[form.at];
  const std::size_t last = form.fields.size() - 1;
  switch (key.kind) {
    case Key::Kind::up:
    case Key::Kind::back_tab:
      form.at = form.at == 0 ? last : form.at - 1;
      return FormOutcome::none;
    case Key::Kind::down:
    case Key::Kind::tab:
      form.at = form.at == last ? 0 : form.at + 1;
      return FormOutcome::none;
    case Key::Kind::left:
      return turn(field, -1);
    case Key::Kind::right:
      return turn(field, 1);
    case Key::Kind::enter:
      if (field.button) return FormOutcome::pressed;
      form.at = form.at == last ? 0 : form.at + 1;
      return FormOutcome::none;
    case Key::Kind::escape:
    case Key::Kind::closed:
      return FormOutcome::left;
    case Key::Kind::click: {
      const int row = key.row - first_row + static_cast<int>(form.first);
      if (key.row < first_row || row > static_cast<int>(last)) return FormOutcome::none;
      const bool again = form.at == static_cast<std::size_t>(row);
      form.at = static_cast<std::size_t>(row);
      Field& clicked = form.fields[form.at];
      if (clicked.button) return FormOutcome::pressed;
      return again ? turn(clicked, 1) : FormOutcome::none;
    }
    case Key::Kind::backspace:
    case Key::Kind::character:
      if (key == key_of(U'q') && (field.button || !field.options.empty())) return FormOutcome::left;
      if (key == key_of(U' ') && field.button) return FormOutcome::pressed;
      return type(field, key);
    default:
      return FormOutcome::none;
  }
}

Canvas form_picture(const Form& form, const Words& words, Size window) {
  if (window.rows < smallest_window.rows || window.columns < smallest_window.columns)
    return tiny_picture(words, window);
  Canvas canvas(window);
  draw_bar(canvas, words("app.name"), "");
  const int left = left_of(window);
  canvas.put(2, left, form.title, {Ink::accent, Paper::none, true});
  int row = first_row;
  const std::size_t end = std::min(form.fields.size(), form.first + fields_in(window));
  const int right = window.columns - left;
  const int labels = label_columns(form, window);
  if (form.first > 0) canvas.put(first_row - 1, right, "▲", {Ink::faint});
  for (std::size_t i = form.first; i < end; ++i, ++row) {
    const Field& field = form.fields[i];
    const bool here = i == form.at;
    const Style style{Ink::plain, here ? Paper::cursor : Paper::none, here};
    if (field.button) {
      canvas.put_fitted(row, left, window.columns - left - 1, " " + field.label + " ",
                        {here ? Ink::plain : Ink::good, here ? Paper::cursor : Paper::none, true});
      continue;
    }
    canvas.put_fitted(row, left, labels - 1, field.label, {Ink::faint});
    canvas.put_fitted(row, left + labels, window.columns - left - labels - 1,
                      shown_text(field, here), style);
  }
  if (end < form.fields.size()) canvas.put(row, right, "▼", {Ink::faint});
  ++row;
  for (const std::string& line : wrapped(about_choice(form.fields[form.at]), right - left))
    canvas.put(row++, left, line, {Ink::faint});
  for (const std::string& line : wrapped(form.note, right - left))
    canvas.put(row++, left, line, {form.note_is_bad ? Ink::bad : Ink::faint});
  static_cast<void>(draw_keys(canvas, window.rows - 1,
                              {{"↑ ↓", words("terminal.key.field"), {}},
                               {"← →", words("terminal.key.value"), {}},
                               {"⏎", words("terminal.key.do"), {}},
                               {"Esc", words("terminal.key.quit"), {}}}));
  return canvas;
}

}  // namespace sixfold::terminal
