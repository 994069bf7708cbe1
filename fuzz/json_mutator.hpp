// Mutations that keep a document JSON: a value anywhere in it is replaced, copied, moved, dropped
// or changed a little. Bytes changed at random would seldom get past the parser.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/random.hpp"
#include "record/json.hpp"
#include "require.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace sixfold::fuzz {

class JsonMutator {
 public:
  JsonMutator(Json document, unsigned seed) : document_(std::move(document)), random_(seed) {}

  std::string mutated() {
    const auto times = 1 + random_.below(3);
    for (std::uint32_t i = 0; i < times; ++i) {
      values_.clear();
      collect(document_);
      mutate_one();
    }
    return dump(document_);
  }

 private:
  struct Place {
    Json* parent;  // none: the document itself
    Json* value;
  };

  void collect(Json& value, Json* parent = nullptr) {
    values_.push_back({parent, &value});
    if (value.is_structured())
      for (Json& part : value) collect(part, &value);
  }

  const Place& any_value() { return values_[random_.index(values_.size())]; }

  void mutate_one() {
    const Place at = any_value();
    switch (random_.below(7)) {
      case 0:
        *at.value = word();
        return;
      case 1:
        *at.value = Json(*any_value().value);
        return;
      case 2:
        drop(at);
        return;
      case 3:
        copy_or_swap(*at.value);
        return;
      case 4:
        *at.value = Json(nullptr);
        return;
      case 5:
        if (at.value->is_object()) (*at.value)[key()] = word();
        return;
      default:
        nudge(*at.value);
        return;
    }
  }

  static void drop(const Place& at) {
    if (at.parent == nullptr) return;
    auto found = at.parent->begin();
    while (&*found != at.value) ++found;
    at.parent->erase(found);
  }

  void copy_or_swap(Json& list) {
    if (!list.is_array() || list.empty()) return;
    Json& first = list[random_.index(list.size())];
    if (random_.below(2) == 0)
      std::swap(first, list[random_.index(list.size())]);
    else
      list.push_back(Json(first));
  }

  /// Another number nearby, another letter in a text.
  void nudge(Json& value) {
    if (value.is_number_integer()) {
      value = value.get<std::int64_t>() / 2 + static_cast<std::int64_t>(random_.below(5)) - 2;
    } else if (value.is_string() && !value.get_ref<const std::string&>().empty()) {
      constexpr std::string_view letters = "ROYGBPcsdlxt@,-0123456789";
      std::string text = value.get<std::string>();
      text[random_.index(text.size())] = letters[random_.index(letters.size())];
      value = text;
    }
  }

  std::string key() {
    constexpr std::array<std::string_view, 36> keys{
        "format", "variant", "theme",   "options", "opening", "tie",    "players", "name",
        "age",    "board",   "size",    "stars",   "starts",  "bonus",  "preset",  "hands",
        "hand",   "opener",  "turns",   "seat",    "place",   "points", "draw",    "trade",
        "pass",   "leave",   "take",    "roll",    "cubes",   "faces",  "forced",  "end",
        "reason", "scores",  "winners", "barred"};
    return std::string(keys[random_.index(keys.size())]);
  }

  Json word() {
    constexpr std::array<std::string_view, 20> words{
        "sixfold-record/1", "base",     "cubes",   "select",      "connect", "select-connect",
        "youngest",         "oldest",   "Rc",      "largest-set", "Gs",      "Rc@0,0",
        "Bd@7,7",           "resigned", "timeout", "out",         "dead",    "stalled",
        "aborted",          "7,7"};
    switch (random_.below(6)) {
      case 0:
        return static_cast<std::int64_t>(random_.below(16)) - 2;
      case 1:
        return Json::array();
      case 2:
        return Json::object();
      case 3:
        return true;
      case 4:
        return Json::array({words[random_.index(words.size())]});
      default:
        return words[random_.index(words.size())];
    }
  }

  Json document_;
  Random random_;
  std::vector<Place> values_;
};

/// For LLVMFuzzerCustomMutator; now and then it changes plain bytes instead.
inline std::size_t mutate_json(std::uint8_t* data, std::size_t size, std::size_t most,
                               unsigned seed) {
  const auto document = parse_json(text_of(data, size));
  if (!document || seed % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string text = JsonMutator(*document, seed).mutated();
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::ranges::copy(text, data);
  return text.size();
}

}  // namespace sixfold::fuzz
