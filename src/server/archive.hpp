// The archive: every finished game of a player, in pages or as one stream with all records, by any
// of its properties.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/accounts.hpp"
#include "server/body_source.hpp"
#include "server/limits.hpp"
#include "server/work_elsewhere.hpp"
#include "store/archive.hpp"

namespace sixfold::server {

/// Which games are wanted. Games of which something is unknown are found only by what is known.
struct ArchiveFilter {
  enum class Outcome : std::uint8_t { won, tied, lost };
  std::string variant;   ///< empty: any
  std::string theme;     ///< empty: any
  std::string opponent;  ///< part of the name of one, in any case; empty: any
  std::optional<Outcome> outcome;
  std::optional<int> fewest_turns;
  std::optional<int> most_turns;
  std::optional<int> biggest_move;  ///< the player's own has at least this many points
  store::ArchiveRange range;
};

/// Whether the player's game is wanted, whatever its time.
[[nodiscard]] bool matches(const ArchiveFilter& filter, const store::ArchivedGame& game,
                           const Id& player);

/// A place in the order of the archive as text, for the next page, and back.
[[nodiscard]] std::string cursor_text(const store::ArchivePlace& place);
[[nodiscard]] std::optional<store::ArchivePlace> parse_cursor(std::string_view text);

/// What a stream of games is made of.
struct ArchiveForm {
  /// Makes what comes before the first game; may be empty.
  std::function<void(Accounts::Answer<std::string> answer)> head;
  /// `record`: without the end of the line; empty if the log of the game cannot be read.
  std::function<std::string(const store::ArchivedGame& game, const std::string& record)> game;
  std::string tail;
};

struct ArchiveServices {
  std::function<std::int64_t()> steady_ms;
  /// Runs a task on the thread that receives all answers.
  std::function<void(std::function<void()>)> post;
  WorkElsewhere elsewhere;
};

class Archive {
 public:
  template <class T>
  using Answer = Accounts::Answer<T>;

  Archive(store::SqlStore& store, ArchiveServices services)
      : store_(store), services_(std::move(services)) {}

  struct Page {
    std::vector<store::ArchivedGame> games;
    std::optional<store::ArchivePlace>
        next;  ///< before which the next page begins, if there is one
  };
  /// Answers with at most `most` games, or an error: too_fast or unavailable. A page may have fewer
  /// games than there are if many had to be looked through; then it has `next`.
  void page(const Id& user, const ArchiveFilter& filter, std::size_t most, Answer<Page> answer);

  /// The player's games with their records, newest first; or an error: too_fast or busy. There is
  /// one stream per player at a time, and few in all; it ends with the last copy of the source.
  [[nodiscard]] Result<BodySource, std::string> stream(const Id& user, const ArchiveFilter& filter,
                                                       ArchiveForm form);

  /// Fills in what is unknown about a few games that ended before it was stored, and answers how
  /// many they were; empty if the store failed.
  void fill_some(std::function<void(std::optional<std::size_t> filled)> answer);

  void forget_idle(std::int64_t now_ms);

 private:
  struct Search;
  class Stream;

  void look_on(const std::shared_ptr<Search>& search);
  static bool take(Search& search, std::vector<store::ArchivedGame> found);
  /// Like page(), without a limit of the rate.
  void find(const Id& user, const ArchiveFilter& filter, std::size_t most, Answer<Page> answer);
  /// Answers with the record's text; an error if there is no time for it now (busy) or no answer
  /// from the store.
  void record(const Id& game, const Answer<std::string>& answer);

  static constexpr Rate pages_of_user{200, 100};
  static constexpr Rate streams_of_user{20'000, 5};
  static constexpr std::size_t most_streams = 8;

  store::SqlStore& store_;
  ArchiveServices services_;
  TokenBuckets<Id> page_buckets_{pages_of_user};
  TokenBuckets<Id> stream_buckets_{streams_of_user};
  std::set<Id> streaming_;
};

}  // namespace sixfold::server
