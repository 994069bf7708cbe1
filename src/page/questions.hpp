// The questions that a page asks: JSON text in, JSON text out. What cannot be answered gets
// `{"error":{"code":…,"message":…}}`; an act that the rules refuse is
// `{"error":{"code":"illegal","reason":…,"cell":…}}`.
#pragma once

#include <string>
#include <string_view>

namespace sixfold::page {

/// The games, their options, and the bots from weakest to strongest.
[[nodiscard]] std::string catalogue_text();

/// `{"tableaus":[{"kind":"select","turns":0}, …]}`, `{"rows":["....", …]}` or
/// `{"variant":…,"seed":N}` (a random one) to `{"board":{…},"tableaus":[…]}`. The board has
/// `black`, the cells that get a tile; `tableaus` is left out if the board is not made of tableaus.
/// Rows that are no board, or with a variant and `seats` none of its boards, are refused with
/// `{"error":{"code":"board","reason":…,"cell":…,"count":N}}`: `size`, `uneven` rows, an unknown
/// `mark`, or `black`: more black cells than there are tiles for, beside the hands.
[[nodiscard]] std::string answer_layout(std::string_view text);

/// `{"variant":…,"options":{…},"board":{…},"tiles":[…],"stars":[…],"seats":[{"name":…,"score":N,
/// "discs":N,"held":N,"hand":[…]}],"turn":N,"bag":N,"rolled":…,"theme":…,"seed":N}`, a position
/// that somebody composed, to `{"left":{…},"bag":N,"view":{…},"record":…}`: the pieces that are
/// neither on the table nor in a given hand, what the player to move sees, and an unfinished game
/// that begins there. Hands that are not given are dealt, and so is the bag; without `bag`, it
/// holds what is left. `stars` are those with a disc. If no game can come to this position, there
/// is no view, but `"fault":{"code":…,"cell":…,"tile":…,"seat":N,"count":N}`: the codes are those
/// of StartFault, `hands` (fewer pieces left than the hands hold) and `bag` (fewer than it holds).
/// With `"fill":N` the hand of that seat is filled at random and comes as `hand`.
[[nodiscard]] std::string answer_position(std::string_view text);

/// `{"view":{…},"place":["Rc@0,0"]}` to its preview; see play/preview.hpp.
[[nodiscard]] std::string answer_preview(std::string_view text);

/// `{"view":{…},"end":{…},"rack":[{"id":N,"tile":…,"cell":…,"laid":N}]}`, the hand as the page had
/// it, to `{"rack":[…],"preview":{…}}`, the hand as it is now and the preview of what is placed.
/// New tiles have the id 0; those drawn or rolled last have `"fresh":"drawn"` or `"rolled"`. `end`
/// may be left out.
[[nodiscard]] std::string answer_rack(std::string_view text);
/// `{"rack":[…],"by":"colour"}` to `{"rack":[…]}`, sorted by colour or by shape. Without `by`, in
/// the next order, as next_order() of play/rack.hpp says.
[[nodiscard]] std::string answer_sort(std::string_view text);

/// `{"text":…,"commands":{"trade":"tauschen tausche",…}}` to `{"act":{…}}` or `{"play":true}`; see
/// play/typed.hpp.
[[nodiscard]] std::string answer_typed(std::string_view text);

/// `{"agreed":…,"people":N}` to `{"allowed":…}`: whether players at a table may ask for hints.
[[nodiscard]] std::string answer_hints(std::string_view text);

/// `{"view":{…},"end":{…}}` to `{"turns":[{"points":…,"lines":[…]}, null, …]}`: its history,
/// itemized. `end` may be left out.
[[nodiscard]] std::string answer_score_sheet(std::string_view text);

/// `{"record":…,"turn":N}` to what a spectator saw after that many turns, and the hands, which a
/// record reveals: `{"turns":…,"view":{…},"hands":[…],"theme":…}`, after the last turn also `end`
/// and `winners`.
[[nodiscard]] std::string answer_replay(std::string_view text);

/// `{"record":…}` to `{"fair":{…}}`, its proof, if the game was drawn from that bag; otherwise the
/// error of `sixfold verify --fair`, with its `turn`.
[[nodiscard]] std::string answer_check_fair(std::string_view text);

/// `{"game":…,"seat":N,"seed":…}` to `{"seal":…}`, which binds that seat to the seed.
[[nodiscard]] std::string answer_seal(std::string_view text);

/// `{"record":…,"simulations":N}` to the review of that game, as `sixfold analyse --json` writes
/// it.
[[nodiscard]] std::string answer_review(std::string_view text);

/// `{"record":…,"simulations":N,"turn":T}` to `{"finished":…,"acts":[…]}`: the acts of that turn
/// alone (from 1), as in the review but without the luck, each with `view`, what its player knew.
/// So a review can be made turn by turn, and by several workers.
[[nodiscard]] std::string answer_review_turn(std::string_view text);

/// `{"view":{…},"act":{…},"simulations":N}` to that act, judged as in a review.
[[nodiscard]] std::string answer_judge(std::string_view text);

/// `{"view":{…},"simulations":N}`, with the viewer to move, to the hint of `sixfold hint`.
[[nodiscard]] std::string answer_hint(std::string_view text);

/// `{"day":"2026-11-16","secret":"…"}` to the game of that day as the server deals it:
/// `{"edition":…,"bot":…,"seed":N,"commitment":"…"}`. Without a secret, the game that follows from
/// the date alone, and no commitment.
[[nodiscard]] std::string answer_daily(std::string_view text);

}  // namespace sixfold::page
