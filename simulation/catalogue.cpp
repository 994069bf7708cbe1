#include "simulation/catalogue.hpp"

#include <array>
#include <optional>
#include <utility>

#include "record/forms.hpp"
#include "record/hex.hpp"
#include "rules/tile.hpp"

namespace sixfold::simulation {

namespace {

constexpr std::array<const char*, 5> variants{"base", "select", "connect", "select-connect",
                                              "cubes"};

Json for_seat(const char* key, int seat) { return of(key, of("seat", seat)); }

/// As large as boards get, with a mark on every other cell.
Json huge_board() {
  Json board;
  constexpr int side = 64;
  board["size"] = {side, side};
  board["stars"] = Json::array();
  for (int x = 0; x < side; x += 2)
    for (int y = 0; y < side; y += 8)
      board["stars"].push_back(std::to_string(x) + "," + std::to_string(y));
  board["starts"] = Json::array({"1,1"});
  board["bonus"] = Json::array();
  return board;
}

}  // namespace

Json of(const char* key, Json value) {
  Json json;
  json[key] = std::move(value);
  return json;
}

std::vector<std::uint8_t> any_bytes(Environment& environment, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(environment.rng.below(256));
  return bytes;
}

std::string any_name(Environment& environment) {
  constexpr std::array<const char*, 8> names{"Ann", "Ben",  "Cas", "Dora",
                                             "Eve", "Finn", "Gil", "Ida"};
  return environment.any_of(names);
}

Json any_seed(Environment& environment) {
  return of("seed", to_hex(any_bytes(environment, 1 + environment.rng.index(32))));
}

Json any_plan(Environment& environment, bool harmless) {
  Json plan;
  plan["variant"] = environment.any_of(variants);
  const auto seats = 2 + environment.rng.below(3);
  bool has_bots = false;
  for (std::uint32_t seat = 0; seat < seats; ++seat) {
    const bool is_bot = (seat > 0 || !harmless) && environment.one_in(3);
    Json at = of("kind", is_bot ? "bot" : environment.one_in(5) ? "invited" : "open");
    has_bots = has_bots || is_bot;
    if (is_bot) at["bot"] = environment.one_in(2) ? "greedy" : "random";
    plan["seats"].push_back(std::move(at));
  }
  switch (environment.rng.below(4)) {
    case 0:
      plan["clock"] = {{"kind", "none"}};
      break;
    case 1:
      plan["clock"] = {{"kind", "bank"}, {"seconds", 300}, {"increment", 5}};
      break;
    default:
      plan["clock"] = {{"kind", "per-move"}, {"seconds", environment.between(60, 300)}};
  }
  plan["lobby"] = !environment.one_in(3);
  if (harmless) return plan;
  if (environment.one_in(2)) {
    plan["variant"] = "select-connect";
    plan["board"] = huge_board();
  }
  if (!has_bots && environment.one_in(3)) plan["rated"] = true;
  if (environment.one_in(3))
    plan["clock"] = {{"kind", "per-move"}, {"seconds", environment.between(1, 5)}};
  return plan;
}

Json Catalogue::message(std::size_t kind, const Aim& aim) {
  constexpr std::size_t messages = std::variant_size_v<protocol::ClientMessage> - 1;
  static_assert(std::is_same_v<std::variant_alternative_t<messages, protocol::ClientMessage>,
                               protocol::TableRequest>,
                "commands at tables are the last kind of message");
  Json json;
  const auto find = [&]<std::size_t... i>(std::index_sequence<i...>) {
    static_cast<void>(
        ((kind == i
              ? (json = say(Kind<std::variant_alternative_t<i, protocol::ClientMessage>>{}, aim),
                 true)
              : false) ||
         ...));
  };
  find(std::make_index_sequence<messages>{});
  if (kind < messages) return json;
  Json& command = json["command"];
  command["id"] = to_text(aim.command);
  command["game"] = to_text(aim.game);
  command["seq"] = aim.seq;
  const auto find_order = [&]<std::size_t... i>(std::index_sequence<i...>) {
    static_cast<void>(((kind - messages == i
                            ? (command["do"] = order(
                                   Kind<std::variant_alternative_t<i, protocol::TableCommand>>{}),
                               true)
                            : false) ||
                       ...));
  };
  find_order(std::make_index_sequence<std::variant_size_v<protocol::TableCommand>>{});
  return json;
}

// Messages

Json Catalogue::say(Kind<protocol::ClientHello> /*kind*/, const Aim& /*aim*/) {
  return of("hello", of("protocol", environment_.one_in(4) ? 2 : 1));
}
Json Catalogue::say(Kind<protocol::CreateTable> /*kind*/, const Aim& aim) {
  Json create = {{"id", to_text(aim.command)},
                 {"name", any_name(environment_)},
                 {"plan", any_plan(environment_, false)}};
  // Guests may invite nobody.
  if (environment_.one_in(20)) create["invite"] = Json::array({any_name(environment_)});
  return of("create", std::move(create));
}
Json Catalogue::say(Kind<protocol::QuickMatch> /*kind*/, const Aim& aim) {
  Json quick = {{"id", to_text(aim.command)},
                {"name", any_name(environment_)},
                {"variant", environment_.any_of(variants)},
                {"players", 2 + environment_.rng.below(3)}};
  if (environment_.one_in(2))
    quick["tempo"] = std::string(environment_.any_of(protocol::words_of(protocol::Tempo{})));
  if (environment_.one_in(4))
    quick["theme"] = std::string(environment_.any_of(protocol::theme_names()));
  return of("quick", std::move(quick));
}
Json Catalogue::say(Kind<protocol::WatchTable> /*kind*/, const Aim& aim) {
  return of("watch", of("game", to_text(aim.game)));
}
Json Catalogue::say(Kind<protocol::UnwatchTable> /*kind*/, const Aim& aim) {
  return of("unwatch", of("game", to_text(aim.game)));
}
Json Catalogue::say(Kind<protocol::EnterLobby> /*kind*/, const Aim& aim) {
  return of("lobby",
            environment_.one_in(2) ? of("after", to_text(aim.game)) : Json(Json::object()));
}
Json Catalogue::say(Kind<protocol::LeaveLobby> /*kind*/, const Aim& /*aim*/) {
  return of("leave-lobby");
}
Json Catalogue::say(Kind<protocol::AskOwnTables> /*kind*/, const Aim& aim) {
  return of("own", environment_.one_in(2) ? of("after", to_text(aim.game)) : Json(Json::object()));
}
Json Catalogue::say(Kind<protocol::SayPhrase> /*kind*/, const Aim& aim) {
  return of("phrase", {{"game", to_text(aim.game)},
                       {"phrase", std::string(environment_.any_of(protocol::phrases))}});
}

// Commands

Json Catalogue::order(Kind<protocol::JoinTable> /*kind*/) {
  Json join = environment_.one_in(2) ? any_seed(environment_) : Json::object();
  join["name"] = any_name(environment_);
  if (environment_.one_in(2)) join["seat"] = environment_.rng.below(4);
  return of("join", std::move(join));
}
Json Catalogue::order(Kind<protocol::LeaveTable> /*kind*/) { return of("leave"); }
Json Catalogue::order(Kind<protocol::RemovePlayer> /*kind*/) {
  return for_seat("remove", any_seat());
}
Json Catalogue::order(Kind<protocol::LockTable> /*kind*/) { return of("lock"); }
Json Catalogue::order(Kind<protocol::UnlockTable> /*kind*/) { return of("unlock"); }
Json Catalogue::order(Kind<protocol::MakeMove> /*kind*/) {
  const auto tile = [this] {
    return tile_at(static_cast<int>(environment_.rng.below(face_count)));
  };
  const auto cell = [this] {
    return Cell{static_cast<int>(environment_.rng.below(8)),
                static_cast<int>(environment_.rng.below(8))};
  };
  switch (environment_.rng.below(5)) {
    case 0:
      return of("act", to_json(Move(Pass{})));
    case 1:
      return of("act", to_json(Move(Trade{{tile()}})));
    case 2:
      return of("act", to_json(Move(Take{{cell(), tile()}})));
    case 3:
      return of("act", to_json(Move(Roll{})));
    default:
      return of("act", to_json(Move(Place{{{cell(), tile()}, {cell(), tile()}}})));
  }
}
Json Catalogue::order(Kind<protocol::AskPause> /*kind*/) { return of("pause"); }
Json Catalogue::order(Kind<protocol::AskTakeBack> /*kind*/) { return of("take-back"); }
Json Catalogue::order(Kind<protocol::RefuseWish> /*kind*/) { return of("refuse"); }
Json Catalogue::order(Kind<protocol::ResumeGame> /*kind*/) { return of("resume"); }
Json Catalogue::order(Kind<protocol::LetBotPlay> /*kind*/) {
  return for_seat("let-bot-play", any_seat());
}
Json Catalogue::order(Kind<protocol::LetSeatLeave> /*kind*/) {
  return for_seat("let-leave", any_seat());
}
Json Catalogue::order(Kind<protocol::ReturnToSeat> /*kind*/) { return of("return"); }
Json Catalogue::order(Kind<protocol::AskRematch> /*kind*/) { return of("rematch"); }
Json Catalogue::order(Kind<protocol::GiveSeal> /*kind*/) {
  return of("seal", of("seal", to_hex(any_bytes(environment_, FairSeal{}.size()))));
}
Json Catalogue::order(Kind<protocol::FillSeat> /*kind*/) {
  return of("fill", {{"seat", any_seat()}, {"bot", environment_.one_in(2) ? "random" : "greedy"}});
}
Json Catalogue::order(Kind<protocol::GiveSeed> /*kind*/) {
  return of("seed", any_seed(environment_));
}

}  // namespace sixfold::simulation
