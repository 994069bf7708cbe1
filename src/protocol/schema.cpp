#include "protocol/schema.hpp"

#include <algorithm>

#include "protocol/server_messages.hpp"
#include "rules/theme.hpp"

namespace sixfold::protocol {

namespace {

constexpr const char* dialect = "https://json-schema.org/draft/2020-12/schema";

/// Who writes a message: a server writes every member; a client may leave out those that have a
/// default.
enum class Side : std::uint8_t { client, server };

class SchemaMaker;

Json typed(const char* type) { return {{"type", type}}; }

Json pattern(const char* expression) { return {{"type", "string"}, {"pattern", expression}}; }

template <class Words>
Json one_of_words(const Words& words) {
  Json json = typed("string");
  json["enum"] = Json::array();
  for (const std::string_view word : words) json["enum"].push_back(word);
  return json;
}

template <class Enum>
Json codes_up_to(Enum last) {
  std::vector<std::string_view> codes;
  for (int i = 0; i <= static_cast<int>(last); ++i) codes.push_back(code_of(static_cast<Enum>(i)));
  return one_of_words(codes);
}

Json pair_of_numbers() {
  Json json = typed("array");
  json["prefixItems"] = Json::array({typed("integer"), typed("integer")});
  json["minItems"] = 2;
  json["maxItems"] = 2;
  return json;
}

/// `let-bot-play` as `LetBotPlay`.
std::string camel(std::string_view tag) {
  std::string text;
  bool starts = true;
  for (const char c : tag) {
    if (c != '-' && c != '_') text += starts ? static_cast<char>(c - 'a' + 'A') : c;
    starts = c == '-' || c == '_';
  }
  return text;
}

/// Collects the definitions that a document refers to.
class Definitions {
 public:
  explicit Definitions(Side side) : side_(side) {}

  [[nodiscard]] Side side() const { return side_; }
  [[nodiscard]] const Json& all() const { return all_; }

  /// A reference to the definition, which is made when it is first needed.
  template <class T>
  Json reference(const std::string& name);

  /// One of several messages, each an object with one member.
  template <class... Messages>
  Json one_of(const std::string& prefix, const std::variant<Messages...>* /*kind*/) {
    Json json;
    json["oneOf"] = Json::array();
    const auto add = [&]<class Message>(const Message& /*message*/) {
      Json one = typed("object");
      one["properties"][Message::tag] = body<Message>(prefix + camel(Message::tag));
      one["required"] = Json::array({Message::tag});
      json["oneOf"].push_back(std::move(one));
    };
    (add(Messages{}), ...);
    return json;
  }

 private:
  template <class Message>
  Json body(const std::string& name);

