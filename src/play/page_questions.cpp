#include "play/page_questions.hpp"

#include <algorithm>
#include <array>

#include "engine/bots.hpp"
#include "engine/review.hpp"
#include "play/bot_protocol.hpp"
#include "play/dealer.hpp"
#include "play/fair_check.hpp"
#include "play/hint.hpp"
#include "play/local_game.hpp"
#include "play/preview.hpp"
#include "play/review_form.hpp"
#include "record/forms.hpp"
#include "record/notation.hpp"
#include "record/record.hpp"
#include "rules/theme.hpp"
#include "rules/variants/catalogue.hpp"

namespace sixfold {

namespace {

constexpr int highest_number = 2'147'483'647;
constexpr int highest_age = 1000;
constexpr int most_simulations = 1'000'000;
constexpr int fewest_simulations = 10;
constexpr std::uint64_t judging_seed = 6;
constexpr std::size_t most_tiles = 108;
constexpr std::array<std::string_view, 2> tableau_kinds{"select", "connect"};

std::string error_text(const RecordError& error) {
  Json json;
  json["error"]["turn"] = error.turn;
  json["error"]["code"] = error.code;
  json["error"]["message"] = error.message;
  return dump(json);
}

/// A question while it is being read: its members by name, and the first error.
class Asked {
 public:
  explicit Asked(std::string_view text) {
    auto json = parse_json(text);
    if (!json) {
      reader_.fail(json.error().code, {}, json.error().message);
      return;
    }
    json_ = *std::move(json);
    static_cast<void>(reader_.expect_object(json_, {}));
  }

  [[nodiscard]] FormReader& reader() { return reader_; }
  [[nodiscard]] const Json& json() const { return json_; }
  [[nodiscard]] bool failed() const { return reader_.error() || record_error_; }
  [[nodiscard]] std::string error() const {
    return record_error_ ? error_text(*record_error_) : error_text(*reader_.error());
  }
  /// For a record that cannot be what it says.
  void refuse(RecordError error) { record_error_ = std::move(error); }

  const Json* needed(std::string_view key) {
    return failed() ? nullptr : reader_.required(json_, key, {});
  }
  const Json* given(std::string_view key) const {
    if (failed()) return nullptr;
    const Json* const found = FormReader::optional(json_, key);
    return found != nullptr && !found->is_null() ? found : nullptr;
  }
  std::string text(std::string_view key, std::size_t longest) {
    const Json* const json = needed(key);
    return json == nullptr ? "" : reader_.string(*json, at(key), longest).value_or("");
  }
  int number(std::string_view key, int highest = highest_number) {
    const Json* const json = needed(key);
    return json == nullptr ? 0 : reader_.integer(*json, at(key), 0, highest).value_or(0);
  }
  std::optional<int> optional_number(std::string_view key, int highest) {
    const Json* const json = given(key);
    if (json == nullptr) return std::nullopt;
    return reader_.integer(*json, at(key), 0, highest);
  }
  std::optional<View> view() {
    const Json* const json = needed("view");
    if (json == nullptr) return std::nullopt;
    return read_view(reader_, *json, at("view"));
  }

  static Path at(std::string_view key) { return {nullptr, key, 0}; }

