#include "support/files.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace sixfold::tests {

namespace {

std::string full_path(std::string_view path) { return SIXFOLD_SOURCE_DIR "/" + std::string(path); }

}  // namespace

std::string text_of_file(std::string_view path) {
  const std::ifstream file(full_path(path), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + std::string(path));
  return text.str();
}

std::vector<std::string> lines_of_file(std::string_view path) {
  std::istringstream text(text_of_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

void write_file(std::string_view path, std::string_view text) {
  std::ofstream file(full_path(path), std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + std::string(path));
}

}  // namespace sixfold::tests
