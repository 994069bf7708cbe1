// Texts in the user's language: the messages of the web app and of the terminal, in ICU
// MessageFormat. A missing message falls back to English. In a game with cubes, the message
// `key.cubes` replaces `key`.
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

/// Copies share their messages and must all stay on one thread.
class Words {
 public:
  /// English if the language is not supported.
  explicit Words(std::string_view language);

  /// The same messages, worded for the pieces of that game.
  [[nodiscard]] Words about(const Ruleset& rules) const;

  [[nodiscard]] std::string_view language() const;
  [[nodiscard]] bool has(std::string_view key) const;
  /// The key itself if there is no such message.
  [[nodiscard]] std::string operator()(std::string_view key,
                                       std::initializer_list<Argument> arguments = {}) const;
  /// For example “a, b and c”.
  [[nodiscard]] std::string list(const std::vector<std::string>& items) const;
  /// A number with one decimal, as the language writes it.
  [[nodiscard]] std::string decimal(double number) const;
  /// The same with a plus or minus sign.
  [[nodiscard]] std::string change(double number) const;

 private:
  struct Messages;
  std::shared_ptr<Messages> messages_;
  bool cubes_ = false;
};

/// The supported languages, sorted.
[[nodiscard]] std::vector<std::string> languages();

/// The language of the first text that names one, such as `de_AT.UTF-8` or `fr`; otherwise English.
[[nodiscard]] std::string language_among(std::initializer_list<std::string_view> wanted);

}  // namespace sixfold::terminal
