#include "short_games.hpp"

#include "rules/variants/catalogue.hpp"
#include "support/positions.hpp"

namespace sixfold::tests {

Game short_cubes_game() {
  Game game = begun(variants::cubes(), {"Rc Rs Rd Gl Bx Yt", "Gl Gx Gt Bl Bx Bt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  play(game, roll(""), "Gx Gx Gt Bl Bx Bt");
  answer(game, "Gc Gx Gt Bl Bx Bt");
  play(game, place("Gc@0,1"), "Yx");
  play(game, roll("Yt Bx"), "Yc Bx");
  play(game, place("Yc@0,2"), "Ol");
  return game;
}

Game short_select_game() {
  Ruleset rules = variants::select();
  rules.layout = Layout{.width = 9,
                        .height = 8,
                        .stars = {{4, 3}, {6, 6}},
                        .starts = {{4, 4}, {5, 3}},
                        .bonus = {},
                        .presets = {}};
  Game game = begun(rules, {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"});
  play(game, place("Rs@4,3 Rc@5,3 Rd@6,3"), "Gd Gc Pl");
  play(game, trade("Os Pt"), "Gx Yc");
  play(game, take("Rs@4,3"));
  play(game, place("Rs@7,3"));
  return game;
}

Game short_select_connect_game() {
  Ruleset rules = variants::select_connect();
  rules.layout = Layout{.width = 9,
                        .height = 8,
                        .stars = {{4, 3}, {6, 6}},
                        .starts = {{8, 7}},
                        .bonus = {{{4, 4}, 2}, {{5, 3}, 1}},
                        .presets = {{3, 3}, {8, 2}}};
  Game game = begun(rules, {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt"}, 0, "Rl Gl");
  play(game, place("Rs@4,3 Rc@5,3 Rd@6,3"), "Gd Gc Pl");
  play(game, trade("Os Pt"), "Gx Yc");
  play(game, take("Rs@4,3"));
  play(game, place("Rs@7,3"));
  return game;
}

Game short_base_game() {
  Game game =
      begun(variants::base(), {"Rc Rs Rd Gl Bx Yt", "Oc Os Bd Bl Px Pt", "Gc Gs Bd Bl Px Pt"});
  play(game, place("Rc@0,0 Rs@1,0 Rd@2,0"), "Gd Gc Pl");
  play(game, trade("Oc Os"), "Oc Rt");
  leave(game, 2, LeaveReason::timeout);
  play(game, place("Gd@2,1"), "Yx");
  return game;
}

}  // namespace sixfold::tests
