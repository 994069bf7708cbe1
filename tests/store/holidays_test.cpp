// Holidays, what tables have yet to learn of them, and notes.
#include "store/holidays.hpp"

#include "store/notes.hpp"
#include "support/each_database.hpp"
#include "support/store_calls.hpp"

namespace sixfold::store {
namespace {

class HolidaysTest : public EachDatabase {
 protected:
  /// A game that goes on, or has ended, with this player.
  [[nodiscard]] Id game_of(const Id& player, GameStatus status = GameStatus::running) const {
    AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
    request.status = status;
    request.players = {player};
    EXPECT_TRUE(append(*store_, request));
    return request.game;
  }
  [[nodiscard]] std::vector<Chore> chores() const {
    std::vector<Chore> all;
    in_store([&](Sql& sql) { all = some_chores(sql, 100); });
    return all;
  }
};

TEST_P(HolidaysTest, ReachTheTablesThatGoOn) {
  const Id ann = random_id();
  const Id game = game_of(ann);
  static_cast<void>(game_of(ann, GameStatus::ended));
  static_cast<void>(game_of(random_id()));
  in_store([&](Sql& sql) {
    put_holiday(sql, ann, {500, 600});
    put_holiday(sql, ann, {100, 200});
    EXPECT_EQ(holidays_of(sql, ann, 0), (std::vector<Holiday>{{100, 200}, {500, 600}}));
    EXPECT_EQ(holidays_of(sql, ann, 200), (std::vector<Holiday>{{500, 600}}));
  });
  EXPECT_EQ(chores(), (std::vector<Chore>{{ann, game, ChoreKind::holiday, 2}}));
  in_store([&](Sql& sql) {
    put_holiday(sql, ann, {500, 550});
    put_holiday(sql, ann, {100, 100});
    EXPECT_EQ(holidays_of(sql, ann, 0), (std::vector<Holiday>{{500, 550}}));
    // What was put meanwhile is still to be done.
    finish_chore(sql, {ann, game, ChoreKind::holiday, 2});
  });
  ASSERT_EQ(chores().size(), 1U);
  in_store([&](Sql& sql) {
    finish_chore(sql, {ann, game, ChoreKind::holiday, 4});
    EXPECT_TRUE(some_chores(sql, 100).empty());
    put_holiday(sql, ann, {700, 800});
    forget_holidays(sql, ann);
    EXPECT_TRUE(some_chores(sql, 100).empty());
    EXPECT_TRUE(holidays_of(sql, ann, 0).empty());
  });
}

TEST_P(HolidaysTest, ReachGamesOfDaysThatBegin) {
  const Id ann = random_id();
  const Id ben = random_id();
  in_store([&](Sql& sql) {
    put_holiday(sql, ann, {500, 5'000});
    put_holiday(sql, ben, {500, 900});
  });
  AppendRequest request = sixfold::request(random_id(), 0, {{"a", 1, "{}"}});
  request.time_ms = 1'000;
  request.on_days = {ann, ben};
  EXPECT_TRUE(append(*store_, request));
  EXPECT_EQ(chores(), (std::vector<Chore>{{ann, request.game, ChoreKind::holiday, 1}}));
}

TEST_P(HolidaysTest, NotesAreKeptForWhoeverSatThere) {
  const Id ann = random_id();
  const Id game = game_of(ann, GameStatus::ended);
  const Id ben = random_id();
  in_store([&](Sql& sql) {
    EXPECT_FALSE(put_note(sql, ben, {game, "mine", 1}));
    EXPECT_TRUE(put_note(sql, ann, {game, "first", 1}));
    EXPECT_TRUE(put_note(sql, ann, {game, "second", 2}));
    EXPECT_EQ(note_of(sql, ann, game), "second");
    EXPECT_EQ(note_of(sql, ben, game), "");
    EXPECT_EQ(notes_of(sql, ann), (std::vector<Note>{{game, "second", 2}}));
    EXPECT_TRUE(put_note(sql, ann, {game, "", 3}));
    EXPECT_TRUE(notes_of(sql, ann).empty());
    EXPECT_TRUE(put_note(sql, ann, {game, "third", 4}));
    forget_notes(sql, ann);
    EXPECT_TRUE(notes_of(sql, ann).empty());
  });
}

TEST_P(HolidaysTest, TheOldestNotesAreForgotten) {
  const Id ann = random_id();
  std::vector<Id> games;
  for (int i = 0; i < 502; ++i) games.push_back(game_of(ann));
  in_store([&](Sql& sql) {
    std::int64_t time = 0;
    for (const Id& game : games) EXPECT_TRUE(put_note(sql, ann, {game, "note", ++time}));
    EXPECT_EQ(notes_of(sql, ann).size(), 500U);
    EXPECT_EQ(note_of(sql, ann, games[1]), "");
    EXPECT_EQ(note_of(sql, ann, games[2]), "note");
  });
}

INSTANTIATE_TEST_SUITE_P(Databases, HolidaysTest,
                         testing::Values(DatabaseKind::sqlite, DatabaseKind::postgresql));

}  // namespace
}  // namespace sixfold::store
