// What makes a photo harder to read: one change each, by strength.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "vision/image.hpp"

namespace sixfold::photos {

struct Change {
  std::string name;
  std::string strength;
  std::function<vision::Image(const vision::Image&)> apply;
  bool turns = false;  ///< right and down may be other directions afterwards
};

[[nodiscard]] std::vector<Change> all_changes();

}  // namespace sixfold::photos
