#include "server/archive.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <unicode/unistr.h>

#include "server/table_record.hpp"

namespace sixfold::server {

namespace {

// Looked through at a time, so that others who ask the store need not wait for long.
constexpr std::size_t looked_through = 200;
// After this many times, the page ends where the search has come to.
constexpr int most_rounds = 20;
constexpr int filled_at_a_time = 5;

Unexpected<std::string> archive_refusal(const char* code) { return Unexpected{std::string(code)}; }

icu::UnicodeString folded(const std::string& text) {
  return icu::UnicodeString::fromUTF8(text).foldCase();
}

bool looks_through_all(const ArchiveFilter& filter) {
  return filter.variant.empty() && filter.theme.empty() && filter.opponent.empty() &&
         !filter.outcome && !filter.fewest_turns && !filter.most_turns && !filter.biggest_move;
}

std::optional<ArchiveFilter::Outcome> outcome_of(const std::vector<store::KeptResult>& seats,
                                                 const store::KeptResult& own) {
  using enum ArchiveFilter::Outcome;
  if (own.place == 0) return std::nullopt;
  if (own.place > 1) return lost;
  return std::ranges::count(seats, 1, &store::KeptResult::place) > 1 ? tied : won;
}

bool has_opponent(const std::vector<store::KeptResult>& seats, const store::KeptResult& own,
                  const std::string& name) {
  const icu::UnicodeString wanted = folded(name);
  return std::ranges::any_of(seats, [&](const store::KeptResult& seat) {
    return seat.seat != own.seat && folded(seat.name).indexOf(wanted) >= 0;
  });
}

}  // namespace

bool matches(const ArchiveFilter& filter, const store::ArchivedGame& game, const Id& player) {
  const auto own = std::ranges::find(game.seats, std::optional(player), &store::KeptResult::player);
  if (own == game.seats.end()) return false;
  // Nothing is less or more than what is unknown.
  const auto is_least = [](const std::optional<int>& least, const std::optional<int>& value) {
    return !least || (value && *value >= *least);
  };
  const auto is_most = [](const std::optional<int>& most, const std::optional<int>& value) {
    return !most || (value && *value <= *most);
  };
  return (filter.variant.empty() || own->variant == filter.variant) &&
         (filter.theme.empty() || own->theme == filter.theme) &&
         (!filter.outcome || outcome_of(game.seats, *own) == filter.outcome) &&
         is_least(filter.fewest_turns, own->length) && is_most(filter.most_turns, own->length) &&
         is_least(filter.biggest_move, own->biggest_move) &&
         (filter.opponent.empty() || has_opponent(game.seats, *own, filter.opponent));
}

std::string cursor_text(const store::ArchivePlace& place) {
  return std::to_string(place.ended_ms) + "-" + to_text(place.game);
}

std::optional<store::ArchivePlace> parse_cursor(std::string_view text) {
  store::ArchivePlace place;
  const auto [rest, error] =
      std::from_chars(text.data(), text.data() + text.size(), place.ended_ms);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  const auto game = text.starts_with('-') ? parse_id(text.substr(1)) : std::nullopt;
  if (!game) return std::nullopt;
  place.game = *game;
  return place;
}

struct Archive::Search {
  Id user;
  ArchiveFilter filter;
  std::size_t most = 0;
  Answer<Page> answer;
  std::size_t at_a_time = looked_through;
  int rounds = 0;
  Page page;
};

void Archive::page(const Id& user, const ArchiveFilter& filter, std::size_t most,
                   Answer<Page> answer) {
  if (!page_buckets_.take(user, services_.steady_ms())) return answer(archive_refusal("too_fast"));
  find(user, filter, most, std::move(answer));
}

void Archive::find(const Id& user, const ArchiveFilter& filter, std::size_t most,
                   Answer<Page> answer) {
  const auto search = std::make_shared<Search>();
  search->user = user;
  search->filter = filter;
  search->most = most;
  search->answer = std::move(answer);
  // One more tells whether there is another page.
  if (looks_through_all(filter)) search->at_a_time = most + 1;
  look_on(search);
}

void Archive::look_on(const std::shared_ptr<Search>& search) {
  const auto found = std::make_shared<std::vector<store::ArchivedGame>>();
  store_.look_up([found, user = search->user, range = search->filter.range,
                  most = static_cast<int>(search->at_a_time)](
                     store::Sql& sql) { *found = store::archived_games(sql, user, range, most); },
                 [this, found, search](const auto& fault) {
                   services_.post([this, found, search, failed = fault.has_value()] {
                     if (failed) return search->answer(archive_refusal("unavailable"));
                     if (take(*search, std::move(*found)))
                       return search->answer(std::move(search->page));
                     look_on(search);
                   });
                 });
}

/// True if the page is complete.
bool Archive::take(Search& search, std::vector<store::ArchivedGame> found) {
  Page& page = search.page;
  const bool is_end = found.size() < search.at_a_time;
  if (!is_end) search.filter.range.before = store::place_of(found.back());
  for (store::ArchivedGame& game : found) {
    if (!matches(search.filter, game, search.user)) continue;
    if (page.games.size() == search.most) {
      page.next = store::place_of(page.games.back());
      return true;
    }
    page.games.push_back(std::move(game));
  }
  if (is_end) return true;
  if (++search.rounds < most_rounds) return false;
  page.next = search.filter.range.before;
  return true;
}

void Archive::record(const Id& game, const Answer<std::string>& answer) {
  using Events = std::vector<store::StoredEvent>;
  const auto events = std::make_shared<Events>();
  const auto made = std::make_shared<std::string>();
  const auto make = [this, game, events, made, answer] {
    const bool has_begun = services_.elsewhere(
        [game, events, made] { *made = record_text(*events, game).value_or(""); },
        [made, answer] { answer(*made); });
    if (!has_begun) answer(archive_refusal("busy"));
  };
  store_.look_up([events, game](store::Sql& sql) { *events = store::events_of(sql, game); },
                 [this, make, answer](const auto& fault) {
                   services_.post([make, answer, failed = fault.has_value()] {
                     if (failed) return answer(archive_refusal("unavailable"));
                     make();
                   });
                 });
}

void Archive::fill_some(std::function<void(std::optional<std::size_t> filled)> answer) {
  const auto filled = std::make_shared<std::size_t>(0);
  store_.write(
      [filled](store::Sql& sql) {
        const std::vector<Id> games = store::unarchived_games(sql, filled_at_a_time);
        for (const Id& game : games)
          store::archive_game(sql, game, end_of_game(store::events_of(sql, game)));
        *filled = games.size();
      },
      [this, filled, answer = std::move(answer)](const auto& fault) {
        services_.post([filled, answer, failed = fault.has_value()] {
          answer(failed ? std::nullopt : std::optional(*filled));
        });
      },
      false);
}

void Archive::forget_idle(std::int64_t now_ms) {
  page_buckets_.forget_idle(now_ms);
  stream_buckets_.forget_idle(now_ms);
}

// Streams

class Archive::Stream : public std::enable_shared_from_this<Archive::Stream> {
 public:
  Stream(Archive& archive, const Id& user, ArchiveFilter filter, ArchiveForm form)
      : archive_(archive), user_(user), filter_(std::move(filter)), form_(std::move(form)) {}

