// How messages become JSON and back. A message lists its members once, in `form`:
//
//   struct Ack {
//     static constexpr std::string_view tag = "ack";
//     Id id;
//     std::uint64_t seq = 0;
//
//     static void form(auto& self, auto& member) {
//       member("id", self.id);
//       member("seq", self.seq);
//     }
//   };
//
// A Writer, a Reader and a SchemaMaker each pass themselves as `member`. Whoever adds a member adds
// it to all three, and a type that one of them does not know does not compile. What a message may
// not say although each member is well-formed is for `check(reader, path, message)` beside it.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "record/fair_proof.hpp"
#include "record/forms.hpp"
#include "record/id.hpp"
#include "rules/indexed.hpp"

namespace sixfold::protocol {

// Limits: what a member accepts beyond its type.

struct Unlimited {};
struct Range {
  int lowest = 0;
  int highest = std::numeric_limits<int>::max();
};
inline constexpr Range seat_range{0, most_seats - 1};
struct Longest {
  std::size_t bytes = longest_name;
};
/// At most this many elements.
struct Most {
  std::size_t count = 0;
};
/// One of these words; the code of the error if it is none of them.
struct OneOf {
  std::string_view code;
  std::span<const std::string_view> words;
};

/// The words of an enumeration, in its order: `words_of(Enum{})` beside the enumeration.
template <class Enum>
concept Worded = std::is_enum_v<Enum> && requires(Enum value) { words_of(value).size(); };

template <Worded Enum>
[[nodiscard]] constexpr std::string_view word_of(Enum value) {
  return nth(words_of(value), value);
}

class Writer;
class Reader;

/// Only a name: an empty struct with a tag or a type has no members and needs no form.
template <class T>
concept Bare = std::is_empty_v<T> && (requires { T::tag; } || requires { T::type; });
/// What passes its members to `Member`, one by one.
template <class T, class Member>
concept Formed = Bare<T> || requires(T& value, Member& member) { T::form(value, member); };
template <class T>
void list_members(T& value, auto& member) {
  if constexpr (!Bare<std::remove_const_t<T>>) std::remove_const_t<T>::form(value, member);
}

// Writing

[[nodiscard]] inline Json write(bool value) { return value; }
[[nodiscard]] inline Json write(int value) { return value; }
[[nodiscard]] inline Json write(std::int64_t value) { return value; }
[[nodiscard]] inline Json write(std::uint64_t value) { return value; }
[[nodiscard]] inline Json write(std::string_view value) { return value; }
[[nodiscard]] inline Json write(const std::string& value) { return value; }
[[nodiscard]] inline Json write(const Json& value) { return value; }
[[nodiscard]] inline Json write(const Id& value) { return to_text(value); }
[[nodiscard]] Json write(const std::array<std::uint8_t, 32>& value);
[[nodiscard]] Json write(const FairSeed& value);
[[nodiscard]] inline Json write(const Move& value) { return sixfold::to_json(value); }
[[nodiscard]] inline Json write(const View& value) { return sixfold::to_json(value); }
/// As `[x,y]`.
[[nodiscard]] inline Json write(const Cell& value) { return Json::array({value.x, value.y}); }
struct BoardSize {
  int width = 0;
  int height = 0;
  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};
/// As `[width,height]`.
[[nodiscard]] inline Json write(const BoardSize& value) {
  return Json::array({value.width, value.height});
}
[[nodiscard]] Json write(Tile value);
[[nodiscard]] Json write(Reason value);
[[nodiscard]] Json write(EndReason value);
[[nodiscard]] Json write(LeaveReason value);
template <Worded Enum>
[[nodiscard]] Json write(Enum value) {
  return word_of(value);
}
template <Formed<Writer> T>
[[nodiscard]] Json write(const T& value);
template <class T>
[[nodiscard]] Json write(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(write(value));
  return json;
}

/// Most limits only concern reading; a form that is written differently overloads this.
template <class T, class Limit>
[[nodiscard]] Json write_within(const T& value, const Limit& /*limit*/) {
  return write(value);
}

class Writer {
 public:
  explicit Writer(Json& json) : json_(json) {}

