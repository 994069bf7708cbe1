#include "simulation/environment.hpp"

namespace sixfold::simulation {

namespace {

constexpr std::size_t lines_kept = 60;
constexpr std::size_t longest_line = 400;

}  // namespace

/// FNV-1a.
void Trace::mix(std::string_view bytes) {
  for (const char byte : bytes) {
    hash_ ^= static_cast<unsigned char>(byte);
    hash_ *= 0x100000001b3U;
  }
}

void Trace::note(Micros now, std::string_view what, std::string_view detail) {
  std::string line = std::to_string(now) + " " + std::string(what) + " ";
  mix(line);
  mix(detail);
  line += detail.substr(0, longest_line);
  if (file_ != nullptr) std::fprintf(file_, "%s\n", line.c_str());
  last_lines_.push_back(std::move(line));
  if (last_lines_.size() > lines_kept) last_lines_.pop_front();
}

}  // namespace sixfold::simulation