 private:
  FormReader reader_;
  std::optional<RecordError> record_error_;
  Json json_;
};

std::string error_text(const IllegalMove& illegal) {
  Json json;
  json["error"]["code"] = "illegal";
  json["error"]["message"] = "the rules do not allow this";
  json["error"]["reason"] = code_of(illegal.reason);
  if (illegal.cell) json["error"]["cell"] = to_text(*illegal.cell);
  return dump(json);
}

std::string game_text(const LocalGame& game) {
  Json json;
  json["game"] = game.save();
  return dump(json);
}

// Layouts

Json to_json(const Tableaus& tableaus) {
  Json json = Json::array();
  for (const Tableau& tableau : tableaus) {
    Json one;
    one["kind"] = tableau_kinds[static_cast<std::size_t>(tableau.kind)];
    one["turns"] = tableau.quarter_turns;
    json.push_back(std::move(one));
  }
  return json;
}

/// With the cells that get a tile, which the contract's own form has as preset tiles only.
Json layout_to_json(const Layout& layout) {
  Json json = board_to_json(layout, layout.stars);
  json["black"] = to_json(layout.presets);
  return json;
}

std::optional<Layout> read_layout(FormReader& reader, const Json& json) {
  const Path path{nullptr, "board", 0};
  auto layout = read_board(reader, json, path, nullptr);
  if (!layout) return std::nullopt;
  if (const Json* const black = FormReader::optional(json, "black"))
    layout->presets = reader.cells(*black, Path{&path, "black", 0}, most_tiles);
  sort_cells(*layout);
  if (!reader.error() && layout_fault(*layout))
    reader.fail("board", path, "cells outside, or listed twice");
  return layout;
}

std::optional<Layout> layout_of_tableaus(FormReader& reader, const Json& json) {
  const Path path{nullptr, "tableaus", 0};
  Tableaus tableaus;
  if (!reader.expect_array(json, path, tableaus.size())) return std::nullopt;
  if (json.size() != tableaus.size()) {
    reader.fail("tableaus", path, "a board is made of four tableaus");
    return std::nullopt;
  }
  for (std::size_t i = 0; i < tableaus.size(); ++i) {
    const Path here{&path, {}, i};
    if (!reader.expect_object(json[i], here)) return std::nullopt;
    const Json* const kind = reader.required(json[i], "kind", here);
    const Json* const turns = reader.required(json[i], "turns", here);
    if (kind == nullptr || turns == nullptr) return std::nullopt;
    const auto known =
        std::ranges::find(tableau_kinds, reader.string(*kind, here, longest_name).value_or(""));
    if (known == tableau_kinds.end()) {
      reader.fail("tableaus", here, "no such tableau");
      return std::nullopt;
    }
    tableaus[i].kind = static_cast<Tableau::Kind>(known - tableau_kinds.begin());
    tableaus[i].quarter_turns = reader.integer(*turns, here, 0, 3).value_or(0);
  }
  return assemble(tableaus);
}

std::optional<Layout> layout_of_rows(FormReader& reader, const Json& json) {
  const Path path{nullptr, "rows", 0};
  if (!reader.expect_array(json, path, largest_side)) return std::nullopt;
  std::vector<std::string> rows;
  for (const Json& row : json) rows.push_back(reader.string(row, path, longest_name).value_or(""));
  if (reader.error()) return std::nullopt;
  auto layout = layout_from_rows(rows);
  if (layout) return *std::move(layout);
  reader.fail("board", path, "rows of 6 to 64 of the marks . S * B 1 to 9 are expected");
  return std::nullopt;
}

// Games

Json edition_to_json(const Edition& edition) {
  const Ruleset rules = edition.ruleset();
  Json json;
  json["name"] = edition.name;
  json["variant"] = rules.variant;
  json["theme"] = edition.theme;
  json["options"]["opening"] = word_of(rules.opening);
  json["options"]["tie"] = word_of(rules.tie);
  json["openings"] = Json::array();
  if (rules.largest_set_may_open) json["openings"].push_back(word_of(Opening::largest_set));
  json["openings"].push_back(word_of(Opening::youngest));
  if (!rules.layout) return json;
  json["board"] = layout_to_json(*rules.layout);
  if (const auto tableaus = tableaus_of(*rules.layout)) json["tableaus"] = to_json(*tableaus);
  json["kinds"] = Json::array();
  if (rules.take_for_disc) json["kinds"].push_back("select");
  if (!rules.layout->presets.empty()) json["kinds"].push_back("connect");
  // Where start cells count their corners meet in the middle (S1).
  json["turnable"] = !rules.start_cells_count;
  return json;
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
      if (!bot_named(seat.bot)) reader.fail("unknown_bot", here, "no such bot");
    }
    seats.push_back(std::move(seat));
  }
  if (!reader.error() && seats.size() < fewest_seats)
    reader.fail("seats", path, "a game has 2 to 4 seats");
  return seats;
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
  if (!theme_named(plan.theme)) reader.fail("theme", Asked::at("theme"), "an unknown theme");
  plan.seats = read_seats(question);
  plan.opener = question.optional_number("opener", most_seats - 1);
  plan.seed = static_cast<std::uint64_t>(question.number("seed"));
  if (question.failed()) return std::nullopt;
  const auto hands = plan.seats.size() * static_cast<std::size_t>(plan.rules.hand_size);
  const std::size_t black = plan.rules.layout ? plan.rules.layout->presets.size() : 0;
  if (hands + black > static_cast<std::size_t>(full_bag(plan.rules).size())) {
    reader.fail("board", Asked::at("board"), "more black cells than there are tiles for");
    return std::nullopt;
  }
  return plan;
}

