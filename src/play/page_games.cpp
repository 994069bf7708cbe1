#include <algorithm>

#include "engine/bots.hpp"
#include "play/daily.hpp"
#include "play/local_game.hpp"
#include "play/page_question.hpp"
#include "play/page_questions.hpp"
#include "play/preview_form.hpp"
#include "record/hex.hpp"
#include "rules/theme.hpp"

namespace sixfold {

namespace {

constexpr int highest_age = 1000;

std::string game_text(const LocalGame& game) {
  Json json;
  json["game"] = game.save();
  return dump(json);
}

std::vector<LocalSeat> read_seats(Asked& question) {
  std::vector<LocalSeat> seats;
  FormReader& reader = question.reader();
  const Json* const json = question.needed("seats");
  const Path path = Asked::at("seats");
  if (json == nullptr || !reader.expect_array(*json, path, most_seats)) return seats;
  for (std::size_t i = 0; i < json->size(); ++i) {
    const Json& one = (*json)[i];
    const Path here{&path, {}, i};
    if (!reader.expect_object(one, here)) return seats;
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
  }
  if (!reader.error() && seats.size() < fewest_seats)
    reader.fail("seats", path, "a game has 2 to 4 seats");
  return seats;
}

std::optional<DaySecret> read_day_secret(Asked& question) {
  if (question.given("secret") == nullptr) return std::nullopt;
  const auto bytes = parse_hex(question.text("secret", longest_name));
  DaySecret secret{};
  if (bytes && bytes->size() == secret.size())
    std::ranges::copy(*bytes, secret.begin());
  else if (!question.failed())
    question.reader().fail("secret", Asked::at("secret"), "64 hexadecimal digits are expected");
  return secret;
}

std::optional<LocalPlan> read_plan(Asked& question) {
  if (question.failed()) return std::nullopt;
  FormReader& reader = question.reader();
  auto rules = read_rules(reader, question.json());
  if (!rules) return std::nullopt;
  LocalPlan plan;
  plan.rules = *std::move(rules);
  if (const Json* const board = question.given("board")) {
    if (!plan.rules.layout) reader.fail("board", Asked::at("board"), "this game has no board");
    plan.rules.layout = read_layout(reader, *board);
  }
  if (question.given("theme") != nullptr) plan.theme = question.text("theme", longest_name);
  if (!theme_named(plan.theme)) reader.fail("theme", Asked::at("theme"), "unknown theme");
  plan.seats = read_seats(question);
  plan.opener = question.optional_number("opener", most_seats - 1);
  plan.seed = static_cast<std::uint64_t>(question.number("seed"));
  if (question.failed()) return std::nullopt;
  const auto hands = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size);
  const std::size_t black = plan.rules.layout ? plan.rules.layout->presets.size() : 0;
  if (hands + black > static_cast<std::size_t>(full_bag(plan.rules).size())) {
    reader.fail("board", Asked::at("board"), "the board has more black cells than there are tiles");
    return std::nullopt;
  }
  return plan;
}

/// A seat of the game; empty for a spectator.
std::optional<int> read_seat(Asked& question, const Game& game) {
  return question.optional_number("seat", static_cast<int>(game.position().seats.size()) - 1);
}

void add_outcome(Json& json, const Position& position) {
  if (!position.end) return;
  json["end"]["reason"] = code_of(position.end->reason);
  if (position.end->seat) json["end"]["seat"] = *position.end->seat;
  if (position.end->bonus != 0) json["end"]["bonus"] = position.end->bonus;
  json["winners"] = winners(position);
}

/// Rejects views of tables that cannot exist, as the bot protocol does.
std::optional<View> sound_view(Asked& question) {
  auto view = question.view();
  if (!view || question.failed()) return std::nullopt;
  if (view->barred && view->board.at(view->barred->cell)) {
    question.reader().fail("view", Asked::at("view"), "this cell cannot be barred");
    return std::nullopt;
  }
  return view;
}

}  // namespace

std::string answer_new_game(std::string_view text) {
  Asked question(text);
  const auto plan = read_plan(question);
  if (!plan || question.failed()) return question.error();
  return game_text(LocalGame::begin(*plan));
}

