#include "terminal/table/rack_form.hpp"

#include <gtest/gtest.h>

#include "record/notation.hpp"

namespace sixfold::terminal {
namespace {

TEST(Rack, IsKeptAsJson) {
  Rack rack;
  for (const std::string_view text : {"Rc", "Rs", "Gd"})
    rack.push_back({.tile = *parse_tile(text)});
  lay(rack, 1, {3, -2});
  EXPECT_EQ(rack_of(rack_to_json(rack)), rack);
  EXPECT_TRUE(rack_of(Json(7)).empty());
  EXPECT_TRUE(rack_of(Json{{"order", "x"}}).empty());
}

}  // namespace
}  // namespace sixfold::terminal
