// The order of a hand and what is laid of it, as JSON: kept beside a game.
#pragma once

#include "record/json.hpp"
#include "terminal/rack.hpp"

namespace sixfold::terminal {

[[nodiscard]] Json rack_to_json(const Rack& rack);
/// Whatever is odd in it is left out: it is no more than a lost convenience.
[[nodiscard]] Rack rack_of(const Json& json);

}  // namespace sixfold::terminal
