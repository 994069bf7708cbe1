#include "play/typed.hpp"

#include <algorithm>
#include <ranges>

#include "record/notation.hpp"

namespace sixfold {

namespace {

constexpr std::string_view true_minus = "\u2212";
constexpr std::string_view fixed_space = "\u00a0";

bool is_space(char c) {
  return c == ' ' || c == ';' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
bool is_mark(char c) { return c == '@' || c == ','; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

/// The lower case of a Latin letter of two bytes.
unsigned lower_letter(unsigned letter) {
  const auto among = [&](unsigned first, unsigned last) {
    return letter >= first && letter <= last;
  };
  if (among(0xC0, 0xDE) && letter != 0xD7) return letter + 0x20;
  if (among(0x100, 0x137) || among(0x14A, 0x177)) return letter | 1U;
  if (among(0x139, 0x148) || among(0x179, 0x17E)) return letter + (letter & 1U);
  return letter;
}

std::string lower(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if ((byte & 0xE0U) != 0xC0U || (next & 0xC0U) != 0x80U) {
      result += lower(text[i]);
      continue;
    }
    ++i;
    const unsigned letter = lower_letter((byte & 0x1FU) << 6U | (next & 0x3FU));
    result += static_cast<char>(0xC0U | letter >> 6U);
    result += static_cast<char>(0x80U | (letter & 0x3FU));
  }
  return result;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (!is_space(c))
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// The words of a move: a mark joins what stands on both sides of it.
std::vector<std::string> move_words(const std::vector<std::string>& words) {
  std::vector<std::string> result;
  for (std::string word : words) {
    replace_all(word, true_minus, "-");
    if (!result.empty() && (is_mark(word.front()) || is_mark(result.back().back())))
      result.back() += word;
    else
      result.push_back(std::move(word));
  }
  return result;
}

/// Parses every word in this form, the colour in upper case and the shape in lower case; empty if
/// one does not fit.
template <class T>
std::optional<std::vector<T>> all_of(const std::vector<std::string>& words, std::size_t from,
                                     std::optional<T> (*parse)(std::string_view)) {
  std::vector<T> values;
  for (const std::string& word : words | std::views::drop(from)) {
    std::string form = lower(word);
    form.front() = upper(form.front());
    const auto value = parse(form);
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

std::string command_named(std::string_view word, const std::vector<CommandWords>& commands) {
  std::string typed = lower(word);
  if (std::ranges::count(commands, typed, &CommandWords::command) > 0) return typed;
  for (const CommandWords& one : commands)
    if (std::ranges::count(words_of(one.words), typed) > 0) return one.command;
  return typed;
}

std::optional<Typed> read_typed(std::string_view text, const std::vector<CommandWords>& commands) {
  std::string plain(text);
  replace_all(plain, fixed_space, " ");
  const std::vector<std::string> words = words_of(plain);
  if (words.empty()) return std::nullopt;
  const std::string first = command_named(words.front(), commands);
  const std::vector<std::string> parts = move_words(words);
  if (first == "pass" && words.size() == 1) return Typed(Pass{});
  if (first == "trade" || first == "roll") {
    const auto tiles = all_of(parts, 1, parse_tile);
    if (!tiles || (tiles->empty() && first == "trade")) return std::nullopt;
    return first == "trade" ? Typed(Trade{*tiles}) : Typed(Roll{*tiles});
  }
  if (first == "take") {
    const auto taken = all_of(parts, 1, parse_placed_tile);
    if (!taken || taken->size() != 1) return std::nullopt;
    return Typed(Take{taken->front()});
  }
  if (parts.front().find('@') != std::string::npos) {
    const auto tiles = all_of(parts, 0, parse_placed_tile);
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

}  // namespace sixfold
