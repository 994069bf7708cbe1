// Elements of containers by an index of the rules: a seat, a tile, a cell's coordinate, an
// enumerator.
#pragma once

#include <cstddef>
#include <utility>

namespace sixfold {

/// `values[index]` for an index that the rules count as an int or an enumerator. It must be in
/// range.
template <class Values, class Index>
[[nodiscard]] constexpr decltype(auto) nth(Values&& values, Index index) {
  return std::forward<Values>(values)[static_cast<std::size_t>(index)];
}

}  // namespace sixfold