  Side side_;
  Json all_ = Json::object();
};

// The schema of each type

Json schema(Definitions& /*all*/, bool /*value*/, Unlimited /*limit*/) { return typed("boolean"); }
template <class Number>
  requires std::integral<Number>
Json schema(Definitions& /*all*/, Number /*value*/, const Range& limit) {
  return {{"type", "integer"}, {"minimum", limit.lowest}, {"maximum", limit.highest}};
}
Json schema(Definitions& /*all*/, std::int64_t /*value*/, Unlimited /*limit*/) {
  return typed("integer");
}
Json schema(Definitions& /*all*/, std::uint64_t /*value*/, Unlimited /*limit*/) {
  return {{"type", "integer"}, {"minimum", 0}};
}
Json schema(Definitions& /*all*/, const std::string& /*value*/, const Longest& limit) {
  return {{"type", "string"}, {"maxLength", limit.bytes}};
}
Json schema(Definitions& /*all*/, const std::string& /*value*/, Unlimited /*limit*/) {
  return typed("string");
}
template <class Text>
  requires std::convertible_to<Text, std::string_view>
Json schema(Definitions& /*all*/, const Text& /*value*/, const OneOf& limit) {
  return one_of_words(limit.words);
}
Json schema(Definitions& /*all*/, const Json& /*value*/, Unlimited /*limit*/) {
  return typed("object");
}
Json schema(Definitions& /*all*/, const Id& /*value*/, Unlimited /*limit*/) {
  return pattern("^[0-9a-f]{32}$");
}
Json schema(Definitions& /*all*/, const std::array<std::uint8_t, 32>& /*value*/,
            Unlimited /*limit*/) {
  return pattern("^[0-9a-f]{64}$");
}
Json schema(Definitions& /*all*/, const FairSeed& /*value*/, Unlimited /*limit*/) {
  return pattern("^([0-9a-f]{2}){0,32}$");
}
Json schema(Definitions& /*all*/, const View& /*value*/, Unlimited /*limit*/) {
  return {{"$ref", "view.schema.json"}};
}
Json schema(Definitions& /*all*/, const Cell& /*value*/, Unlimited /*limit*/) {
  return pair_of_numbers();
}
Json schema(Definitions& /*all*/, const BoardSize& /*value*/, Unlimited /*limit*/) {
  return pair_of_numbers();
}
Json schema(Definitions& /*all*/, Reason /*value*/, Unlimited /*limit*/) {
  return codes_up_to(Reason::bag_too_small);
}
Json schema(Definitions& /*all*/, EndReason /*value*/, Unlimited /*limit*/) {
  return codes_up_to(EndReason::aborted);
}
template <Worded Enum>
Json schema(Definitions& /*all*/, Enum value, Unlimited /*limit*/) {
  return one_of_words(words_of(value));
}
Json schema(Definitions& all, const TableCommand& /*value*/, Unlimited /*limit*/) {
  return all.one_of("Do", static_cast<const TableCommand*>(nullptr));
}
template <class T>
  requires requires { T::title; }
Json schema(Definitions& all, const T& /*value*/, Unlimited /*limit*/) {
  return all.reference<T>(std::string(T::title));
}
Json schema(Definitions& /*all*/, const std::vector<int>& /*value*/, const Range& limit) {
  Json json = typed("array");
  json["items"] = {{"type", "integer"}, {"minimum", limit.lowest}, {"maximum", limit.highest}};
  json["maxItems"] = limit.highest + 1;
  return json;
}
template <class T>
Json schema(Definitions& all, const std::vector<T>& /*value*/, const Most& limit) {
  Json json = typed("array");
  json["items"] = schema(all, T{}, Unlimited{});
  json["maxItems"] = limit.count;
  return json;
}

class SchemaMaker {
 public:
  SchemaMaker(Definitions& all, Json& object) : all_(all), object_(object) {}

  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, const T& value, const Limit& limit = {}) {
    add(key, schema(all_, value, limit));
    require(key);
  }
  template <class T, class Limit = Unlimited>
  void operator()(std::string_view key, const std::optional<T>& /*value*/,
                  const Limit& limit = {}) {
    add(key, schema(all_, T{}, limit));
  }
  template <class T, class Limit = Unlimited>
  void defaulted(std::string_view key, const T& value, const Limit& limit = {}) {
    add(key, schema(all_, value, limit));
    if (all_.side() == Side::server) require(key);
  }
  template <class T, class Limit = Unlimited>
  void or_null(std::string_view key, const std::optional<T>& /*value*/, const Limit& limit = {}) {
    Json json = schema(all_, T{}, limit);
    json["type"] = Json::array({json["type"], "null"});
    add(key, std::move(json));
    require(key);
  }
  template <class T, class Limit = Unlimited>
  void unless_empty(std::string_view key, const T& value, const Limit& limit = {}) {
    Json json = schema(all_, value, limit);
    if constexpr (Worded<T>) json["enum"].erase(0);
    add(key, std::move(json));
  }
  template <class T>
  void if_known(std::string_view key, const std::optional<T>& value) {
    (*this)(key, value);
  }
  template <class T>
  void if_known(std::string_view key, const T& value) {
    unless_empty(key, value);
  }
  void rules(const Ruleset& /*rules*/) {
    add("variant", one_of_words(variant_names()));
    require("variant");
    add("options", {{"$ref", "record.schema.json#/$defs/options"}});
    if (all_.side() == Side::server) require("options");
    add("board", {{"$ref", "record.schema.json#/$defs/board"}});
  }

 private:
  void add(std::string_view key, Json value) { object_["properties"][key] = std::move(value); }
  void require(std::string_view key) { object_["required"].push_back(key); }

