#include "record/json.hpp"

#include <algorithm>

#include "record/notation.hpp"

namespace sixfold {

namespace {

// Valid objects have a handful of members; this only stops hostile ones.
constexpr std::size_t most_members = 1000;

/// Builds the value while parsing, so that limits apply before anything is stored.
class LimitedBuilder {
 public:
  explicit LimitedBuilder(Json& root) : root_(root) {}
  [[nodiscard]] const std::optional<FormError>& error() const { return error_; }

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) { return add(value); }
  bool number_float(double value, const std::string& /*text*/) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) { return false; }
  bool start_object(std::size_t /*size*/) { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    Json& object = *open_.back();
    if (object.size() >= most_members) return fail("too_many_members", "too many members");
    if (object.contains(key))
      return fail("duplicate_key", "the key " + in_quotes(key) + " appears twice");
    slot_ = &object[key];
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& /*exception*/) {
    return fail("json", "invalid JSON at byte " + std::to_string(position) +
                            (token.empty() ? "" : ", near " + in_quotes(token)));
  }

 private:
  bool fail(std::string code, std::string message) {
    error_ = FormError{std::move(code), "", std::move(message)};
    return false;
  }

  Json& place() {
    if (slot_ != nullptr) return *std::exchange(slot_, nullptr);
    if (open_.empty()) return root_;
    open_.back()->push_back(nullptr);
    return open_.back()->back();
  }

  template <class T>
  bool add(T value) {
    place() = std::move(value);
    return true;
  }

  bool open(Json container) {
    if (open_.size() >= deepest_json)
      return fail("too_deep", "nested deeper than " + std::to_string(deepest_json));
    Json& here = place();
    here = std::move(container);
    open_.push_back(&here);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json& root_;
  std::vector<Json*> open_;
  Json* slot_ = nullptr;
  std::optional<FormError> error_;
};

std::string_view kind_of(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_string()) return "a string";
  if (json.is_number_integer()) return "a whole number";
  if (json.is_number()) return "a fraction";
  if (json.is_boolean()) return "true or false";
  return "null";
}

template <class T>
Json list_to_json(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_text(value));
  return json;
}

std::string library_dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool needs_escapes(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    // If `char` is signed, the bytes of UTF-8 letters are negative.
    return c < ' ' || c > '~' || c == '"' || c == '\\';
  });
}

void write_string(std::string& text, const std::string& value) {
  if (needs_escapes(value))
    text += library_dump(Json(value));
  else
    text.append(1, '"').append(value).append(1, '"');
}

/// As library_dump() does, but faster: most of what we write are whole numbers, and texts that need
/// no escapes.
void write(std::string& text, const Json& json) {
  char separator = 0;
  const auto separate = [&](char first) {
    text += separator == 0 ? first : ',';
    separator = ',';
  };
  if (json.is_object() && !json.empty()) {
    for (const auto& [key, value] : json.get_ref<const Json::object_t&>()) {
      separate('{');
      write_string(text, key);
      text += ':';
      write(text, value);
    }
    text += '}';
  } else if (json.is_array() && !json.empty()) {
    for (const Json& value : json) {
      separate('[');
      write(text, value);
    }
    text += ']';
  } else if (json.is_string()) {
    write_string(text, json.get_ref<const std::string&>());
  } else if (json.is_number_unsigned()) {
    text += std::to_string(json.get<std::uint64_t>());
  } else if (json.is_number_integer()) {
    text += std::to_string(json.get<std::int64_t>());
  } else if (json.is_boolean()) {
    text += json.get<bool>() ? "true" : "false";
  } else {
    text += library_dump(json);
  }
}

}  // namespace

Result<Json, FormError> parse_json(std::string_view text) {
  if (text.size() > longest_json)
    return Unexpected{
        FormError{"too_long", "", "longer than " + std::to_string(longest_json) + " bytes"}};
  Json root;
  LimitedBuilder builder(root);
  const bool parsed = Json::sax_parse(text, &builder);
  if (builder.error()) return Unexpected{*builder.error()};
  if (!parsed) return Unexpected{FormError{"json", "", "not JSON"}};
  return root;
}

std::string dump(const Json& json) {
  std::string text;
  write(text, json);
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  const bool cut = text.size() > most;
  return dump(Json(std::string(text.substr(0, most)))) + (cut ? "…" : "");
}

std::string Path::text() const {
  const std::string before = parent != nullptr ? parent->text() : "";
  if (!key.empty()) return before.empty() ? std::string(key) : before + "." + std::string(key);
  if (parent == nullptr) return "";
  return before + "[" + std::to_string(index) + "]";
}

void FormReader::fail(std::string code, const Path& path, std::string message) {
  if (!error_) error_ = FormError{std::move(code), path.text(), std::move(message)};
}

const Json* FormReader::optional(const Json& object, std::string_view key) {
  const auto found = object.find(std::string(key));
  return found == object.end() ? nullptr : &*found;
}

const Json* FormReader::required(const Json& object, std::string_view key, const Path& path) {
  const Json* const found = optional(object, key);
  if (found == nullptr) fail("missing", path, std::string(key) + " is missing");
  return found;
}

bool FormReader::expect_object(const Json& json, const Path& path) {
  if (!json.is_object())
    fail("type", path, "expected an object, not " + std::string(kind_of(json)));
  return !error_;
}

