// The questions that a page asks: JSON text in, JSON text out. What cannot be answered gets
// `{"error":{"code":…,"message":…}}`; an act that the rules refuse is
// `{"error":{"code":"illegal","reason":…,"cell":…}}`.
//
// A game is passed back and forth as the text that LocalGame::save() writes, so the page keeps it
// and nothing is stored here.
#pragma once

#include <string>
#include <string_view>

namespace sixfold {

/// The games, their options, and the bots from weakest to strongest.
[[nodiscard]] std::string catalogue_text();

/// `{"tableaus":[{"kind":"select","turns":0}, …]}`, `{"rows":["....", …]}` or
/// `{"variant":…,"seed":N}` (a random one) to `{"board":{…},"tableaus":[…]}`. The board has
/// `black`, the cells that get a tile; `tableaus` is left out if the board is not made of tableaus.
[[nodiscard]] std::string answer_layout(std::string_view text);

/// `{"variant":…,"options":{…},"theme":…,"board":{…},"seats":[{"name":…,"bot":…,"age":…}],
/// "opener":N,"seed":N}` to `{"game":…}`; variant, seats and seed are required.
[[nodiscard]] std::string answer_new_game(std::string_view text);

/// `{"game":…,"seat":N}`, or null for a spectator, to `{"view":{…},"theme":…,"bots":[…]}`; once the
/// game is over also `end` and `winners`.
[[nodiscard]] std::string answer_game_view(std::string_view text);

/// `{"game":…,"seat":N,"act":{…}}` to `{"game":…}`; the act `{"leave":true}` resigns.
[[nodiscard]] std::string answer_game_act(std::string_view text);

/// `{"game":…}`, with a bot to move, to `{"act":{…}}`, what it plays.
[[nodiscard]] std::string answer_game_bot(std::string_view text);

/// `{"view":{…},"place":["Rc@0,0"]}` to its preview; see play/preview.hpp.
[[nodiscard]] std::string answer_preview(std::string_view text);

/// `{"view":{…}}` to `{"turns":[{"points":…,"lines":[…]}, null, …]}`: its history, itemized.
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

/// A question of the bot protocol with `bot`, the level, and `seed` and `stream`, which affect only
/// its thinking; answered as the bot would.
[[nodiscard]] std::string answer_bot(std::string_view text);

}  // namespace sixfold
