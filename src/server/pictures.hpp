// Pictures of finished games, for link previews: drawn on another thread, each game once at a time,
// and kept for the games that were asked for last.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "record/id.hpp"
#include "server/work_elsewhere.hpp"

namespace sixfold::server {

/// A PNG of the final position of a record; empty if it cannot be drawn. Called on another thread.
using DrawPicture = std::function<std::string(std::string_view record)>;

class Pictures {
 public:
  /// Null if there is no picture; otherwise valid during the call.
  using Answer = std::function<void(const std::string* png)>;

  /// Without `draw` there are no pictures. `most_bytes`: of what is kept.
  Pictures(DrawPicture draw, WorkElsewhere elsewhere, std::size_t most_bytes = std::size_t{8} << 20)
      : draw_(std::move(draw)), elsewhere_(std::move(elsewhere)), most_bytes_(most_bytes) {}

  [[nodiscard]] bool are_drawn() const { return static_cast<bool>(draw_); }
  /// The picture, if it is kept.
  [[nodiscard]] const std::string* kept(const Id& game);
  /// Draws a finished game, whose record never changes. False if too much is being drawn already;
  /// then there will be no answer.
  [[nodiscard]] bool draw(const Id& game, std::string record, Answer answer);

 private:
  struct Kept {
    Id game;
    std::string png;
  };
  void keep(const Id& game, std::string png);

  DrawPicture draw_;
  WorkElsewhere elsewhere_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Kept> kept_;  // the one asked for last is the first
  std::map<Id, std::vector<Answer>> drawing_;
};

}  // namespace sixfold::server
