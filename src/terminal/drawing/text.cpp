#include "terminal/drawing/text.hpp"

#include <algorithm>
#include <cstdint>

#include <unicode/uchar.h>
#include <unicode/unistr.h>

namespace sixfold::terminal {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD

int columns_of_character(UChar32 character) {
  switch (u_charType(character)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
      return 0;
    default:
      break;
  }
  const auto width = u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

/// Control characters, and those that change the direction of text or are invisible.
bool steers(UChar32 character) {
  const auto type = u_charType(character);
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || type == U_LINE_SEPARATOR ||
         type == U_PARAGRAPH_SEPARATOR || type == U_SURROGATE || type == U_PRIVATE_USE_CHAR ||
         type == U_UNASSIGNED;
}

}  // namespace

std::string utf8_of(char32_t character) {
  std::string text;
  const auto add = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xc0 | character >> 6);
    add(0x80 | (character & 0x3f));
  } else if (character < 0x10000) {
    add(0xe0 | character >> 12);
    add(0x80 | (character >> 6 & 0x3f));
    add(0x80 | (character & 0x3f));
  } else {
    add(0xf0 | character >> 18);
    add(0x80 | (character >> 12 & 0x3f));
    add(0x80 | (character >> 6 & 0x3f));
    add(0x80 | (character & 0x3f));
  }
  return text;
}

std::vector<Cluster> clusters_of(std::string_view text) {
  std::vector<Cluster> clusters;
  const auto characters = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  for (std::int32_t at = 0; at < characters.length(); at = characters.moveIndex32(at, 1)) {
    const UChar32 character = characters.char32At(at);
    const int columns = columns_of_character(character);
    if (character == '\t')
      clusters.push_back({" ", 1});
    else if (steers(character))
      clusters.push_back({std::string(replacement), 1});
    else if (columns == 0 && !clusters.empty())
      clusters.back().text += utf8_of(static_cast<char32_t>(character));
    else
      clusters.push_back({utf8_of(static_cast<char32_t>(character)), std::max(columns, 1)});
  }
  return clusters;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const Cluster& cluster : clusters_of(text)) result += cluster.text;
  return result;
}

int columns_of(std::string_view text) {
  int columns = 0;
  for (const Cluster& cluster : clusters_of(text)) columns += cluster.columns;
  return columns;
}

std::string fitted(std::string_view text, int columns) {
  if (columns_of(text) <= columns) return printable(text);
  std::string result;
  int used = 0;
  for (const Cluster& cluster : clusters_of(text)) {
    if (used + cluster.columns > columns - 1) break;
    result += cluster.text;
    used += cluster.columns;
  }
  return columns > 0 ? result + "…" : "";
}

std::string padded(std::string_view text, int columns) {
  std::string result = fitted(text, columns);
  result.append(static_cast<std::size_t>(std::max(0, columns - columns_of(result))), ' ');
  return result;
}

std::vector<std::string> wrapped(std::string_view text, int columns) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t begin = 0;
  const auto close = [&] {
    if (!line.empty()) lines.push_back(line);
    line.clear();
  };
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    std::string word = printable(text.substr(begin, end - begin));
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns) close();
    while (columns_of(word) > columns && columns > 0) {
      close();
      std::string part;
      std::size_t bytes = 0;
      for (const Cluster& cluster : clusters_of(word)) {
        if (columns_of(part) + cluster.columns > columns) break;
        part += cluster.text;
        bytes += cluster.text.size();
      }
      if (bytes == 0) break;
      lines.push_back(part);
      word.erase(0, bytes);
    }
    if (!word.empty()) line += (line.empty() ? "" : " ") + word;
    if (end < text.size() && text[end] == '\n') close();
    begin = end + 1;
  }
  close();
  return lines;
}

}  // namespace sixfold::terminal
