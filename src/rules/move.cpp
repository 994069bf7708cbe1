#include "rules/move.hpp"

namespace sixfold {

std::string_view code_of(Reason reason) {
  switch (reason) {
    case Reason::game_over:
      return "game_over";
    case Reason::not_your_turn:
      return "not_your_turn";
    case Reason::waiting_for_chance:
      return "waiting_for_chance";
    case Reason::act_not_open:
      return "act_not_open";
    case Reason::no_tiles:
      return "no_tiles";
    case Reason::occupied:
      return "occupied";
    case Reason::off_board:
      return "off_board";
    case Reason::not_in_hand:
      return "not_in_hand";
    case Reason::same_cell:
      return "same_cell";
    case Reason::not_one_line:
      return "not_one_line";
    case Reason::no_start_field:
      return "no_start_field";
    case Reason::no_contact:
      return "no_contact";
    case Reason::too_long:
      return "too_long";
    case Reason::duplicate:
      return "duplicate";
    case Reason::mixed:
      return "mixed";
    case Reason::not_largest_set:
      return "not_largest_set";
    case Reason::no_disc:
      return "no_disc";
    case Reason::not_at_start:
      return "not_at_start";
    case Reason::pickup_in_qwirkle:
      return "pickup_in_qwirkle";
    case Reason::no_tile:
      return "no_tile";
    case Reason::trade_size:
      return "trade_size";
    case Reason::bag_too_small:
      return "bag_too_small";
  }
  return "";
}

}  // namespace sixfold
