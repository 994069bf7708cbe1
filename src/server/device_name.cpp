#include "server/device_name.hpp"

#include <array>

namespace sixfold::server {

namespace {

struct Sign {
  std::string_view part;
  std::string_view name;
};

// The first match counts: most browsers also name the browsers they descend from.
constexpr std::array<Sign, 8> programs{{{"sixfold", "Sixfold"},
                                        {"Edg", "Edge"},
                                        {"OPR/", "Opera"},
                                        {"SamsungBrowser", "Samsung Internet"},
                                        {"Firefox/", "Firefox"},
                                        {"FxiOS", "Firefox"},
                                        {"Chrom", "Chrome"},
                                        {"Safari/", "Safari"}}};
constexpr std::array<Sign, 7> systems{{{"iPhone", "iPhone"},
                                       {"iPad", "iPad"},
                                       {"Android", "Android"},
                                       {"CrOS", "ChromeOS"},
                                       {"Windows", "Windows"},
                                       {"Mac OS X", "macOS"},
                                       {"Linux", "Linux"}}};

template <std::size_t count>
std::string_view first_in(std::string_view text, const std::array<Sign, count>& signs) {
  for (const Sign& sign : signs)
    if (text.find(sign.part) != std::string_view::npos) return sign.name;
  return {};
}

}  // namespace

std::string device_name(std::string_view user_agent) {
  std::string name(first_in(user_agent, programs));
  const std::string_view system = first_in(user_agent, systems);
  if (!name.empty() && !system.empty()) name += ", ";
  return name + std::string(system);
}

}  // namespace sixfold::server
