#include "play/bot_protocol.hpp"

#include <algorithm>
#include <cstdlib>

#include "record/forms.hpp"

namespace sixfold {

namespace {

constexpr int highest_id = 2'000'000'000;
constexpr int longest_budget_ms = 86'400'000;

FormError error_of(const FormReader& reader) { return reader.error().value_or(FormError{}); }

bool is_open(const Acts& acts) {
  return acts.take || acts.roll || acts.place || acts.trade || acts.pass;
}

/// Whether the tiles could be on one table: without bounds they are connected, so none is far away.
bool could_lie(const View& view) {
  if (view.rules.layout || view.board.empty()) return true;
  const Cell first = view.board.tiles().front().cell;
  const int reach = full_bag(view.rules).size() - 1;
  return std::ranges::all_of(view.board.tiles(), [&](const PlacedTile& placed) {
    return std::abs(placed.cell.x - first.x) <= reach && std::abs(placed.cell.y - first.y) <= reach;
  });
}

struct MoveQuestion {
  int id = 0;
  View view;
  std::optional<int> budget_ms;
};

Result<MoveQuestion, FormError> read_move_question(const Json& json) {
  FormReader reader;
  std::optional<View> view;
  std::optional<int> id;
  if (const Json* const number = reader.required(json, "id", {}))
    id = reader.integer(*number, Path{nullptr, "id", 0}, 0, highest_id);
  std::optional<int> budget_ms;
  if (const Json* const given = FormReader::optional(json, "budget_ms"))
    budget_ms = reader.integer(*given, Path{nullptr, "budget_ms", 0}, 1, longest_budget_ms);
  if (const Json* const seen = FormReader::optional(json, "view"))
    view = read_view(reader, *seen, Path{nullptr, "view", 0});
  if (!reader.error() && view)
    if (const std::string_view fault = view_fault(*view); !fault.empty())
      reader.fail("view", Path{nullptr, "view", 0}, std::string(fault));
  if (reader.error() || !view || !id) return Unexpected{error_of(reader)};
  return MoveQuestion{*id, *std::move(view), budget_ms};
}

}  // namespace

std::string_view view_fault(const View& view) {
  if (!view.seat || view.turn != *view.seat) return "it is not this seat's turn";
  const auto seat = static_cast<std::size_t>(*view.seat);
  if (seat >= view.seats.size()) return "there is no such seat";
  if (!view.seats[seat].in) return "the seat has left the game";
  if (!could_lie(view)) return "the tiles cannot be on one table";
  if (view.barred && (!view.rules.take_for_disc || !on_board(view.rules, view.barred->cell) ||
                      view.board.at(view.barred->cell)))
    return "this cell cannot be barred";
  const Acts& acts = view.acts;
  const bool takeable = view.rules.take_for_disc &&
                        std::ranges::any_of(view.board.tiles(), [&](const PlacedTile& placed) {
                          return may_take(view.board, placed.cell);
                        });
  if (!is_open(acts) || (acts.take && !takeable) ||
      (acts.roll && (!view.rules.roll_before_placing || view.hand.empty())) ||
      (acts.place && !can_place(view.rules, decision_of(view))) ||
      (acts.trade && trade_limits(view.rules, view.hand, view.bag).most == 0))
    return "the acts are not possible in this view";
  return {};
}

std::string hello_question() {
  Json json;
  json["hello"]["protocol"] = bot_protocol_version;
  json["hello"]["program"] = "sixfold";
  return dump(json);
}

Result<std::string, FormError> read_hello_answer(std::string_view line) {
  const auto json = parse_json(line);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  std::string name;
  const Path path{nullptr, "hello", 0};
  if (reader.expect_object(*json, {}))
    if (const Json* const hello = reader.required(*json, "hello", {});
        hello != nullptr && reader.expect_object(*hello, path)) {
      if (const Json* const version = reader.required(*hello, "protocol", path))
        static_cast<void>(reader.integer(*version, Path{&path, "protocol", 0}, bot_protocol_version,
                                         bot_protocol_version));
      if (const Json* const text = FormReader::optional(*hello, "name"))
        name = reader.string(*text, Path{&path, "name", 0}, longest_name).value_or("");
    }
  if (reader.error()) return Unexpected{error_of(reader)};
  return name;
}

std::string move_question(std::uint64_t id, const View& view, int budget_ms) {
  Json json;
  json["id"] = id;
  json["view"] = to_json(view);
  json["budget_ms"] = budget_ms;
  return dump(json);
}

Result<Move, FormError> read_move_answer(std::string_view line, std::uint64_t id) {
  const auto json = parse_json(line);
  if (!json) return Unexpected{json.error()};
  FormReader reader;
  std::optional<Move> move;
  if (reader.expect_object(*json, {})) {
    const Json* const answered = reader.required(*json, "id", {});
    if (answered != nullptr && *answered != id)
      reader.fail("id", Path{nullptr, "id", 0}, "not the answer to the question asked");
    if (const Json* const act = reader.required(*json, "act", {}))
      move = read_move(reader, *act, Path{nullptr, "act", 0});
  }
  if (reader.error() || !move) return Unexpected{error_of(reader)};
  return *move;
}

std::string end_message(const End& end, const std::vector<int>& scores) {
  Json json;
  json["end"]["reason"] = code_of(end.reason);
  if (end.seat) json["end"]["seat"] = *end.seat;
  if (end.bonus != 0) json["end"]["bonus"] = end.bonus;
  json["scores"] = scores;
  return dump(json);
}

std::string BotSession::refuse(const FormError& error) {
  had_error_ = true;
  return error_text(error);
}

/// The budget in the bot's own text, but never more than it is given.
Budget BotSession::budget_for(std::optional<int> budget_ms) const {
  if (bot_.simulations) return {*bot_.simulations, {}};
  if (!clock_ || (!budget_ms && !bot_.milliseconds)) return {};
  const int given = budget_ms.value_or(longest_budget_ms);
  return timed_budget(std::min(bot_.milliseconds.value_or(given), given), clock_);
}

std::optional<std::string> BotSession::answer(std::string_view line) {
  const auto json = parse_json(line);
  if (!json) return refuse(json.error());
  if (!json->is_object()) return refuse({"type", "", "expected an object"});
  if (FormReader::optional(*json, "hello") != nullptr) {
    Json hello;
    hello["hello"]["protocol"] = bot_protocol_version;
    hello["hello"]["name"] = bot_.level->name;
    return dump(hello);
  }
  if (FormReader::optional(*json, "end") != nullptr) return std::nullopt;
  if (FormReader::optional(*json, "view") == nullptr)
    return refuse({"message", "", "expected hello, view or end"});
  const auto question = read_move_question(*json);
  if (!question) return refuse(question.error());
  Json answer;
  answer["id"] = question->id;
  answer["act"] =
      to_json(bot_.level->choose(question->view, random_, budget_for(question->budget_ms)));
  return dump(answer);
}

}  // namespace sixfold
