// The order of a hand and its provisional tiles as JSON, stored along with a game.
#pragma once

#include "play/rack.hpp"
#include "record/json.hpp"

namespace sixfold::terminal {

[[nodiscard]] Json rack_to_json(const Rack& rack);
/// Ignores anything invalid: losing this is merely inconvenient.
[[nodiscard]] Rack rack_of(const Json& json);

}  // namespace sixfold::terminal
