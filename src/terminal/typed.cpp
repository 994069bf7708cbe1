#include "terminal/typed.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <ranges>
#include <vector>

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include "record/notation.hpp"

namespace sixfold::terminal {

namespace {

constexpr std::array<std::string_view, 27> commands{
    "trade",     "roll",   "take",   "pass",    "play",         "undo",     "quit",
    "try",       "hint",   "board",  "hand",    "unseen",       "scores",   "help",
    "resign",    "say",    "open",   "quick",   "list",         "pause",    "resume",
    "take-back", "refuse", "return", "rematch", "let-bot-play", "let-leave"};

std::string lower(std::string_view text) {
  std::string result;
  icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())))
      .toLower(icu::Locale::getRoot())
      .toUTF8String(result);
  return result;
}

/// The colour in upper case, the shape in lower case.
std::string normalized(std::string_view word) {
  std::string result = lower(word);
  if (!result.empty())
    result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
  return result;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != ';') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

/// Parses every word in this form; empty if one does not fit.
template <class T>
std::optional<std::vector<T>> all_of(const std::vector<std::string>& words, std::size_t from,
                                     std::optional<T> (*parse)(std::string_view)) {
  std::vector<T> values;
  for (const std::string& word : words | std::views::drop(from)) {
    const auto value = parse(normalized(word));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

template <class T>
std::string joined(const std::vector<T>& values) {
  std::string text;
  for (const T& value : values) text += (text.empty() ? "" : " ") + to_text(value);
  return text;
}

std::string text_of(const Place& place) { return joined(place.tiles); }
std::string text_of(const Trade& trade) { return "trade " + joined(trade.tiles); }
std::string text_of(const Roll& roll) {
  return roll.cubes.empty() ? "roll" : "roll " + joined(roll.cubes);
}
std::string text_of(const Take& take) { return "take " + to_text(take.tile); }
std::string text_of(const Pass& /*pass*/) { return "pass"; }

}  // namespace

std::string command_named(std::string_view word, const Words& words) {
  const std::string typed = lower(word);
  if (std::ranges::count(commands, typed) > 0) return typed;
  for (const std::string_view command : commands)
    if (std::ranges::count(words_of(words("command." + std::string(command))), typed) > 0)
      return std::string(command);
  return typed;
}

std::optional<Typed> read_typed(std::string_view text, const Words& language) {
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) return std::nullopt;
  const std::string first = command_named(words.front(), language);
  if (first == "pass" && words.size() == 1) return Typed(Pass{});
  if (first == "trade" || first == "roll") {
    const auto tiles = all_of(words, 1, parse_tile);
    if (!tiles || (tiles->empty() && first == "trade")) return std::nullopt;
    return first == "trade" ? Typed(Trade{*tiles}) : Typed(Roll{*tiles});
  }
  if (first == "take") {
    const auto taken = all_of(words, 1, parse_placed_tile);
    if (!taken || taken->size() != 1) return std::nullopt;
    return Typed(Take{taken->front()});
  }
  if (words.front().find('@') != std::string::npos) {
    const auto tiles = all_of(words, 0, parse_placed_tile);
    if (!tiles) return std::nullopt;
    return Typed(Place{*tiles});
  }
  TypedWord word{first, ""};
  for (const std::string& more : words | std::views::drop(1))
    word.rest += (word.rest.empty() ? "" : " ") + more;
  return Typed(std::move(word));
}

std::string typed_text(const Move& move) {
  return std::visit([](const auto& one) { return text_of(one); }, move);
}

}  // namespace sixfold::terminal
