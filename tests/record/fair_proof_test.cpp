#include "record/fair_proof.hpp"

#include <gtest/gtest.h>

#include "broken_records.hpp"
#include "record/hex.hpp"
#include "record/record.hpp"
#include "support/bot_games.hpp"
#include "wrong_values.hpp"

namespace sixfold::tests {
namespace {

TEST(Hex, ReadsWhatItWrites) {
  std::vector<std::uint8_t> bytes;
  for (int byte = 0; byte < 256; ++byte) bytes.push_back(static_cast<std::uint8_t>(byte));
  EXPECT_EQ(to_hex(bytes).substr(0, 6), "000102");
  EXPECT_EQ(to_hex(bytes).substr(506), "fdfeff");
  EXPECT_EQ(parse_hex(to_hex(bytes)), bytes);
  EXPECT_EQ(parse_hex(""), std::vector<std::uint8_t>{});
}

TEST(Hex, ReadsNothingElse) {
  for (const char* const text : {"0", "000", "0g", "AB", " 00", "0x", "é"})
    EXPECT_EQ(parse_hex(text), std::nullopt) << text;
}

/// A game of three with a complete proof, whether true or not.
Json record_with_proof() {
  Json json = parse_json(to_text(bot_game("cubes", 3, "random", 0))).value();
  json["fair"] = {{"game", std::string(32, '1')},   {"commitment", std::string(64, 'a')},
                  {"secret", std::string(64, '0')}, {"seeds", {"", "00ff", std::string(64, 'c')}},
                  {"skipped", {3, 4, 9}},           {"favoured", 2}};
  return json;
}

TEST(FairProofForm, IsKeptWithWhatIsUnknownInIt) {
  Json json = record_with_proof();
  json["fair"]["x-later"] = {1, "two"};
  const auto record = parse_record(dump(json));
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_TRUE(record->fair);
  EXPECT_EQ(record->fair->seeds[1], (FairSeed{0x00, 0xff}));
  EXPECT_EQ(record->fair->skipped, (std::vector{3, 4, 9}));
  EXPECT_EQ(record->fair->favoured, 2);
  EXPECT_EQ(parse_json(to_text(*record)).value()["fair"], json["fair"]);
  EXPECT_EQ(parse_record(to_text(*record)).value(), *record);
}

TEST(FairProofForm, OfAnUntrueProofIsSoundAllTheSame) {
  EXPECT_EQ(verdict(record_with_proof()), "sound");
}

TEST(FairProofForm, MayLackWhatDidNotHappen) {
  Json json = record_with_proof();
  json["fair"].erase("skipped");
  json["fair"].erase("favoured");
  EXPECT_EQ(verdict(json), "sound");
  EXPECT_EQ(parse_json(to_text(parse_record(dump(json)).value())).value()["fair"], json["fair"]);
}

TEST(FairProofForm, NeedsEverythingElse) {
  for (const char* const key : {"game", "commitment", "secret", "seeds"}) {
    Json json = record_with_proof();
    json["fair"].erase(key);
    EXPECT_EQ(verdict(json), verdict_of(0, "missing")) << key;
  }
}

TEST(FairProofForm, RefusesBytesOfAnotherLengthOrSpelling) {
  const std::vector<std::pair<const char*, std::size_t>> lengths{
      {"/fair/game", 32}, {"/fair/commitment", 64}, {"/fair/secret", 64}};
  for (const auto& [where, length] : lengths)
    for (const std::string& text :
         {std::string(), std::string(length - 2, '0'), std::string(length + 2, '0'),
          std::string(length - 1, '0'), std::string(length, 'A'), std::string(length, 'g')}) {
      Json json = record_with_proof();
      json[Pointer(where)] = text;
      EXPECT_EQ(verdict(json), verdict_of(0, "hex")) << where << " " << text;
      EXPECT_TRUE(
          verify(dump(json))->message.starts_with(std::string(where).replace(0, 6, "fair.")))
          << verify(dump(json))->message;
    }
}

TEST(FairProofForm, RefusesOtherSeedsThanOneForEachSeat) {
  const auto with_seeds = [](const Json& seeds) {
    Json json = record_with_proof();
    json["fair"]["seeds"] = seeds;
    return verdict(json);
  };
  EXPECT_EQ(with_seeds(Json::array()), verdict_of(0, "seeds"));
  EXPECT_EQ(with_seeds({"", ""}), verdict_of(0, "seeds"));
  EXPECT_EQ(with_seeds({"", "", "", ""}), verdict_of(0, "too_many"));
  EXPECT_EQ(with_seeds({"", "", std::string(66, '0')}), verdict_of(0, "too_long"));
  EXPECT_EQ(with_seeds({"", "", "0"}), verdict_of(0, "hex"));
  EXPECT_EQ(with_seeds({"", "", 7}), verdict_of(0, "type"));
}

TEST(FairProofForm, RefusesQuestionsThatDoNotRise) {
  for (const Json& skipped : {Json{0}, Json{-1}, Json{3, 3}, Json{4, 3}}) {
    Json json = record_with_proof();
    json["fair"]["skipped"] = skipped;
    EXPECT_EQ(verdict(json), verdict_of(0, "range")) << dump(skipped);
  }
}

TEST(FairProofForm, RefusesASeatThatIsNotThere) {
  Json json = record_with_proof();
  json["fair"]["favoured"] = 3;
  EXPECT_EQ(verdict(json), verdict_of(0, "range"));
}

TEST(FairProofForm, RefusesEveryWrongValue) {
  const Json record = record_with_proof();
  const Json& proof = record["fair"];
  for_each_wrong_value(proof, [&](const Pointer& pointer, const Json& wrong, const Json& broken) {
    Json json = record;
    json["fair"] = broken;
    const auto error = verify(dump(json));
    // No skipped question, a small number and a missing seed are all valid.
    const std::string where = pointer.to_string();
    if (where.starts_with("/skipped") && (wrong == Json::array() || wrong == 4)) return;
    if (where.starts_with("/seeds/") && wrong == "") return;
    ASSERT_TRUE(error) << where << " = " << dump(wrong).substr(0, 80) << " was accepted";
    EXPECT_EQ(error->turn, 0);
    EXPECT_LT(error->message.size(), 300U);
  });
}

}  // namespace
}  // namespace sixfold::tests
