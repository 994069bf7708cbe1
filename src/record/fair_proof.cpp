#include "record/fair_proof.hpp"

#include <algorithm>

#include "record/forms.hpp"
#include "record/hex.hpp"

namespace sixfold {

namespace {

constexpr std::size_t most_skipped = 20'000;
constexpr int highest_question = 1'000'000'000;

std::vector<std::uint8_t> read_bytes(FormReader& reader, const Json& json, const Path& path) {
  const auto text = reader.string(json, path, longest_name);
  if (!text) return {};
  auto bytes = parse_hex(*text);
  if (bytes) return *std::move(bytes);
  reader.fail("hex", path,
              in_quotes(*text) + " is not an even number of hexadecimal digits in lower case");
  return {};
}

template <std::size_t size>
void read_array(FormReader& reader, const Json& object, std::string_view key, const Path& path,
                std::array<std::uint8_t, size>& into) {
  const Json* const json = reader.required(object, key, path);
  if (json == nullptr) return;
  const Path here{&path, key, 0};
  const std::vector<std::uint8_t> bytes = read_bytes(reader, *json, here);
  if (bytes.size() == size)
    std::ranges::copy(bytes, into.begin());
  else
    reader.fail("hex", here,
                "expected " + std::to_string(size) + " bytes, not " + std::to_string(bytes.size()));
}

std::vector<FairSeed> read_seeds(FormReader& reader, const Json& object, const Path& path,
                                 std::size_t seats) {
  std::vector<FairSeed> seeds;
  const Json* const json = reader.required(object, "seeds", path);
  const Path here{&path, "seeds", 0};
  if (json == nullptr || !reader.expect_array(*json, here, seats)) return seeds;
  if (json->size() != seats)
    reader.fail("seeds", here,
                std::to_string(json->size()) + " seeds for " + std::to_string(seats) + " seats");
  for (std::size_t i = 0; i < json->size(); ++i) {
    const Path at{&here, {}, i};
    seeds.push_back(read_bytes(reader, (*json)[i], at));
    if (seeds.back().size() > longest_fair_seed)
      reader.fail("too_long", at,
                  "the seed has " + std::to_string(seeds.back().size()) + " bytes, the limit is " +
                      std::to_string(longest_fair_seed));
  }
  return seeds;
}

std::vector<std::optional<FairSeal>> read_seals(FormReader& reader, const Json& json,
                                                const Path& path, std::size_t seats) {
  std::vector<std::optional<FairSeal>> seals;
  if (!reader.expect_array(json, path, seats)) return seals;
  if (json.size() != seats)
    reader.fail("seals", path,
                std::to_string(json.size()) + " seals for " + std::to_string(seats) + " seats");
  for (std::size_t i = 0; i < json.size(); ++i) {
    const Path at{&path, {}, i};
    const std::vector<std::uint8_t> bytes = read_bytes(reader, json[i], at);
    seals.emplace_back();
    if (bytes.size() == std::tuple_size_v<FairSeal>)
      std::ranges::copy(bytes, seals.back().emplace().begin());
    else if (!bytes.empty())
      reader.fail("hex", at,
                  "expected " + std::to_string(std::tuple_size_v<FairSeal>) +
                      " bytes or none, not " + std::to_string(bytes.size()));
  }
  return seals;
}

std::vector<int> read_skipped(FormReader& reader, const Json& json, const Path& path) {
  std::vector<int> skipped = reader.integers(json, path, most_skipped, 1, highest_question);
  if (std::ranges::adjacent_find(skipped, std::ranges::greater_equal{}) != skipped.end())
    reader.fail("range", path, "the numbers are not in ascending order");
  return skipped;
}

}  // namespace

std::optional<FairProof> read_fair_proof(FormReader& reader, const Json& json, const Path& path,
                                         std::size_t seats) {
  if (!reader.expect_object(json, path)) return std::nullopt;
  FairProof proof;
  read_array(reader, json, "game", path, proof.game);
  read_array(reader, json, "commitment", path, proof.commitment);
  read_array(reader, json, "secret", path, proof.secret);
  proof.seeds = read_seeds(reader, json, path, seats);
  if (const Json* const seals = FormReader::optional(json, "seals"))
    proof.seals = read_seals(reader, *seals, Path{&path, "seals", 0}, seats);
  if (const Json* const skipped = FormReader::optional(json, "skipped"))
    proof.skipped = read_skipped(reader, *skipped, Path{&path, "skipped", 0});
  if (const Json* const favoured = FormReader::optional(json, "favoured"))
    proof.favoured = reader.integer(*favoured, Path{&path, "favoured", 0}, 0,
                                    std::max(static_cast<int>(seats) - 1, 0));
  if (reader.error()) return std::nullopt;
  proof.unknown = members_text(unknown_members(
      json, {"game", "commitment", "secret", "seeds", "seals", "skipped", "favoured"}));
  return proof;
}

Json to_json(const FairProof& proof) {
  Json json;
  json["game"] = to_hex(proof.game);
  json["commitment"] = to_hex(proof.commitment);
  json["secret"] = to_hex(proof.secret);
  json["seeds"] = Json::array();
  for (const FairSeed& seed : proof.seeds) json["seeds"].push_back(to_hex(seed));
  if (!proof.seals.empty()) {
    json["seals"] = Json::array();
    for (const std::optional<FairSeal>& seal : proof.seals)
      json["seals"].push_back(seal ? to_hex(*seal) : std::string());
  }
  if (!proof.skipped.empty()) json["skipped"] = proof.skipped;
  if (proof.favoured) json["favoured"] = *proof.favoured;
  add_members(json, parse_members(proof.unknown));
  return json;
}

}  // namespace sixfold