/// A seat of the game, none for a spectator.
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

/// Asks what no game holds of a table that cannot be, as the bot protocol does not.
std::optional<View> sound_view(Asked& question) {
  auto view = question.view();
  if (!view || question.failed()) return std::nullopt;
  if (view->barred && view->board.at(view->barred->cell)) {
    question.reader().fail("view", Asked::at("view"), "nothing can be barred there");
    return std::nullopt;
  }
  return view;
}

/// A view whose own seat is to choose.
std::optional<View> own_turn(Asked& question) {
  auto seen = question.view();
  if (question.failed()) return std::nullopt;
  const auto fault = view_fault(*seen);
  if (fault.empty()) return seen;
  question.reader().fail("view", Asked::at("view"), std::string(fault));
  return std::nullopt;
}

/// Whether the viewer may do this; the rules ask of positions, which a viewer does not know.
std::optional<IllegalMove> why_illegal(const View& seen, const Move& move) {
  const auto holds = [&](const std::vector<Tile>& tiles) {
    Hand hand = seen.hand;
    return hand.remove(Tiles(tiles));
  };
  if (const auto* place = std::get_if<Place>(&move))
    return seen.acts.place ? sixfold::why_illegal(seen.rules, decision_of(seen), *place)
                           : IllegalMove{Reason::act_not_open, {}};
  if (const auto* trade = std::get_if<Trade>(&move)) {
    const TradeLimits limits = trade_limits(seen.rules, seen.hand, seen.bag);
    const auto count = static_cast<int>(trade->tiles.size());
    if (!seen.acts.trade) return IllegalMove{Reason::act_not_open, {}};
    if (!holds(trade->tiles)) return IllegalMove{Reason::not_in_hand, {}};
    if (count < limits.fewest || count > limits.most) return IllegalMove{Reason::trade_size, {}};
    return std::nullopt;
  }
  if (const auto* roll = std::get_if<Roll>(&move)) {
    if (!seen.acts.roll) return IllegalMove{Reason::act_not_open, {}};
    return holds(roll->cubes) ? std::nullopt : std::optional(IllegalMove{Reason::not_in_hand, {}});
  }
  if (const auto* take = std::get_if<Take>(&move)) {
    const Cell cell = take->tile.cell;
    if (!seen.acts.take) return IllegalMove{Reason::no_disc, {}};
    if (seen.board.at(cell) != take->tile.tile) return IllegalMove{Reason::no_tile, cell};
    if (!may_take(seen.board, cell)) return IllegalMove{Reason::pickup_in_qwirkle, cell};
    return std::nullopt;
  }
  return IllegalMove{Reason::act_not_open, {}};
}

/// A record that replays.
std::optional<Record> read_record(Asked& question) {
  const std::string written = question.text("record", longest_json);
  if (question.failed()) return std::nullopt;
  auto record = parse_record(written);
  const auto game =
      record ? replay(*record) : Result<Game, RecordError>(Unexpected{record.error()});
  if (game) return *std::move(record);
  question.refuse(game.error());
  return std::nullopt;
}

int simulations_of(Asked& question) {
  return std::max(question.number("simulations", most_simulations), fewest_simulations);
}

}  // namespace

