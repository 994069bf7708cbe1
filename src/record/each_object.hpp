// Lists of objects in JSON.
#pragma once

#include "record/json.hpp"

namespace sixfold {

/// Calls `use(object, path)` for each object of the list, up to the first error. Anything else in
/// the list is an error.
template <class Use>
void each_object(FormReader& reader, const Json& list, const Path& path, std::size_t most,
                 const Use& use) {
  if (!reader.expect_array(list, path, most)) return;
  for (std::size_t i = 0; i < list.size() && !reader.error(); ++i) {
    const Path here{&path, {}, i};
    if (reader.expect_object(list[i], here)) use(list[i], here);
  }
}

}  // namespace sixfold
