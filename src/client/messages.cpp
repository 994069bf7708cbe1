#include "client/messages.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "record/forms.hpp"

namespace sixfold::client {

namespace {

constexpr std::size_t longest_text = 1000;
constexpr int most_points = 1'000'000;
constexpr int longest_clock = 1'000'000;  // in seconds
constexpr std::size_t most_tables = 10'000;

/// Reads members of an object in a message. A missing optional member is empty; a missing required
/// one is an error.
class Members {
 public:
  Members(FormReader& reader, const Json& json, const Path& path)
      : reader_(reader), json_(json), path_(path) {
    static_cast<void>(reader.expect_object(json, path));
  }

  [[nodiscard]] const Json* given(std::string_view key) const {
    if (!json_.is_object()) return nullptr;
    const Json* const found = FormReader::optional(json_, key);
    return found == nullptr || found->is_null() ? nullptr : found;
  }
  std::string text(std::string_view key) {
    const Json* const json = given(key);
    return json == nullptr ? "" : reader_.string(*json, at(key), longest_text).value_or("");
  }
  std::string needed_text(std::string_view key) {
    if (given(key) == nullptr) reader_.fail("missing", at(key), "is missing");
    return text(key);
  }
  bool flag(std::string_view key) {
    const Json* const json = given(key);
    return json != nullptr && reader_.boolean(*json, at(key)).value_or(false);
  }
  std::optional<int> number(std::string_view key, int highest) {
    const Json* const json = given(key);
    if (json == nullptr) return std::nullopt;
    return reader_.integer(*json, at(key), 0, highest);
  }
  std::optional<std::int64_t> time(std::string_view key) {
    const Json* const json = given(key);
    if (json == nullptr) return std::nullopt;
    if (json->is_number_integer()) return json->get<std::int64_t>();
    reader_.fail("type", at(key), "expected a whole number");
    return std::nullopt;
  }
  [[nodiscard]] Path at(std::string_view key) const { return {&path_, key, 0}; }

 private:
  FormReader& reader_;
  const Json& json_;
  const Path& path_;
};

std::optional<Reason> reason_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Reason::bag_too_small); ++i)
    if (code_of(static_cast<Reason>(i)) == name) return static_cast<Reason>(i);
  return std::nullopt;
}

std::optional<EndReason> end_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(EndReason::aborted); ++i)
    if (code_of(static_cast<EndReason>(i)) == name) return static_cast<EndReason>(i);
  return std::nullopt;
}

Error read_error(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  Error error{members.text("id"), members.needed_text("code"), members.text("message"), {}};
  const auto reason = reason_named(members.text("reason"));
  if (!reason) return error;
  error.illegal = IllegalMove{*reason, std::nullopt};
  if (const Json* const cell = members.given("cell")) {
    const auto both =
        reader.integers(*cell, members.at("cell"), 2, -coordinate_limit, coordinate_limit);
    if (both.size() == 2) error.illegal->cell = Cell{both[0], both[1]};
  }
  return error;
}

std::optional<Status> status_named(std::string_view name) {
  if (name == "waiting") return Status::waiting;
  if (name == "running") return Status::running;
  if (name == "ended") return Status::ended;
  return std::nullopt;
}

End read_end(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  const auto reason = end_named(members.needed_text("reason"));
  if (!reason) reader.fail("end", path, "unknown reason");
  return {reason.value_or(EndReason::aborted), members.number("seat", most_seats - 1),
          members.number("bonus", most_points).value_or(0)};
}

TableSeat read_seat(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  return {members.text("name"),          members.flag("taken"),        members.text("bot"),
          members.time("away_since_ms"), members.text("wish"),         members.time("bank_ms"),
          members.flag("seeded"),        !members.text("seal").empty()};
}

std::vector<TableSeat> read_seats(FormReader& reader, const Members& members) {
  std::vector<TableSeat> seats;
  const Path path = members.at("seats");
  if (const Json* const json = members.given("seats");
      json != nullptr && reader.expect_array(*json, path, most_seats))
    for (std::size_t i = 0; i < json->size(); ++i)
      seats.push_back(read_seat(reader, (*json)[i], Path{&path, {}, i}));
  return seats;
}

/// The agreement from a plan; empty if there is no plan.
Agreement read_agreement(FormReader& reader, const Members& parent) {
  const Json* const json = parent.given("plan");
  if (json == nullptr) return {};
  const Path path = parent.at("plan");
  Members members(reader, *json, path);
  Agreement agreed{members.text("variant"),
                   members.text("theme"),
                   {},
                   members.flag("rated"),
                   members.flag("hints")};
  if (const Json* const clock = members.given("clock")) {
    const Path clock_path = members.at("clock");
    Members parts(reader, *clock, clock_path);
    agreed.clock = {parts.text("kind"), parts.number("seconds", longest_clock).value_or(0),
                    parts.number("increment", longest_clock).value_or(0)};
  }
  return agreed;
}

std::vector<LobbyTable> read_lobby_tables(FormReader& reader, const Members& members,
                                          std::string_view key) {
  std::vector<LobbyTable> read;
  const Path tables_path = members.at(key);
  const Json* const tables = members.given(key);
  if (tables == nullptr || !reader.expect_array(*tables, tables_path, most_tables)) return read;
  for (std::size_t i = 0; i < tables->size(); ++i) {
    const Path table_path{&tables_path, {}, i};
    Members table(reader, (*tables)[i], table_path);
    read.push_back({table.needed_text("game"), table.needed_text("code"),
                    read_agreement(reader, table), read_seats(reader, table)});
  }
  return read;
}

