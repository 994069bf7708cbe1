// The archive as the server has it: what a search finds, streams that are made while they are
// taken, and games that ended before there was an archive.
#include "server/archive.hpp"

#include "hub_fixture.hpp"
#include "server/routes.hpp"
#include "store/waiting.hpp"

namespace sixfold::server {
namespace {

store::ArchivedGame game_with(const std::vector<int>& places) {
  store::ArchivedGame game;
  for (std::size_t i = 0; i < places.size(); ++i) {
    store::KeptResult seat;
    seat.game = numbered_id(7);
    seat.seat = static_cast<int>(i);
    seat.player = numbered_id(100 + static_cast<int>(i));
    seat.name = "Émile " + std::to_string(i);
    seat.variant = "base";
    seat.place = places[i];
    game.seats.push_back(seat);
  }
  return game;
}

TEST(ArchiveFilterTest, TellsWhoWonFromThePlaces) {
  using enum ArchiveFilter::Outcome;
  const auto outcome = [](const std::vector<int>& places) {
    std::vector<ArchiveFilter::Outcome> found;
    for (const ArchiveFilter::Outcome one : {won, tied, lost}) {
      ArchiveFilter filter;
      filter.outcome = one;
      if (matches(filter, game_with(places), numbered_id(100))) found.push_back(one);
    }
    return found;
  };
  using Outcomes = std::vector<ArchiveFilter::Outcome>;
  EXPECT_EQ(outcome({1, 2, 2}), Outcomes{won});
  EXPECT_EQ(outcome({1, 1, 3}), Outcomes{tied});
  EXPECT_EQ(outcome({3, 1, 1}), Outcomes{lost});
  EXPECT_EQ(outcome({0, 0}), Outcomes{}) << "aborted";
}

TEST(ArchiveFilterTest, ComparesNamesOfOpponentsWithoutCase) {
  const auto has = [](const std::string& name) {
    ArchiveFilter filter;
    filter.opponent = name;
    return matches(filter, game_with({1, 2}), numbered_id(100));
  };
  EXPECT_TRUE(has("éMILE"));
  EXPECT_TRUE(has("ile 1"));
  EXPECT_FALSE(has("ile 0")) << "that is the player";
  EXPECT_FALSE(has("Emil"));
}

TEST(ArchiveFilterTest, FindsNothingByWhatIsUnknown) {
  store::ArchivedGame game = game_with({1, 2});
  const auto found = [&](const ArchiveFilter& filter) {
    return matches(filter, game, numbered_id(100));
  };
  ArchiveFilter fewest, most, biggest, theme;
  fewest.fewest_turns = 0;
  most.most_turns = 30;
  biggest.biggest_move = 12;
  theme.theme = "classic";
  EXPECT_TRUE(found({}));
  for (const ArchiveFilter& filter : {fewest, most, biggest, theme}) EXPECT_FALSE(found(filter));
  for (store::KeptResult& seat : game.seats) {
    seat.theme = "classic";
    seat.length = 30;
    seat.biggest_move = 12;
  }
  for (const ArchiveFilter& filter : {fewest, most, biggest, theme}) EXPECT_TRUE(found(filter));
  game.seats.front().biggest_move = 11;
  EXPECT_FALSE(found(biggest)) << "that of the opponent does not count";
  EXPECT_FALSE(matches({}, game, numbered_id(1))) << "a game of others";
}

TEST(ArchiveCursorTest, IsReadAsItWasWritten) {
  for (const std::int64_t time_ms : {std::int64_t{-5}, std::int64_t{0}, std::int64_t{1} << 50}) {
    const store::ArchivePlace place{time_ms, numbered_id(3)};
    EXPECT_EQ(parse_cursor(cursor_text(place)), place);
  }
  for (const char* const wrong : {"", "5", "5-", "5-12", "x-00000000000000000000000000000000",
                                  "99999999999999999999-00000000000000000000000000000000"})
    EXPECT_EQ(parse_cursor(wrong), std::nullopt) << wrong;
}

class ArchiveTest : public HubTest {
 protected:
  /// Plays this many games against a bot; the client resigns.
  std::vector<Id> play(Client& client, int count) {
    std::vector<Id> games;
    client.connect(*hub_);
    for (int i = 0; i < count; ++i) {
      now_ms_ += 1'000;
      games.push_back(create(client, "base", 1, 1));
      Json left;
      do {
        left = command(client, {{"leave", Json::object()}});
      } while (!left.contains("seq"));
      tasks_.run_until([&] { return client.ended(); });
    }
    std::ranges::reverse(games);
    return games;
  }

  void begin_archive() {
    archive_ = std::make_unique<Archive>(
        *store_,
        ArchiveServices{[this] { return now_ms_; },
                        [this](std::function<void()> task) { tasks_.post(std::move(task)); },
                        [this](const auto& work, const auto& then) {
                          if (is_busy_) return false;
                          tasks_.post([this, work, then] {
                            ++works_;
                            work();
                            then();
                          });
                          return true;
                        }});
  }

  BodyPiece next(const BodySource& source) {
    std::optional<BodyPiece> piece;
    source([&](BodyPiece made) { piece = std::move(made); });
    tasks_.run_until([&] { return piece.has_value(); });
    return *piece;
  }

