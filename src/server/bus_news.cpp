#include "server/bus_news.hpp"

#include <algorithm>
#include <charconv>

#include "rules/ruleset.hpp"
#include "server/client_message.hpp"

namespace sixfold::server {

namespace {

constexpr std::string_view said = "said";
constexpr std::string_view ended = "ended";

/// Removes and returns the text up to the next space; the space is removed too.
std::string_view next_word(std::string_view& text) {
  const auto end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<BusNews> parse_said(std::string_view text) {
  const auto node = parse_id(next_word(text));
  const auto game = parse_id(next_word(text));
  const auto seat = parse_number<unsigned>(next_word(text));
  if (!node || !game || !seat || *seat >= unsigned{most_seats}) return std::nullopt;
  const auto* const phrase = std::ranges::find(protocol::phrases, text);
  if (phrase == protocol::phrases.end()) return std::nullopt;
  return SaidPhrase{*node, *game, static_cast<int>(*seat), *phrase};
}

}  // namespace

std::string to_text(const BusNews& news) {
  if (const auto* place = std::get_if<store::EventPlace>(&news))
    return to_text(place->game) + " " + std::to_string(place->seq);
  if (const auto* end = std::get_if<EndedSession>(&news))
    return std::string(ended) + " " + to_text(end->session);
  const auto& phrase = std::get<SaidPhrase>(news);
  return std::string(said) + " " + to_text(phrase.node) + " " + to_text(phrase.game) + " " +
         std::to_string(phrase.seat) + " " + std::string(phrase.phrase);
}

std::optional<BusNews> parse_news(std::string_view text) {
  const std::string_view first = next_word(text);
  if (first == said) return parse_said(text);
  if (first == ended) {
    const auto session = parse_id(text);
    return session ? std::optional<BusNews>(EndedSession{*session}) : std::nullopt;
  }
  const auto game = parse_id(first);
  const auto seq = parse_number<std::uint64_t>(text);
  if (!game || !seq) return std::nullopt;
  return store::EventPlace{*game, *seq};
}

}  // namespace sixfold::server
