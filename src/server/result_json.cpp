#include "server/result_json.hpp"

#include <algorithm>

namespace sixfold::server {

Json result_json(const std::vector<store::KeptResult>& seats, const Id& user) {
  const store::KeptResult& first = seats.front();
  Json json = {{"game", to_text(first.game)},
               {"variant", first.variant},
               {"rated", first.rated},
               {"ended_ms", first.ended_ms},
               {"seats", Json::array()}};
  if (!first.theme.empty()) json["theme"] = first.theme;
  if (first.length) json["turns"] = *first.length;
  if (!first.unrated.empty()) json["unrated"] = first.unrated;
  for (const store::KeptResult& seat : seats) {
    if (seat.player == user) json["you"] = seat.seat;
    json["seats"].push_back({{"name", seat.name},
                             {"points", seat.points},
                             {"place", seat.place},
                             {"bot", !seat.player.has_value()}});
    if (seat.is_person) json["seats"].back()["account"] = true;
    if (seat.biggest_move) json["seats"].back()["biggest_move"] = *seat.biggest_move;
  }
  return json;
}

Json results_json(const std::vector<store::KeptResult>& seats, const Id& user) {
  Json json = Json::array();
  for (auto begin = seats.begin(); begin != seats.end();) {
    const auto end = std::find_if(begin, seats.end(), [&](const store::KeptResult& seat) {
      return seat.game != begin->game;
    });
    json.push_back(result_json({begin, end}, user));
    begin = end;
  }
  return json;
}

Json row_json(const store::GameRow& row) {
  return {{"game", to_text(row.game)},
          {"code", row.code},
          {"status", code_of(row.status)},
          {"seq", row.seq}};
}

Json archived_json(const store::ArchivedGame& game, const Id& user) {
  Json json = result_json(game.seats, user);
  json["code"] = game.code;
  json["status"] = code_of(GameStatus::ended);
  json["seq"] = game.seq;
  return json;
}

}  // namespace sixfold::server
