#include "cli/record_lines.hpp"

#include <algorithm>
#include <filesystem>

namespace sixfold::cli {

Result<Record, RecordError> record_of_line(const RecordLine& line) {
  if (line.too_long)
    return Unexpected{RecordError{0, "too_long", "the line is too long for a record"}};
  return parse_record(line.text);
}

std::vector<std::string> record_files(const std::string& path) {
  namespace fs = std::filesystem;
  if (path == "-" || !fs::is_directory(path)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file() && entry.path().extension() == ".jsonl")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace sixfold::cli
