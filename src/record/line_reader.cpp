#include "record/line_reader.hpp"

#include <algorithm>
#include <utility>

namespace sixfold {

namespace {
constexpr std::size_t block_size = std::size_t{1} << 16;
}

LineReader::LineReader(Source source, std::size_t longest_line)
    : source_(std::move(source)), longest_line_(longest_line), buffer_(block_size) {}

bool LineReader::read_line() {
  line_.clear();
  too_long_ = false;
  bool any = false;
  while (true) {
    if (begin_ == end_) {
      begin_ = 0;
      end_ = source_(buffer_);
      if (end_ == 0) return any;
    }
    any = true;
    const char* const from = buffer_.data() + begin_;
    const char* const to = buffer_.data() + end_;
    const char* const stop = std::find(from, to, '\n');
    const auto length = static_cast<std::size_t>(stop - from);
    const std::size_t room = longest_line_ - line_.size();
    too_long_ = too_long_ || length > room;
    line_.append(from, std::min(length, room));
    begin_ += length;
    if (stop != to) {
      ++begin_;
      return true;
    }
  }
}

std::optional<TextLine> LineReader::next() {
  if (!read_line()) return std::nullopt;
  ++number_;
  if (line_.ends_with('\r')) line_.pop_back();
  return TextLine{number_, line_, too_long_};
}

}  // namespace sixfold
