// A form on the screen: a column of choice and text fields, and a button.
#pragma once

#include <string>
#include <vector>

#include "terminal/drawing/canvas.hpp"
#include "terminal/drawing/key.hpp"
#include "terminal/words/words.hpp"

namespace sixfold::terminal {

struct Option {
  std::string value;
  std::string text;
  std::string about;  ///< shown below the fields while the option is chosen

  friend bool operator==(const Option&, const Option&) = default;
};

struct Field {
  std::string id;
  std::string label;
  std::vector<Option> options;  ///< empty: a text field or a button
  std::string value;
  bool button = false;
  bool hidden = false;  ///< do not echo what is typed

  friend bool operator==(const Field&, const Field&) = default;
};

struct Form {
  std::string title;
  std::vector<Field> fields;
  std::size_t at = 0;
  std::size_t first = 0;  ///< the first visible field
  std::string note;       ///< below the fields
  bool note_is_bad = false;

  /// Moves to the field with this name, if there is one.
  void go_to(std::string_view id);
  /// The value of the field; empty if there is no such field.
  [[nodiscard]] std::string value_of(std::string_view id) const;

  friend bool operator==(const Form&, const Form&) = default;
};

enum class FormOutcome : std::uint8_t { none, changed, pressed, left };

/// Scrolls so that the current field is visible in the window.
void keep_in_sight(Form& form, Size window);

[[nodiscard]] FormOutcome handle(Form& form, const Key& key);
[[nodiscard]] Canvas form_picture(const Form& form, const Words& words, Size window);

}  // namespace sixfold::terminal
