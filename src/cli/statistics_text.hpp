// Statistics as a table, as JSON and as plots.
#pragma once

#include <string>

#include "cli/statistics.hpp"
#include "record/json.hpp"

namespace sixfold::cli {

[[nodiscard]] std::string statistics_text(const Statistics& statistics);
[[nodiscard]] Json to_json(const Statistics& statistics);
[[nodiscard]] std::string statistics_svg(const Statistics& statistics);

}  // namespace sixfold::cli
