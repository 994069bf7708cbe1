// How far a table's game has come.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/indexed.hpp"

namespace sixfold {

enum class GameStatus : std::uint8_t { waiting, running, ended };

constexpr std::array<std::string_view, 3> words_of(GameStatus /*status*/) {
  return {"waiting", "running", "ended"};
}
[[nodiscard]] constexpr std::string_view code_of(GameStatus status) {
  return nth(words_of(status), status);
}

}  // namespace sixfold
