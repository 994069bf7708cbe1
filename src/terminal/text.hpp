// Text as a terminal shows it: how many columns it takes, cut and broken to fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sixfold::terminal {

/// What is shown in one place: a character with the marks that go on it.
struct Cluster {
  std::string text;
  int columns = 1;  ///< 1 or 2
};

/// The text in pieces. Whatever could steer a terminal is replaced: no name or file can.
[[nodiscard]] std::vector<Cluster> clusters_of(std::string_view text);

/// The text without anything that could steer a terminal.
[[nodiscard]] std::string printable(std::string_view text);

[[nodiscard]] std::string utf8_of(char32_t character);

[[nodiscard]] int columns_of(std::string_view text);

/// At most so many columns; where something is left out it ends in `…`.
[[nodiscard]] std::string fitted(std::string_view text, int columns);
/// Exactly so many columns.
[[nodiscard]] std::string padded(std::string_view text, int columns);

/// Lines of at most so many columns, broken at blanks where there are any.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace sixfold::terminal