  static ArchiveForm ids() {
    ArchiveForm form;
    form.game = [](const store::ArchivedGame& game, const std::string& record) {
      EXPECT_NE(record.find("\"winners\""), std::string::npos);
      return to_text(game.seats.front().game);
    };
    form.tail = "end";
    return form;
  }

  std::vector<store::ArchivedGame> all_games(const Id& user) {
    std::vector<store::ArchivedGame> games;
    store::look_up_now(*store_,
                       [&](store::Sql& sql) { games = archived_games(sql, user, {}, 100); });
    return games;
  }

  bool is_busy_ = false;
  int works_ = 0;
  std::unique_ptr<Archive> archive_;
};

TEST_F(ArchiveTest, MakesOfAStreamOnlyWhatIsTaken) {
  Client ann(1);
  const std::vector<Id> games = play(ann, 4);
  begin_archive();
  ArchiveForm form = ids();
  form.head = [](const Accounts::Answer<std::string>& answer) { answer(std::string("head")); };
  const auto source = archive_->stream(ann.user, {}, std::move(form));
  ASSERT_TRUE(source);
  EXPECT_EQ(next(*source).text, "head");
  EXPECT_EQ(works_, 0);
  for (std::size_t i = 0; i < games.size(); ++i) {
    is_busy_ = true;
    EXPECT_EQ(next(*source).text, "") << "nothing is skipped while there is no time for it";
    is_busy_ = false;
    const BodyPiece piece = next(*source);
    EXPECT_EQ(piece.kind, BodyPiece::Kind::text);
    EXPECT_EQ(piece.text, to_text(games[i]));
    EXPECT_EQ(works_, static_cast<int>(i) + 1);
  }
  EXPECT_EQ(next(*source).text, "end");
  EXPECT_EQ(next(*source).kind, BodyPiece::Kind::end);
}

TEST_F(ArchiveTest, HasOneStreamPerPlayerAndFewInAll) {
  begin_archive();
  std::vector<BodySource> open;
  open.push_back(*archive_->stream(numbered_id(1), {}, ids()));
  const auto why_not = [&](int number) {
    const auto source = archive_->stream(numbered_id(number), {}, ids());
    return source ? std::string() : source.error();
  };
  EXPECT_EQ(why_not(1), "too_fast");
  for (int number = 2; number < 9; ++number)
    open.push_back(*archive_->stream(numbered_id(number), {}, ids()));
  EXPECT_EQ(why_not(9), "busy");
  open.erase(open.begin());
  EXPECT_EQ(why_not(9), "");
  EXPECT_EQ(why_not(1), "");
  open.clear();
  for (int i = 0; i < 10 && why_not(1).empty(); ++i) continue;
  EXPECT_EQ(why_not(1), "too_fast") << "one after the other, too";
}

TEST_F(ArchiveTest, AnswersOnlySoOften) {
  begin_archive();
  const auto why_not = [&](int number) {
    std::optional<std::string> why;
    archive_->page(numbered_id(number), {}, 10,
                   [&](const Result<Archive::Page, std::string>& page) {
                     why = page ? std::string() : page.error();
                   });
    tasks_.run_until([&] { return why.has_value(); });
    return *why;
  };
  for (int i = 0; i < 100; ++i) EXPECT_EQ(why_not(1), "") << i;
  EXPECT_EQ(why_not(1), "too_fast");
  EXPECT_EQ(why_not(2), "");
  now_ms_ += 200;
  EXPECT_EQ(why_not(1), "");
}

TEST_F(ArchiveTest, EndsAStreamWithAFaultIfTheStoreFails) {
  Client ann(1);
  play(ann, 1);
  begin_archive();
  const auto source = archive_->stream(ann.user, {}, ids());
  store::write_now(*store_, [](store::Sql& sql) { sql.run("DROP TABLE results", {}); });
  EXPECT_EQ(next(*source).kind, BodyPiece::Kind::fault);
}

TEST_F(ArchiveTest, FillsInWhatWasNotStoredThroughRestarts) {
  Client ann(1);
  const std::vector<Id> games = play(ann, 12);
  const std::vector<store::ArchivedGame> before = all_games(ann.user);
  ASSERT_EQ(before.size(), games.size());
  EXPECT_TRUE(before.front().seats.front().length.has_value());
  const Id unreadable = games.back();
  store::write_now(*store_, [&](store::Sql& sql) {
    sql.run("UPDATE results SET theme = '', length = NULL, biggest_move = NULL", {});
    sql.run("INSERT INTO unarchived (game) SELECT game FROM games WHERE status = 2", {});
    sql.run("UPDATE events SET body = '[]' WHERE game = $1 AND type = 'game-started'",
            {unreadable});
    // As if programs of that time had stored no result of it.
    sql.run("DELETE FROM results WHERE game = $1", {games.front()});
  });
  std::size_t filled = 0;
  for (std::optional<std::size_t> some; some != 0U;) {
    some.reset();
    begin_archive();
    archive_->fill_some([&](std::optional<std::size_t> count) { some = count.value_or(99); });
    tasks_.run_until([&] { return some.has_value(); });
    EXPECT_LE(*some, 5U);
    filled += *some;
    stop();
    start();
  }
  EXPECT_EQ(filled, games.size());
  std::vector<store::ArchivedGame> after = all_games(ann.user);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i + 1 < after.size(); ++i) EXPECT_EQ(after[i], before[i]) << i;
  EXPECT_EQ(after.back().seats.front().length, std::nullopt);
}

}  // namespace
}  // namespace sixfold::server
