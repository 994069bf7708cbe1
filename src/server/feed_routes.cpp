// The feed of an account: what waits for its owner, and what has ended, for a reader that looks
// now and then (RFC 4287).
#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <memory>

#include "server/link_preview.hpp"
#include "server/routes.hpp"

namespace sixfold::server {

namespace {

constexpr std::size_t most_waiting_entries = 50;
constexpr std::size_t most_ended_entries = 20;

struct FeedEntry {
  std::string id;
  std::string title;
  std::string address;
  std::string content;  ///< may be empty
  std::int64_t time_ms = 0;
};

/// RFC 3339, in seconds.
std::string time_text(std::int64_t time_ms) {
  const std::time_t seconds = time_ms / 1'000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text.data(), size};
}

std::string element(std::string_view name, std::string_view text) {
  return "<" + std::string(name) + ">" + html_escaped(text) + "</" + std::string(name) + ">";
}

std::string entry_text(const FeedEntry& entry) {
  return "<entry>" + element("id", entry.id) + element("title", entry.title) +
         element("updated", time_text(entry.time_ms)) + "<link href=\"" +
         html_escaped(entry.address) + "\"/>" +
         (entry.content.empty() ? "" : element("content", entry.content)) + "</entry>\n";
}

/// A feed that is being put together.
struct Feed {
  Id player;
  const LinkMaker& links;
  std::string language;
  std::vector<FeedEntry> entries;
  std::size_t missing = 0;
  AnswerHttp reply;

  [[nodiscard]] std::string text(const char* key) const { return links.texts.text(language, key); }

  void finish(std::int64_t now_ms) {
    std::ranges::stable_sort(entries, std::greater<>(), &FeedEntry::time_ms);
    // Readers take this for the time of the last change.
    const std::int64_t updated = entries.empty() ? now_ms : entries.front().time_ms;
    std::string body =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">" +
        element("id", "urn:sixfold:" + to_text(player)) + element("title", "Sixfold") +
        "<author><name>Sixfold</name></author>" + element("updated", time_text(updated)) +
        "<link href=\"" + html_escaped(links.url) + "/\"/>\n";
    for (const FeedEntry& entry : entries) body += entry_text(entry);
    reply({200, "application/atom+xml", body + "</feed>\n", {}});
  }
};

void add_ended(Feed& feed, const store::ArchivedGame& game) {
  const store::KeptResult& first = game.seats.front();
  std::string points;
  for (const store::KeptResult& seat : game.seats)
    points += (points.empty() ? "" : ", ") + (seat.name.empty() ? "—" : seat.name) + " " +
              std::to_string(seat.points);
  feed.entries.push_back({"urn:sixfold:" + to_text(first.game) + ":over", feed.text("notice.over"),
                          feed.links.url + "/g/" + to_text(first.game), points, first.ended_ms});
}

void add_waiting(const RouteServices& services, const std::shared_ptr<Feed>& feed,
                 const std::vector<store::GameRow>& rows) {
  std::vector<store::GameRow> running;
  for (const store::GameRow& row : rows)
    if (row.status == GameStatus::running && running.size() < most_waiting_entries)
      running.push_back(row);
  feed->missing = running.size();
  const std::int64_t now_ms = services.accounts.now_ms();
  if (running.empty()) return feed->finish(now_ms);
  for (const store::GameRow& row : running)
    services.hub.find_facts(
        row.game, feed->player, [feed, row, now_ms](const Result<TableFacts, NoRoom>& facts) {
          if (facts && facts->has_turn)
            feed->entries.push_back(
                {"urn:sixfold:" + to_text(row.game) + ":turn:" + std::to_string(facts->turns),
                 feed->text("notice.turn"),
                 feed->links.url + "/t/" + (row.code.empty() ? to_text(row.game) : row.code), "",
                 facts->since_ms});
          if (--feed->missing == 0) feed->finish(now_ms);
        });
}

void show_feed(const RouteServices& services, const RouteRequest& request, std::string_view part,
               const AnswerHttp& reply) {
  if (services.links == nullptr) return reply(refusal("no_feed"));
  const LinkMaker& links = *services.links;
  const std::string language =
      links.texts.language_for(parameter(request.query, "language").value_or(""));
  services.accounts.find_feed(std::string(part), [services, &links, language,
                                                  reply](const Result<Id, std::string>& user) {
    if (!user) return reply(refusal(user.error()));
    const auto feed = std::make_shared<Feed>(Feed{*user, links, language, {}, 0, reply});
    services.archive.page(*user, {}, most_ended_entries,
                          [services, feed](const Result<Archive::Page, std::string>& page) {
                            if (!page) return feed->reply(refusal(page.error()));
                            for (const store::ArchivedGame& game : page->games)
                              add_ended(*feed, game);
                            services.hub.games_of(feed->player, [services, feed](const auto& rows) {
                              if (!rows) return feed->reply(refusal("unavailable"));
                              add_waiting(services, feed, *rows);
                            });
                          });
  });
}

void show_whether(const RouteServices& services, const RouteRequest& request,
                  std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.has_feed(request.asker.user, or_refuse<bool>(reply, [](bool has_one) {
                               return json_answer({{"feed", has_one}});
                             }));
}

void make_feed(const RouteServices& services, const RouteRequest& request,
               std::string_view /*part*/, const AnswerHttp& reply) {
  services.accounts.make_feed(request.asker.user,
                              or_refuse<std::string>(reply, [](const std::string& secret) {
                                return json_answer({{"path", "/feeds/" + secret + ".atom"}});
                              }));
}

void end_feed(const RouteServices& services, const RouteRequest& request, std::string_view /*part*/,
              const AnswerHttp& reply) {
  services.accounts.end_feed(request.asker.user, or_refuse<std::monostate>(reply, [](auto) {
                               return json_answer(Json::object());
                             }));
}

constexpr std::array<Route, 4> feed_route_list{{
    {"GET", "/api/me/feed", show_whether},
    {"POST", "/api/me/feed", make_feed},
    {"DELETE", "/api/me/feed", end_feed},
    {"GET", "/feeds/{secret}.atom", show_feed, Access::open},
}};

}  // namespace

std::span<const Route> feed_routes() { return feed_route_list; }

}  // namespace sixfold::server
