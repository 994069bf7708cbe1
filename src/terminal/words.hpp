// Texts for people in their language: the messages of the web app and those of the terminal, in
// ICU MessageFormat. A language that lacks a message falls back to English. Where a game is played
// with cubes, the message `key.cubes` takes the place of `key`.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/ruleset.hpp"

namespace sixfold::terminal {

struct Argument {
  std::string_view name;
  std::variant<std::int64_t, std::string> value;

  Argument(std::string_view key, int number) : name(key), value(std::int64_t{number}) {}
  Argument(std::string_view key, std::string text) : name(key), value(std::move(text)) {}
  Argument(std::string_view key, std::string_view text) : name(key), value(std::string(text)) {}
  Argument(std::string_view key, const char* text) : name(key), value(std::string(text)) {}
};

/// Copies share their messages; all of them belong to one thread.
class Words {
 public:
  /// English where there is no such language.
  explicit Words(std::string_view language);

  /// The same messages, speaking of the pieces of that game.
  [[nodiscard]] Words about(const Ruleset& rules) const;

  [[nodiscard]] std::string_view language() const;
  [[nodiscard]] bool has(std::string_view key) const;
  /// The key itself where there is no such message.
  [[nodiscard]] std::string operator()(std::string_view key,
                                       std::initializer_list<Argument> arguments = {}) const;
  /// As in “a, b and c”.
  [[nodiscard]] std::string list(const std::vector<std::string>& items) const;

 private:
  struct Messages;
  std::shared_ptr<Messages> messages_;
  bool cubes_ = false;
};

/// The languages that there are messages for, sorted.
[[nodiscard]] std::vector<std::string> languages();

/// The language of the first text that names one, as in `de_AT.UTF-8` or `fr`; else English.
[[nodiscard]] std::string language_among(std::initializer_list<std::string_view> wanted);

}  // namespace sixfold::terminal
