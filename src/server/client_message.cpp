#include "server/client_message.hpp"

#include <algorithm>
#include <limits>

#include "record/forms.hpp"
#include "record/hex.hpp"

namespace sixfold {

namespace {

constexpr int highest_number = std::numeric_limits<int>::max();
// Strangers get enough time to think, but not much.
constexpr int quick_match_seconds = 90;
constexpr std::size_t longest_player_name = 160;  // in bytes; the table decides how it is displayed

class MessageReader {
 public:
  explicit MessageReader(const Json& json) : json_(json) {}

  Result<ClientMessage, MessageError> read() {
    std::optional<ClientMessage> message;
    if (reader_.expect_object(json_, {})) message = read_any();
    if (!reader_.error() && !message) reader_.fail("message", {}, "unknown message");
    if (reader_.error()) return Unexpected{MessageError{*reader_.error(), command_}};
    return *std::move(message);
  }

 private:
  std::optional<ClientMessage> read_any() {
    if (const Json* const hello = part("hello"))
      return ClientHello{number(*hello, "protocol", highest_number)};
    if (const Json* const create = part("create")) {
      CreateTable message{command_id(*create), {}, name(*create)};
      const Json* const plan = reader_.required(*create, "plan", {});
      if (plan == nullptr) return std::nullopt;
      auto read = read_plan(reader_, *plan);
      if (!read) return std::nullopt;
      message.plan = *std::move(read);
      return message;
    }
    if (const Json* const quick = part("quick")) return read_quick(*quick);
    if (const Json* const watch = part("watch")) return WatchTable{id(*watch, "game")};
    if (const Json* const unwatch = part("unwatch")) return UnwatchTable{id(*unwatch, "game")};
    if (const Json* const lobby = part("lobby")) {
      EnterLobby enter;
      if (FormReader::optional(*lobby, "after") != nullptr) enter.after = id(*lobby, "after");
      return enter;
    }
    if (part("leave-lobby") != nullptr) return LeaveLobby{};
    if (const Json* const phrase = part("phrase")) return read_phrase(*phrase);
    if (const Json* const command = part("command")) {
      TableRequest request{id(*command, "game"),
                           static_cast<std::uint64_t>(number(*command, "seq", highest_number)),
                           command_id(*command), LeaveTable{}};
      const Json* const what = reader_.required(*command, "do", {});
      if (what == nullptr || !reader_.expect_object(*what, {})) return std::nullopt;
      auto read = read_command(*what);
      if (!read) return std::nullopt;
      request.what = *std::move(read);
      return request;
    }
    return std::nullopt;
  }

  std::optional<ClientMessage> read_quick(const Json& json) {
    QuickMatch message{command_id(json), {}, name(json)};
    const int players = number(json, "players", most_seats);
    Json plan;
    plan["variant"] = json.value("variant", Json(nullptr));
    for (int i = 0; i < players; ++i) plan["seats"].push_back({{"kind", "open"}});
    plan["clock"] = {{"kind", "per-move"}, {"seconds", quick_match_seconds}};
    plan["lobby"] = true;
    if (reader_.error()) return std::nullopt;
    auto read = read_plan(reader_, plan);
    if (!read) return std::nullopt;
    message.plan = *std::move(read);
    return message;
  }

  std::optional<ClientMessage> read_phrase(const Json& json) {
    const Id game = id(json, "game");
    const Path path{nullptr, "phrase", 0};
    const Json* const phrase = reader_.required(json, "phrase", {});
    if (phrase == nullptr) return std::nullopt;
    const auto said = reader_.string(*phrase, path, longest_name);
    const auto known = std::ranges::find(phrases, said.value_or(""));
    if (known == phrases.end()) {
      reader_.fail("unknown_phrase", path, "unknown phrase");
      return std::nullopt;
    }
    return SayPhrase{game, *known};
  }