std::string catalogue_text() {
  Json json;
  json["editions"] = Json::array();
  for (const Edition& edition : all_editions())
    json["editions"].push_back(edition_to_json(edition));
  json["bots"] = Json::array();
  for (const BotLevel& level : bot_levels()) {
    Json bot;
    bot["name"] = level.name;
    bot["sentence"] = level.sentence;
    json["bots"].push_back(std::move(bot));
  }
  return dump(json);
}

std::string answer_layout(std::string_view text) {
  Asked question(text);
  std::optional<Layout> layout;
  if (const Json* const tableaus = question.given("tableaus")) {
    layout = layout_of_tableaus(question.reader(), *tableaus);
  } else if (const Json* const rows = question.given("rows")) {
    layout = layout_of_rows(question.reader(), *rows);
  } else if (!question.failed()) {
    const auto rules = read_rules(question.reader(), question.json());
    Random random(static_cast<std::uint64_t>(question.number("seed")));
    if (rules && !rules->layout)
      question.reader().fail("board", Asked::at("variant"), "this game has no board");
    else if (rules)
      layout = random_layout(*rules, random);
  }
  if (question.failed()) return question.error();
  Json json;
  json["board"] = layout_to_json(*layout);
  if (const auto tableaus = tableaus_of(*layout)) json["tableaus"] = to_json(*tableaus);
  return dump(json);
}

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
    question.reader().fail("history", Asked::at("view"), "does not lead to the table seen");
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

std::string answer_check_fair(std::string_view text) {
  Asked question(text);
  const std::string written = question.text("record", longest_json);
  if (question.failed()) return question.error();
  if (const auto error = verify_fair(written)) return error_text(*error);
  Json json;
  json["fair"] = sixfold::to_json(*parse_record(written)->fair);
  return dump(json);
}

std::string answer_review(std::string_view text) {
  Asked question(text);
  const auto record = read_record(question);
  const ReviewOptions options{.simulations = simulations_of(question)};
  if (!record || question.failed()) return question.error();
  return dump(sixfold::to_json(review(record->rules, record->setup, record->turns, options)));
}

std::string answer_review_turn(std::string_view text) {
  Asked question(text);
  auto record = read_record(question);
  ReviewOptions options{.simulations = simulations_of(question)};
  options.first = options.last = question.number("turn");
  if (!record || question.failed()) return question.error();
  // What comes after the turn does not matter to it.
  if (static_cast<std::size_t>(options.last) < record->turns.size())
    record->turns.resize(static_cast<std::size_t>(options.last));
  Json json;
  json["acts"] = Json::array();
  for (const ReviewedAct& act : review(record->rules, record->setup, record->turns, options).acts)
    json["acts"].push_back(to_json_with_view(act));
  return dump(json);
}

std::string answer_judge(std::string_view text) {
  Asked question(text);
  const auto seen = own_turn(question);
  const int simulations = simulations_of(question);
  const Json* const act = question.needed("act");
  const auto move =
      act == nullptr ? std::nullopt : read_move(question.reader(), *act, Asked::at("act"));
  if (!seen || !move || question.failed()) return question.error();
  if (const auto illegal = why_illegal(*seen, *move)) return error_text(*illegal);
  Random random(judging_seed);
  return dump(to_json_with_view(judge_act(*seen, *move, {.simulations = simulations}, random)));
}

std::string answer_hint(std::string_view text) {
  Asked question(text);
  const auto seen = own_turn(question);
  const int simulations = question.number("simulations", most_simulations);
  if (!seen || question.failed()) return question.error();
  return dump(sixfold::to_json(hint_for(*seen, {.simulations = simulations})));
}

std::string answer_bot(std::string_view text) {
  Asked question(text);
  const auto level = bot_named(question.text("bot", longest_name));
  const auto seed = static_cast<std::uint64_t>(question.number("seed"));
  const auto stream = static_cast<std::uint64_t>(question.number("stream"));
  if (!question.failed() && !level)
    question.reader().fail("unknown_bot", Asked::at("bot"), "no such bot");
  if (question.failed()) return question.error();
  return BotSession(*level, Random(seed, stream).next()).answer(text).value_or("");
}

}  // namespace sixfold
