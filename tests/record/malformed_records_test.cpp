// Whatever the input, the result is a record or an error with a turn and a reason, never a crash.
#include <algorithm>

#include <gtest/gtest.h>

#include "broken_records.hpp"
#include "record/record.hpp"
#include "short_games.hpp"
#include "wrong_values.hpp"

namespace sixfold::tests {
namespace {

/// The game so far, which seat 1 then leaves.
Json record_when_left(Game game) {
  EXPECT_FALSE(game.leave(1, LeaveReason::timeout));
  Json record = parse_json(to_text(record_of(*FinishedGame::of(game), "star-wars"))).value();
  record["players"][0]["age"] = 30;
  record["options"]["tie"] = "youngest";
  EXPECT_EQ(verdict(record), "sound");
  return record;
}

Json base_record() { return record_when_left(short_base_game()); }

std::vector<Json> short_records() {
  return {base_record(), record_when_left(short_cubes_game()),
          record_when_left(short_select_game()), record_when_left(short_select_connect_game())};
}

/// Fields where these values, invalid elsewhere, are valid or ignored.
bool may_be_sound(const std::string& where, const Json& wrong) {
  if (where.ends_with("/age") || where.ends_with("/points")) return wrong == 4;
  if (where == "/theme" || where.ends_with("/name")) return wrong.is_string();
  if (where == "/options" || where.starts_with("/players/")) return wrong.is_object();
  if (where.starts_with("/board/")) return wrong == Json::array() || wrong == 4;
  return false;
}

TEST(MalformedRecord, EveryWrongValueOfAKnownFieldIsRefusedWithAReason) {
  for (const Json& record : short_records()) {
    int refused = 0;
    for_each_wrong_value(record,
                         [&](const Pointer& pointer, const Json& wrong, const Json& broken) {
                           const auto error = verify(dump(broken));
                           const std::string where = pointer.to_string();
                           if (!error) {
                             EXPECT_TRUE(may_be_sound(where, wrong))
                                 << where << " = " << dump(wrong).substr(0, 80) << " was accepted";
                             return;
                           }
                           ++refused;
                           EXPECT_FALSE(error->code.empty());
                           EXPECT_FALSE(error->message.empty());
                           EXPECT_LT(error->message.size(), 300U) << where;
                           EXPECT_GE(error->turn, 0);
                           EXPECT_LE(error->turn, static_cast<int>(record["turns"].size()) + 1);
                         });
    EXPECT_GT(refused, 500);
  }
}

TEST(MalformedRecord, AWrongTypeIsPlacedInItsTurn) {
  const Json record = base_record();
  for (std::size_t i = 0; i < record["turns"].size(); ++i) {
    Json broken = record;
    broken["turns"][i]["seat"] = "zero";
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "type"));
    broken["turns"][i] = nullptr;
    EXPECT_EQ(verdict(broken), verdict_of(static_cast<int>(i) + 1, "type"));
  }
}

TEST(MalformedRecord, EveryMissingFieldIsRefusedUnlessItMayBeMissing) {
  const std::vector<std::string> optional{"/theme", "/options", "/name",  "/age",
                                          "/tie",   "/stars",   "/starts"};
  for (const Json& record : short_records())
    for_each_missing_member(record, [&](const Pointer& pointer, const Json& broken) {
      const std::string where = pointer.to_string();
      const bool may_be_missing = std::ranges::any_of(
          optional, [&](const std::string& end) { return where.ends_with(end); });
      // A roll, a disc or numbered cells may have had no effect on what followed.
      const bool may_not_matter = where.ends_with("/roll") || where == "/board/bonus" ||
                                  where == "/board/preset" || where == "/board/stars" ||
                                  where.ends_with("/take");
      if (may_not_matter) return;
      EXPECT_EQ(verdict(broken) == "sound", may_be_missing) << where;
    });
}

TEST(MalformedRecord, EveryTruncationIsRefused) {
  const std::string text = dump(record_when_left(short_cubes_game()));
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto error = verify(std::string_view(text).substr(0, length));
    ASSERT_TRUE(error) << length;
    EXPECT_EQ(error->code, "json");
    EXPECT_EQ(error->turn, 0);
  }
}

TEST(MalformedRecord, EveryByteThatIsNoTextIsRefused) {
  const std::string text = dump(base_record());
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char byte : {'\0', '\x80', '\xff', '\x1b'}) {
      std::string broken = text;
      broken[at] = byte;
      EXPECT_TRUE(verify(broken)) << at;
    }
}

TEST(MalformedRecord, EveryKeyThatStandsTwiceIsRefused) {
  const std::string text = dump(base_record());
  for (std::size_t at = text.find("\":"); at != std::string::npos; at = text.find("\":", at + 1)) {
    const std::size_t start = text.rfind('"', at - 1);
    const std::string key = text.substr(start, at + 1 - start);
    const auto error = verify(text.substr(0, start) + key + ":0," + text.substr(start));
    ASSERT_TRUE(error) << key;
    EXPECT_EQ(error->code, "duplicate_key") << key;
  }
}

TEST(MalformedRecord, HugeThingsAreRefused) {
  const Json record = base_record();
  const auto code_with = [&](const char* pointer, const Json& value) {
    Json broken = record;
    broken[Pointer(pointer)] = value;
    const auto error = verify(dump(broken));
    return error ? error->code : "sound";
  };
  const std::string megabyte(std::size_t{1} << 20, 'x');
  EXPECT_EQ(code_with("/players/0/name", megabyte), "too_long");
  EXPECT_EQ(code_with("/players/0/name", std::string(900'000, 'x')), "too_long");
  EXPECT_EQ(code_with("/variant", std::string(900'000, 'x')), "too_long");
  EXPECT_EQ(code_with("/turns/0/place/0", std::string(900'000, 'x')), "bad_placed_tile");
  EXPECT_EQ(code_with("/turns/0/points", 1e18), "type");
  EXPECT_EQ(code_with("/turns/0/points", 4294967296 + 3), "range");
  EXPECT_EQ(code_with("/turns/0/points", 18446744073709551615U), "range");
  EXPECT_EQ(code_with("/opener", -9223372036854775807), "range");
  EXPECT_EQ(code_with("/hands/0", Json(std::vector<std::string>(50'000, "Rc"))), "too_many");
  EXPECT_EQ(code_with("/turns", Json(std::vector<int>(50'000, 1))), "too_many");
  EXPECT_EQ(code_with("/turns/0/place/0", "Rc@99999999999,0"), "bad_placed_tile");
}

TEST(MalformedRecord, DeepNestingInAnUnknownFieldIsRefused) {
  const std::string text = dump(base_record());
  const auto error =
      verify(text.substr(0, text.size() - 1) + ",\"x\":" + std::string(200'000, '[') +
             std::string(200'000, ']') + "}");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, "too_deep");
}

TEST(MalformedRecord, OtherDocumentsAreRefused) {
  for (const std::string_view text :
       {"", " ", "null", "0", "[]", "{}", R"("record")", "[{}]", R"({"format":"sixfold-record/1"})",
        R"({"placements":[]})", "\xef\xbb\xbf", "format"})
    EXPECT_TRUE(verify(text)) << text;
}

}  // namespace
}  // namespace sixfold::tests