  std::optional<TableCommand> read_command(const Json& json) {
    if (json.size() != 1) {
      reader_.fail("command", {}, "do must have exactly one member");
      return std::nullopt;
    }
    const std::string what = json.begin().key();
    const Json& with = json.begin().value();
    if (what == "act") {
      auto move = read_move(reader_, with, Path{nullptr, "act", 0});
      if (!move) return std::nullopt;
      return MakeMove{*std::move(move)};
    }
    if (!reader_.expect_object(with, Path{nullptr, what, 0})) return std::nullopt;
    if (what == "join") {
      JoinTable join{name(with), std::nullopt, {}, {}};
      if (FormReader::optional(with, "seat") != nullptr)
        join.seat = number(with, "seat", most_seats - 1);
      if (FormReader::optional(with, "seed") != nullptr) join.seed = seed(with);
      return join;
    }
    if (what == "seed") return GiveSeed{seed(with)};
    if (what == "seal") return GiveSeal{seal(with)};
    if (what == "leave") return LeaveTable{};
    if (what == "remove") return RemovePlayer{seat(with)};
    if (what == "lock") return LockTable{true};
    if (what == "unlock") return LockTable{false};
    if (what == "pause") return MakeWish{Wish::pause};
    if (what == "take-back") return MakeWish{Wish::take_back};
    if (what == "refuse") return RefuseWish{};
    if (what == "resume") return ResumeGame{};
    if (what == "let-bot-play") return LetBotPlay{seat(with)};
    if (what == "let-leave") return LetSeatLeave{seat(with)};
    if (what == "return") return ReturnToSeat{};
    if (what == "rematch") return AskRematch{};
    reader_.fail("command", {}, in_quotes(what) + " is not a command");
    return std::nullopt;
  }

  const Json* part(std::string_view key) {
    const Json* const found = FormReader::optional(json_, key);
    if (found != nullptr) static_cast<void>(reader_.expect_object(*found, Path{nullptr, key, 0}));
    return reader_.error() ? nullptr : found;
  }
  int number(const Json& object, std::string_view key, int highest) {
    const Json* const found = reader_.required(object, key, {});
    if (found == nullptr) return 0;
    return reader_.integer(*found, Path{nullptr, key, 0}, 0, highest).value_or(0);
  }
  int seat(const Json& object) { return number(object, "seat", most_seats - 1); }
  FairSeed seed(const Json& object) {
    const Json* const found = reader_.required(object, "seed", {});
    if (found == nullptr) return {};
    const Path path{nullptr, "seed", 0};
    const auto bytes = parse_hex(reader_.string(*found, path, longest_name).value_or(""));
    if (!bytes || bytes->size() > longest_fair_seed)
      reader_.fail("seed", path, "expected up to 64 hexadecimal digits");
    return bytes.value_or(FairSeed{});
  }
  FairSeal seal(const Json& object) {
    FairSeal seal{};
    const Json* const found = reader_.required(object, "seal", {});
    if (found == nullptr) return seal;
    const Path path{nullptr, "seal", 0};
    const auto bytes = parse_hex(reader_.string(*found, path, longest_name).value_or(""));
    if (bytes && bytes->size() == seal.size())
      std::ranges::copy(*bytes, seal.begin());
    else
      reader_.fail("seal", path, "expected 64 hexadecimal digits");
    return seal;
  }
  std::string name(const Json& object) {
    const Json* const found = reader_.required(object, "name", {});
    if (found == nullptr) return "";
    return reader_.string(*found, Path{nullptr, "name", 0}, longest_player_name).value_or("");
  }
  Id id(const Json& object, std::string_view key) {
    const Json* const found = reader_.required(object, key, {});
    if (found == nullptr) return {};
    const Path path{nullptr, key, 0};
    const auto read = parse_id(reader_.string(*found, path, longest_name).value_or(""));
    if (!read) reader_.fail("id", path, "expected an id of 32 hexadecimal digits");
    return read.value_or(Id{});
  }
  Id command_id(const Json& object) {
    const Id read = id(object, "id");
    if (read != Id{}) command_ = read;
    return read;
  }

  const Json& json_;
  FormReader reader_;
  std::optional<Id> command_;
};

}  // namespace

Result<ClientMessage, MessageError> parse_client_message(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Unexpected{MessageError{json.error(), std::nullopt}};
  return MessageReader(*json).read();
}

}  // namespace sixfold
