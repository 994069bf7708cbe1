// Reads the lines of a text of any size and origin in constant memory.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sixfold {

struct TextLine {
  std::size_t number = 0;  ///< from 1
  std::string_view text;   ///< without its end (`\n` or `\r\n`); valid until the next line is read
  bool too_long = false;   ///< over the limit: only its beginning is here; the rest was skipped
};

class LineReader {
 public:
  /// Fills the span with the next bytes and returns how many; 0 at the end.
  using Source = std::function<std::size_t(std::span<char>)>;

  LineReader(Source source, std::size_t longest_line);

  /// Nothing at the end of the text.
  [[nodiscard]] std::optional<TextLine> next();

 private:
  bool read_line();

  Source source_;
  std::size_t longest_line_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::string line_;
  std::size_t number_ = 0;
  bool too_long_ = false;
};

}  // namespace sixfold