LobbyMessage read_lobby(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  return {read_lobby_tables(reader, members, "tables"), members.text("after"),
          members.text("next")};
}

LobbyChanges read_lobby_changes(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  LobbyChanges changes{read_lobby_tables(reader, members, "put"), {}};
  const Path gone_path = members.at("gone");
  const Json* const gone = members.given("gone");
  if (gone == nullptr || !reader.expect_array(*gone, gone_path, most_tables)) return changes;
  for (std::size_t i = 0; i < gone->size(); ++i)
    changes.gone.push_back(
        reader.string((*gone)[i], Path{&gone_path, {}, i}, longest_text).value_or(""));
  return changes;
}

/// Rejects views that are well-formed but that no game could show, with turns of non-existent seats
/// or tiles farther apart than all tiles together reach.
bool could_be(const View& view) {
  constexpr int farthest = 200;
  const auto tiles = view.board.tiles();
  const auto near = [&](const PlacedTile& placed) {
    const Cell first = tiles.front().cell;
    return std::abs(placed.cell.x - first.x) <= farthest &&
           std::abs(placed.cell.y - first.y) <= farthest;
  };
  const auto seated = [&](const SeenTurn& turn) {
    return turn.seat < static_cast<int>(view.seats.size());
  };
  return std::ranges::all_of(tiles, near) && std::ranges::all_of(view.history, seated);
}

TableMessage read_table(FormReader& reader, const Json& json, const Path& path) {
  Members members(reader, json, path);
  TableMessage table;
  table.game = members.needed_text("game");
  table.code = members.text("code");
  table.seq = members.time("seq").value_or(0);
  table.now_ms = members.time("now_ms").value_or(0);
  table.deadline_ms = members.time("deadline_ms");
  const auto status = status_named(members.needed_text("status"));
  if (!status) reader.fail("status", members.at("status"), "unknown status");
  table.status = status.value_or(Status::waiting);
  table.theme = members.text("theme");
  table.you = members.number("you", most_seats - 1);
  table.paused = members.flag("paused");
  table.can_take_back = members.flag("can_take_back");
  table.rematch = members.text("rematch");
  table.commitment = members.text("commitment");
  table.reveal = members.flag("reveal");
  table.agreed = read_agreement(reader, members);
  table.seats = read_seats(reader, members);
  if (const Json* const view = members.given("view"))
    table.view = read_view(reader, *view, members.at("view"));
  // A table that was closed before its game began has none.
  if (table.status == Status::running && !table.view)
    reader.fail("missing", members.at("view"), "is missing");
  if (table.view && table.view->seats.size() != table.seats.size())
    reader.fail("seats", members.at("seats"), "do not match the view");
  if (table.view && !could_be(*table.view))
    reader.fail("view", members.at("view"), "no game could show this");
  if (const Json* const end = members.given("end"); end != nullptr && table.view)
    table.view->end = read_end(reader, *end, members.at("end"));
  if (const Json* const winners = members.given("winners"))
    table.winners = reader.integers(*winners, members.at("winners"), most_seats, 0, most_seats - 1);
  return table;
}

ServerMessage read_body(FormReader& reader, std::string_view kind, const Json& json) {
  const Path path{nullptr, kind, 0};
  Members members(reader, json, path);
  if (kind == "hello")
    return Hello{members.time("now_ms").value_or(0), members.time("grace_ms").value_or(0),
                 members.time("rated_grace_ms").value_or(0)};
  if (kind == "reload") return OtherVersion{members.number("protocol", most_points).value_or(0)};
  if (kind == "ack") return Ack{members.needed_text("id"), members.text("game")};
  if (kind == "error") return read_error(reader, json, path);
  if (kind == "table") return read_table(reader, json, path);
  if (kind == "lobby") return read_lobby(reader, json, path);
  if (kind == "lobby_changes") return read_lobby_changes(reader, json, path);
  return Phrase{members.text("game"), members.number("seat", most_seats - 1).value_or(0),
                members.text("phrase")};
}

/// Replaces the entry of the same table, or appends.
void put(std::vector<LobbyTable>& tables, const LobbyTable& table) {
  const auto known = std::ranges::find(tables, table.game, &LobbyTable::game);
  if (known != tables.end())
    *known = table;
  else
    tables.push_back(table);
}

}  // namespace

void take_in(std::vector<LobbyTable>& tables, const LobbyMessage& page) {
  if (page.after.empty()) tables.clear();
  for (const LobbyTable& table : page.tables) put(tables, table);
}

void take_in(std::vector<LobbyTable>& tables, const LobbyChanges& changes) {
  for (const LobbyTable& table : changes.put) put(tables, table);
  std::erase_if(tables, [&](const LobbyTable& table) {
    return std::ranges::count(changes.gone, table.game) > 0;
  });
}

Result<ServerMessage, FormError> read_message(std::string_view text) {
  constexpr std::array<std::string_view, 8> kinds{"hello", "reload", "ack",           "error",
                                                  "table", "lobby",  "lobby_changes", "phrase"};
  const auto json = parse_json(text);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  if (!reader.expect_object(*json, {})) return Unexpected{*reader.error()};
  for (const std::string_view kind : kinds)
    if (const Json* const body = FormReader::optional(*json, kind)) {
      ServerMessage message = read_body(reader, kind, *body);
      if (reader.error()) return Unexpected{*reader.error()};
      return message;
    }
  return ServerMessage(Unknown{});
}

}  // namespace sixfold::client