  /// A member that is always there, or one that is left out while it is empty.
  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, const T& value, const Limit& limit = {}) {
    json_[key] = write_within(value, limit);
  }
  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, const std::optional<T>& value,
                  const Limit& /*limit*/ = {}) {
    if (value) json_[key] = write(*value);
  }
  /// A member that is always written, but may be missing when it is read.
  template <class T, class Limit = Unlimited>
  void defaulted(std::string_view key, const T& value, const Limit& /*limit*/ = {}) {
    json_[key] = write(value);
  }
  /// A member that is null while it is empty.
  template <class T, class Limit = Unlimited>
  void or_null(std::string_view key, const std::optional<T>& value, const Limit& /*limit*/ = {}) {
    json_[key] = value ? write(*value) : Json(nullptr);
  }
  /// A member that is left out while it is false, 0 or empty.
  template <class T, class Limit = Unlimited>
  void unless_empty(std::string_view key, const T& value, const Limit& /*limit*/ = {}) {
    if (value != T{}) json_[key] = write(value);
  }
  /// A word that newer programs may add to: left out while it is empty, and empty if the reader
  /// does not know it.
  template <class T>
  void if_known(std::string_view key, const std::optional<T>& value) {
    (*this)(key, value);
  }
  template <class T>
  void if_known(std::string_view key, const T& value) {
    unless_empty(key, value);
  }
  /// The members `variant`, `options` and, for games with one, `board`.
  void rules(const Ruleset& rules);

 private:
  Json& json_;
};

template <Formed<Writer> T>
Json write(const T& value) {
  Json json = Json::object();
  Writer member(json);
  list_members(value, member);
  return json;
}

// Reading

void read(FormReader& reader, const Json& json, const Path& path, bool& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, int& value, const Range& limit);
void read(FormReader& reader, const Json& json, const Path& path, std::int64_t& value,
          Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, std::int64_t& value,
          const Range& limit);
void read(FormReader& reader, const Json& json, const Path& path, std::uint64_t& value,
          Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, std::string& value,
          const Longest& limit);
void read(FormReader& reader, const Json& json, const Path& path, std::string_view& value,
          const OneOf& limit);
void read(FormReader& reader, const Json& json, const Path& path, std::string& value,
          const OneOf& limit);
void read(FormReader& reader, const Json& json, const Path& path, Json& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, Id& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path,
          std::array<std::uint8_t, 32>& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, FairSeed& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, Move& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, View& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, Cell& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, BoardSize& value,
          Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, Reason& value, Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, EndReason& value,
          Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, LeaveReason& value,
          Unlimited limit);
void read(FormReader& reader, const Json& json, const Path& path, Tile& value, Unlimited limit);
/// The position of a text among the words, or an error.
[[nodiscard]] std::size_t read_word(FormReader& reader, const Json& json, const Path& path,
                                    const OneOf& limit);

inline void read(FormReader& reader, const Json& json, const Path& path, std::string& value,
                 Unlimited /*limit*/) {
  read(reader, json, path, value, Longest{});
}
template <Worded Enum>
void read(FormReader& reader, const Json& json, const Path& path, Enum& value,
          Unlimited /*limit*/) {
  const auto words = words_of(value);
  value = static_cast<Enum>(read_word(reader, json, path, {"unknown_word", words}));
}
template <Formed<Reader> T>
void read(FormReader& reader, const Json& json, const Path& path, T& value, Unlimited limit);

template <class T, class Limit>
void read_list(FormReader& reader, const Json& json, const Path& path, std::vector<T>& values,
               std::size_t most, const Limit& limit) {
  values.clear();
  if (!reader.expect_array(json, path, most)) return;
  for (std::size_t i = 0; i < json.size() && !reader.error(); ++i) {
    T value{};
    read(reader, json[i], Path{&path, {}, i}, value, limit);
    values.push_back(std::move(value));
  }
}
template <class T>
void read(FormReader& reader, const Json& json, const Path& path, std::vector<T>& values,
          const Most& limit) {
  read_list(reader, json, path, values, limit.count, Unlimited{});
}
/// A hand, or as many tiles as there are.
inline void read(FormReader& reader, const Json& json, const Path& path, std::vector<Tile>& values,
                 Unlimited limit) {
  read_list(reader, json, path, values, most_tiles, limit);
}
inline void read(FormReader& reader, const Json& json, const Path& path, std::vector<int>& values,
                 const Range& limit) {
  read_list(reader, json, path, values, static_cast<std::size_t>(limit.highest) + 1, limit);
}

