#include <algorithm>

#include "page/preview_form.hpp"
#include "page/questions.hpp"
#include "page/request.hpp"
#include "play/daily.hpp"
#include "record/hex.hpp"

namespace sixfold::page {

namespace {

std::optional<DaySecret> read_day_secret(PageRequest& request) {
  if (request.given("secret") == nullptr) return std::nullopt;
  const auto bytes = parse_hex(request.text("secret", longest_name));
  DaySecret secret{};
  if (bytes && bytes->size() == secret.size())
    std::ranges::copy(*bytes, secret.begin());
  else if (!request.failed())
    request.reader().fail("secret", PageRequest::at("secret"),
                          "64 hexadecimal digits are expected");
  return secret;
}

/// How the game ended, as far as it affects scores.
std::optional<End> read_end(const PageRequest& request) {
  const Json* const end = request.given("end");
  const Json* const reason =
      end != nullptr && end->is_object() ? FormReader::optional(*end, "reason") : nullptr;
  if (reason == nullptr || *reason != code_of(EndReason::out)) return std::nullopt;
  return End{EndReason::out, std::nullopt, 0};
}

}  // namespace

std::string answer_daily(std::string_view text) {
  PageRequest request(text);
  const std::string written = request.text("day", longest_name);
  const auto day = parse_day(written);
  if (!request.failed() && !day)
    request.reader().fail("day", PageRequest::at("day"), "expected a date such as 2026-11-15");
  const auto secret = read_day_secret(request);
  if (request.failed()) return request.error();
  const DailyGame daily = secret ? daily_game(*day, *secret) : daily_game(*day);
  Json json;
  json["edition"] = daily.edition;
  json["bot"] = daily_bot;
  json["seed"] = daily.seed;
  if (secret) json["commitment"] = to_hex(commitment_of(*day, *secret));
  return dump(json);
}

std::string answer_score_sheet(std::string_view text) {
  PageRequest request(text);
  auto seen = request.sound_view();
  if (!seen) return request.error();
  seen->end = read_end(request);
  const auto scores = scores_of_history(*seen);
  if (!scores) {
    request.reader().fail("history", PageRequest::at("view"),
                          "the history does not lead to this table");
    return request.error();
  }
  Json json;
  json["turns"] = Json::array();
  for (const std::optional<Score>& score : *scores)
    json["turns"].push_back(score ? to_json(*score) : Json(nullptr));
  return dump(json);
}

std::string answer_replay(std::string_view text) {
  PageRequest request(text);
  const std::string written = request.text("record", longest_json);
  const int turn = request.number("turn");
  if (request.failed()) return request.error();
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
  json["view"] = to_json(view(game, std::nullopt));
  json["hands"] = Json::array();
  for (const Seat& seat : game.position().seats) json["hands"].push_back(to_json(seat.hand.list()));
  json["theme"] = record->theme;
  add_outcome(json, game.position());
  return dump(json);
}

}  // namespace sixfold::page
