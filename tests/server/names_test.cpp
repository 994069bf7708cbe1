#include "server/names.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "record/json.hpp"

namespace sixfold::server {
namespace {

std::string key_of(std::string_view name) {
  const auto keys = name_keys(name);
  return keys ? keys->key : "";
}

/// Whether the two cannot both be registered.
bool clash(std::string_view one, std::string_view other) {
  const auto first = name_keys(one);
  const auto second = name_keys(other);
  return first && second && std::ranges::any_of(first->looks, [&](const auto& look) {
           return std::ranges::find(second->looks, look) != second->looks.end();
         });
}

TEST(Names, InAnyCaseAreOneName) {
  for (const auto& [one, other] : {std::pair("Mark", "mark"),
                                   {"Mark", "MARK"},
                                   {"Tom", "TOM"},
                                   {"ILYA", "ilya"},
                                   {"Марк", "МАРК"},
                                   {"Straße", "STRASSE"},
                                   {"Ζωής", "ΖΩΉΣ"},
                                   {"Ann", "a.n-n"}}) {
    EXPECT_EQ(key_of(one), key_of(other)) << one << " " << other;
    EXPECT_NE(key_of(one), "") << one;
  }
}

TEST(Names, ThatLookAlikeCannotBothBeRegistered) {
  for (const auto& [one, other] : {std::pair("Bill", "BiII"),
                                   {"Lou1", "Loul"},
                                   {"Otto 0", "Otto O"},
                                   {"Zoë", "Zoe"},
                                   {"Tom", "ТОМ"},
                                   {"TOM", "Том"},
                                   {"Mapk", "МАРК"},
                                   {"corn", "com"},
                                   {"COM", "corn"},
                                   {"NY", "ΝΥ"},
                                   {"Nu", "Νυ"},
                                   {"vu", "νυ"}})
    EXPECT_TRUE(clash(one, other)) << one << " " << other;
  for (const auto& [one, other] :
       {std::pair("Ann", "Anna"), {"Zoë", "Zoo"}, {"Иван", "Ivan"}, {"nina", "vina"}, {"की", "का"}})
    EXPECT_FALSE(clash(one, other)) << one << " " << other;
}

TEST(Names, OfEveryScriptAreGood) {
  for (const char* const name :
       {"Jörg", "Иван", "Ζωή", "李小龙", "さくら", "محمد", "Ann 2", "सीता", "한나"})
    EXPECT_TRUE(name_keys(name)) << name;
}

TEST(Names, ThatNobodyCouldReadOrTellApartAreNone) {
  for (const char* const name : {"",
                                 "a",
                                 "   ",
                                 " Ann",
                                 "Ann ",
                                 "Ann\n",
                                 "A\u200bnn",
                                 "\u0410nn",
                                 "<b>Ann</b>",
                                 "...",
                                 "a name that is longer than any table can show",
                                 "\u202eAnn",
                                 "A\u0085nn",
                                 "\ue000\ue001",
                                 "\xff\xfe",
                                 "ǃǃǃ",
                                 "ⅿark",
                                 "\u3164\u3164",
                                 "A\u0337nn\u0337",
                                 "Ａｎｎ"})
    EXPECT_FALSE(name_keys(name)) << name;
}

TEST(Names, AlwaysHaveSomethingToBeComparedBy) {
  // Four of each letter that an account's name may contain: none of them may give an empty key.
  for (char32_t letter = 0x80; letter < 0x3200; ++letter) {
    std::string one;
    if (letter < 0x800) {
      one += static_cast<char>(0xc0 | letter >> 6);
    } else {
      one += static_cast<char>(0xe0 | letter >> 12);
      one += static_cast<char>(0x80 | (letter >> 6 & 0x3f));
    }
    one += static_cast<char>(0x80 | (letter & 0x3f));
    std::string four;
    for (int i = 0; i < 4; ++i) four += one;
    if (const auto keys = name_keys(four)) {
      EXPECT_NE(keys->key, "") << one;
      EXPECT_EQ(std::ranges::count(keys->looks, ""), 0) << one;
    }
  }
}

bool is_reserved_name(std::string_view name) {
  const auto keys = name_keys(name);
  return keys && is_reserved(*keys);
}

TEST(Names, OfTheServerAndItsPeopleAreReserved) {
  for (const char* const name :
       {"admin", "ADMIN", "Adm1n", "a.d.m.i.n", "Administrator", "Moderator", "SixFold", "S1xfold",
        "server", "System", "support", "Guest", "Anonymous", "Gast", "АDМIN"})
    EXPECT_TRUE(is_reserved_name(name) || !name_keys(name)) << name;
  for (const char* const name : {"Ann", "Adam", "Sixtus", "Robot", "Systema X"})
    EXPECT_FALSE(is_reserved_name(name)) << name;
  EXPECT_TRUE(is_reserved_for_guests("Sixfold"));
  EXPECT_TRUE(is_reserved_for_guests("[ADMIN]"));
  EXPECT_FALSE(is_reserved_for_guests("Guest 3"));
  EXPECT_FALSE(is_reserved_for_guests("Master"));
}

TEST(Names, OfBotsAreReservedInEveryLanguage) {
  for (const char* const language : {"en", "de", "fr", "it", "nl", "es"}) {
    std::ifstream file(std::string(SIXFOLD_SOURCE_DIR) + "/messages/" + language + ".json");
    // parse_json() limits what strangers send.
    const Json messages = Json::parse(file, nullptr, false);
    ASSERT_TRUE(messages.is_object()) << language;
    int found = 0;
    for (const auto& [key, value] : messages.items())
      if (key.starts_with("bot.") && key.ends_with(".name")) {
        ++found;
        EXPECT_TRUE(is_reserved_name(value.get<std::string>())) << language << " " << key;
      }
    EXPECT_EQ(found, 7) << language;
  }
}

TEST(Names, OfGuestsLoseWhatIsNotShown) {
  for (const auto& [given, clean] : {std::pair("Ann", "Ann"),
                                     {"A\u202enn", "Ann"},
                                     {"A\u200bn\u200dn\ufeff", "Ann"},
                                     {"A\u0085n\x1b[2Jn", "An[2Jn"},
                                     {"\ue000Ann\U000f0000", "Ann"},
                                     {"  A \u00a0 nn ", "A nn"},
                                     {"Ann\n\tB", "AnnB"},
                                     {"A\u0301\u0301\u0301\u0301\u0301nn", "A\u0301\u0301\u0301nn"},
                                     {"\u2066Ann\u2069", "Ann"},
                                     {"Ännchen 🎲", "Ännchen 🎲"}})
    EXPECT_EQ(*clean_player_name(given), clean) << given;
  for (const char* const name : {"", "  ", "\u200b", "\u3164", "\u2800", "\u202e\u202c", "\x1b\x07",
                                 "a name that is much longer than any table can show"})
    EXPECT_FALSE(clean_player_name(name)) << name;
}

/// Forty of what people see as one character, however many code points or bytes that takes.
TEST(PlayerNames, AreMeasuredInGraphemes) {
  const auto repeated = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (const char* const grapheme : {"a", "李", "ש", "e\u0301\u0323", "🎲", "🇨🇭", "क्षि", "한"}) {
    EXPECT_TRUE(clean_player_name(repeated(grapheme, 40))) << grapheme;
    const auto longer = clean_player_name(repeated(grapheme, 41));
    ASSERT_FALSE(longer) << grapheme;
    EXPECT_EQ(code_of(longer.error()), "name_too_long");
  }
  EXPECT_EQ(code_of(clean_player_name("\u202e").error()), "bad_name");
  // Some sequences count as one character, but are as wide as many.
  for (const char* const wide : {"\u1100", "\U0001f3fb"}) {
    EXPECT_TRUE(clean_player_name(repeated(wide, 80))) << wide;
    EXPECT_FALSE(clean_player_name(repeated(wide, 81))) << wide;
  }
  // Accounts have shorter names, measured alike.
  EXPECT_TRUE(name_keys(repeated("e\u0301", 24)));
  EXPECT_FALSE(name_keys(repeated("e", 25)));
  EXPECT_FALSE(name_keys("é"));
}

}  // namespace
}  // namespace sixfold::server
