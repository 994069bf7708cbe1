// Text as a terminal shows it: measured in columns, cut and wrapped to fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sixfold::terminal {

/// What is shown in one place: a character with its combining marks.
struct Cluster {
  std::string text;
  int columns = 1;  ///< 1 or 2
};

/// Splits the text into clusters. Everything that could control the terminal is replaced, so that
/// no name or file can.
[[nodiscard]] std::vector<Cluster> clusters_of(std::string_view text);

/// The text without anything that could control a terminal.
[[nodiscard]] std::string printable(std::string_view text);

[[nodiscard]] std::string utf8_of(char32_t character);

[[nodiscard]] int columns_of(std::string_view text);

/// At most this many columns, ending in `…` if the text is cut off.
[[nodiscard]] std::string fitted(std::string_view text, int columns);
/// Exactly this many columns.
[[nodiscard]] std::string padded(std::string_view text, int columns);

/// Lines of at most this many columns, broken at blanks if possible.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace sixfold::terminal