class Reader {
 public:
  Reader(FormReader& reader, const Json& json, const Path& path)
      : reader_(reader), json_(json), path_(path) {}

  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, T& value, const Limit& limit = {}) {
    if (const Json* const found = reader_.required(json_, key, path_))
      read(reader_, *found, Path{&path_, key, 0}, value, limit);
  }
  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, std::optional<T>& value, const Limit& limit = {}) {
    value.reset();
    if (const Json* const found = given(key))
      read(reader_, *found, Path{&path_, key, 0}, value.emplace(), limit);
  }
  template <class T, class Limit = Unlimited>
  void defaulted(std::string_view key, T& value, const Limit& limit = {}) {
    if (const Json* const found = given(key))
      read(reader_, *found, Path{&path_, key, 0}, value, limit);
  }
  template <class T, class Limit = Unlimited>
  void or_null(std::string_view key, std::optional<T>& value, const Limit& limit = {}) {
    (*this)(key, value, limit);
  }
  template <class T, class Limit = Unlimited>
  void unless_empty(std::string_view key, T& value, const Limit& limit = {}) {
    defaulted(key, value, limit);
  }
  template <class T>
  void if_known(std::string_view key, std::optional<T>& value) {
    value.reset();
    const Json* const found = given(key);
    const Path path{&path_, key, 0};
    if (found == nullptr || !reader_.string(*found, path, longest_name)) return;
    FormReader of_word;
    T word{};
    read(of_word, *found, path, word, Unlimited{});
    if (!of_word.error()) value = word;
  }
  template <class T>
  void if_known(std::string_view key, T& value) {
    std::optional<T> known;
    if_known(key, known);
    value = known.value_or(T{});
  }
  /// Without a board, that of the first game.
  void rules(Ruleset& rules);

 private:
  [[nodiscard]] const Json* given(std::string_view key) const {
    const Json* const found = FormReader::optional(json_, key);
    return found == nullptr || found->is_null() ? nullptr : found;
  }

  FormReader& reader_;
  const Json& json_;
  const Path& path_;
};

template <Formed<Reader> T>
void read(FormReader& reader, const Json& json, const Path& path, T& value, Unlimited /*limit*/) {
  if (!reader.expect_object(json, path)) return;
  Reader member(reader, json, path);
  list_members(value, member);
  if constexpr (requires { check(reader, path, value); })
    if (!reader.error()) check(reader, path, value);
}

// One of several messages: an object with one member, whose key is the message's tag.

template <class Message>
[[nodiscard]] Json tagged(const Message& message) {
  Json json;
  json[Message::tag] = write(message);
  return json;
}

template <class... Messages>
[[nodiscard]] Json tagged(const std::variant<Messages...>& message) {
  return std::visit([](const auto& what) { return tagged(what); }, message);
}

/// The message whose tag is a key of the object; nothing if there is none, or after an error.
template <class... Messages>
[[nodiscard]] std::optional<std::variant<Messages...>> read_tagged(
    FormReader& reader, const Json& json, const Path* path, std::variant<Messages...>* /*kind*/) {
  std::optional<std::variant<Messages...>> found;
  const auto read_if_tagged = [&]<class Message>(Message message) {
    const Json* const body = FormReader::optional(json, Message::tag);
    if (body == nullptr) return false;
    read(reader, *body, Path{path, Message::tag, 0}, message, Unlimited{});
    if (!reader.error()) found = std::move(message);
    return true;
  };
  static_cast<void>((read_if_tagged(Messages{}) || ...));
  return found;
}

}  // namespace sixfold::protocol