  void next(const TakePiece& take) {
    if (form_.head) return make_head(take);
    if (at_ < page_.games.size()) return make_game(take);
    if (!is_last_page_) return turn_over(take);
    if (form_.tail.empty()) return take({BodyPiece::Kind::end, ""});
    take({BodyPiece::Kind::text, std::exchange(form_.tail, "")});
  }

 private:
  void make_head(const TakePiece& take) {
    const auto head = std::exchange(form_.head, nullptr);
    head([take](const Result<std::string, std::string>& text) {
      take(text ? BodyPiece{BodyPiece::Kind::text, *text} : BodyPiece{});
    });
  }

  void make_game(const TakePiece& take) {
    const store::ArchivedGame& game = page_.games.at(at_);
    archive_.record(game.seats.front().game, [self = shared_from_this(),
                                              take](const Result<std::string, std::string>& text) {
      if (!text && text.error() != "busy") return take({});
      if (!text) return take({BodyPiece::Kind::text, ""});
      const store::ArchivedGame& game = self->page_.games.at(self->at_++);
      take({BodyPiece::Kind::text, self->form_.game(game, *text)});
    });
  }

  void turn_over(const TakePiece& take) {
    archive_.find(user_, filter_, games_per_page,
                  [self = shared_from_this(), take](const Result<Page, std::string>& page) {
                    if (!page) return take({});
                    self->page_ = *page;
                    self->at_ = 0;
                    self->filter_.range.before = page->next;
                    self->is_last_page_ = !page->next;
                    self->next(take);
                  });
  }

  static constexpr std::size_t games_per_page = 50;

  Archive& archive_;
  Id user_;
  ArchiveFilter filter_;
  ArchiveForm form_;
  Page page_;
  std::size_t at_ = 0;
  bool is_last_page_ = false;
};

Result<BodySource, std::string> Archive::stream(const Id& user, const ArchiveFilter& filter,
                                                ArchiveForm form) {
  if (streaming_.contains(user) || !stream_buckets_.take(user, services_.steady_ms()))
    return archive_refusal("too_fast");
  if (streaming_.size() >= most_streams) return archive_refusal("busy");
  streaming_.insert(user);
  // Only the source holds the place: callbacks may end on another thread.
  const std::shared_ptr<void> place(nullptr,
                                    [this, user](void* /*nothing*/) { streaming_.erase(user); });
  const auto stream = std::make_shared<Stream>(*this, user, filter, std::move(form));
  return BodySource([place, stream](const TakePiece& take) { stream->next(take); });
}

}  // namespace sixfold::server