  Definitions& all_;
  Json& object_;
};

template <class T>
Json Definitions::reference(const std::string& name) {
  if (!all_.contains(name)) {
    Json object = typed("object");
    object["properties"] = Json::object();
    SchemaMaker member(*this, object);
    const T value{};
    list_members(value, member);
    all_[name] = std::move(object);
  }
  return {{"$ref", "#/$defs/" + name}};
}

template <class Message>
Json Definitions::body(const std::string& name) {
  if constexpr (std::is_same_v<Message, MakeMove>)
    return {{"$ref", "act.schema.json"}};
  else
    return reference<Message>(name);
}

template <class Messages>
Json document(const char* title, const char* file, const std::string& prefix, Side side) {
  Definitions definitions(side);
  const Json one_of = definitions.one_of(prefix, static_cast<const Messages*>(nullptr));
  Json json;
  json["$schema"] = dialect;
  json["$id"] = file;
  json["title"] = title;
  add_members(json, one_of);
  json["$defs"] = definitions.all();
  return json;
}

/// References within the document or to another one, for a document that keeps schemas elsewhere.
void move_references(Json& json) {
  if (json.is_array())
    for (Json& one : json) move_references(one);
  if (!json.is_object()) return;
  for (auto& [key, value] : json.items()) {
    if (key != "$ref") {
      move_references(value);
      continue;
    }
    const std::string to = value.template get<std::string>();
    constexpr std::string_view here = "#/$defs/";
    value =
        to.starts_with(here) ? "#/components/schemas/" + to.substr(here.size()) : "schemas/" + to;
  }
}

// TypeScript

std::string typescript_type(const Json& schema);

std::string members_of(const Json& schema, const std::string& indent) {
  std::string text;
  const Json required = schema.value("required", Json(Json::array()));
  for (const auto& [key, value] : schema["properties"].items()) {
    const bool is_required = std::ranges::find(required, Json(key)) != required.end();
    const bool is_plain = key.find('-') == std::string::npos;
    const std::string name = is_plain ? key : "\"" + key + "\"";
    text += indent + name + (is_required ? "" : "?") + ": " + typescript_type(value) + ";\n";
  }
  return text;
}

std::string referenced_type(const std::string& to) {
  if (to == "act.schema.json") return "Act";
  if (to == "view.schema.json") return "View";
  if (to == "record.schema.json#/$defs/options") return "Options";
  if (to == "record.schema.json#/$defs/board") return "BoardForm";
  return to.substr(to.rfind('/') + 1);
}

std::string typescript_type(const Json& schema) {
  if (schema.contains("$ref")) return referenced_type(schema["$ref"].get<std::string>());
  if (schema.contains("oneOf")) {
    std::string text;
    for (const Json& one : schema["oneOf"]) {
      std::string members = members_of(one, " ");
      std::ranges::replace(members, '\n', ' ');
      text += "\n  | {" + members.substr(0, members.size() - 2) + " }";
    }
    return text;
  }
  if (schema.contains("enum")) {
    std::string text;
    for (const Json& word : schema["enum"]) text += (text.empty() ? "" : " | ") + dump(word);
    return text;
  }
  if (schema["type"].is_array()) return "number | null";
  std::string type = schema["type"].get<std::string>();
  if (type == "integer") return "number";
  if (type == "array" && schema.contains("prefixItems")) return "[number, number]";
  if (type == "array") return typescript_type(schema["items"]) + "[]";
  if (type == "object") return "object";
  return type;
}

std::string interfaces(const Json& definitions, const Json& but_not) {
  std::string text;
  for (const auto& [name, schema] : definitions.items()) {
    if (but_not.contains(name)) continue;
    if (schema["properties"].empty())
      text += "export type " + name + " = Record<string, never>;\n\n";
    else
      text += "export interface " + name + " {\n" + members_of(schema, "  ") + "}\n\n";
  }
  return text;
}

}  // namespace

Json client_schema() {
  return document<ClientMessage>("A message from a client", "client-message.schema.json", "Client",
                                 Side::client);
}

Json server_schema() {
  return document<ServerMessage>("A message from a server", "server-message.schema.json", "Server",
                                 Side::server);
}

Json asyncapi() {
  Json json;
  json["asyncapi"] = "3.0.0";
  json["info"] = {{"title", "Sixfold"},
                  {"version", std::to_string(version)},
                  {"description",
                   "Tables of the Qwirkle family of games, over a WebSocket: "
                   "docs/protocol.md."}};
  json["defaultContentType"] = "application/json";
  json["channels"]["socket"] = {{"address", "/ws"}, {"messages", Json::object()}};
  json["operations"] = Json::object();
  json["components"] = {{"messages", Json::object()}, {"schemas", Json::object()}};
  const auto add = [&](const Json& document, const std::string& operation, const char* action) {
    const std::string channel = "#/channels/socket";
    const std::string channel_messages = channel + "/messages/";
    json["operations"][operation] = {{"action", action}, {"channel", {{"$ref", channel}}}};
    Json& messages = json["operations"][operation]["messages"] = Json::array();
    for (const Json& one : document["oneOf"]) {
      const std::string tag = one["required"][0].get<std::string>();
      const std::string name = operation + camel(tag);
      json["components"]["messages"][name] = {{"name", tag}, {"payload", one}};
      json["channels"]["socket"]["messages"][name] = {{"$ref", "#/components/messages/" + name}};
      messages.push_back({{"$ref", channel_messages + name}});
    }
    for (const auto& [name, schema] : document["$defs"].items())
      if (!json["components"]["schemas"].contains(name))
        json["components"]["schemas"][name] = schema;
  };
  // From the server's point of view.
  Json client = client_schema();
  Json server = server_schema();
  add(client, "hear", "receive");
  add(server, "tell", "send");
  for (auto& [name, message] : json["components"]["messages"].items())
    move_references(message["payload"]);
  move_references(json["components"]["schemas"]);
  return json;
}

std::string typescript() {
  const Json server = server_schema();
  const Json client = client_schema();
  Json all_phrases = Json::array();
  for (const std::string_view phrase : phrases) all_phrases.push_back(phrase);
  Json seconds = Json::object();
  for (std::size_t i = 0; i < quick_match_seconds.size(); ++i)
    seconds[std::string(words_of(Tempo{})[i])] = quick_match_seconds[i];
  return "// Made by `sixfold schema typescript` from src/protocol/. Do not edit.\n"
         "import type { Act, BoardForm, Options, View } from \"../game/types\";\n\n"
         "export const protocolVersion = " +
         std::to_string(version) + ";\n\nexport const quickMatchSeconds = " + dump(seconds) +
         " as const;\n\nexport const phrases = " + dump(all_phrases) + " as const;\n\n" +
         interfaces(server["$defs"], Json::object()) +
         interfaces(client["$defs"], server["$defs"]) +
         "export type ClientMessage =" + typescript_type(client) +
         ";\n\nexport type ServerMessage =" + typescript_type(server) + ";\n";
}

}  // namespace sixfold::protocol
