#include "page/open_games.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

#include "engine/bots.hpp"
#include "page/preview_form.hpp"
#include "play/preview.hpp"
#include "record/each_object.hpp"
#include "rules/theme.hpp"

namespace sixfold::page {

namespace {

constexpr int highest_age = 1000;

std::vector<LocalSeat> read_seats(PageRequest& request) {
  std::vector<LocalSeat> seats;
  FormReader& reader = request.reader();
  const Json* const json = request.needed("seats");
  const Path path = PageRequest::at("seats");
  if (json == nullptr) return seats;
  each_object(reader, *json, path, most_seats, [&](const Json& one, const Path& here) {
    LocalSeat seat;
    if (const Json* const name = reader.required(one, "name", here))
      seat.name = reader.string(*name, Path{&here, "name", 0}, longest_name).value_or("");
    if (const Json* const age = FormReader::optional(one, "age"))
      seat.age = reader.integer(*age, Path{&here, "age", 0}, 0, highest_age);
    if (const Json* const bot = FormReader::optional(one, "bot")) {
      seat.bot = reader.string(*bot, Path{&here, "bot", 0}, longest_name).value_or("");
      if (!bot_named(seat.bot)) reader.fail("unknown_bot", here, "unknown bot");
    }
    seats.push_back(std::move(seat));
  });
  if (!reader.error() && seats.size() < fewest_seats)
    reader.fail("seats", path,
                "a game has " + std::to_string(fewest_seats) + " to " + std::to_string(most_seats) +
                    " seats");
  return seats;
}

std::optional<LocalPlan> read_plan(PageRequest& request) {
  if (request.failed()) return std::nullopt;
  FormReader& reader = request.reader();
  auto rules = read_rules(reader, request.json());
  if (!rules) return std::nullopt;
  LocalPlan plan;
  plan.rules = *std::move(rules);
  if (const Json* const board = request.given("board")) {
    if (!plan.rules.layout)
      reader.fail("board", PageRequest::at("board"), "this game has no board");
    plan.rules.layout = read_layout(reader, *board);
  }
  if (request.given("theme") != nullptr) plan.theme = request.text("theme", longest_name);
  if (!theme_named(plan.theme)) reader.fail("theme", PageRequest::at("theme"), "unknown theme");
  plan.seats = read_seats(request);
  plan.opener = request.optional_number("opener", most_seats - 1);
  plan.seed = static_cast<std::uint64_t>(request.number("seed"));
  if (request.failed()) return std::nullopt;
  const auto hands = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size);
  const std::size_t black = plan.rules.layout ? plan.rules.layout->presets.size() : 0;
  if (hands + black > static_cast<std::size_t>(full_bag(plan.rules).size())) {
    reader.fail("board", PageRequest::at("board"),
                "the board has more black cells than there are tiles");
    return std::nullopt;
  }
  return plan;
}

/// The number of turns that the page knows, of those there are.
std::size_t turns_known(PageRequest& request, const LocalGame& game) {
  const auto known = request.optional_number("turns", std::numeric_limits<int>::max());
  return std::min(static_cast<std::size_t>(known.value_or(0)), game.game().turns().size());
}

}  // namespace

std::string OpenGames::add(LocalGame local) {
  auto scores = scores_of_history(view(local.game(), std::nullopt));
  OpenGame game{std::move(local), {}};
  if (scores) game.scores = *std::move(scores);
  game.scores.resize(game.local.game().turns().size());
  const auto added = games_.emplace(++last_, std::move(game)).first;
  return shown(last_, added->second, 0);
}

std::string OpenGames::changed(std::string_view text, const Change& change) {
  PageRequest request(text);
  const int number = request.number("game");
  const auto found = games_.find(number);
  if (!request.failed() && found == games_.end())
    request.reader().fail("game", PageRequest::at("game"), "this game is not open");
  if (request.failed()) return request.error();
  OpenGame& game = found->second;
  const std::size_t known = turns_known(request, game.local);
  if (request.failed()) return request.error();
  const auto illegal = change(request, game);
  if (request.failed()) return request.error();
  if (illegal) return error_text(*illegal);
  game.scores.resize(game.local.game().turns().size());
  return shown(number, game, std::min(known, game.scores.size()));
}

std::optional<IllegalMove> OpenGames::play(OpenGame& game, int seat, const Move& move) {
  LocalGame& local = game.local;
  const std::size_t turns = local.game().turns().size();
  if (const auto illegal = local.act(seat, move)) return illegal;
  game.scores.resize(local.game().turns().size());
  if (const auto* const place = std::get_if<Place>(&move)) {
    const Position& position = local.game().position();
    const bool out = position.end && position.end->reason == EndReason::out;
    game.scores[turns] = score_of_placed(local.game().rules(), position.board, *place, out);
  }
  return std::nullopt;
}