bool FormReader::expect_array(const Json& json, const Path& path, std::size_t longest) {
  if (!json.is_array())
    fail("type", path, "expected a list, not " + std::string(kind_of(json)));
  else if (json.size() > longest)
    fail("too_many", path,
         "the list has " + std::to_string(json.size()) + " items, the limit is " +
             std::to_string(longest));
  return !error_;
}

std::optional<int> FormReader::integer(const Json& json, const Path& path, int lowest,
                                       int highest) {
  if (!json.is_number_integer()) {
    fail("type", path, "expected a whole number, not " + std::string(kind_of(json)));
    return std::nullopt;
  }
  const bool too_large =
      json.is_number_unsigned() &&
      json.get<std::uint64_t>() > static_cast<std::uint64_t>(std::max(highest, 0));
  const auto value = too_large ? std::int64_t{0} : json.get<std::int64_t>();
  if (too_large || value < lowest || value > highest) {
    fail("range", path,
         dump(json) + " is not in the range " + std::to_string(lowest) + " to " +
             std::to_string(highest));
    return std::nullopt;
  }
  return static_cast<int>(value);
}

std::optional<bool> FormReader::boolean(const Json& json, const Path& path) {
  if (!json.is_boolean()) {
    fail("type", path, "expected true or false, not " + std::string(kind_of(json)));
    return std::nullopt;
  }
  return json.get<bool>();
}

std::optional<std::string> FormReader::string(const Json& json, const Path& path,
                                              std::size_t longest) {
  const auto* const text = json.get_ptr<const std::string*>();
  if (text == nullptr) {
    fail("type", path, "expected a string, not " + std::string(kind_of(json)));
    return std::nullopt;
  }
  if (text->size() > longest) {
    fail("too_long", path,
         "the string has " + std::to_string(text->size()) + " bytes, the limit is " +
             std::to_string(longest));
    return std::nullopt;
  }
  return *text;
}

template <class T>
std::optional<T> FormReader::text_form(const Json& json, const Path& path, std::string_view code,
                                       std::string_view what,
                                       std::optional<T> (*parse)(std::string_view)) {
  const auto* const text = json.get_ptr<const std::string*>();
  if (text == nullptr) {
    fail("type", path, "expected " + std::string(what) + ", not " + std::string(kind_of(json)));
    return std::nullopt;
  }
  const std::optional<T> value = parse(*text);
  if (!value) fail(std::string(code), path, in_quotes(*text) + " is not " + std::string(what));
  return value;
}

std::optional<Tile> FormReader::tile(const Json& json, const Path& path) {
  return text_form<Tile>(json, path, "unknown_tile", "a tile", parse_tile);
}

std::optional<Cell> FormReader::cell(const Json& json, const Path& path) {
  return text_form<Cell>(json, path, "bad_cell", "a cell", parse_cell);
}

std::optional<PlacedTile> FormReader::placed_tile(const Json& json, const Path& path) {
  return text_form<PlacedTile>(json, path, "bad_placed_tile", "a tile on a cell",
                               parse_placed_tile);
}

template <class Read>
auto FormReader::list(const Json& json, const Path& path, std::size_t most, const Read& read) {
  std::vector<typename decltype(read(json, path))::value_type> values;
  if (!expect_array(json, path, most)) return values;
  values.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const auto value = read(json[i], Path{&path, {}, i});
    if (!value) return values;
    values.push_back(*value);
  }
  return values;
}

std::vector<Tile> FormReader::tiles(const Json& json, const Path& path, std::size_t most) {
  return list(json, path, most, [this](const Json& j, const Path& p) { return tile(j, p); });
}

std::vector<Cell> FormReader::cells(const Json& json, const Path& path, std::size_t most) {
  return list(json, path, most, [this](const Json& j, const Path& p) { return cell(j, p); });
}

std::vector<PlacedTile> FormReader::placed_tiles(const Json& json, const Path& path,
                                                 std::size_t most) {
  return list(json, path, most, [this](const Json& j, const Path& p) { return placed_tile(j, p); });
}

std::vector<int> FormReader::integers(const Json& json, const Path& path, std::size_t most,
                                      int lowest, int highest) {
  return list(json, path, most,
              [&, this](const Json& j, const Path& p) { return integer(j, p, lowest, highest); });
}

Json to_json(const std::vector<Tile>& tiles) { return list_to_json(tiles); }
Json to_json(const std::vector<Cell>& cells) { return list_to_json(cells); }
Json to_json(const std::vector<PlacedTile>& tiles) { return list_to_json(tiles); }

Json unknown_members(const Json& object, const std::vector<std::string_view>& known) {
  Json unknown = Json::object();
  for (const auto& [key, value] : object.items())
    if (std::ranges::find(known, key) == known.end()) unknown[key] = value;
  return unknown;
}

std::string members_text(const Json& object) { return object.empty() ? "" : dump(object); }

Json parse_members(std::string_view text) {
  if (text.empty()) return Json::object();
  const auto json = parse_json(text);
  return json && json->is_object() ? *json : Json::object();
}

void add_members(Json& object, const Json& extra) {
  for (const auto& [key, value] : extra.items()) object[key] = value;
}

}  // namespace sixfold
