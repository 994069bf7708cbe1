#include "server/link_preview.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "record/id.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold::server {

namespace {

constexpr std::string_view fallback = "en";

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// From 0 to 1000; 1000 if nothing is said.
int quality_of(std::string_view parameters) {
  const auto at = parameters.find("q=");
  if (at == std::string_view::npos) return 1'000;
  const std::string_view number = parameters.substr(at + 2);
  double quality = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), quality);
  if (read.ec != std::errc{} || std::isnan(quality) || quality < 0 || quality > 1) return 0;
  return static_cast<int>(quality * 1'000);
}

std::string with(std::string text, std::string_view name, std::string_view value) {
  const std::string argument = "{" + std::string(name) + "}";
  if (const auto at = text.find(argument); at != std::string::npos)
    text.replace(at, argument.size(), value);
  return text;
}

const Json* member(const Json& json, std::string_view name) {
  return json.is_object() ? FormReader::optional(json, name) : nullptr;
}
std::string text_of(const Json& json, std::string_view name) {
  const Json* const found = member(json, name);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

/// The key of the game's name.
std::string game_key(const Json& table) {
  const Json* const plan = member(table, "plan");
  const std::string variant = plan == nullptr ? "" : text_of(*plan, "variant");
  for (const Edition& edition : all_editions())
    if (edition.theme == text_of(table, "theme") && edition.ruleset().variant == variant)
      return "game." + std::string(edition.name) + ".name";
  return "app.name";
}

/// The players, with their points if the game is over. Tables call their bots by their levels.
std::string players_of(const Json& table, bool with_points,
                       const std::function<std::string(std::string_view)>& say) {
  const Json* const view = member(table, "view");
  const Json* const seats =
      with_points && view != nullptr ? member(*view, "seats") : member(table, "seats");
  std::string players;
  if (seats == nullptr || !seats->is_array()) return players;
  for (const Json& seat : *seats) {
    const std::string name = text_of(seat, "name");
    if (name.empty()) continue;
    const std::string key = "bot." + name + ".name";
    const std::string text = say(key);
    players += (players.empty() ? "" : " – ") + (text == key ? name : text);
    if (const Json* const score = member(seat, "score"); with_points && score != nullptr)
      players += " " + dump(*score);
  }
  return players;
}

void add(std::string& tags, std::string_view kind, std::string_view name, std::string_view value) {
  tags += "\n    <meta " + std::string(kind) + "=\"" + std::string(name) + "\" content=\"" +
          html_escaped(value) + "\" />";
}

}  // namespace

LinkTexts::LinkTexts(std::string_view json) {
  const auto read = parse_json(json);
  if (!read || !read->is_object()) return;
  for (const auto& [language, messages] : read->items())
    if (messages.is_object())
      for (const auto& [key, text] : messages.items())
        if (text.is_string()) languages_[language][key] = text.get<std::string>();
}

std::string LinkTexts::language_for(std::string_view accepted) const {
  std::string best(fallback);
  int highest = 0;
  while (!accepted.empty()) {
    const std::string_view one = accepted.substr(0, accepted.find(','));
    accepted.remove_prefix(std::min(accepted.size(), one.size() + 1));
    const std::size_t semicolon = std::min(one.size(), one.find(';'));
    const std::string_view tag = trimmed(one.substr(0, semicolon));
    const std::string language = lower(tag.substr(0, tag.find('-')));
    const int quality = quality_of(one.substr(semicolon));
    if (quality <= highest || !languages_.contains(language)) continue;
    highest = quality;
    best = language;
  }
  return best;
}

std::string LinkTexts::text(std::string_view language, std::string_view key) const {
  const auto messages = languages_.find(language);
  if (messages == languages_.end()) return std::string(key);
  const auto found = messages->second.find(key);
  return found == messages->second.end() ? std::string(key) : found->second;
}

LinkTarget link_target(std::string_view path) {
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  using Kind = LinkTarget::Kind;
  if (path == "/daily") return {Kind::daily, "", false};
  struct Place {
    std::string_view start;
    Kind kind;
    bool embedded;
  };
  constexpr std::array<Place, 4> places{{{"/g/", Kind::record, false},
                                         {"/embed/g/", Kind::record, true},
                                         {"/review/", Kind::review, false},
                                         {"/t/", Kind::table, false}}};
  for (const auto& [start, kind, embedded] : places)
    if (path.starts_with(start)) return {kind, std::string(path.substr(start.size())), embedded};
  return {};
}

LinkPreview LinkMaker::preview(const LinkTarget& target, const Json& table,
                               std::string_view language) const {
  using Kind = LinkTarget::Kind;
  const auto say = [&](std::string_view key) { return texts.text(language, key); };
  LinkPreview preview{say("app.name"), say("app.tagline"), url + "/", url + "/preview.png",
                      say("app.locale")};
  std::ranges::replace(preview.locale, '-', '_');
  if (target.kind == Kind::daily) {
    preview.title = say("daily.title");
    preview.text = say("link.daily");
    preview.address = url + "/daily";
  }
  const bool is_over = text_of(table, "status") == "ended" && member(table, "view") != nullptr;
  const bool is_open =
      target.kind == Kind::table && !is_over && text_of(table, "status") != "ended";
  if (!table.is_object() || (!is_over && !is_open)) return preview;

  const std::string game = say(game_key(table));
  const std::string players = players_of(table, is_over, say);
  preview.title = players.empty() ? game : players;
  const std::string id = text_of(table, "game");
  if (is_over) {
    preview.text = say(target.kind == Kind::review ? "link.review" : "link.ended");
    preview.address = url + (target.kind == Kind::review ? "/review/" : "/g/") + id;
    if (draws_pictures) preview.picture = url + "/api/games/" + id + "/picture";
  } else {
    preview.text = say(text_of(table, "status") == "waiting" ? "link.waiting" : "link.running");
    preview.address = url + "/t/" + text_of(table, "code");
  }
  preview.text = with(preview.text, "game", game);
  return preview;
}

std::string page_with(std::string_view page, const LinkPreview& preview) {
  constexpr std::string_view begin = "<title>";
  constexpr std::string_view end = "</title>";
  const auto from = page.find(begin);
  const auto to = page.find(end, from);
  if (from == std::string_view::npos || to == std::string_view::npos) return std::string(page);
  std::string tags;
  add(tags, "property", "og:type", "website");
  add(tags, "property", "og:site_name", "Sixfold");
  add(tags, "property", "og:locale", preview.locale);
  add(tags, "property", "og:title", preview.title);
  add(tags, "property", "og:description", preview.text);
  add(tags, "property", "og:url", preview.address);
  add(tags, "property", "og:image", preview.picture);
  add(tags, "property", "og:image:type", "image/png");
  add(tags, "property", "og:image:width", "1200");
  add(tags, "property", "og:image:height", "630");
  add(tags, "property", "og:image:alt", preview.title);
  add(tags, "name", "twitter:card", "summary_large_image");
  return std::string(page.substr(0, from + begin.size())) + html_escaped(preview.title) +
         std::string(end) + tags + std::string(page.substr(to + end.size()));
}

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  return result;
}

}  // namespace sixfold::server
