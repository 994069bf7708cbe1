// The local games that a page has open. The page holds a number for each, and every question about
// a game is answered with all that the page shows of it next: JSON text in, JSON text out, errors
// as in page/questions.hpp.
//
// The answer: `{"game":N,"theme":…,"bots":[…],"you":seat or null,"covered":seat or
// null,"bot":…,"view":{…},"turns":…,"scores":[…],"preview":{…},"saved":…}`.
//
// `you` is the seat whose hand is shown, `covered` the one that is to take over the screen, `bot`
// the bot that is to move or "". `turns` in a question is how many turns the page knows already:
// the view's history and the scores, one per turn or null, hold only what came after those, and the
// answer says from where. `preview` is that of no tile at all, and comes if a hand is shown.
// `saved` has the pieces of what the page stores, as in play/local_game.hpp: `turns`, those after
// the ones that the page knows, `tail` and, if it knows none, `head`. Once the game is over there
// are also `end`, `winners` and `record`.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/request.hpp"
#include "play/local_game.hpp"
#include "rules/placement.hpp"

namespace sixfold::page {

class OpenGames {
 public:
  /// `{"variant":…,"options":{…},"theme":…,"board":{…},"seats":[{"name":…,"bot":…,"age":…}],
  /// "opener":N,"seed":N}`; variant, seats and seed are required.
  std::string begin(std::string_view text);
  /// `{"saved":…}`; `revealed`, whose hand was shown last, for what was saved without it. With
  /// `"covered":true`, no hand of several people is shown until its player has taken over the
  /// screen.
  std::string open(std::string_view text);
  /// `{"game":N,"turns":N,"seat":N,"act":{…}}`: a person acts, whose hand is shown, whose turn it
  /// is, and who has seen every turn, as far as `turns` says. The act `{"leave":true}` resigns at
  /// any time.
  std::string act(std::string_view text);
  /// `{"game":N,"turns":N}`: the bot to move acts.
  std::string bot(std::string_view text);
  /// `{"game":N,"turns":N}`: the covered player has taken over the screen.
  std::string reveal(std::string_view text);
  /// `{"game":N,"turns":N,"turn":N}`: back to the beginning of a person's turn, from 0.
  std::string undo(std::string_view text);
  /// `{"game":N}`, answered with `{}`.
  std::string close(std::string_view text);

 private:
  struct OpenGame {
    LocalGame local;
    std::vector<std::optional<Score>> scores;  // of the finished turns
  };

  using Change = std::function<std::optional<IllegalMove>(PageRequest&, OpenGame&)>;

  std::string add(LocalGame local);
  std::string changed(std::string_view text, const Change& change);
  static std::optional<IllegalMove> play(OpenGame& game, int seat, const Move& move);
  static std::string shown(int number, const OpenGame& game, std::size_t known);

  std::map<int, OpenGame> games_;
  int last_ = 0;
};

}  // namespace sixfold::page
