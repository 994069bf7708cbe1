#include "record/json.hpp"

#include <gtest/gtest.h>

namespace sixfold::tests {
namespace {

std::string code(std::string_view text) {
  const auto json = parse_json(text);
  return json ? "" : json.error().code;
}

std::string nested(int depth, char open, char close) {
  return std::string(static_cast<std::size_t>(depth), open) +
         std::string(static_cast<std::size_t>(depth), close);
}

TEST(ParseJson, ReadsEveryKindOfValue) {
  const auto json = parse_json(R"( {"a":[1,-2,1.5,true,null,"\u00e9\n"],"b":{}} )");
  ASSERT_TRUE(json);
  EXPECT_EQ(dump(*json), "{\"a\":[1,-2,1.5,true,null,\"é\\n\"],\"b\":{}}");
  for (const std::string_view text : {"0", "\"\"", "[]", "{}", "null", "18446744073709551615"})
    EXPECT_TRUE(parse_json(text)) << text;
}

TEST(ParseJson, KeepsTheOrderOfMembers) {
  EXPECT_EQ(dump(*parse_json(R"({"z":1,"a":2,"m":3})")), R"({"z":1,"a":2,"m":3})");
}

TEST(ParseJson, RefusesWhatIsNotJson) {
  for (const std::string_view text : {"",
                                      " ",
                                      "{",
                                      "}",
                                      "[",
                                      "[1,",
                                      "[1,]",
                                      R"({"a"})",
                                      R"({"a":})",
                                      R"({"a":1,})",
                                      "{a:1}",
                                      "'a'",
                                      R"("a)",
                                      R"("\q")",
                                      R"("\u12")",
                                      R"("\ud800")",
                                      "nul",
                                      "True",
                                      "01",
                                      "1.",
                                      ".5",
                                      "+1",
                                      "1e",
                                      "NaN",
                                      "Infinity",
                                      "-",
                                      "//x\n1",
                                      "1 2",
                                      "{} {}",
                                      "[1] x",
                                      "\"tab\there\""})
    EXPECT_EQ(code(text), "json") << text;
}

TEST(ParseJson, SaysWhereTheTextGoesWrong) {
  const auto json = parse_json(R"({"a":1,"b":x})");
  ASSERT_FALSE(json);
  EXPECT_NE(json.error().message.find("byte 12"), std::string::npos) << json.error().message;
}

TEST(ParseJson, RefusesTextThatIsNotUtf8) {
  for (const std::string_view bytes : {"\"\x80\"", "\"\xc3\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"",
                                       "\"\xf5\x80\x80\x80\"", "\"\xff\"", "\xfe\xff"})
    EXPECT_EQ(code(bytes), "json");
  EXPECT_EQ(code(std::string_view("\"a\0b\"", 5)), "json");
}

TEST(ParseJson, RefusesNumbersOutOfRange) {
  EXPECT_EQ(code("1e999"), "json");
  EXPECT_EQ(code("[-1e400]"), "json");
}

TEST(ParseJson, RefusesAKeyThatStandsTwice) {
  EXPECT_EQ(code(R"({"a":1,"a":1})"), "duplicate_key");
  EXPECT_EQ(code(R"({"a":{"b":1,"c":2,"b":3}})"), "duplicate_key");
  EXPECT_EQ(code(R"({"a":1,"\u0061":1})"), "duplicate_key");
  EXPECT_EQ(code(R"([{"a":1},{"a":1}])"), "");
}

TEST(ParseJson, RefusesNestingThatIsTooDeep) {
  EXPECT_EQ(code(nested(deepest_json, '[', ']')), "");
  EXPECT_EQ(code(nested(deepest_json + 1, '[', ']')), "too_deep");
  EXPECT_EQ(code(std::string(500'000, '[')), "too_deep");
  std::string objects;
  for (int i = 0; i <= deepest_json; ++i) objects += R"({"a":)";
  EXPECT_EQ(code(objects), "too_deep");
}

TEST(ParseJson, RefusesTextThatIsTooLong) {
  const std::string longest = '"' + std::string(longest_json - 2, 'a') + '"';
  EXPECT_EQ(code(longest), "");
  EXPECT_EQ(code(longest + " "), "too_long");
}

TEST(ParseJson, RefusesAnObjectWithTooManyMembers) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += "\"" + std::to_string(i) + "\":0,";
  EXPECT_EQ(code(text + "\"x\":0}"), "too_many_members");
}

TEST(ParseJson, ShortensWhatItQuotes) {
  const auto json = parse_json("{\"" + std::string(100'000, 'k') + "\":1,\"" +
                               std::string(100'000, 'k') + "\":1}");
  ASSERT_FALSE(json);
  EXPECT_LT(json.error().message.size(), 200U);
}

TEST(InQuotes, KeepsShortTextAndCutsLongText) {
  EXPECT_EQ(in_quotes("Rc"), "\"Rc\"");
  EXPECT_EQ(in_quotes("a\"\n"), R"("a\"\n")");
  EXPECT_LT(in_quotes(std::string(1000, 'x')).size(), 60U);
  // Cut in the middle of a multi-byte character, it is still valid text.
  std::string accents;
  for (int i = 0; i < 40; ++i) accents += "é";
  EXPECT_TRUE(parse_json(in_quotes("x" + accents).substr(0, in_quotes("x" + accents).size() - 3)));
}

TEST(Path, SpellsOutTheWayToAValue) {
  const Path turns{nullptr, "turns", 0};
  const Path third{&turns, {}, 3};
  const Path place{&third, "place", 0};
  const Path first{&place, {}, 0};
  EXPECT_EQ(first.text(), "turns[3].place[0]");
  EXPECT_EQ(Path{}.text(), "");
}

TEST(FormReader, KeepsItsFirstErrorAlone) {
  FormReader reader;
  reader.fail("first", Path{nullptr, "a", 0}, "one");
  reader.fail("second", Path{nullptr, "b", 0}, "two");
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(*reader.error(), (FormError{"first", "a", "one"}));
}

TEST(FormReader, ReadsWholeNumbersWithinTheirBoundsAlone) {
  const auto read = [](std::string_view text) {
    FormReader reader;
    const auto value = reader.integer(*parse_json(text), {}, -2, 5);
    return value ? std::to_string(*value) : reader.error()->code;
  };
  EXPECT_EQ(read("5"), "5");
  EXPECT_EQ(read("-2"), "-2");
  EXPECT_EQ(read("-0"), "0");
  for (const std::string_view text :
       {"6", "-3", "4294967296", "-4294967297", "18446744073709551615", "-9223372036854775808"})
    EXPECT_EQ(read(text), "range") << text;
  for (const std::string_view text : {"1.0", "1e0", "99999999999999999999", "\"1\"", "true", "[]"})
    EXPECT_EQ(read(text), "type") << text;
}

TEST(FormReader, NamesAMissingMemberAndItsPlace) {
  FormReader reader;
  const Path place{nullptr, "end", 0};
  EXPECT_EQ(reader.required(*parse_json("{}"), "reason", place), nullptr);
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->where, "end");
  EXPECT_EQ(reader.error()->message, "reason is missing");
}

TEST(FormReader, RefusesListsThatAreTooLongOrHoldSomethingElse) {
  const auto read = [](std::string_view text) {
    FormReader reader;
    static_cast<void>(reader.tiles(*parse_json(text), Path{nullptr, "hand", 0}, 2));
    return reader.error() ? reader.error()->code + " " + reader.error()->where : "";
  };
  EXPECT_EQ(read(R"(["Rc","Gs"])"), "");
  EXPECT_EQ(read(R"(["Rc","Gs","Bd"])"), "too_many hand");
  EXPECT_EQ(read(R"("Rc")"), "type hand");
  EXPECT_EQ(read(R"(["Rc",7])"), "type hand[1]");
  EXPECT_EQ(read(R"(["Rc","Rq"])"), "unknown_tile hand[1]");
}

TEST(UnknownMembers, AreThoseThatAreNotKnownInTheirOrder) {
  const Json json = *parse_json(R"({"z":1,"a":2,"known":3,"m":[4]})");
  EXPECT_EQ(dump(unknown_members(json, {"known", "other"})), R"({"z":1,"a":2,"m":[4]})");
}

}  // namespace
}  // namespace sixfold::tests
