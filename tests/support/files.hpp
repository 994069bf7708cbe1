// Fixture files, with paths relative to the root of the source tree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sixfold::tests {

/// Throws if the file cannot be read.
[[nodiscard]] std::string text_of_file(std::string_view path);
[[nodiscard]] std::vector<std::string> lines_of_file(std::string_view path);

void write_file(std::string_view path, std::string_view text);

}  // namespace sixfold::tests