std::string OpenGames::shown(int number, const OpenGame& game, std::size_t known) {
  const LocalGame& local = game.local;
  const Position& position = local.game().position();
  const ScreenSeat screen = local.screen();
  View seen = view(local.game(), screen.shown);
  Json json;
  json["game"] = number;
  json["theme"] = local.theme();
  json["bots"] = local.bots();
  json["you"] = screen.shown ? Json(*screen.shown) : Json();
  json["covered"] = screen.covered ? Json(*screen.covered) : Json();
  json["bot"] = local.bot_to_move();
  if (screen.shown) json["preview"] = to_json(preview(seen, {}));
  seen.history.erase(seen.history.begin(),
                     seen.history.begin() + static_cast<std::ptrdiff_t>(known));
  json["view"] = to_json(seen);
  json["turns"] = known;
  json["scores"] = Json::array();
  for (const auto& score : game.scores | std::views::drop(known))
    json["scores"].push_back(score ? to_json(*score) : Json());
  add_outcome(json, position);
  if (position.end)
    json["record"] = to_text(record_of(*FinishedGame::of(local.game()), local.theme()));
  Json& saved = json["saved"];
  if (known == 0) saved["head"] = local.saved_head();
  saved["turns"] = Json::array();
  for (const std::string& turn : local.saved_turns() | std::views::drop(known))
    saved["turns"].push_back(turn);
  saved["tail"] = local.saved_tail();
  return dump(json);
}

std::string OpenGames::begin(std::string_view text) {
  PageRequest request(text);
  const auto plan = read_plan(request);
  if (!plan || request.failed()) return request.error();
  return add(LocalGame::begin(*plan));
}

std::string OpenGames::open(std::string_view text) {
  PageRequest request(text);
  const std::string saved = request.text("saved", longest_json);
  const auto revealed = request.optional_number("revealed", most_seats - 1);
  const Json* const covering = request.given("covered");
  const bool covered = covering != nullptr && *covering == true;
  if (request.failed()) return request.error();
  auto game = LocalGame::restore(saved);
  if (!game) return error_text(game.error());
  LocalGame local = *std::move(game);
  if (revealed || covered) local.set_revealed(covered ? std::nullopt : revealed);
  return add(std::move(local));
}

std::string OpenGames::act(std::string_view text) {
  return changed(text, [](PageRequest& request, OpenGame& game) -> std::optional<IllegalMove> {
    const Json* const act = request.needed("act");
    LocalGame& local = game.local;
    const int seat = request.number("seat", static_cast<int>(local.bots().size()) - 1);
    if (request.failed()) return std::nullopt;
    const IllegalMove not_now{Reason::not_your_turn, std::nullopt};
    if (act->is_object() && FormReader::optional(*act, "leave") != nullptr)
      return local.is_person(seat) ? local.leave(seat) : not_now;
    const auto move = read_move(request.reader(), *act, PageRequest::at("act"));
    if (!move || request.failed()) return std::nullopt;
    const bool behind = request.given("turns") != nullptr &&
                        turns_known(request, local) < local.game().turns().size();
    const bool sees_it = local.is_person(seat) && local.screen().shown == seat && !behind;
    return sees_it ? play(game, seat, *move) : not_now;
  });
}

std::string OpenGames::bot(std::string_view text) {
  return changed(text, [](PageRequest& request, OpenGame& game) -> std::optional<IllegalMove> {
    if (bot_named(game.local.bot_to_move()))
      return play(game, game.local.game().position().turn, game.local.bot_move());
    request.reader().fail("seat", PageRequest::at("game"), "it is not a bot's turn");
    return std::nullopt;
  });
}

std::string OpenGames::reveal(std::string_view text) {
  return changed(text, [](PageRequest&, OpenGame& game) -> std::optional<IllegalMove> {
    game.local.reveal();
    return std::nullopt;
  });
}

std::string OpenGames::undo(std::string_view text) {
  return changed(text, [](PageRequest& request, OpenGame& game) -> std::optional<IllegalMove> {
    const int turn = request.number("turn");
    if (!request.failed() && !game.local.undo_to(static_cast<std::size_t>(turn)))
      request.reader().fail("turn", PageRequest::at("turn"), "this was not a person's turn");
    return std::nullopt;
  });
}

std::string OpenGames::close(std::string_view text) {
  PageRequest request(text);
  games_.erase(request.number("game"));
  return request.failed() ? request.error() : "{}";
}

}  // namespace sixfold::page
