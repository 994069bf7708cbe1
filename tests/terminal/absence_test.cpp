#include "terminal/words/absence.hpp"

#include <gtest/gtest.h>

#include "rules/indexed.hpp"
#include "table_fixture.hpp"

namespace sixfold::terminal {
namespace {

constexpr std::int64_t now = 1'700'000'000'000;

/// A server's table at which the other player is away; the others may decide from `from_ms` on.
Shown missed(std::int64_t from_ms) {
  Shown shown = table("base");
  shown.online.emplace();
  shown.online->connected = true;
  auto& missing = nth(shown.seats, 1 - *shown.view.seat);
  missing.away = true;
  missing.decide_from_ms = from_ms;
  return shown;
}

int other(const Shown& shown) { return 1 - *shown.view.seat; }

TEST(Absence, IsWaitedForAndThenDecidedAbout) {
  const Shown shown = missed(now);
  EXPECT_EQ(absence_at(shown, now - 2500), (Absence{other(shown), 2500}));
  EXPECT_EQ(absence_at(shown, now), (Absence{other(shown), 0}));
  EXPECT_EQ(absence_at(shown, now + 1), (Absence{other(shown), 0}));
  EXPECT_EQ(
      absence_text(Words("en"), shown, {other(shown), 2500}, ""),
      nth(shown.seats, other(shown)).name + " is away. In 0:03 you can decide how to continue.");
}

TEST(Absence, IsNoneWhereNobodyIsMissed) {
  const auto with = [](auto change) {
    Shown shown = missed(now);
    change(shown, static_cast<std::size_t>(other(shown)));
    return absence_at(shown, now);
  };
  EXPECT_TRUE(with([](Shown&, std::size_t) {}));
  EXPECT_FALSE(with([](Shown& s, std::size_t seat) { s.seats[seat].decide_from_ms.reset(); }));
  EXPECT_FALSE(with([](Shown& s, std::size_t seat) { s.seats[seat].bot = "regular"; }));
  EXPECT_FALSE(with([](Shown& s, std::size_t seat) { s.view.seats[seat].in = false; }));
  EXPECT_FALSE(with([](Shown& s, std::size_t) { s.view.end = End{}; }));
  EXPECT_FALSE(with([](Shown& s, std::size_t) { s.view.seat.reset(); }));
  EXPECT_FALSE(with([](Shown& s, std::size_t) { s.online->waiting = true; }));
}

TEST(Absence, OfSeveralTheLongestCountsOrTheOneThatIsNamed) {
  Shown shown = missed(now + 500);
  shown.seats.push_back({"Cleo"});
  shown.view.seats.push_back({"Cleo"});
  shown.seats.back().decide_from_ms = now - 500;
  EXPECT_EQ(absence_at(shown, now), (Absence{2, 0}));
  const std::string name = nth(shown.seats, other(shown)).name;
  EXPECT_EQ(absence_at(shown, now, name), (Absence{other(shown), 500}));
  EXPECT_FALSE(absence_at(shown, now, "Dora"));
}

TEST(Absence, KeysAndWordsDecide) {
  Seat seat(missed(now));  // long ago
  const int gone = other(seat.shown);
  const auto decided = [gone](const std::vector<Command>& commands) -> std::string {
    const auto* one = commands.empty() ? nullptr : std::get_if<DoDecide>(&commands.front());
    return one != nullptr && one->seat == gone ? one->what : "";
  };
  EXPECT_EQ(decided(seat.press(U'b')), "let-bot-play");
  EXPECT_EQ(decided(seat.press(U'w')), "let-leave");
  EXPECT_EQ(decided(seat.type(U"let-bot-play")), "let-bot-play");
  EXPECT_TRUE(seat.type(U"let-leave Nobody").empty());
  EXPECT_EQ(seat.state.notice, "Nobody is away.");
}

TEST(Absence, NobodyDecidesTooEarly) {
  constexpr std::int64_t far_away = 4'000'000'000'000;
  Seat seat(missed(far_away));
  EXPECT_TRUE(seat.press(U'b').empty());
  EXPECT_NE(seat.state.notice.find("is away. In "), std::string::npos);
}

TEST(Absence, HasRoomForItsKeysWhateverTheName) {
  Shown shown = missed(now);
  nth(shown.seats, other(shown)).name = std::string(100, 'B');
  Seat seat(shown);
  EXPECT_NE(seat.picture(usual).find("…  b bot plays  w play on without"), std::string::npos);
  // They can also be clicked.
  const auto at = [&](char32_t key) {
    for (const ClickArea& click_area : seat.state.drawn.click_areas)
      if (const auto* one = std::get_if<Key>(&click_area.target);
          one != nullptr && *one == key_of(key))
        return Key{Key::Kind::click, 0, click_area.area.row, click_area.area.column};
    return Key{};
  };
  EXPECT_TRUE(std::holds_alternative<DoDecide>(seat.press(at(U'w')).at(0)));
}

TEST(Absence, IsSeenAndExplained) {
  Seat seat(missed(now));
  const std::string picture = seat.picture(usual);
  EXPECT_NE(picture.find("gone for a while.  b bot plays  w play on without"), std::string::npos);
  EXPECT_NE(picture.find("q quit"), std::string::npos);
  EXPECT_NE(picture.find("away"), std::string::npos) << picture;
  seat.press(U'?');
  EXPECT_NE(seat.picture({40, 80}).find("let-bot-play"), std::string::npos);
}

}  // namespace
}  // namespace sixfold::terminal
