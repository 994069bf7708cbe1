// HTTP routes of the archive: the player's games in pages, and their records as lines.
#include <algorithm>
#include <array>
#include <charconv>

#include "server/result_json.hpp"
#include "server/routes.hpp"
#include "server/url_text.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t usual_page = 50;
constexpr std::size_t longest_page = 200;

constexpr std::array<std::string_view, 3> outcome_words{"won", "tied", "lost"};

/// Reads the parameters of a query one by one, and remembers what is wrong with the first bad one.
class QueryReader {
 public:
  explicit QueryReader(std::string_view query) : query_(query) {}

  /// Empty if it is missing.
  std::string text(std::string_view name) {
    auto value = raw(name);
    std::ranges::replace(value, '+', ' ');
    value = from_url(value);
    if (!is_utf8(value)) fail("text");
    return value;
  }
  template <class Number>
  std::optional<Number> number(std::string_view name) {
    const std::string value = raw(name);
    if (value.empty()) return std::nullopt;
    Number read = 0;
    const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), read);
    if (error == std::errc{} && rest == value.data() + value.size() && read >= 0) return read;
    fail("range");
    return std::nullopt;
  }
  /// The index of the word.
  template <std::size_t count>
  std::optional<std::size_t> one_of(std::string_view name,
                                    const std::array<std::string_view, count>& words) {
    const std::string value = raw(name);
    const auto found = std::ranges::find(words, value);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    if (!value.empty()) fail("choice");
    return std::nullopt;
  }
  std::optional<store::ArchivePlace> place(std::string_view name) {
    const std::string value = raw(name);
    auto found = parse_cursor(value);
    if (!found && !value.empty()) fail("id");
    return found;
  }

  /// Whether a parameter that narrows the search was given.
  [[nodiscard]] bool is_filter() const { return is_filter_; }
  /// A code; empty if all could be read.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  std::string raw(std::string_view name) {
    const auto value = parameter(query_, name);
    is_filter_ |= value && !value->empty() && name != "before" && name != "limit";
    return std::string(value.value_or(""));
  }
  void fail(const char* code) {
    if (fault_.empty()) fault_ = code;
  }

  std::string_view query_;
  std::string fault_;
  bool is_filter_ = false;
};

ArchiveFilter read_filter(QueryReader& query) {
  ArchiveFilter filter;
  filter.variant = query.text("variant");
  filter.theme = query.text("theme");
  filter.opponent = query.text("opponent");
  if (const auto outcome = query.one_of("result", outcome_words))
    filter.outcome = static_cast<ArchiveFilter::Outcome>(*outcome);
  filter.fewest_turns = query.number<int>("fewest_turns");
  filter.most_turns = query.number<int>("most_turns");
  filter.biggest_move = query.number<int>("biggest_move");
  filter.range.before = query.place("before");
  if (const auto since = query.number<std::int64_t>("since_ms")) filter.range.since_ms = *since;
  if (const auto until = query.number<std::int64_t>("until_ms")) filter.range.until_ms = *until;
  return filter;
}

Json page_json(const Archive::Page& page, const Id& user) {
  Json json;
  json["games"] = Json::array();
  for (const store::ArchivedGame& game : page.games)
    json["games"].push_back(archived_json(game, user));
  if (page.next) json["next"] = cursor_text(*page.next);
  return json;
}

/// Puts the tables that have not ended before the others.
void put_open_tables(Json& json, const std::vector<store::GameRow>& rows) {
  Json games = Json::array();
  for (const store::GameRow& row : rows)
    if (row.status != GameStatus::ended) games.push_back(row_json(row));
  for (Json& game : json["games"]) games.push_back(std::move(game));
  json["games"] = std::move(games);
}

void show_my_games(const RouteServices& services, const RouteRequest& request,
                   std::string_view /*part*/, const AnswerHttp& reply) {
  const Id user = request.asker.user;
  QueryReader query(request.query);
  const ArchiveFilter filter = read_filter(query);
  const std::size_t limit = query.number<std::size_t>("limit").value_or(usual_page);
  query.one_of("status", std::array<std::string_view, 1>{code_of(GameStatus::ended)});
  if (!query.fault().empty()) return reply(http_error(400, query.fault()));
  if (limit == 0) return reply(http_error(400, "range"));
  const bool shows_open = !filter.range.before && !query.is_filter();
  services.archive.page(user, filter, std::min(limit, longest_page),
                        [user, shows_open, reply,
                         &hub = services.hub](const Result<Archive::Page, std::string>& page) {
                          if (!page) return reply(refusal(page.error()));
                          Json json = page_json(*page, user);
                          if (!shows_open) return reply(json_answer(json));
                          hub.games_of(user, [json, reply](const auto& rows) mutable {
                            if (!rows) return reply(http_error(503, "unavailable"));
                            put_open_tables(json, *rows);
                            reply(json_answer(json));
                          });
                        });
}

void show_my_records(const RouteServices& services, const RouteRequest& request,
                     std::string_view /*part*/, const AnswerHttp& reply) {
  QueryReader query(request.query);
  const ArchiveFilter filter = read_filter(query);
  if (!query.fault().empty()) return reply(http_error(400, query.fault()));
  ArchiveForm form;
  form.game = [](const store::ArchivedGame& /*game*/, const std::string& record) {
    return record.empty() ? record : record + "\n";
  };
  auto stream = services.archive.stream(request.asker.user, filter, std::move(form));
  if (!stream) return reply(refusal(stream.error()));
  reply({200, "application/jsonl", "", {}, false, *std::move(stream)});
}

constexpr std::array<Route, 2> archive_route_list{{
    {"GET", "/api/me/games", show_my_games, Access::read},
    {"GET", "/api/me/games/records", show_my_records, Access::read},
}};

}  // namespace

std::span<const Route> archive_routes() { return archive_route_list; }

}  // namespace sixfold::server