std::string answer_game_view(std::string_view text) {
  Asked question(text);
  const std::string saved = question.text("game", longest_json);
  if (question.failed()) return question.error();
  const auto local = LocalGame::restore(saved);
  if (!local) return error_text(local.error());
  const auto seat = read_seat(question, local->game());
  if (question.failed()) return question.error();
  Json json;
  json["view"] = sixfold::to_json(view(local->game(), seat));
  json["theme"] = local->theme();
  json["bots"] = local->bots();
  add_outcome(json, local->game().position());
  return dump(json);
}

std::string answer_game_act(std::string_view text) {
  Asked question(text);
  const std::string saved = question.text("game", longest_json);
  const Json* const act = question.needed("act");
  if (question.failed()) return question.error();
  auto local = LocalGame::restore(saved);
  if (!local) return error_text(local.error());
  LocalGame game = *std::move(local);
  const int seat =
      question.number("seat", static_cast<int>(game.game().position().seats.size()) - 1);
  std::optional<IllegalMove> illegal;
  if (act->is_object() && FormReader::optional(*act, "leave") != nullptr) {
    if (question.failed()) return question.error();
    illegal = game.leave(seat);
  } else {
    const auto move = read_move(question.reader(), *act, Asked::at("act"));
    if (!move || question.failed()) return question.error();
    illegal = game.act(seat, *move);
  }
  return illegal ? error_text(*illegal) : game_text(game);
}

std::string answer_game_bot(std::string_view text) {
  Asked question(text);
  const std::string saved = question.text("game", longest_json);
  if (question.failed()) return question.error();
  const auto local = LocalGame::restore(saved);
  if (!local) return error_text(local.error());
  const Position& position = local->game().position();
  if (position.end || !bot_named(local->bots()[static_cast<std::size_t>(position.turn)])) {
    question.reader().fail("seat", Asked::at("game"), "it is not a bot's turn");
    return question.error();
  }
  Json json;
  json["act"] = sixfold::to_json(local->bot_move());
  return dump(json);
}

std::string answer_daily(std::string_view text) {
  Asked question(text);
  const std::string written = question.text("day", longest_name);
  const auto day = parse_day(written);
  if (!question.failed() && !day)
    question.reader().fail("day", Asked::at("day"), "expected a date such as 2026-11-15");
  const auto secret = read_day_secret(question);
  if (question.failed()) return question.error();
  const DailyGame daily = secret ? daily_game(*day, *secret) : daily_game(*day);
  Json json;
  json["edition"] = daily.edition;
  json["bot"] = daily_bot;
  json["seed"] = daily.seed;
  if (secret) json["commitment"] = to_hex(commitment_of(*day, *secret));
  return dump(json);
}

std::string answer_preview(std::string_view text) {
  Asked question(text);
  const auto seen = sound_view(question);
  Place laid;
  if (const Json* const place = question.needed("place"))
    laid.tiles = question.reader().placed_tiles(*place, Asked::at("place"), most_tiles);
  if (!seen || question.failed()) return question.error();
  return dump(sixfold::to_json(preview(*seen, laid)));
}

std::string answer_score_sheet(std::string_view text) {
  Asked question(text);
  const auto seen = sound_view(question);
  if (!seen) return question.error();
  const auto scores = scores_of_history(*seen);
  if (!scores) {
    question.reader().fail("history", Asked::at("view"), "the history does not lead to this table");
    return question.error();
  }
  Json json;
  json["turns"] = Json::array();
  for (const std::optional<Score>& score : *scores)
    json["turns"].push_back(score ? sixfold::to_json(*score) : Json(nullptr));
  return dump(json);
}

std::string answer_replay(std::string_view text) {
  Asked question(text);
  const std::string written = question.text("record", longest_json);
  const int turn = question.number("turn");
  if (question.failed()) return question.error();
  const auto record = parse_record(written);
  if (!record) return error_text(record.error());
  auto begun = Replayer::begin(*record);
  if (!begun) return error_text(begun.error());
  Replayer replayer = *std::move(begun);
  for (int played = 0; played < turn && !replayer.at_end(); ++played)
    if (const auto error = replayer.step()) return error_text(*error);
  if (replayer.at_end())
    if (const auto error = replayer.finish()) return error_text(*error);
  const Game& game = replayer.game();
  Json json;
  json["turns"] = record->turns.size();
  json["view"] = sixfold::to_json(view(game, std::nullopt));
  json["hands"] = Json::array();
  for (const Seat& seat : game.position().seats)
    json["hands"].push_back(sixfold::to_json(seat.hand.list()));
  json["theme"] = record->theme;
  add_outcome(json, game.position());
  return dump(json);
}

}  // namespace sixfold
