// Lines, read in pieces of any size: the same as the text parted at its line ends.
#include "record/line_reader.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "require.hpp"

namespace {

using namespace sixfold;
using fuzz::require;

struct Line {
  std::string text;
  bool too_long = false;

  friend bool operator==(const Line&, const Line&) = default;
};

std::vector<Line> parted(std::string_view text, std::size_t longest) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, std::min(end, longest)));
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back({line, end > longest});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

/// The first byte is how much is read at once, the second the longest line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t piece = std::size_t{data[0]} + 1;
  const std::size_t longest = data[1];
  const std::string_view text = fuzz::text_of(data + 2, size - 2);
  std::size_t at = 0;
  LineReader reader(
      [&](std::span<char> into) {
        const std::size_t count = std::min({piece, into.size(), text.size() - at});
        std::copy_n(text.data() + at, count, into.data());
        at += count;
        return count;
      },
      longest);
  std::vector<Line> lines;
  while (const auto line = reader.next()) {
    lines.push_back({std::string(line->text), line->too_long});
    require(line->number == lines.size(), "lines are counted from one");
  }
  require(lines == parted(text, longest), "the lines are those of the text");
  return 0;
}
