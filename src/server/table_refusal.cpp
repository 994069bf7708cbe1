#include "server/table_refusal.hpp"

namespace sixfold::server {

std::string_view code_of(RefusalCode code) {
  switch (code) {
    case RefusalCode::not_at_table:
      return "not_at_table";
    case RefusalCode::already_seated:
      return "already_seated";
    case RefusalCode::no_free_seat:
      return "no_free_seat";
    case RefusalCode::table_locked:
      return "table_locked";
    case RefusalCode::table_closed:
      return "table_closed";
    case RefusalCode::not_host:
      return "not_host";
    case RefusalCode::already_started:
      return "already_started";
    case RefusalCode::not_running:
      return "not_running";
    case RefusalCode::not_ended:
      return "not_ended";
    case RefusalCode::paused:
      return "paused";
    case RefusalCode::not_paused:
      return "not_paused";
    case RefusalCode::bot_plays:
      return "bot_plays";
    case RefusalCode::not_away:
      return "not_away";
    case RefusalCode::clock_decides:
      return "clock_decides";
    case RefusalCode::nothing_to_take_back:
      return "nothing_to_take_back";
    case RefusalCode::no_wish:
      return "no_wish";
    case RefusalCode::bad_name:
      return "bad_name";
    case RefusalCode::name_reserved:
      return "name_reserved";
    case RefusalCode::name_too_long:
      return "name_too_long";
    case RefusalCode::seed_given:
      return "seed_given";
    case RefusalCode::seals_closed:
      return "seals_closed";
    case RefusalCode::too_early:
      return "too_early";
    case RefusalCode::wrong_seed:
      return "wrong_seed";
    case RefusalCode::account_needed:
      return "account_needed";
    case RefusalCode::rated:
      return "rated";
    case RefusalCode::illegal:
      return "illegal";
  }
  return "";
}

}  // namespace sixfold::server
