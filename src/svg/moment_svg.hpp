// A moment of a record as an SVG picture.
#pragma once

#include <string>

#include "terminal/words/moment.hpp"

namespace sixfold::svg {

[[nodiscard]] std::string moment_svg(const terminal::Words& words, const terminal::Moment& moment);

}  // namespace sixfold::svg
